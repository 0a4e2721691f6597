// The screen of the hall: twenty lines a page, page after page by itself, and fresh when something
// changes. Nobody need touch it; the space bar holds a page for whoever wants to read on.

import { soon, stream } from "./fresh.js";
import { minuteOfDay } from "../frame/hall_time.js";
import { setText } from "../replay/words.js";

const MOST_ROWS = 10;
const SILENT = 60000; // without news: then how old they are is said
const PANEL = 4000;
const loaded = Date.now();
const panel = document.querySelector(".screen-panel");

let page = 0;
let held = false;
let turning = 0;

const minute = (at) => minuteOfDay(new Date(at).toISOString());

function lay() {
  const list = document.querySelector("[data-lines]");
  const lines = [...list.children];
  for (const line of lines) line.hidden = true;
  delete list.dataset.paged;
  list.style.removeProperty("--rows");
  const high = parseFloat(getComputedStyle(list).gridAutoRows) || 60;
  const rows = Math.max(1, Math.min(MOST_ROWS, Math.floor((list.clientHeight + 1) / high)));
  const columns = Number(getComputedStyle(list).getPropertyValue("--columns")) || 1;
  const pages = pagesOf(lines, rows * columns);
  page %= pages.length;
  list.style.setProperty("--rows", rows);
  list.dataset.paged = page;
  const shown = pages[page];
  shown.lines.forEach((line, place) => {
    line.hidden = false;
    line.classList.toggle("even", (place % rows) % 2 === 1);
    fit(line);
  });
  head(shown);
  foot(pages.length);
}

// A page belongs to one division; its heading begins another.
function pagesOf(lines, each) {
  const pages = [];
  let division = "";
  for (const line of lines) {
    if (line.matches(".division")) {
      division = line.textContent;
      pages.push({ division, lines: [] });
      continue;
    }
    const last = pages.at(-1);
    if (last && last.lines.length < each) last.lines.push(line);
    else pages.push({ division, lines: [line] });
  }
  const full = pages.filter((one) => one.lines.length);
  return full.length ? full : [{ division: "", lines: [] }];
}

function head({ division, lines }) {
  setText(document.querySelector("[data-division]"), division && `${division} · `);
  const letters = lines.map((line) => line.dataset.letter).filter(Boolean);
  const [first, last] = [letters[0], letters.at(-1)];
  setText(document.querySelector("[data-letters]"), first ? (first === last ? first : `${first} to ${last}`) : "");
  tick();
}

function foot(pages) {
  const words = pages > 1 ? `${page + 1} of ${pages}` : "";
  setText(document.querySelector("[data-page]"), held ? `${words} · held` : words);
  const bar = document.querySelector(".screen-bar");
  bar.style.visibility = pages > 1 ? "" : "hidden";
  bar.style.setProperty("--each", `${seconds()}s`);
  bar.replaceChildren(document.createElement("i"));
  bar.firstChild.style.animationPlayState = held ? "paused" : "";
}

// What does not fit: the opponent goes first, then letters are smaller, then given names are letters, then
// letters are smaller still.
function fit(line) {
  line.classList.remove("alone", "smaller", "least");
  for (const name of line.querySelectorAll(".name, .other")) {
    name.textContent = name.dataset.whole ??= name.textContent;
    name.removeAttribute("title");
  }
  const names = [...line.querySelectorAll(".name")];
  const tight = () => names.some(isCut);
  if (tight() && line.querySelector(".other")) line.classList.add("alone");
  if (tight()) line.classList.add("smaller");
  for (const name of line.querySelectorAll(".name, .other")) {
    if (isCut(name)) setText(name, shortened(name.dataset.whole));
  }
  if (tight()) line.classList.add("least");
  for (const name of line.querySelectorAll(".name, .other")) {
    if (isCut(name) || name.textContent !== name.dataset.whole) name.title = name.dataset.whole;
  }
}

const isCut = (node) => node.scrollWidth > node.clientWidth;

// "Bartholomew Castellanos" is "B. Castellanos", and "Castellanos, Bartholomew" "Castellanos, B."
function shortened(name) {
  const letter = (word) => `${[...word][0]}.`;
  if (name.includes(",")) {
    const [family, given = ""] = name.split(/,\s*/);
    return `${family}, ${given.split(/\s+/).filter(Boolean).map(letter).join(" ")}`;
  }
  const words = name.split(/\s+/);
  return [...words.slice(0, -1).map(letter), words.at(-1)].join(" ");
}

const seconds = () => Number(document.querySelector("[data-seconds]").dataset.seconds);

function goOn() {
  page += 1;
  turn();
}

function turn() {
  clearTimeout(turning);
  lay();
  if (!held) turning = setTimeout(goOn, seconds() * 1000);
}

function tick() {
  const heard = stream.heard || loaded;
  const silent = Date.now() - heard > SILENT;
  setText(document.querySelector("[data-clock]"), minute(Date.now()));
  const news = document.querySelector("[data-last-news]");
  news.classList.toggle("screen-late", silent);
  setText(news, silent ? `Last news ${minute(heard)}` : "");
}

// The panel: what is chosen is in the address, so that a screen that is loaded again shows the same.
function choose() {
  const { what, ...chosen } = Object.fromEntries(new FormData(panel));
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  history.replaceState(null, "", `${panel.action}${what && `/${what}`}${query.size ? `?${query}` : ""}`);
  page = 0;
  scheme(chosen.look);
  soon(0);
}

// Dark or light whatever the machine prefers: the rules of the dark are for all then, or for nobody.
const DARK = /( and )?\(prefers-color-scheme: dark\)/;
const darks = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(({ media }) => DARK.test(media?.mediaText));
const said = darks.map(({ media }) => media.mediaText);

function scheme(look) {
  document.documentElement.style.colorScheme = look || "";
  darks.forEach(({ media }, nth) => {
    media.mediaText = look === "light" ? "not all" : look === "dark" ? said[nth].replace(DARK, "") || "all" : said[nth];
  });
}

let leaving = 0;

function near() {
  delete document.body.dataset.away;
  clearTimeout(leaving);
  leaving = setTimeout(goAway, PANEL);
}

const goAway = () => (document.body.dataset.away = "");

for (const kind of ["pointermove", "pointerdown"]) addEventListener(kind, near);
panel.addEventListener("change", choose);
panel.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
});
panel.querySelector("[data-full]").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
document.addEventListener("next-page", goOn);
addEventListener("keydown", (event) => {
  if (event.key !== " " || panel.contains(event.target)) return;
  event.preventDefault();
  held = !held;
  turn();
});
addEventListener("resize", lay);
document.addEventListener("fresh", turn);
document.fonts.ready.then(lay);
setInterval(tick, 1000);
goAway();
scheme(new URLSearchParams(location.search).get("look"));
turn();

// The screen of the hall: as many lines as it holds, page after page by itself, and fresh when something
// changes. Nobody need touch it, for days; the space bar holds a page for whoever wants to read on.

import { soon, stream } from "./fresh.js";
import { minuteOfDay } from "../frame/hall_time.js";
import { setText } from "../replay/words.js";
import { Pulse } from "./lasting.js";
import { say } from "../frame/say.js";

const LARGER = [2, 1.7, 1.4, 1.2, 1]; // how high rows of few lines are, of the usual ones, where every name has room
const SILENT = 60000; // without news: then how old they are is said
const UNREACHED = 8000; // the hall, which is asked every two seconds
const ANYWAY = 300000; // asked for again after that, whatever was told
const SETTLED = 30000; // no screen is loaded again before that, whatever a server says
const GONE_BY = 900000; // a start that was announced is shown for so long after it
const PANEL = 4000;
const panel = document.querySelector(".screen-panel");
const the = (part) => document.querySelector(`[data-${part}]`);
const shown = () => document.querySelector(".screen-page").dataset;
const addressOf = (page) => page.querySelector("script[src*=live]").getAttribute("src");
const release = addressOf(document);

let page = 0;
let what = "";
let held = false;
let turning = 0;
let turnsAt = 0;

// The hall's time, counted by a clock that nobody sets: a screen's own may be wrong, or jump.
let hallAt = Date.now() - performance.now();
const hallNow = () => hallAt + performance.now();
const minute = (at) => minuteOfDay(new Date(at).toISOString());

function lay(again = false) {
  const list = the("lines");
  const lines = [...list.children];
  for (const line of lines) line.hidden = true;
  delete list.dataset.paged;
  for (const name of ["--rows", "--larger", "--columns"]) list.style.removeProperty(name);
  const style = getComputedStyle(list);
  const high = list.clientHeight;
  const usual = parseFloat(style.gridAutoRows) || 60;
  const most = Math.max(1, ...divisionsOf(lines).map((one) => one.lines.length));
  const whole = list.matches(".boards, .start"); // what fills the page, and no rows
  let columns = Number(style.getPropertyValue("--columns")) || 1;
  let rows = list.matches(".boards") ? 3 - columns : whole ? most : Math.max(1, Math.floor((high + 1) / usual));
  if (most <= rows || whole) columns = Math.min(whole ? columns : 1, most);
  const full = most > rows * columns;
  rows = Math.min(rows, Math.ceil(most / columns));
  const pages = pagesOf(lines, rows * columns);
  page %= pages.length;
  list.style.setProperty("--columns", columns);
  list.style.setProperty("--rows", rows);
  list.dataset.paged = page;
  const now = pages[page];
  now.lines.forEach((line, place) => {
    line.hidden = false;
    line.classList.toggle("even", !whole && (place % rows) % 2 === 1);
  });
  for (const larger of whole || full || !list.querySelector(".name") ? [1] : LARGER) {
    const highest = high / rows / usual;
    list.style.setProperty("--larger", whole ? highest : Math.max(1, Math.min(highest, larger)));
    now.lines.forEach(fit);
    if (!now.lines.some((line) => line.matches(".smaller, .alone"))) break;
  }
  head(now);
  if (list.clientHeight !== high && again !== true) return lay(true); // the letters of the page took a line of their own
  setText(the("page"), pageWords(pages.length));
  document.querySelector(".screen-bar").style.visibility = pages.length > 1 ? "" : "hidden";
}

function pageWords(pages) {
  const of = { page: page + 1, pages };
  if (pages > 1) return held ? say("screens.page-of-held", of) : say("screens.page-of", of);
  return held ? say("screens.held") : "";
}

// A page belongs to one division; its heading begins another.
function divisionsOf(lines) {
  const found = [{ division: "", lines: [] }];
  for (const line of lines) {
    if (line.matches(".division")) found.push({ division: line.textContent, lines: [] });
    else found.at(-1).lines.push(line);
  }
  return found.filter((one) => one.lines.length);
}

function pagesOf(lines, each) {
  const pages = divisionsOf(lines).flatMap((one) =>
    Array.from({ length: Math.ceil(one.lines.length / each) }, (_, nth) => ({ division: one.division, lines: one.lines.slice(nth * each, (nth + 1) * each) })));
  return pages.length ? pages : [{ division: "", lines: [] }];
}

function head({ division, lines }) {
  setText(the("division"), division && `${division} · `);
  const letters = lines.map((line) => line.dataset.letter).filter(Boolean);
  const [first, last] = [letters[0], letters.at(-1)];
  setText(the("letters"), first ? (first === last ? first : say("screens.letters", { first, last })) : "");
  tick();
}

// The bar fills in the time that a page stands, and goes on where it was when news come.
function bar() {
  const filled = document.createElement("i");
  const node = document.querySelector(".screen-bar");
  node.style.setProperty("--each", `${shown().seconds}s`);
  filled.style.animationDelay = `${Math.min(0, turnsAt - performance.now() - each())}ms`;
  filled.style.animationPlayState = held ? "paused" : "";
  node.replaceChildren(filled);
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
  if (tight() && line.querySelector(".other") && !line.matches(".on-board")) line.classList.add("alone");
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

const each = () => Number(shown().seconds) * 1000;

function turn() {
  clearTimeout(turning);
  turnsAt = performance.now() + each();
  lay();
  bar();
  if (!held) turning = setTimeout(goOn, each());
}

function goOn() {
  page += 1;
  turn();
}

// News come every few seconds at the end of a round: a page that stands goes on standing, no longer.
function anew() {
  scheme(shown().look);
  const other = shown().what !== what;
  what = shown().what;
  if (other) page = 0;
  if (other || turnsAt - performance.now() > each()) return turn();
  lay();
  bar();
}

// What was missed while the network was gone is asked for as soon as it is back.
const pulse = new Pulse(() => {
  stream.anew();
  soon(0);
}, () => soon(0));

function tick() {
  const [unreached, silent] = [pulse.silentFor, stream.silentFor];
  const since = unreached > UNREACHED ? unreached : silent > SILENT ? silent : 0;
  setText(the("clock"), minute(hallNow()));
  const news = the("last-news");
  news.classList.toggle("screen-late", since > 0);
  setText(news, since ? say("public.last-news", { time: minute(hallNow() - since) }) : "");
  countDown();
}

function countDown() {
  const starts = shown().starts ? Date.parse(shown().starts) : 0;
  const left = starts - hallNow();
  const at = starts && left > -GONE_BY ? minute(starts) : "";
  const minutes = Math.ceil(left / 60000);
  const until = left <= 0 ? say("public.starts-now") : minutes > 1 ? say("public.in-minutes", { minutes }) : say("public.in-seconds", { seconds: Math.ceil(left / 1000) });
  const foot = at ? (left > 0 ? say("public.round-starts-at", { time: at, until }) : say("public.round-starts-now")) : "";
  setText(the("starts-soon"), shown().what === "start" ? "" : foot);
  const large = the("starts-at");
  if (!large || !starts) return;
  setText(large, at || "–");
  setText(the("starts-in"), at ? until : say("public.no-time-has-been-announced"));
}

// The panel: what is chosen is in the address, so that a screen that is loaded again shows the same. Of one that
// was taken in, what it shows is chosen at the desk.
function choose() {
  const { what: kind, ...chosen } = Object.fromEntries(new FormData(panel));
  if (kind === undefined) return;
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  history.replaceState(null, "", `${panel.action}${kind && `/${kind}`}${query.size ? `?${query}` : ""}`);
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

// What the server said with the page: what time it is there, and whether it is another release by now.
document.addEventListener("told", ({ detail: asked }) => {
  const now = Date.parse(asked.getResponseHeader("Tilescribe-Now") ?? "");
  if (now) hallAt = now - performance.now();
  if (addressOf(asked.response) !== release && performance.now() > SETTLED) return location.reload();
  const again = Number(shown().again);
  if (again) soon(again * 1000);
});

// A screen that goes dark after ten minutes is none; where the browser cannot hold it awake, its settings can.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", stayAwake);

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
addEventListener("resize", () => lay());
document.addEventListener("fresh", anew);
document.fonts.ready.then(() => lay());
setInterval(tick, 1000);
setInterval(() => soon(0), ANYWAY);
goAway();
stayAwake();
scheme(shown().look);
what = shown().what;
turn();
soon(0); // for the hall's time, and what was written while the page came

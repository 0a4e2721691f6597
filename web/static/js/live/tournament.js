// Keeps the rows of a tournament or round page as the hall has them. A table stays where it is and its
// numbers change; where the standings would move, they wait till nobody is at them.

import { signed } from "../frame/figures.js";
import { make } from "../frame/make.js";
import { minuteOfDay } from "../frame/hall_time.js";
import { whenFree } from "../frame/rows.js";
import { element, flagWords, lookOf, setText, stateWords, wins, FINISHED } from "../replay/words.js";
import { SIGNS } from "./signs.js";
import { Lasting } from "./lasting.js";
import { say } from "../frame/say.js";

const MOST_STANDINGS = 10; // as the overview lists
const sign = document.querySelector("[data-live]");
const standings = document.querySelector("[data-standings]");
const title = document.title;
const SEATS = ["first", "second"];

function stateTold(state) {
  sign.dataset.look = state;
  setText(sign.querySelector(".live-words"), SIGNS[state]);
}

function change({ game }) {
  if (!game) return;
  for (const row of document.querySelectorAll(`[data-game="${CSS.escape(game.id)}"]`)) show(row, game);
  if (standings && FINISHED.has(game.state)) refreshStandings();
}

function show(row, game) {
  if (Number(row.dataset.version) >= game.version) return;
  row.dataset.version = game.version;
  const put = (field, words) => renew(row.querySelector(`[data-field="${field}"]`), words);
  const begun = game.state !== "scheduled";
  (game.totals ?? ["", ""]).forEach((total, place) => put(`total-${place}`, begun ? String(total) : ""));
  for (const side of row.querySelectorAll("[data-side]")) side.classList.toggle("on-move", game.on_move === SEATS[side.dataset.side]);
  put("moves", movesInWords(game));
  put("boards", boardsInWords(game));
  put("time", begun && game.written_at ? minuteOfDay(game.written_at) : "");
  const chip = row.querySelector('[data-field="state"]');
  if (chip) {
    chip.className = `chip ${lookOf(game.state)}`;
    setText(chip, stateWords(game.state));
  }
  put("flags", game.flags.filter((flag) => flag !== game.state).map(flagWords).join(" · "));
}

// What changes is seen to change, for a moment.
function renew(node, words) {
  if (!node) return;
  const before = node.textContent;
  setText(node, words);
  if (node.textContent === before) return;
  node.classList.remove("changed");
  void node.offsetWidth; // begins the highlight anew
  node.classList.add("changed");
}

// As web/public/standings.py has them.
function movesInWords({ boards, state, on_move, names }) {
  if (boards === "hidden") return say("public.board-not-shown");
  const late = boards === "late";
  if (state !== "playing" || !on_move) return late ? say("public.state-shown-late", { state: stateWords(state) }) : stateWords(state);
  const whole = names[SEATS.indexOf(on_move)];
  const name = whole.split(/\s+/)[0] || whole;
  return late ? say("public.to-move-shown-late", { name }) : say("public.name-to-move", { name });
}

function boardsInWords({ boards, state }) {
  if (boards === "hidden" && state !== "scheduled") return say("public.board-not-shown");
  return boards === "late" ? say("public.shown-late") : "";
}

let refreshing = 0;

function refreshStandings() {
  clearTimeout(refreshing);
  refreshing = setTimeout(async () => {
    const answer = await fetch(standings.dataset.standings, { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const { standings: rows } = await answer.json();
    const body = standings.querySelector("tbody");
    if (!body) return location.reload(); // the first result
    const first = rows.filter((row) => row.division === (standings.dataset.division ?? "")).slice(0, MOST_STANDINGS);
    whenFree(body, () => {
      body.replaceChildren(...first.map(standing));
      document.dispatchEvent(new CustomEvent("fresh"));
    });
  }, 500);
}

function standing(row) {
  const leads = make("a", { href: row.number ? `p/${row.number}` : `?q=${encodeURIComponent(row.name)}`, className: "one-line", dir: "auto", title: row.name, text: row.name });
  return make("tr", { "data-number": row.number }, [
    element("td", "number", String(row.place || "–")),
    make("th", { scope: "row", className: "name" }, [leads]),
    element("td", "number", `${wins(row.wins)}–${wins(row.losses)}`),
    element("td", "number", signed(row.spread)),
  ]);
}

// "Find my table" answers in place.
const found = document.querySelector("[data-found]");
const find = document.querySelector("form#find");
find?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = find.elements.find.value.trim();
  const address = `${find.action.split("#")[0]}?find=${encodeURIComponent(name)}`;
  try {
    found.replaceChildren(...(await pageAt(address)).querySelector("[data-found]").childNodes);
  } catch {
    location.assign(address); // says itself what is wrong
  }
});

// Another page, read by the browser as a page of which nothing is run.
function pageAt(address) {
  return new Promise((done, failed) => {
    const asked = new XMLHttpRequest();
    asked.responseType = "document";
    asked.open("GET", address);
    asked.addEventListener("load", () => done(asked.response));
    asked.addEventListener("error", failed);
    asked.send();
  });
}

if (sign) {
  new Lasting(sign.dataset.live, sign.dataset.after, {
    onChange: change,
    onState: stateTold,
    onBegunAgain: () => {
      document.title = title;
      location.reload();
    },
  });
}

// Keeps the rows of a tournament or round page as the hall has them.

import { make } from "../frame/make.js";
import { element, flagWords, initials, lookOf, setText, signed, wins, FINISHED } from "../replay/words.js";
import { SIGNS, Stream } from "./stream.js";

const sign = document.querySelector("[data-live]");
const standings = document.querySelector("[data-standings]");
const title = document.title;
const BOARDS = { hidden: "board not shown", late: "shown late" };

function say(state) {
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
  (game.totals ?? ["", ""]).forEach((total, place) => {
    setText(row.querySelector(`[data-field="total-${place}"]`), game.state === "scheduled" ? "" : String(total));
    row.querySelector(`[data-side="${place}"]`).classList.toggle("on-move", game.on_move === ["first", "second"][place]);
  });
  const chip = row.querySelector('[data-field="state"]');
  chip.className = `chip ${lookOf(game.state)}`;
  setText(chip, game.state);
  setText(row.querySelector('[data-field="boards"]'), BOARDS[game.boards] ?? "");
  setText(row.querySelector('[data-field="last_line"]'), game.last_line);
  row.querySelector('[data-field="flags"]').replaceChildren(...game.flags.filter((flag) => flag !== game.state).map((flag) => element("span", "flag", flagWords(flag))));
  row.classList.remove("changed");
  void row.offsetWidth; // begins the highlight anew
  row.classList.add("changed");
}

let refreshing = 0;

function refreshStandings() {
  clearTimeout(refreshing);
  refreshing = setTimeout(async () => {
    const answer = await fetch(standings.dataset.standings, { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const { standings: rows } = await answer.json();
    for (const body of standings.querySelectorAll("tbody")) {
      body.replaceChildren(...rows.filter((row) => row.division === body.dataset.division).map(standing));
    }
  }, 500);
}

function standing(row) {
  const name = make("th", { scope: "row" }, [make("a", { href: row.number ? `p/${row.number}` : `?q=${encodeURIComponent(row.name)}`, text: row.name })]);
  return element(
    "tr",
    "",
    element("td", "num", String(row.place || "–")),
    name,
    element("td", "num", wins(row.wins)),
    element("td", "num", wins(row.losses)),
    element("td", "num", signed(row.spread)),
    element("td", "num starts", String(row.starts)),
  );
}

for (const seat of document.querySelectorAll(".game .seat")) {
  setText(seat, initials(seat.parentElement.querySelector(".name").textContent));
}

new Stream(sign.dataset.live, sign.dataset.after, {
  onChange: change,
  onState: say,
  onBegunAgain: () => {
    document.title = title;
    location.reload();
  },
});

// A result on a sheet: as it stands, with how it came about; or the very text that a player signs.

import { make } from "../../frame/make.js";
import { partsOf, resultOf } from "./result_shown.js";

// The total is the final score, and stands once.
const line = ([label, ...values]) => make("tr", {}, [make("th", { text: label, scope: "row" }), ...values.map((text) => make("td", { text }))]);

const sheet = ({ caption, names, rows, totals, notes, winner, spread }) => [
  make("table", { className: "result" }, [
    make("caption", { text: caption }),
    make("thead", {}, [make("tr", {}, [make("th"), ...names.map((name) => make("th", { text: name, scope: "col" }))])]),
    make("tbody", {}, rows.filter(([label]) => label !== "Total").map(line)),
    make("tfoot", {}, [line(["Final score", ...totals])]),
  ]),
  notes.length ? make("ul", { className: "explained" }, notes.map((text) => make("li", { text }))) : "",
  make("p", { className: "winner", text: winner ? `${winner} wins by ${spread}.` : `Nobody wins; the spread is ${spread}.` }),
];

// The result as a table that says how it came about.
export function resultTable(state, now) {
  const { rows, explained, totals, spread, winner } = resultOf(state, now);
  const { name } = state.players.find(({ seat }) => seat === winner) ?? {};
  return sheet({ caption: placeOf(state.game), names: state.players.map((player) => player.name), rows, totals, notes: explained, winner: name, spread });
}

const placeOf = ({ tournament, division, round, table, replay }) =>
  `${tournament}${division ? `, division ${division}` : ""}, round ${round}, table ${table}${replay === 1 ? "" : `, replay ${replay}`}`;

// The very text that is signed, as a sheet: nothing beside it, nothing left out, in the words of the
// sheet before it. Who signs it stands above it.
export function shownSheet(text) {
  const { caption, players, rows, scores, notes, winner } = partsOf(text);
  const [, spread, name] = /^Spread: (\d+), winner: (.+)$/.exec(winner);
  return sheet({
    caption, names: players.map((player) => player.replace(/^\w+: /, "")), rows, totals: scores.slice(1), notes,
    winner: name === "nobody" ? "" : name, spread,
  });
}

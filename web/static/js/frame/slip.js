// A result as on its slip: at the table as it is signed, beside the board of its game, and on the page
// of one known by its slip alone (templates/games/_slip.html writes the same).

import { make } from "./make.js";
import { say } from "./say.js";

const line = ([label, ...values], more = {}) =>
  make("tr", more, [make("th", { text: label, scope: "row" }), ...values.map((text) => make("td", { text: text ?? "" }))]);

// The total is the final score, and stands once, as the last line.
export const slip = ({ caption, names, rows, totals, notes, winner, spread }) => [
  make("table", { className: "result" }, [
    make("caption", { text: caption }),
    make("thead", {}, [make("tr", {}, [make("th"), ...names.map((name) => make("th", { text: name, scope: "col" }))])]),
    make("tbody", {}, rows.map((row) => line(row))),
    make("tfoot", {}, [line([say("replay.final-score"), ...totals])]),
  ]),
  notes.length ? make("ul", { className: "explained" }, notes.map((text) => make("li", { text }))) : "",
  make("p", { className: "winner", text: winner ? say("replay.wins-by", { name: winner, spread }) : say("replay.nobody-wins-spread-spread", { spread }) }),
];

// What comes to the final score: all lines but the last sum.
const SUMS = new Set([say("signed_one.total"), say("signed_one.amended-to"), say("signed_one.recorded-as")]);
export const withoutTheSum = (rows) => rows.filter((row, at) => at !== rows.findLastIndex(([label]) => SUMS.has(label)));

// A result on a sheet: as it stands, with how it came about; or the very text that a player signs.

import { make } from "../../frame/make.js";
import { partsOf, resultOf } from "./result_shown.js";

// The result as a table that says how it came about.
export function resultTable(state, now) {
  const { rows, explained, totals, spread, winner } = resultOf(state, now);
  const cell = (tag, text, more = {}) => make(tag, { text, ...more });
  const name = (seat) => state.players.find((player) => player.seat === seat).name;
  return [
    make("table", { className: "result" }, [
      make("caption", { text: placeOf(state.game) }),
      make("thead", {}, [make("tr", {}, [cell("th", ""), ...state.players.map((player) => cell("th", player.name, { scope: "col" }))])]),
      make("tbody", {}, rows.map(([label, one, two]) =>
        make("tr", { className: label === "Total" ? "sum" : "" }, [cell("th", label, { scope: "row" }), cell("td", one), cell("td", two)]),
      )),
      make("tfoot", {}, [make("tr", {}, [cell("th", "Final score", { scope: "row" }), ...totals.map((total) => cell("td", total))])]),
    ]),
    explained.length ? make("ul", { className: "explained" }, explained.map((text) => cell("li", text))) : "",
    make("p", { className: "winner", text: winner ? `${name(winner)} wins by ${spread}.` : `Nobody wins; the spread is ${spread}.` }),
  ];
}

const placeOf = ({ tournament, division, round, table, replay }) =>
  `${tournament}${division ? `, division ${division}` : ""}, round ${round}, table ${table}${replay === 1 ? "" : `, replay ${replay}`}`;

// The very text that is signed, as a sheet: nothing beside it, nothing left out.
export function shownSheet(text, { signs = true } = {}) {
  const parts = partsOf(text);
  const cells = (tag, [label, ...values]) =>
    make("tr", { className: label === "Total" ? "sum" : "" }, [
      make("th", { scope: "row", text: label }), ...values.map((value) => make(tag, { text: value })),
    ]);
  return [
    make("table", { className: "result" }, [
      make("caption", { text: parts.caption }),
      make("thead", {}, [make("tr", {}, [make("th"), ...parts.players.map((name) => make("th", { scope: "col", text: name.replace(/^\w+: /, "") }))])]),
      make("tbody", {}, parts.rows.map((row) => cells("td", row))),
      make("tfoot", {}, [cells("td", parts.scores)]),
    ]),
    parts.notes.length ? make("ul", { className: "explained" }, parts.notes.map((note) => make("li", { text: note }))) : "",
    make("p", { className: "winner", text: parts.winner }),
    signs ? make("p", { text: parts.signs }) : "",
  ];
}

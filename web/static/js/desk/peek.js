// One table in short, beside the list: board, clocks, the last moves, and the ways on.

import { clockWords } from "../frame/clock_words.js";
import { button, make } from "../frame/make.js";
import { lookOf } from "../replay/words.js";

function shown(game, { sides, squares, moves, bag, cases }) {
  const where = [`Round ${game.round}`, game.division].filter(Boolean).join(" · ");
  return [
    make("div", { className: "peek-head" }, [
      make("h2", { id: "peek-title" }, [`Table ${game.table} `, make("span", { className: "quiet", text: where })]),
      make("span", { className: `chip ${lookOf(game.state)}`, text: game.state }),
    ]),
    make("div", { className: "peek-sides" }, sides.map(side)),
    make("div", { className: "stage peek-board", "data-size": squares.length }, [
      make("div", { className: "board", role: "img", "aria-label": `The board of table ${game.table}` }, squares.map((line) => make("div", { className: "board-row" }, [
        ...line.map(([look, letter]) => make("div", { className: look }, [make("b", { text: letter })])),
      ]))),
    ]),
    moves.length
      ? make("ol", { className: "peek-moves" }, moves.map(({ ply, square, word, score }) => make("li", {}, [
        make("span", { className: "quiet", text: `${ply} ` }), make("b", { text: [square, word].filter(Boolean).join(" ") }), score ? ` ${score}` : "",
      ])))
      : make("p", { className: "quiet peek-moves", text: "No turn yet." }),
    make("p", { className: "quiet" }, [`Bag ${bag}`, ...cases.flatMap(([called, href]) => [" · ", make("a", { href, text: called })])]),
  ];
}

const side = ({ name, total, clock, to_move: moves, warned }) => make("p", { className: `peek-side${moves ? " on-move" : ""}` }, [
  make("b", { text: name }),
  make("span", { className: "peek-score", text: String(total).replace("-", "−") }),
  make("span", { className: "peek-clock", text: clockWords(clock) }),
  moves && make("span", { className: "quiet", text: "to move" }),
  ...warned.map((words) => make("span", { className: "peek-warned", text: `warned: ${words}` })),
]);

const link = (href, text) => make("a", { className: "button other", href, text });

export class Peek {
  // `comes` enters that the director is at a table.
  constructor({ directs, comes }) {
    this.directs = directs;
    this.comes = comes;
    this.root = document.getElementById("peek");
    this.body = document.getElementById("peek-body");
    this.acts = document.getElementById("peek-acts");
  }

  async look(table, again = false) {
    this.table = table;
    const { game } = table;
    const told = await fetch(table.peek, { headers: { Accept: "application/json" } }).then((response) => (response.ok ? response.json() : null), () => null);
    if (this.table !== table) return; // another table was chosen meanwhile
    this.body.replaceChildren(...(told ? shown(game, told) : [make("p", { text: "This table can’t be shown at the moment." })]));
    if (!again || this.warn !== told?.warn) this.offer(table, told?.warn);
    this.root.hidden = false;
    if (!again) this.root.scrollIntoView({ block: "nearest" });
    for (const tile of document.querySelectorAll(".table-tile[aria-current]")) tile.removeAttribute("aria-current");
    document.querySelector(`.table-tile[data-game="${game.id}"]`)?.setAttribute("aria-current", "true");
  }

  // What can be done about it; drawn anew only where that changes, for a finger may be on it.
  offer(table, warn) {
    const { game } = table;
    this.warn = warn;
    this.acts.replaceChildren(...[
      this.directs && link(table.entry, "Go"),
      this.directs && button("At the table", () => this.comes(game), { className: "button other" }),
      link(table.evidence, "Evidence"),
      this.directs && link(`/t/${encodeURIComponent(game.tournament)}/cases/new?game=${game.id}`, "Case"),
      this.directs && warn && link(warn, "Warn"),
      button("Close", () => this.close(), { className: "button other" }),
    ].filter(Boolean));
  }

  // What is written at the table that is looked at is shown, at most once a second.
  changed(id) {
    if (this.root.hidden || this.table?.game.id !== id || this.soon) return;
    this.soon = setTimeout(() => {
      this.soon = undefined;
      if (!this.root.hidden) this.look(this.table, true);
    }, 1000);
  }

  close() {
    this.root.hidden = true;
    document.querySelector(".table-tile[aria-current]")?.removeAttribute("aria-current");
  }
}

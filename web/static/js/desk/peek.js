// The table that is looked at, beside the list or over it: both players, scores, clocks, board and the
// last moves; why it waits and what can be done about it.

import { whole } from "../frame/figures.js";
import { say } from "../frame/say.js";
import { clockWords } from "../frame/wording.js";
import { make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { lookOf, stateWords } from "../replay/words.js";
import { KINDS, ask, attended, said, sign } from "./matters.js";

const RAISED_BY = {
  player: say("desk.called-from-the-table"), opponent: say("desk.called-by-the-opponent"), "third-party": say("desk.said-by-another-player"),
  observer: say("desk.said-by-somebody-who-watched"), monitor: say("desk.said-by-the-monitor"), staff: say("desk.said-by-staff"),
};
const SOON = 150; // milliseconds: who walks down the list asks for the last table only

const quiet = (text) => make("p", { className: "quiet", text });

// What is said of a matter beside its one line.
function more(one) {
  const { call, entry, strokes } = one;
  if (call) {
    return [
      quiet([RAISED_BY[call.raised_by] ?? call.raised_by, call.about && say("desk.call-about", { about: call.about }), say("desk.entered-by", { by: call.by }), call.device !== "desk" && say("desk.call-on", { device: call.device })].filter(Boolean).join(" · ")),
      ...one.warned.map(({ name, of }) => make("p", { className: "chip warn", text: say("desk.name-warned-before", { name, of: of.join("; ") }) })),
      call.earlier.length > 0 && quiet(say("desk.also-called", { earlier: call.earlier.join("; ") })),
      attended(call) && make("p", { className: "chip good", text: attended(call) }),
    ];
  }
  // Both entries of a conflict: what stands on the sheet, and what came too late.
  if (entry) {
    return [
      ...entry.meanwhile.map((event) => make("p", {}, [say("desk.written"), " ", make("b", { text: event.told }), ` · ${say("desk.by-on", { by: event.written_by, device: event.device })}`])),
      make("p", {}, [say("desk.not-written"), " ", make("b", { text: entry.told }), ` · ${say("desk.by-on", { by: entry.by, device: entry.device })}`]),
    ];
  }
  // A fact, and no suspicion: at most tables it is so. Of a refused entry, why it was refused.
  return [one.what && quiet(one.what), strokes && quiet(say("desk.both-by-hand", { tablet: strokes[0], badge: strokes[1] }))];
}

function shown({ table }, { sides, squares, moves, bag, cases }) {
  return [
    make("div", { className: "stage peek-board", "data-size": squares.length }, [
      make("div", { className: "board", role: "img", "aria-label": say("desk.the-board-of-table", { table }) }, squares.map((line) => make("div", { className: "board-row" }, [
        ...line.map(([look, letter]) => make("div", { className: look }, [make("b", { text: letter })])),
      ]))),
    ]),
    make("div", {}, [
      ...sides.map(side),
      make("p", { className: "quiet" }, [say("desk.bag", { bag }), ...cases.flatMap(([called, href]) => [" · ", make("a", { href, text: called })])]),
      moves.length
        ? make("ol", { className: "peek-moves" }, moves.slice(0, 3).map(({ ply, square, word, score }) => make("li", {}, [
          make("span", { className: "quiet", text: `${ply} ` }), make("b", { text: [square, word].filter(Boolean).join(" ") }), score ? ` ${score}` : "",
        ])))
        : quiet(say("desk.no-turn-yet")),
    ]),
  ];
}

const side = ({ name, total, clock, to_move: moves, warned }) => make("p", { className: "peek-side" }, [
  make("span", {}, [make("b", { text: name }), moves && " ", moves && make("span", { className: "quiet", text: say("desk.to-move") })]),
  clock != null && make("span", { className: `clock${clock < 0 ? " over" : clock < 120 ? " short" : ""}`, text: clockWords(clock) }),
  make("b", { className: "peek-score", text: whole(total) }),
  ...warned.map((words) => make("span", { className: "chip warn", text: say("desk.warned", { words }) })),
]);

export class Peek {
  constructor(desk) {
    this.desk = desk;
    this.root = document.getElementById("peek");
    for (const part of ["head", "matters", "acts", "body"]) this[part] = document.getElementById(`peek-${part}`);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  // `about`: { key, where, matters }; `where` is null of a case about no table.
  look(about) {
    const again = this.about?.key === about.key && this.isOpen;
    this.about = about;
    this.root.hidden = false;
    this.tell(about, again);
    if (again) return;
    this.body.replaceChildren();
    this.warn = undefined;
    this.offer();
    this.ask(SOON);
    this.mark(about.key);
  }

  // Its tile on the wall.
  mark(key) {
    document.querySelector(".table-tile[aria-current]")?.removeAttribute("aria-current");
    document.querySelector(`.table-tile[data-game="${key}"]`)?.setAttribute("aria-current", "true");
  }

  // Why it waits: what says the same stays, for a finger may be on it.
  tell(about, again) {
    const { where, matters } = about;
    this.about = about;
    const [first] = matters;
    const title = where ? say("desk.table-is", { table: this.desk.names.table(where) }) : first?.called ?? "";
    if (!again) {
      this.head.replaceChildren(
        make("h2", { id: "peek-title" }, [title, make("span", { className: "quiet", text: ` · ${where ? say("desk.round", { round: where.round }) : this.desk.names.of(first.tournament)}` })]),
        make("p", {}, [
          where && make("span", { className: `chip ${lookOf(where.state)}`, text: stateWords(where.state) }),
          make("button", { type: "button", className: "button text", text: say("desk.close"), "aria-label": say("desk.close-title", { title }), onclick: () => this.close() }),
        ]),
      );
    }
    showRows(this.matters, matters, (one) => this.matter(one), matters.map((one) => this.desk.rings(one)));
  }

  matter(one) {
    const { sign: drawn, short } = KINDS.get(one.matter.kind);
    const clause = one.call?.clause ?? one.clause;
    return make("li", { className: "stack", "data-which": `${one.matter.kind} ${one.matter.which}` }, [
      make("p", { className: "task-kind" }, [sign(drawn), short, make("span", { className: "task-waits", "data-since": one.since })]),
      make("p", {}, [said(one), one.rule && " ", one.rule && make("a", { className: "rule", href: one.rule, text: clause })]),
      ...more(one),
      make("div", { className: "ways-out dense" }, this.desk.verbs.all(one)),
    ]);
  }

  // What can be done at any table.
  offer() {
    const { where, matters } = this.about;
    this.acts.replaceChildren(...(where ? this.desk.verbs.atTable(where, this.warn, matters) : []));
  }

  ask(wait = 0) {
    clearTimeout(this.asking);
    const { about } = this;
    if (!about.where) return;
    this.asking = setTimeout(async () => {
      const told = await ask(`/desk/peek/${about.key}.json`).then((response) => (response.ok ? response.json() : null), () => null);
      if (this.about.key !== about.key) return; // another table was chosen meanwhile
      this.body.replaceChildren(...(told ? shown(about.where, told) : [make("p", { text: say("desk.this-table-cant-be-shown") })]));
      if (told && this.warn !== told.warn) {
        this.warn = told.warn;
        this.offer();
      }
    }, wait);
  }

  // What is written at the table that is looked at is shown, at most once a second.
  changed(id) {
    if (!this.isOpen || this.about.key !== id || this.soon) return;
    this.soon = setTimeout(() => {
      this.soon = undefined;
      if (this.isOpen) this.ask();
    }, 1000);
  }

  close() {
    this.root.hidden = true;
    this.mark("");
    this.desk.list.mark("");
  }
}

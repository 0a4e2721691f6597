// The tables of the round: what is in and what is missing, kept as the server tells it.

import { score, tableName } from "../frame/figures.js";
import { minuteInZone } from "../frame/hall_time.js";
import { make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { sign } from "../replay/words.js";
import { say } from "../frame/say.js";

const LACKS = { result: say("results.no-result"), signatures: say("results.not-signed"), signature: say("results.one-signature-missing"), "one-that-holds": say("results.two-slips-differ") };
const WITHOUT_RESULT = ["result", "one-that-holds"];

// How many slips are missing, and of how many of them the result is in: as ledger/hall/rows.py says it.
function slipsWording(lacking) {
  const of = (...kinds) => lacking.filter((lacks) => kinds.includes(lacks)).length;
  const parts = [[of("result"), (n) => say("results.n-without", { n })], [of("one-that-holds"), (n) => say("results.n-differ", { n })], [of("signatures", "signature"), (n) => say("results.n-not-signed", { n })]];
  const missing = say("results.slips-missing", { n: lacking.length });
  return of("result") < lacking.length ? say("results.slips-missing-of-which", { missing, which: parts.filter(([n]) => n).map(([n, words]) => words(n)).join(", ") }) : missing;
}

const SIGNS = { "": "done", signature: "not-signed", signatures: "not-signed" };

export class Grid {
  constructor(tables, onChosen) {
    this.tables = tables;
    this.onChosen = onChosen;
    this.onDrawn = () => {};
    this.list = document.getElementById("grid");
    this.count = document.getElementById("count");
    this.close = document.getElementById("to-close");
    this.chosen = null;
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest(".slip-table");
      const table = row && this.tables.find(({ game }) => game === row.dataset.game);
      // Where two slips differ a tap leads to both of them, as the link says.
      if (!table || table.differs || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.onChosen(table);
    });
    this.draw();
  }

  // One table as it is now, or all of them.
  put(table) {
    const at = this.tables.findIndex(({ game }) => game === table.game);
    if (at < 0) return;
    this.tables[at] = table;
    this.draw();
  }

  putAll(tables) {
    this.tables = tables;
    this.draw();
  }

  mark(table) {
    this.chosen = table?.game ?? null;
    this.draw();
  }

  // The next table whose slip is missing, and not with the director, from this one on, in the order of the tables.
  next(from, step = 1) {
    const at = this.tables.findIndex(({ game }) => game === from?.game);
    const count = this.tables.length;
    for (let n = 1; n <= count; n += 1) {
      const table = this.tables[(((at < 0 && step < 0 ? 0 : at) + n * step) % count + count) % count];
      if (table.lacks && !table.differs && table.game !== from?.game) return table;
    }
    return null;
  }

  // What is missing comes first, by table. Nothing moves while a finger or the keyboard is on a tile.
  #inOrder() {
    const held = this.list.matches(":active, :focus-within") && [...this.list.children].map(({ dataset }) => dataset.game);
    const place = ({ game, lacks }) => (held ? held.indexOf(game) : Number(!lacks));
    return [...this.tables].sort((one, other) => place(one) - place(other));
  }

  // The strip of rounds and the count in the bar, which the server drew, as they are by now.
  #tellElsewhere(missing) {
    const of = this.tables.length;
    const strip = document.querySelector(".rounds [aria-current] small");
    const settled = (some) => say("public.some-of-all", { some, all: of });
    if (this.tables.some((_, some) => strip?.textContent === settled(some)) || strip?.textContent === settled(of))
      strip.textContent = settled(this.tables.filter(({ lacks }) => !WITHOUT_RESULT.includes(lacks)).length);
    for (const count of document.querySelectorAll("[data-area=results] .count")) {
      const waits = Math.max(0, Number(count.textContent) + missing - (this.missing ?? missing));
      count.textContent = waits;
      count.hidden = !waits;
    }
    this.missing = missing;
  }

  draw() {
    const lacking = this.tables.map(({ lacks }) => lacks).filter(Boolean);
    this.count.textContent = lacking.length ? say("results.tables-and-missing", { tables: this.tables.length, missing: slipsWording(lacking) }) : say("results.all-tables-in", { tables: this.tables.length });
    this.#tellElsewhere(lacking.length);
    for (const link of this.close?.children ?? []) {
      const { division, round } = link.dataset;
      link.hidden = this.tables.some((table) => table.lacks && table.division === division && String(table.round) === round);
    }
    const focused = [...this.list.children].indexOf(document.activeElement?.closest(".slip-table"));
    showRows(this.list, this.#inOrder().map((table) => ({ ...table, chosen: table.game === this.chosen })), cell);
    if (focused >= 0 && !this.list.contains(document.activeElement)) this.list.children[focused]?.firstElementChild.focus();
    this.onDrawn();
  }
}

// Alone of them, that turns are entered is said in no words of its tile.
function named(drawn) {
  const picture = sign(drawn);
  if (drawn === "record") {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", say("results.turns-entered"));
    picture.removeAttribute("aria-hidden");
  }
  return picture;
}

function cell(table) {
  const state = `${table.lacks || "in"}${table.differs ? " differs" : ""}${table.chosen ? " chosen" : ""}`;
  const drawn = table.differs ? "differ" : table.lacks === "result" ? (table.turns ? "record" : table.reported.some(Boolean) && "call") : SIGNS[table.lacks];
  const [told, also] = table.reported;
  const alike = table.lacks === "result" && told && String(told) === String(also);
  const one = table.lacks === "result" && !(told && also) ? told ?? also : null;
  const words = alike ? say("results.both-told-told", { told: score(told) }) : one ? say("results.told-score", { name: table.players[told ? 0 : 1], score: score(one) }) : table.differs ? say("results.slips-differ") : table.lacks ? say("results.lacks-since", { lacks: LACKS[table.lacks], time: minuteInZone(table.since) }) : table.state;
  const [first, second] = table.scores && table.lacks !== "result" ? table.scores : ["", ""];
  return make("li", { className: `slip-table ${state}`, "data-game": table.game }, [
    make("a", { className: "slip-cell", href: table.shown, "aria-current": table.chosen && "true" }, [
      make("b", { text: tableName(table) }),
      make("span", { className: "slip-sign" }, [drawn && named(drawn)]),
      make("span", { className: "slip-names" }, [table.players[0], first, table.players[1], second].map((text) => make("span", { text }))),
      make("span", { className: "slip-lacks", text: words }),
    ]),
  ]);
}

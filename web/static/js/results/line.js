// The line on which slips are typed: a table, then two scores, and what else the slip says. Keys come
// in here; what is done with a slip the page says.

import { score, tableName } from "../frame/figures.js";
import { beep } from "../frame/beep.js";
import { toBeMeant } from "./asked_first.js";
import { isWhole, readOtherwise, scoresIn, tableIn, tablesMeant } from "./slip_line.js";
import { asRead } from "../frame/make.js";
import { listed, say } from "../frame/say.js";

const UNSIGNED = [[], [1], [2], [1, 2]];
const BLANK = { unsigned: 0, starter: 0, whose: 0 };

export class Line {
  // `onSlip` is handed { table, scores, unsigned, starter, whose, sure }.
  constructor({ grid, usual, slug, onSlip, report }) {
    Object.assign(this, { grid, usual, slug, onSlip, report });
    this.field = document.getElementById("typed");
    this.asks = document.getElementById("asks");
    this.who = document.getElementById("who");
    this.question = document.getElementById("question");
    this.pile = document.getElementById("pile");
    this.sixth = document.getElementById("sixth");
    this.buttons = Object.fromEntries(Object.keys(BLANK).map((what) => [what, document.getElementById(what)]));
    this.says = { ...BLANK };
    this.table = null;
    this.first = null; // the first score, once it stands alone
    this.asked = null; // what Enter, a letter and Enter, and Escape answer now
    this.swallow = false; // an Enter out of habit, behind a slip that is written already
    this.field.addEventListener("input", () => this.#typed());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    for (const what of Object.keys(BLANK)) {
      this.buttons[what].addEventListener("click", () => {
        this.#turn(what);
        this.field.focus();
      });
    }
    this.pile.addEventListener("change", () => {
      if (this.pile.checked && !this.table) this.choose(this.grid.next(null));
      this.field.focus();
    });
    this.show();
  }

  choose(table) {
    this.#leave();
    this.table = table;
    this.first = null;
    this.says = { ...BLANK };
    this.field.value = "";
    this.grid.mark(table);
    this.show();
    this.field.focus();
    if (table) this.#askReported(table);
  }

  // What both players told alike is confirmed by a letter and Enter: a scanner may send two Enters,
  // the first for the table and the second for nothing.
  #askReported(table) {
    const [one, two] = table.reported;
    if (table.lacks !== "result" || !one || String(one) !== String(two)) return;
    const slip = { table, scores: one, starter: 0, whose: 0, sure: true };
    this.ask(say("results.table-table-both-players-told-one", { table: tableName(table), one: score(one) }), {
      Y: { text: say("results.slip-here-signed-by-both"), act: () => this.#done({ ...slip, unsigned: [] }, false) },
      N: { text: say("results.no-slip-yet"), act: () => this.#done({ ...slip, unsigned: [1, 2] }, false) },
    }, true);
    this.swallow = true;
  }

  // What the camera read.
  scanned(text) {
    if (this.asked && !this.typedOver) return this.#unanswered(text);
    this.#chosenBy(text);
  }

  // Ask something: { Enter: { text, act }, T: … }; a letter is answered with Enter behind it, and
  // Escape leaves it. Whatever else is typed, by a scanner or for the next slip, answers nothing: the
  // key that confirms is that of the ordinary flow. Where `typedOver`, digits are a slip that is typed
  // all the same.
  ask(words, ways, typedOver = false) {
    this.#leave();
    this.asked = ways;
    this.typedOver = typedOver;
    this.strayed = false;
    this.swallow = false;
    this.field.value = "";
    this.question.replaceChildren(words);
    for (const [key, { text, act }] of Object.entries(ways)) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = key === "Enter" ? say("results.answer-by-enter", { text }) : say("results.answer-by-key", { text, key });
      button.addEventListener("click", () => this.#answer(act));
      this.question.append(" ", button);
    }
    this.question.hidden = false;
    this.field.focus();
  }

  // A question that something else came before is left unanswered, and that is said.
  #leave() {
    if (!this.asked) return;
    const aboutASlip = !this.typedOver && this.asked.Y;
    this.#answer(null);
    if (aboutASlip) this.report(say("results.table-table-was-not-written-its", { table: tableName(this.table) }), true);
  }

  #answer(act) {
    this.asked = null;
    this.field.value = "";
    this.question.hidden = true;
    this.question.replaceChildren();
    act?.();
    this.field.focus();
  }

  #typed() {
    this.swallow = false;
    if (this.asked) {
      if (/^\d$/.test(this.field.value)) beep(); // the next slip, typed while nobody looks
      return;
    }
    if (this.table && this.first === null && this.sixth.checked && isWhole(this.field.value)) {
      this.#scores(scoresIn(this.field.value), true);
    }
  }

  #key(event) {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.asked) return this.#whileAsked(event);
    if (key === "Enter") {
      event.preventDefault();
      this.#enter(this.field.value.trim());
    } else if (key === "Escape") {
      this.choose(null);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      this.choose(this.grid.next(this.table, key === "ArrowDown" ? 1 : -1));
    } else if (key === "Backspace" && this.table && !this.field.value) {
      event.preventDefault();
      this.#back();
    } else if (this.table && !this.field.value.startsWith("/") && { u: 1, s: 1, w: 1 }[key.toLowerCase()] && !/[a-z]/i.test(this.field.value)) {
      event.preventDefault();
      this.#turn({ u: "unsigned", s: "starter", w: "whose" }[key.toLowerCase()]);
    }
  }

  #whileAsked(event) {
    const { key } = event;
    if (this.typedOver && !this.field.value && /^\d$/.test(key)) return this.#answer(null);
    if (key === "Escape") {
      event.preventDefault();
      return this.#answer(null);
    }
    if (key !== "Enter") return; // it is a letter of the answer, or of something else
    event.preventDefault();
    if (event.repeat) return; // an Enter that is still held answers nothing
    const typed = this.field.value.trim();
    if (!typed && this.swallow) {
      this.swallow = false;
      return;
    }
    const way = this.asked[typed ? typed.toUpperCase() : "Enter"];
    if (way && (typed || !this.strayed)) return this.#answer(way.act);
    if (!this.typedOver || !typed) return this.#unanswered(typed);
    this.#answer(null);
    this.#enter(typed);
  }

  // Something else than an answer came: the question stays, and that is heard and read.
  #unanswered(typed) {
    this.field.value = "";
    this.strayed = true;
    beep();
    this.question.querySelector(".unanswered")?.remove();
    const said = document.createElement("strong");
    said.className = "unanswered";
    said.textContent = typed ? say("results.not-answered-typed", { typed: typed.slice(0, 30) }) : say("results.not-answered");
    this.question.append(said);
    this.report(said.textContent.trim());
  }

  #back() {
    if (this.first === null) return this.choose(null);
    this.field.value = String(this.first);
    this.first = null;
    this.show();
  }

  #enter(text) {
    if (!text) {
      this.swallow = false;
      return;
    }
    if (!this.table || tableIn(text)?.slug) return this.#chosenBy(text);
    this.#scores(scoresIn(text), false);
  }

  #chosenBy(text) {
    const meant = tableIn(text);
    this.field.value = "";
    if (!meant) return this.report(say("results.slice-names-no-table", { slice: text.slice(0, 30) }), true);
    if (meant.slug && meant.slug !== this.slug) return this.report(say("results.slip-another-tournament-slug", { slug: meant.slug }), true);
    const others = meant.slug ? [] : readOtherwise(text, this.grid.tables);
    const spaced = others.filter(({ gap }) => gap);
    const at = spaced.length ? spaced.map(({ table }) => table) : tablesMeant(meant, this.grid.tables);
    if (at.length && others.length && !spaced.length) {
      const both = [at[0], others[0].table].map(({ table, division }) => say("results.table-table-division", { table, division }));
      return this.report(say("results.either-of-both", { one: both[0], other: both[1] }), true);
    }
    if (!at.length) at.push(...others.map(({ table }) => table));
    if (at.length > 1) return this.report(say("results.divisions-both", { divisions: listed(at.map(({ division }) => division)), table: meant.table }), true);
    if (!at.length) return this.report(this.#whyNot(meant), true);
    this.choose(at[0]);
    const rest = spaced.length ? spaced[0].rest : meant.rest;
    if (rest) this.#scores(scoresIn(rest), false);
  }

  #whyNot({ table, division, round }) {
    const elsewhere = this.grid.tables.filter((one) => one.table === table);
    if (elsewhere.length && division) return say("results.not-in-division", { table, division, others: listed(elsewhere.map((one) => one.division || say("results.the-other-division"))) });
    if (elsewhere.length) return say("results.slip-of-round", { round, open: elsewhere[0].round });
    return say("results.there-no-game-at-table-table", { table });
  }

  // One score or both; `early`: nobody pressed Enter behind them.
  #scores(scores, early) {
    if (!scores) return this.report(say("results.no-score-digits-and-enter-or"), true);
    if (scores.length === 1 && this.first === null) {
      [this.first] = scores;
      this.field.value = "";
      return this.show();
    }
    const both = scores.length === 2 ? scores : [this.first, scores[0]];
    const slip = { table: this.table, scores: both, unsigned: UNSIGNED[this.says.unsigned], starter: this.says.starter, whose: this.says.whose, sure: false };
    const wants = toBeMeant(this.table, both, this.usual);
    if (!wants) return this.#done(slip, early);
    this.field.value = "";
    this.first = null;
    this.show();
    this.ask(say("results.table-asks", { table: tableName(this.table), question: wants }), { Y: { text: say("results.i-am-sure"), act: () => this.#done({ ...slip, sure: true }, false) } });
    this.swallow = early;
  }

  #done(slip, early) {
    this.onSlip(slip);
    this.choose(this.pile.checked ? this.grid.next(slip.table) : null);
    this.swallow = early;
  }

  #turn(what) {
    if (!this.table) return this.report(say("results.type-or-scan-table-first"), true);
    this.says[what] = (this.says[what] + 1) % (what === "unsigned" ? 4 : 3);
    this.show();
  }

  show() {
    const { table, first, says, buttons } = this;
    const [one, two] = table?.players ?? [say("results.first"), say("results.second")];
    this.asks.textContent = !table ? say("results.table") : first === null ? say("results.both-scores") : say("results.second-score");
    this.who.replaceChildren();
    if (table) {
      const scores = table.scores && table.lacks !== "result" ? say("results.already-in", { score: score(table.scores) }) : "";
      for (const [tag, text] of [["b", say("results.table-table", { table: tableName(table) })], ["span", one], ["strong", first ?? "–"], ["span", two], ["strong", "–"], ["small", scores]]) {
        const part = document.createElement(tag);
        part.textContent = asRead(text);
        this.who.append(part, " ");
      }
    } else this.who.textContent = say("results.type-table-and-press-enter-or");
    buttons.unsigned.textContent = asRead([say("results.signed-by-both"), say("results.signed-by-name", { name: two }), say("results.signed-by-name", { name: one }), say("results.signed-by-nobody")][says.unsigned]);
    buttons.starter.textContent = asRead(says.starter ? say("results.started-name", { name: [one, two][says.starter - 1] }) : say("results.started-not-said"));
    buttons.whose.textContent = asRead(says.whose ? say("results.slip-of-name", { name: [one, two][says.whose - 1] }) : say("results.slip-of-both"));
    for (const [what, button] of Object.entries(buttons)) {
      button.classList.toggle("turned", says[what] > 0);
    }
  }
}

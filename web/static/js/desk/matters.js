// What waits: its kinds, what a table is called, and what can be done about a matter.

import { CALLS } from "../entry/irregular/calls.js";
import { button, make } from "../frame/make.js";
import { say } from "../frame/say.js";

const REASONS = new Map(CALLS);
const TYPE = "application/json";
const PATIENCE = 20000; // for a network that is there and does not answer

// What the server answers; `told` is handed in.
export const ask = (address, told) => fetch(address, { signal: told ? undefined : AbortSignal.timeout(PATIENCE), method: told ? "POST" : "GET", headers: { "Content-Type": TYPE, Accept: TYPE }, body: told && JSON.stringify(told) });

// By kind: a word or two for it, its sign, how urgent it is, where it is counted, whether the table reads why
// it waits, whether it is never waived, its rank; the most pressing first, as the record orders them.
export const KINDS = new Map(
  JSON.parse(document.getElementById("kinds").textContent)
    .map(([kind, short, urgency, family, sign, read, never], rank) => [kind, { sign, short, urgency, family, read, never, rank }]),
);

export const rankOf = ({ matter }) => KINDS.get(matter.kind).rank;

// The most pressing of some kinds; undefined where there is none.
export const foremost = (kinds) =>
  kinds.reduce((best, kind) => (KINDS.has(kind) && (best === undefined || KINDS.get(kind).rank < KINDS.get(best).rank) ? kind : best), undefined);

export { sign } from "../replay/words.js";

// What it is, in one line; a call in the words the table chose.
export const said = ({ says }) => REASONS.get(says) ?? says;

// Who sees to a call, as the person at this page reads it.
export const attended = ({ arrived, there, coming }) => (arrived ? nearby(there, AT_TABLE) : coming && nearby(coming, COMING));
const { badge: own } = document.getElementById("desk").dataset;
const AT_TABLE = [say("desk.you-are-there"), say("desk.badge-is-there"), say("desk.director-is-there")];
const COMING = [say("desk.you-are-coming"), say("desk.badge-is-coming"), say("desk.director-is-coming")];
const nearby = (badge, [mine, theirs, somebody]) => (badge === own ? mine : badge ? theirs.replace("{badge}", badge) : somebody);

// What a table is called: by its number; with its division, where it is of one; with its tournament,
// where several are on the desk.
export class Names {
  constructor(names) {
    this.names = names; // of every tournament, by its short name in addresses
    this.short = new Map();
  }

  // The tournaments that are on the desk. Gives whether tables are called otherwise from now on.
  know(slugs) {
    const told = [...new Set(slugs)].sort();
    const before = [...this.short.keys()].join(" ");
    this.short = new Map(told.length > 1 ? told.map((slug) => [slug, shortest(this.of(slug), told.filter((other) => other !== slug).map((other) => this.of(other)))]) : []);
    return before !== [...this.short.keys()].join(" ");
  }

  get several() {
    return this.short.size > 1;
  }

  of(slug) {
    return this.names[slug] ?? slug;
  }

  // "A 3", or "Harbour A 3".
  table(where) {
    return [this.before(where), where.table].filter(Boolean).join(" ");
  }

  // What stands before the number: "A", "Harbour A" or nothing.
  before({ tournament, division }) {
    return [this.short.get(tournament), division].filter(Boolean).join(" ");
  }

  // A row or a control in words, for whoever only hears it.
  whole({ where, says }) {
    return where ? say("desk.table-and-names", { table: this.table(where), names: where.names.join(" – ") }) : says;
  }
}

// As many words of a name as tell it from the others.
function shortest(name, others) {
  const words = name.split(" ");
  for (let count = 1; count < words.length; count += 1) {
    const begun = words.slice(0, count).join(" ");
    if (others.every((other) => other.split(" ").slice(0, count).join(" ") !== begun)) return begun;
  }
  return name;
}

const FOR_ORGANISERS = new Set(["papers-differ", "decision", "case", "appeal"]);
const OTHER = "button";
const SELDOM = "button text";

// What can be done about a matter: what settles it first, then the rest. Each control says the table
// and the players to whoever only hears it.
export class Verbs {
  constructor(desk, directs) {
    Object.assign(this, { desk, directs, names: desk.names });
  }

  // What settles it; null where this badge only looks.
  first(one, look) {
    const { matter, first, where } = one;
    if (matter.kind === "call") return this.directs && one.call ? this.ofCall(one, look) : null;
    if (!this.directs && !FOR_ORGANISERS.has(matter.kind)) return null;
    return first.at ? this.link(one, first.words, first.at, look) : where && this.link(one, say("desk.enter-turns"), where.entry, look);
  }

  // A call goes on from one to the next: on the way, at the table, settled.
  ofCall(one, look) {
    const { where, call } = one;
    if (call.arrived) return this.press(one, say("desk.settled"), () => this.desk.settle(where), look);
    if (call.coming) return this.comes(one, look);
    return this.press(one, one.first.words, ({ currentTarget }) => this.desk.enter(where, { ask: "director-sets-out" }, currentTarget), look);
  }

  comes(one, look) {
    return this.press(one, say("desk.im-at-the-table"), ({ currentTarget }) => this.desk.enter(one.where, { ask: "director-comes" }, currentTarget), look, "a");
  }

  evidence(one) {
    const at = one.call ? `?at=${one.call.version}` : "";
    return one.where && this.link(one, say("desk.evidence"), `${one.where.evidence}${at}`, SELDOM, "e");
  }

  // Everything that can be done about it.
  all(one, again = false) {
    const { call } = one;
    return [
      this.first(one, OTHER),
      this.directs && call && !call.arrived && !call.coming && this.comes(one, OTHER),
      this.directs && call && !call.arrived && this.press(one, say("desk.settled"), () => this.desk.settle(one.where), OTHER),
      this.directs && one.open_case && one.open_case !== one.first.at && this.link(one, say("desk.open-a-case"), one.open_case, OTHER, "c"),
      this.directs && one.tournament && this.press(one, again ? say("desk.put-off-again") : say("desk.put-off-x"), () => this.desk.later(one), OTHER, "l"),
      this.evidence(one),
      call && this.link(one, say("desk.as-it-was-then"), one.at_the_call, SELDOM),
      call && this.takeBack(one, call.arrived ? say("desk.not-at-the-table") : say("desk.not-on-my-way")),
      again && this.takeBack(one),
      this.desk.rings(one) && this.press(one, say("desk.do-not-ring-here"), () => this.desk.silence(one), SELDOM),
    ].filter(Boolean);
  }

  // An act of a director's that is no more to hold, so that it waits as before: on its own page.
  takeBack(one, text = say("desk.take-back")) {
    return this.directs && one.back && this.link(one, text, one.back, SELDOM);
  }

  // What can be done at any table; what stands with its matters is not said twice.
  atTable(where, warn, matters) {
    const table = { where };
    const called = matters.some(({ matter }) => matter.kind === "call");
    const cases = matters.some(({ open_case: at }) => at);
    return [
      this.directs && !called && this.comes(table, OTHER),
      this.directs && this.link(table, say("desk.enter-turns"), where.entry, SELDOM),
      !matters.length && this.evidence(table),
      this.directs && !cases && this.link(table, say("desk.open-a-case"), `/t/${encodeURIComponent(where.tournament)}/cases/new?game=${where.game}`, OTHER, "c"),
      this.directs && warn && this.link(table, say("desk.warn-a-player"), warn, SELDOM, "w"),
    ].filter(Boolean);
  }

  press(one, text, does, look, hand) {
    return button(text, does, { className: look, "aria-label": this.said(one, text), "data-hand": hand });
  }

  link(one, text, href, look, hand) {
    const rules = href === one.first?.at && (href.includes("/cases/new") || one.matter.which.startsWith("ruling")) ? "r" : hand;
    return make("a", { href, text, className: look, "aria-label": this.said(one, text), "data-hand": rules });
  }

  said(one, text) {
    return [`${text}: ${this.names.whole(one)}`, one.matter && KINDS.get(one.matter.kind).short].filter(Boolean).join(", ");
  }
}

// What can be done about a matter: what settles it first, then the rest. Each control says the table
// and the players to whoever only hears it.

import { button, make } from "../frame/make.js";
import { KINDS } from "./kinds.js";

const FOR_ORGANISERS = new Set(["papers-differ", "decision", "case", "appeal"]);

export class Verbs {
  // `hands`: enter(where, asked), settle(where), later(one), silence(one), rings(one).
  constructor({ directs, names, hands }) {
    Object.assign(this, { directs, names, hands });
  }

  // What settles it; null where this badge only looks.
  first(one, look) {
    const { matter, first, where } = one;
    if (matter.kind === "call") return this.directs && one.call ? this.ofCall(one, look) : null;
    if (!this.directs && !FOR_ORGANISERS.has(matter.kind)) return null;
    return first.at ? this.link(one, first.words, first.at, look) : where && this.link(one, "Go to the table", where.entry, look);
  }

  // A call goes on from one to the next: on the way, at the table, settled.
  ofCall(one, look) {
    const { where, call } = one;
    if (call.arrived) return this.press(one, "Settled…", () => this.hands.settle(where), look);
    if (call.coming) return this.comes(one, look);
    return this.press(one, "I am on my way", () => this.hands.enter(where, { ask: "director-sets-out" }), look);
  }

  comes(one, look) {
    return this.press(one, "I am at the table", () => this.hands.enter(one.where, { ask: "director-comes" }), look, "a");
  }

  evidence(one, look = "button") {
    const at = one.call ? `?at=${one.call.version}` : "";
    return one.where && this.link(one, "Evidence", `${one.where.evidence}${at}`, look, "e");
  }

  // Everything that can be done about it.
  all(one, again = false) {
    const { call } = one;
    const rings = this.hands.rings(one);
    return [
      this.first(one, "button primary"),
      this.directs && call && !call.arrived && !call.coming && this.comes(one, "button"),
      this.directs && call && !call.arrived && this.press(one, "Settled…", () => this.hands.settle(one.where), "button"),
      this.evidence(one),
      call && this.link(one, "As it was then", one.at_the_call, "button"),
      this.directs && one.open_case && one.open_case !== one.first.at && this.link(one, "Open a case", one.open_case, "button", "c"),
      this.directs && one.tournament && this.press(one, again ? "Put off again…" : "Put off…", () => this.hands.later(one), "button", "l"),
      call && this.takeBack(one, call.arrived ? "Not at the table…" : "Not on my way…"),
      again && this.takeBack(one),
      rings && this.press(one, "Do not ring here", () => this.hands.silence(one), "button"),
    ].filter(Boolean);
  }

  // An act of a director's that is no more to hold, so that it waits as before: on its own page.
  takeBack(one, text = "Take back…") {
    return this.directs && one.back && this.link(one, text, one.back, "button");
  }

  // What can be done at any table; what stands with its matters is not said twice.
  atTable(where, warn, matters) {
    const table = { where };
    const called = matters.some(({ matter }) => matter.kind === "call");
    const cases = matters.some(({ open_case: at }) => at);
    return [
      this.directs && !called && this.comes(table, "button"),
      this.directs && this.link(table, "Go to the table", where.entry, "button", "g"),
      !matters.length && this.evidence(table),
      this.directs && !cases && this.link(table, "Open a case", `/t/${encodeURIComponent(where.tournament)}/cases/new?game=${where.game}`, "button", "c"),
      this.directs && warn && this.link(table, "Warn a player", warn, "button", "w"),
    ].filter(Boolean);
  }

  press(one, text, does, look, hand) {
    return button(text, does, { className: look, "aria-label": this.said(one, text), "data-hand": hand });
  }

  link(one, text, href, look, hand) {
    const rules = text.startsWith("Rule") ? "r" : hand;
    return make("a", { href, text, className: look, "aria-label": this.said(one, text), "data-hand": rules });
  }

  said(one, text) {
    return [`${text}: ${this.names.whole(one)}`, one.matter && KINDS.get(one.matter.kind).short].filter(Boolean).join(", ");
  }
}

// The start of a game in a few taps: how it was settled who starts, which timer stands there, and
// the press that starts the first clock. What may be asked is what the rulebook knows
// (web/entry/table_view.py); nothing that nobody saw is written down.

import { remember } from "../clock/when_wanted.js";
import { button, make, ruleOf } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

const REMEMBERED = "tilescribe-timer";
const HERE = new Set(["start", "timer"]); // offers that this sheet asks itself

export async function start(table) {
  const { game, entries, panel, report } = table;
  if (!game.now.start) await entries.upToDate();
  const told = game.now.start;
  if (!told || game.now.started) return;
  const answer = await panel.ask(say("entry.start-game"), (close) => new Sheet(table, told, close).parts, "wide starting");
  if (!answer) return;
  if (answer.offer) {
    await report(answer.offer);
    return;
  }
  if (answer.asked.timer) remember(REMEMBERED, answer.asked.timer);
  await enter(table, answer);
}

// Both at once, so that the moment of the second is the moment of the press.
async function enter({ entries, outbox, panel }, { settled, asked }) {
  const both = [settled, { ask: "start-game", ...asked }].filter(Boolean);
  const ids = new Set();
  for (const entry of both) ids.add((await entries.enter(entry)).command_id);
  await outbox.flush();
  await entries.reload();
  const wrong = outbox.troubles.filter(({ command_id: id }) => ids.has(id));
  if (!wrong.length || wrong[0].answer.kind !== "refused") return;
  for (const { command_id: id } of wrong) await outbox.drop(id);
  await entries.reload();
  const { what, next_step: next, clause } = wrong[0].answer;
  await panel.tell(say("entry.not-entered"), [what, next], clause);
}

class Sheet {
  constructor({ game, panel }, told, close) {
    Object.assign(this, { game, told, close });
    this.names = game.state.pairing;
    this.order = game.state.tiles.map(({ tile }) => tile).sort((one, two) => (two === "?") - (one === "?"));
    this.settled = game.now.open.some(({ name }) => name === "start") ? game.state.starter + 1 : 0;
    this.method = told.method || "draw";
    this.timer = told.timer || known(told.timers) || "";
    this.starter = this.settled;
    this.rounds = []; // tiles both drew, in the order of the pairing
    this.tile = null; // drawn by the first of the two in this round
    if (told.balance?.starter) this.starter = told.balance.starter;
    this.make();
    this.show();
    panel.keyed = (key) => this.key(key);
  }

  // The tiles drawn, typed: a question mark is a blank.
  key(key) {
    if (!this.draws) return false;
    const tile = key.toUpperCase();
    if (this.order.includes(tile)) this.drew(tile);
    else if (key === "Backspace") this.back();
    else return false;
    return true;
  }

  make() {
    const radio = (text, onclick) => button(text, onclick, { role: "radio" });
    this.ways = this.told.methods.map(([value, text]) => [value, radio(text, () => this.choose(value))]);
    this.how = make("p", { className: "quiet" });
    this.players = this.names.map((name, at) =>
      make("button", { type: "button", role: "radio", onclick: () => this.begins(at + 1) }, [
        make("b", { className: "one-line", dir: "auto", text: name }), make("span", { className: "drawn" }), make("span", { className: "starts" }),
      ]));
    this.prompt = make("p", { className: "prompt", role: "status" });
    this.keys = make("div", { className: "tiles", role: "group", "aria-label": say("entry.tiles-drawn") }, [
      ...this.order.map((tile) => button(tile === "?" ? say("entry.page-blank") : tile, () => this.drew(tile))),
      button("⌫", () => this.back(), { "aria-label": say("entry.take-last-tile-back") }),
    ]);
    const timers = [...this.told.timers, ...(this.told.mandatory ? [] : [["none", "none"]]), ["unknown", say("entry.not-known-2")]];
    this.timers = timers.map(([value, text]) => [value, radio(text, () => { this.timer = value; this.show(); })]);
    this.go = button("", () => this.done(), { className: "go" });
    const { offers } = this.game.now;
    const others = offers.filter(({ name }) => !HERE.has(name));
    const group = (label, members) => make("div", { className: "choices", role: "radiogroup", "aria-label": label }, members);
    this.parts = [
      group(say("entry.how-was-settled"), this.ways.map(([, one]) => one)),
      this.how,
      make("div", { className: "starters", role: "radiogroup", "aria-label": say("entry.who-starts") }, this.players),
      this.prompt,
      this.keys,
      make("fieldset", {}, [make("legend", { text: say("entry.timer-on-table") }), group(say("entry.timer"), this.timers.map(([, one]) => one))]),
      row(this.go, button(say("entry.cancel"), () => this.close(null))),
      others.length && make("details", {}, [
        make("summary", { text: say("entry.somebody-late-or-something-else-first") }),
        make("div", { className: "choices" }, others.map((offer) => button(offer.title, () => this.close({ offer })))),
      ]),
    ];
  }

  choose(method) {
    this.method = method;
    this.rounds = [];
    this.tile = null;
    this.starter = method === "self-balancing" ? this.told.balance?.starter ?? 0 : 0;
    this.show();
  }

  // Tapped: nobody noted the tiles, or none were drawn.
  begins(player) {
    this.starter = player;
    if (!this.rounds.length || winner(this.rounds.at(-1), this.order) !== player) {
      this.rounds = [];
      this.tile = null;
    }
    this.show();
  }

  drew(tile) {
    if (this.tile === null) {
      if (this.rounds.length && winner(this.rounds.at(-1), this.order)) this.rounds = []; // typed anew
      this.tile = tile;
      this.starter = 0;
    } else {
      this.rounds.push([this.tile, tile]);
      this.tile = null;
      this.starter = winner(this.rounds.at(-1), this.order);
    }
    this.show();
  }

  back() {
    if (this.tile !== null) this.tile = null;
    else if (this.rounds.length) [this.tile] = this.rounds.pop();
    this.starter = 0;
    this.show();
  }

  get draws() {
    return this.method === "draw" || (this.method === "self-balancing" && !this.told.balance?.starter);
  }

  show() {
    const { told, method, starter, names } = this;
    for (const [value, one] of this.ways) one.setAttribute("aria-checked", value === method);
    for (const [value, one] of this.timers) one.setAttribute("aria-checked", value === this.timer);
    const [, , words, rule] = told.methods.find(([value]) => value === method);
    this.how.replaceChildren(`${method === "self-balancing" ? balanceWords(told.balance, names) || words : words} `, ruleOf(rule ?? told.clause));
    const again = this.rounds.length > 0 && !winner(this.rounds.at(-1), this.order);
    this.players.forEach((player, at) => {
      player.setAttribute("aria-checked", starter === at + 1);
      const shown = this.rounds.map((round) => round[at]);
      if (this.tile !== null && at === 0) shown.push(this.tile);
      player.children[1].textContent = shown.map((tile) => (tile === "?" ? say("entry.page-blank") : tile)).join(" ");
      player.children[2].textContent = starter === at + 1 ? say("public.starts-2") : "";
    });
    this.keys.hidden = !this.draws;
    this.prompt.hidden = !this.draws && starter > 0;
    const whose = names[this.tile === null ? 0 : 1];
    this.prompt.textContent =
      starter ? ""
      : !this.draws ? say("entry.tap-who-starts")
      : again && this.tile === null ? (told.stay_out ? say("entry.draw-again-out", { whose }) : say("entry.draw-again", { whose }))
      : say("entry.whose-drew-or-tap-who-starts", { whose });
    this.go.disabled = !starter || !this.timer;
    this.go.textContent =
      !starter ? say("entry.who-starts-2") : !this.timer ? say("entry.which-timer") : say("entry.clock-of-started", { name: names[starter - 1] });
  }

  done() {
    const { starter, method, told } = this;
    const known = starter === this.settled && !this.rounds.length;
    const settled = known ? null : {
      ask: "determine-starter", starter, method, ...(this.rounds.length && { draws: this.rounds }),
    };
    const named = told.timer === this.timer ? "" : this.timer;
    this.close({ settled, asked: { ...(named && { timer: named }), ...(told.cause && { cause: told.cause }) } });
  }
}

// 1 or 2, or 0 to draw again: the tile nearer to A starts, a blank before all.
function winner([one, two], order) {
  return one === two ? 0 : order.indexOf(one) < order.indexOf(two) ? 1 : 2;
}

function balanceWords(balance, names) {
  if (!balance) return "";
  const counted = say("entry.started-so-far", { first: names[0], firsts: balance.firsts[0], second: names[1], seconds: balance.firsts[1] });
  if (balance.starter) return counted;
  return balance.open ? `${counted} ${balance.open}` : say("entry.counted-level-both-draw", { counted });
}

function known(timers) {
  const last = remember(REMEMBERED);
  return timers.some(([kind]) => kind === last) ? last : "";
}

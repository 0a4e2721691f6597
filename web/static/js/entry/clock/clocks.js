// Both clocks, large. This tablet is not the timer: it mirrors readings that were entered, and
// counts on from the last one for whoever is on the move. What it counts is never an entry; only
// what a person has read off the timer is.

import { overtimePoints } from "../results/ending.js";
import { clockLook, clockWords } from "../../frame/wording.js";
import { minuteInZone } from "../../frame/hall_time.js";
import { button, make } from "../../frame/make.js";
import { oddClock, readTime } from "../keys/time_field.js";
import { row } from "../sheets/pieces.js";
import { SEATS } from "../seats.js";
import { mirroring, remember } from "./when_wanted.js";
import { say } from "../../frame/say.js";

const MINUTE = 60;

// Whose clock runs, as far as anybody knows; null where both stand.
const running = (now) => (now.started && !now.ended && !now.neutral && !now.challenge ? now.on_move : null);

// The mirror after this state: `kept` is what it held before, null at the beginning.
export function followed(kept, now, at) {
  const read = JSON.stringify([now.clocks, now.clocks_at]);
  const seat = running(now);
  if (!kept || kept.read !== read) {
    const read_at = now.clocks_at ? Math.min(at, Date.parse(now.clocks_at)) : null;
    // A reading that has just come in counts from its own moment; where the mirror is put up in
    // the middle of a game nobody knows who has moved since, so it counts from now.
    const since = kept && read_at !== null ? read_at : at;
    return { read, read_at, base: [...(now.clocks ?? now.limits)], seat, since };
  }
  if (kept.seat === seat) return kept;
  return { ...kept, base: SEATS.map((one, place) => shown(kept, place, at)), seat, since: at };
}

export function shown({ base, seat, since }, place, at) {
  return base[place] - (seat === SEATS[place] ? Math.max(0, Math.floor((at - since) / 1000)) : 0);
}

// Time over, as this rulebook counts it; "" while there is time left.
export function overWords(now, seconds) {
  if (seconds >= 0) return "";
  const points = overtimePoints(now, -seconds);
  return points === null ? say("entry.over-time", { time: clockWords(-seconds) }) : say("entry.over-time-points", { time: clockWords(-seconds), n: points });
}

function age(read_at, at, counts) {
  if (read_at === null) return counts ? say("entry.no-reading-counted") : say("entry.no-reading");
  const minutes = Math.floor((at - read_at) / (1000 * MINUTE));
  const ago = minutes < 1 ? say("entry.less-than-minute-ago") : say("entry.minutes-ago", { n: minutes });
  return say("entry.last-read-ago-read-at", { ago, read_at: minuteInZone(read_at) });
}

export class Mirror {
  // `table`: { game, entries, panel, play, players, say, show, act }.
  constructor(table) {
    this.table = table;
    this.place = `tilescribe-mirror-${table.game.state.game.id}`;
    this.kept = remember(this.place);
    this.view = null;
    setInterval(() => this.tick(), 1000);
  }

  // Told of every new state, pressed clocks among them.
  follow(now) {
    const kept = followed(this.kept, now, Date.now());
    if (kept === this.kept) return;
    this.kept = kept;
    if (mirroring()) remember(this.place, kept);
    this.view?.();
  }

  value(place) {
    const { clocks } = this.table.game.now;
    return mirroring() ? shown(this.kept, place, Date.now()) : clocks?.[place] ?? null;
  }

  // Only digits change, and no screen reader is told of each.
  tick() {
    if (!this.kept || !mirroring()) return;
    for (const [place, seat] of SEATS.entries()) {
      const { clock } = this.table.players[seat];
      clock.textContent = clockWords(this.value(place));
      clock.className = `clock ${clockLook(this.value(place))}`;
    }
    this.view?.();
  }

  async open() {
    const { table } = this;
    const sheet = new Sheet(table, this);
    this.view = () => sheet.show();
    const answer = await table.panel.ask(say("entry.both-clocks-right"), (close) => sheet.parts(close), "full clocks");
    this.view = null;
    table.show();
    if (await answer?.()) await this.open();
  }
}

class Sheet {
  constructor(table, mirror) {
    Object.assign(this, { table, mirror });
    this.reading = null; // digits typed while both are read: [["2410"], …] or null to keep
    this.typing = 0;
  }

  parts(close) {
    this.close = close;
    const { game, panel, act } = this.table;
    this.clocks = SEATS.map((seat, place) => {
      const time = make("b", { role: "timer", "aria-live": "off" });
      const card = make("button", { type: "button", className: "big-clock", onclick: () => this.read(place) }, [
        make("span", { className: "name one-line", dir: "auto", text: game.playerOf(seat) }), time,
        make("span", { className: "whose" }), make("span", { className: "over" }),
      ]);
      return { card, time, whose: card.children[2], over: card.children[3] };
    });
    this.age = make("p", { className: "age" });
    this.pad = make("div", { className: "pad", role: "group", "aria-label": say("entry.what-timer-shows") }, [
      ...[..."123456789"].map((digit) => button(digit, () => this.type(digit))),
      button("−", () => this.type("-"), { "aria-label": say("entry.over-time-or-not") }),
      button("0", () => this.type("0")),
      button("⌫", () => this.type(""), { "aria-label": say("entry.take-last-digit-back") }),
    ]);
    this.go = button("", () => this.record(), { className: "go" });
    this.leave = button(say("entry.leave"), () => this.read(null));
    this.read_ = button(say("entry.read-both-clocks"), () => this.read(0), { className: "go" });
    this.stop = button("", () => close(() => act("neutral").then(() => true)));
    this.on = button("", () => this.turn(), { className: "switch", role: "switch" });
    this.shut = button(say("entry.close"), () => close(null));
    panel.keyed = (key) => this.reading && this.key(key);
    this.show();
    return [
      make("p", { className: "not-the-timer", text: say("entry.not-timer-mirrors-what-was-read") }),
      make("div", { className: "two-clocks" }, this.clocks.map(({ card }) => card)),
      this.age, this.pad,
      row(this.go, this.leave, this.read_, this.stop),
      this.on,
      row(this.shut),
    ];
  }

  show() {
    const { table: { game }, mirror, reading } = this;
    const { now } = game;
    const counts = mirroring();
    const seat = running(now);
    this.clocks.forEach(({ card, time, whose, over }, place) => {
      const typed = reading?.[place];
      const seconds = typed ? typed.seconds : reading ? reading.frozen[place] : mirror.value(place);
      set(time, typed?.text ?? clockWords(seconds, "–:––"));
      set(whose, reading ? (this.typing === place ? say("entry.type-what-timer-shows") : "") : seat === SEATS[place] ? say("entry.on-move") : now.neutral || now.challenge ? "stopped" : "");
      set(over, typed?.wrong ? say("entry.seconds-go-from-00-59") : seconds === null ? "" : (typed && oddClock(now, SEATS[place])(seconds)) || overWords(now, seconds));
      card.classList.toggle("runs", !reading && seat === SEATS[place]);
      card.setAttribute("aria-pressed", Boolean(reading) && this.typing === place);
      const about = counts && !reading ? say("entry.mirrored-correct") : say("entry.read-correct");
      if (card.getAttribute("aria-description") !== about) card.setAttribute("aria-description", about);
    });
    const kept = mirror.kept;
    set(this.age, [age(kept.read_at, Date.now(), counts), counts && kept.seat && !reading && say("entry.counted-on-for", { name: game.playerOf(kept.seat) })].filter(Boolean).join(" "));
    for (const each of [this.pad, this.go, this.leave]) each.hidden = !reading;
    for (const each of [this.read_, this.stop, this.on, this.shut]) each.hidden = Boolean(reading);
    this.stop.hidden ||= !now.started || Boolean(now.ended);
    set(this.stop, now.neutral ? say("entry.clock-starts-again") : say("entry.stop-both-clocks"));
    this.on.setAttribute("aria-checked", counts);
    set(this.on, counts ? say("entry.count-on-on") : say("entry.count-on-off"));
    set(this.go, say("entry.timer-shows-both-like-record"));
    this.go.disabled = !reading || [0, 1].some((place) => reading[place]?.wrong || (reading[place]?.seconds ?? reading.frozen[place]) === null);
  }

  // Both stand still on the screen while they are compared with the timer; null leaves that.
  read(place) {
    if (place === null) this.reading = null;
    else {
      this.reading ??= { frozen: [0, 1].map((one) => this.mirror.value(one)) };
      this.typing = place;
    }
    this.show();
    if (place === null) this.read_.focus();
    else this.clocks[place].card.focus(); // say("entry.read-both-clocks") is gone
    if (place !== null) this.pad.scrollIntoView({ block: "nearest" });
  }

  // "2410" is 24:10; the other clock's turn comes with the fourth digit.
  type(key) {
    const typed = this.reading[this.typing] ?? { digits: "", over: false };
    if (key === "-") typed.over = !typed.over;
    else typed.digits = key ? (typed.digits.length >= 4 ? "" : typed.digits) + key : typed.digits.slice(0, -1);
    Object.assign(typed, readTime(`${typed.over ? "−" : ""}${typed.digits || 0}`));
    this.reading[this.typing] = typed.digits || typed.over ? typed : undefined;
    if (typed.digits.length === 4 && key && key !== "-" && !this.reading[1 - this.typing]) this.typing = 1 - this.typing;
    this.show();
  }

  key(key) {
    if (/^\d$/.test(key)) this.type(key);
    else if (key === "Backspace") this.type("");
    else if (key === "-") this.type("-");
    else return false;
    const both = [0, 1].every((place) => this.reading[place]?.digits.length === 4);
    (both ? this.go : this.clocks[this.typing].card).focus();
    return true;
  }

  // With a play being entered they belong to its press; else they are an entry of their own.
  record() {
    const { reading, table: { game, entries, play, voice } } = this;
    const clocks = [0, 1].map((place) => reading[place]?.seconds ?? reading.frozen[place]);
    this.reading = null;
    if (play.draft.empty || game.now.ended) {
      this.close(async () => void (await entries.enter({ ask: "read-clocks" }, { clocks })));
      return;
    }
    play.readings = clocks;
    voice(say("entry.these-readings-go-with-play-being"));
    this.close(null);
  }

  turn() {
    mirroring(!mirroring());
    this.mirror.kept = null;
    this.mirror.follow(this.table.game.now);
    this.table.show();
    this.show();
  }
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

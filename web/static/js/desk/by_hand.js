// What is done at the desk by hand: its keys, the number of a table, the switch of the sound, and the
// question whether a matter is put off or waived.

import { uuid7 } from "../entry/queue/ids.js";
import { asRead } from "../frame/make.js";
import { say } from "../frame/say.js";
import { KINDS, ask } from "./matters.js";

const TYPED_FOR = 2500; // milliseconds after which a number begins anew

export function byHand(desk) {
  const [tables, whole, find, field, sound] = ["tables", "whole", "find", "table-number", "sound"].map((id) => document.getElementById(id));
  document.querySelector(".tabs").append(tables);
  const wallOnly = () => {
    const only = document.body.classList.toggle("wall-only");
    whole.setAttribute("aria-pressed", only);
    if (only) tables.setAttribute("aria-current", "page");
    else tables.removeAttribute("aria-current");
    desk.list.draw(); // no kind is looked at meanwhile
    desk.wall.fit();
    if (only) desk.peek.close(); // it would lie over tables
    else desk.chooseFirst();
  };
  whole.addEventListener("click", wallOnly);
  tables.addEventListener("click", (event) => {
    event.preventDefault();
    if (!tables.getAttribute("aria-current")) wallOnly();
  });
  document.getElementById("whose")?.addEventListener("change", ({ target }) => location.assign(target.value || "/desk"));
  document.getElementById("number-pad").addEventListener("submit", (event) => {
    event.preventDefault();
    desk.look(Number(field.value));
    field.value = "";
  });
  desk.wanted = Number(new URLSearchParams(location.search).get("table")); // the field, sent before this script came
  // On the table that is looked at: the first control that this key is for.
  const press = (hand) => document.querySelector(`#peek:not([hidden]) [data-hand=${hand}]`)?.click();
  new Keys(desk, {
    ...Object.fromEntries([..."aecrwl"].map((hand) => [hand, () => press(hand)])),
    p: () => desk.print(),
    v: wallOnly,
    s: () => sound.click(),
    "/": () => find.focus(),
    "?": () => document.getElementById("keys-open").click(),
    Escape: () => desk.peek.isOpen && desk.peek.close(),
  });
}

// Up and down the list, a table by its number, a letter for each way on.
class Keys {
  // `hands`: by key, what it does.
  constructor(desk, hands) {
    Object.assign(this, { desk, hands, digits: "" });
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if (target.matches?.("input, select, textarea")) {
      if (key === "Escape") target.blur();
      return;
    }
    if (/^[0-9]$/.test(key)) return this.digit(key);
    if (key === "Enter") return this.enter(event);
    const move = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
    if (move) {
      event.preventDefault();
      this.move(move);
    } else if (this.hands[key]) {
      event.preventDefault();
      this.hands[key]();
    }
  }

  digit(key) {
    this.type((this.digits + key).slice(-4));
    this.forget = setTimeout(() => this.type(""), TYPED_FOR);
  }

  type(digits) {
    clearTimeout(this.forget);
    this.digits = digits;
    const typed = document.getElementById("typed");
    typed.hidden = !digits;
    typed.textContent = say("desk.typed", { digits });
  }

  enter(event) {
    const { digits } = this;
    if (digits) {
      this.type("");
      this.desk.look(Number(digits));
    } else if (event.target.matches?.(".matter")) event.target.querySelector(".button")?.click();
    else return;
    event.preventDefault();
  }

  // From the row that is looked at; the first press goes to it.
  move(by) {
    const rows = this.desk.list.visible;
    const looked = document.activeElement.closest(".matter") ?? rows.find((row) => row.getAttribute("aria-current"));
    const at = rows.indexOf(looked);
    const to = at === -1 ? (by > 0 ? 0 : rows.length - 1) : document.activeElement === looked ? at + by : at;
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
}

const EVERY = 3000; // milliseconds between two rings
const BLINK = 1000;
const TONES = [[880, 0], [660, 0.22]]; // Hz, seconds from the start
const LASTS = 0.18;
const KEPT = "desk-sound";

// What makes a call heard and seen when nobody looks at the page: two tones, and a title that changes.
// The switch keeps what was chosen; a browser lets a page sound only after a tap, which may be anywhere.
export class Ring {
  constructor(control, title = document.title) {
    this.control = control;
    this.title = title;
    this.words = "";
    this.context = null;
    this.waits = kept(); // for the tap
    this.show(this.waits);
    control.addEventListener("click", () => this.woken !== control && this.turn(!this.on));
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, ({ target }) => this.wake(target), true);
    setInterval(() => this.sound(), EVERY);
    setInterval(() => this.blink(), BLINK);
  }

  get on() {
    return this.control.getAttribute("aria-checked") === "true";
  }

  show(on) {
    this.control.setAttribute("aria-checked", String(on));
    document.getElementById("tap").hidden = !this.waits;
  }

  // The first tap on the page: on the switch itself it is no second one that turns the sound off.
  wake(target) {
    this.woken = this.waits ? target.closest?.("#sound") : null;
    if (this.waits) this.turn(true);
  }

  async turn(on) {
    this.waits = false;
    this.show(on);
    kept(on);
    if (!on) {
      await this.context?.suspend();
      return;
    }
    this.context ??= new AudioContext();
    await this.context.resume();
    this.play(TONES.slice(0, 1)); // so that one hears that it works
  }

  // What there is to ring for, in a few words; empty for silence.
  for(words) {
    const begins = words && !this.words;
    this.words = words;
    if (begins) this.sound();
    this.blink();
  }

  sound() {
    if (this.words && this.on && this.context) this.play(TONES);
  }

  play(tones) {
    for (const [pitch, at] of tones) {
      const begin = this.context.currentTime + at;
      const tone = this.context.createOscillator();
      const loudness = this.context.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, begin);
      loudness.gain.linearRampToValueAtTime(0.4, begin + 0.02);
      loudness.gain.linearRampToValueAtTime(0, begin + LASTS);
      tone.connect(loudness).connect(this.context.destination);
      tone.start(begin);
      tone.stop(begin + LASTS);
    }
  }

  blink() {
    const lit = this.words && Math.floor(Date.now() / BLINK) % 2 === 0;
    document.title = lit ? `● ${this.words}` : this.words || this.title;
  }
}

// Whether the sound was on; `on` is remembered. Where nothing is kept it is off, and nobody is reminded.
function kept(on) {
  try {
    if (on !== undefined) localStorage.setItem(KEPT, on ? "on" : "off");
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

const DONE = { "waive-matter": say("desk.waived"), "put-off-matter": say("desk.put-off-it-comes-back") };

// A matter put off or waived: the question, and the request that says so.
export class Aside {
  constructor(desk) {
    this.desk = desk;
    this.dialog = document.getElementById("aside");
    this.reason = document.getElementById("aside-reason");
    this.wants = document.getElementById("aside-wants");
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      if (this.reason.value.trim()) return;
      event.preventDefault();
      this.wants.textContent = say("desk.say-why-in-a-word");
      this.reason.focus();
    });
  }

  async ask({ matter, tournament, title, words }) {
    this.reason.value = "";
    this.wants.textContent = "";
    document.getElementById("aside-title").textContent = asRead(title);
    document.getElementById("aside-what").textContent = asRead(words);
    document.getElementById("aside-read").textContent = KINDS.get(matter.kind).read ? say("desk.reason-read") : say("desk.reason-enough");
    this.dialog.querySelector("[value=waive]").hidden = KINDS.get(matter.kind).never;
    this.dialog.returnValue = "";
    this.dialog.showModal();
    await new Promise((resolve) => this.dialog.addEventListener("close", resolve, { once: true }));
    const how = this.dialog.returnValue;
    if (how && how !== "cancel") await this.send(tournament, this.asked(matter, how));
  }

  asked({ kind, subject, which }, how) {
    const named = { kind, subject, which, reason: this.reason.value.trim() };
    if (how === "waive") return { ask: "waive-matter", ...named };
    const minutes = Number(how);
    if (!minutes) return { ask: "put-off-matter", ...named, until: how };
    return { ask: "put-off-matter", ...named, until: "time", at: new Date(this.desk.at + minutes * 60_000).toISOString() };
  }

  // The same request again where no answer came: what was written is not written twice.
  async send(tournament, asked) {
    const handed = { command_id: uuid7(), tournament, asked };
    for (const wait of [0, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const told = await ask("/desk/matters", handed).then((response) => response.json(), () => null);
      if (told === null) continue;
      const good = Boolean(told.written);
      this.desk.said(good ? DONE[asked.ask] : `${told.what} ${told.next_step}`, good);
      return;
    }
    this.desk.said(say("desk.there-is-no-connection"), false);
  }
}

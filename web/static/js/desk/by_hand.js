// What is done at the desk by hand: its keys, the number of a table, the switch of the sound, and the
// question whether a matter is put off or waived.

import { uuid7 } from "../entry/queue/ids.js";
import { asRead } from "../frame/make.js";
import { signsTold } from "./wall.js";

const TYPED_FOR = 2500; // milliseconds after which a number begins anew

export function byHand(desk) {
  const open = (dialog) => document.getElementById(dialog).showModal();
  const views = document.querySelectorAll(".view");
  const wallOnly = () => {
    const only = document.body.classList.toggle("wall-only");
    for (const view of views) view.setAttribute("aria-pressed", String(only));
    desk.list.draw(); // no kind is looked at meanwhile
    desk.wall.fit();
    if (only) desk.peek.close(); // it would lie over tables
    else desk.chooseFirst();
  };
  // On the table that is looked at: the first control that this key is for.
  const press = (hand) => document.querySelector(`#peek:not([hidden]) [data-hand=${hand}]`)?.click();
  for (const view of views) view.addEventListener("click", wallOnly);
  inTheirPlaces();
  const whose = document.getElementById("whose");
  whose?.addEventListener("change", () => location.assign(whose.value || "/desk"));
  document.getElementById("sign-list").replaceChildren(...signsTold());
  document.getElementById("keys-open").addEventListener("click", () => open("keys"));
  const field = document.getElementById("table-number");
  document.getElementById("number-pad").addEventListener("submit", (event) => {
    event.preventDefault();
    desk.look(Number(field.value));
    field.value = "";
  });
  desk.wanted = Number(new URLSearchParams(location.search).get("table")); // the field, sent before this script came
  new Keys({
    look: (number) => desk.look(number),
    list: () => desk.list.visible,
    row: () => document.activeElement?.closest?.(".matter") ?? desk.list.visible.find((row) => row.getAttribute("aria-current")),
    say: (words) => {
      const typed = document.getElementById("typed");
      typed.hidden = !words;
      typed.textContent = words;
    },
    hands: {
      ...Object.fromEntries([..."aecrwl"].map((hand) => [hand, () => press(hand)])),
      p: () => desk.print(),
      v: wallOnly,
      s: () => document.getElementById("sound").click(),
      "/": () => document.getElementById("find").focus(),
      "?": () => open("keys"),
      Escape: () => desk.peek.isOpen && desk.peek.close(),
    },
  });
}

// On a phone the tabs need their line: what is live, and the sound, stand above the list; whose desk it
// is, already where there is no room for the wall.
function inTheirPlaces() {
  const [line, beside] = [document.getElementById("desk-line"), document.querySelector(".beside-tabs")];
  const first = document.querySelector(".beside-tabs .view");
  const sizes = [["(width < 600px)", ["live", "sounds"]], ["(width < 1200px)", ["whose-desk"]]].map(([size, ids]) => [matchMedia(size), ids]);
  const place = () => {
    for (const [small, ids] of sizes) {
      for (const one of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
        if (small.matches) line.append(one);
        else beside.insertBefore(one, first);
      }
    }
  };
  for (const [small] of sizes) small.addEventListener("change", place);
  place();
}

// Up and down the list, a table by its number, a letter for each way on.
class Keys {
  // `hands`: by key, what it does; `look` gets the number of a table; `list` gives the rows, `row` the one
  // that is looked at.
  constructor(given) {
    Object.assign(this, given);
    this.digits = "";
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
    clearTimeout(this.forget);
    this.digits = (this.digits + key).slice(-4);
    this.say(`Table ${this.digits}… Enter`);
    this.forget = setTimeout(() => this.clear(), TYPED_FOR);
  }

  clear() {
    clearTimeout(this.forget);
    this.digits = "";
    this.say("");
  }

  enter(event) {
    if (this.digits) {
      event.preventDefault();
      const number = Number(this.digits);
      this.clear();
      this.look(number);
    } else if (event.target.classList?.contains("matter")) {
      event.preventDefault();
      event.target.querySelector(".button")?.click();
    }
  }

  move(by) {
    const rows = this.list();
    const at = rows.indexOf(this.row());
    const on = document.activeElement === rows[at] || at === -1; // the first press goes to the row that is looked at
    const next = rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, on ? at + by : at))];
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
    this.waits = wasOn(); // for the tap
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
    this.control.nextElementSibling.hidden = !this.waits;
  }

  // The first tap on the page: on the switch itself it is no second one that turns the sound off.
  wake(target) {
    this.woken = this.waits ? target.closest?.("#sound") : null;
    if (this.waits) this.turn(true);
  }

  async turn(on) {
    this.waits = false;
    this.show(on);
    remember(on);
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

function wasOn() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // nothing is kept here
  }
}

function remember(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // nothing is kept here, and nobody is reminded
  }
}

// As in ledger/vocabulary/desk_matters.py: whose table reads the reason, and what it goes on waiting for.
const AT_A_TABLE = new Set(["call", "verdicts-differ", "turns-since", "for-a-ruling", "step", "amendment", "petition", "unwritten", "slip"]);
const NEVER_WAIVED = new Set(["verdicts-differ", "slip", "unwritten"]);
const DONE = { "waive-matter": "Waived.", "put-off-matter": "Put off; it comes back by itself." };

// A matter put off or waived: the question, and the request that says so.
export class Aside {
  // `now` gives the time of the record in milliseconds; `said` shows what came of it.
  constructor({ now, said }) {
    this.now = now;
    this.said = said;
    this.dialog = document.getElementById("aside");
    this.reason = document.getElementById("aside-reason");
    this.wants = document.getElementById("aside-wants");
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      // Who only goes back need not say why.
      if (event.submitter?.value === "no" || this.reason.value.trim()) return;
      event.preventDefault();
      this.wants.textContent = "Say why in a word: it stands in the log of the day.";
      this.reason.focus();
    });
  }

  async ask({ matter, tournament, title, words }) {
    this.reason.value = "";
    this.wants.textContent = "";
    document.getElementById("aside-title").textContent = asRead(title);
    document.getElementById("aside-what").textContent = asRead(words);
    document.getElementById("aside-read").textContent = AT_A_TABLE.has(matter.kind) ? "a word is enough; the table reads it" : "a word is enough";
    this.dialog.querySelector("[value=waive]").hidden = NEVER_WAIVED.has(matter.kind);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    await new Promise((resolve) => this.dialog.addEventListener("close", resolve, { once: true }));
    const how = this.dialog.returnValue;
    if (how && how !== "no") await this.send(tournament, this.asked(matter, how));
  }

  asked({ kind, subject, which }, how) {
    const named = { kind, subject, which, reason: this.reason.value.trim() };
    if (how === "waive") return { ask: "waive-matter", ...named };
    const minutes = Number(how);
    if (!minutes) return { ask: "put-off-matter", ...named, until: how };
    return { ask: "put-off-matter", ...named, until: "time", at: new Date(this.now() + minutes * 60_000).toISOString() };
  }

  // The same request again where no answer came: what was written is not written twice.
  async send(tournament, asked) {
    const body = JSON.stringify({ command_id: uuid7(), tournament, asked });
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    for (const wait of [0, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const told = await fetch("/desk/matters", { method: "POST", headers, body }).then((response) => response.json(), () => null);
      if (told === null) continue;
      const good = Boolean(told.written);
      this.said(good ? DONE[asked.ask] : `${told.what} ${told.next_step}`, good);
      return;
    }
    this.said("There is no connection to the server. Try again.", false);
  }
}

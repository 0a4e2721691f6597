// The director's desk: what waits for a person, as it is now; a call rings until somebody goes.

import { uuid7 } from "../entry/queue/ids.js";
import { minuteInZone } from "../frame/hall_time.js";
import { asRead, button, make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { say } from "../frame/say.js";
import { toast } from "../frame/toast.js";
import { SIGNS } from "../live/signs.js";
import { Lasting } from "../live/lasting.js";
import { Aside, Ring, byHand } from "./by_hand.js";
import { List } from "./list.js";
import { KINDS, Names, Verbs, ask, said } from "./matters.js";
import { Peek } from "./peek.js";
import { Wall, setText } from "./wall.js";

const POLL = 15000;
const BOUNCE = 250; // milliseconds in which an Enter still belongs to what brought the dialog
const AT_MOST_EVERY = 1000; // a hall of a hundred tables writes all the time
const LISTS = ["calls", "for_a_ruling", "others", "cases", "unwritten", "slips", "silent", "results"];
const BESIDE = matchMedia("(width >= 1200px)"); // there is room for a table beside the list

class Desk {
  constructor() {
    this.root = document.getElementById("desk");
    this.sign = document.getElementById("live");
    const { tournament, division, role, shown } = this.root.dataset;
    this.division = division;
    this.ring = new Ring(document.getElementById("sound"));
    this.silenced = new Set(); // what does not ring at this screen
    this.heardOf = null; // what a screen reader has been told of
    this.had = null; // the row and the words of the control that had the focus last
    this.ahead = 0;
    this.names = new Names(JSON.parse(document.getElementById("names").textContent));
    // Known before the first row is drawn: a row that is drawn anew is taken away under a finger.
    this.shown = tournament ? [] : shown.split(" ").filter(Boolean);
    this.names.know(this.shown);
    document.body.classList.toggle("several", this.names.several);
    this.aside = new Aside(this);
    this.verbs = new Verbs(this, role === "director");
    this.peek = new Peek(this);
    this.list = new List(this, (key) => BESIDE.matches && this.choose(key));
    this.wall = new Wall({ tournament, division, names: this.names, onLook: (table) => this.openTable(table) });
    this.keepFocus();
    // A table that nobody opened is no sheet over the list once the screen is narrower.
    BESIDE.addEventListener("change", () => (BESIDE.matches ? this.chooseFirst() : this.peek.close()));
    byHand(this);
    this.watch(tournament ? `?tournament=${encodeURIComponent(tournament)}` : "");
    setInterval(() => this.refresh(), POLL);
    setInterval(() => this.tick(), 1000);
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  // The wall first: what happens after it was read comes as changes.
  async watch(which) {
    this.address = `/desk/now.json${which}`;
    this.refresh();
    let after;
    while (after === undefined) {
      after = await this.wall.load().catch(() => undefined);
      if (after === undefined) await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    this.named();
    this.tellWall();
    if (this.wanted) this.look(this.wanted);
    new Lasting(`/events${which}`, after, {
      onChange: (change) => {
        if (!this.wall.change(change)) this.reloadWall();
        if (change.game) this.peek.changed(change.game.id);
        this.heard();
      },
      onState: (state) => this.say(state),
      onBegunAgain: () => location.reload(),
    });
  }

  // A game that is on no tile: another round may have begun.
  reloadWall() {
    this.wallSoon ??= setTimeout(async () => {
      this.wallSoon = undefined;
      await this.wall.load().catch(() => {});
      this.named();
      this.tellWall();
    }, POLL / 5);
  }

  // Where several tournaments are on the desk, every table says of which it is.
  named() {
    const slugs = [...this.shown, ...this.wall.slugs, ...this.matters.map(({ tournament }) => tournament)];
    if (this.names.know(this.root.dataset.tournament ? [] : slugs)) this.wall.drawAll();
    document.body.classList.toggle("several", this.names.several);
    if (this.now) this.show();
  }

  // Everything that waits in the tournament and division that are looked at.
  get matters() {
    if (!this.now) return [];
    return LISTS.flatMap((list) => this.now[list]).filter((one) => this.isHere(one));
  }

  isHere({ where }) {
    return !this.division || !where || where.division === this.division;
  }

  jumped() {
    if (!BESIDE.matches) this.peek.close();
  }

  // By the clock of the server.
  get at() {
    return Date.now() + this.ahead;
  }

  // A number typed before the tables were told is looked for once they are; two of one number are asked about.
  look(number) {
    this.wanted = number;
    if (!this.wall.loaded) return;
    const found = this.wall.numbered(number);
    if (found.length > 1) this.askWhich(number, found);
    else if (found.length) this.openTable(found[0]);
    else this.said(say("desk.there-is-no-table", { number }), false);
  }

  askWhich(number, tables) {
    const dialog = make("dialog", { className: "dialog", id: "which", "aria-labelledby": "which-title" }, [
      make("form", { method: "dialog" }, [
        make("h2", { id: "which-title", text: say("desk.which-table", { number }) }),
        ...tables.map((table) => make("button", { className: "button", text: `${this.names.table(table.game)}: ${table.game.names.join(" – ")}`, onclick: () => this.openTable(table) })),
        make("button", { className: "button", text: say("desk.back") }),
      ]),
    ]);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  // The row of the list that is looked at, in the place beside it.
  choose(key) {
    const table = this.list.of(key);
    if (!table) return;
    this.list.mark(key);
    this.peek.look(table);
    this.tick();
  }

  open(key) {
    this.choose(key);
    this.bringUp();
  }

  openTable({ game, entry, evidence, replayed }) {
    this.list.mark(game.id);
    const where = { ...game, game: game.id, entry, evidence, replayed };
    this.peek.look(this.list.of(game.id) ?? { key: game.id, where, matters: [] });
    this.bringUp();
    this.tick();
  }

  bringUp() {
    if (BESIDE.matches) this.peek.root.scrollIntoView({ block: "nearest" });
    else this.peek.head.querySelector("button").focus({ preventScroll: true });
  }

  print() {
    const replayed = this.peek.isOpen && this.peek.about.where?.replayed;
    if (replayed) window.open(`${replayed}score-sheet.pdf?paper=a4`, "_blank", "noopener");
  }

  say(state) {
    this.sign.dataset.look = state;
    this.sign.querySelector(".live-words").textContent = SIGNS[state];
  }

  heard() {
    const wait = Math.max(0, (this.asked ?? 0) + AT_MOST_EVERY - Date.now());
    this.soon ??= setTimeout(() => this.refresh(), wait);
  }

  async refresh() {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.asked = Date.now();
    try {
      const response = await ask(this.address);
      if (response.status === 403) location.reload(); // signed out: to the door
      if (!response.ok) return;
      this.now = await response.json();
      this.ahead = Date.parse(this.now.now) - Date.now();
    } catch {
      this.say("waiting");
      return;
    }
    this.named();
  }

  // How many results are not in, and where they are typed.
  missing({ tournament, missing, tables, since, page }, wall) {
    const slips = wall && since ? say("desk.slips-missing-since", { missing, tables, time: minuteInZone(since) }) : say("desk.slips-missing", { missing, tables });
    const words = this.names.several ? `${this.names.of(tournament)}: ${slips}` : slips;
    return make("li", { className: "ways-out" }, wall ? [make("a", { href: page, text: words })] : [`${words}. `, make("a", { href: page, className: "button", text: say("desk.type-results") })]);
  }

  show() {
    const { matters, now } = this;
    // Said while the page is open, too: it stays open all day.
    const witness = document.getElementById("witness");
    setText(witness.querySelector("span"), now.witness);
    witness.hidden = !now.witness;
    const here = (list) => now[list].filter((one) => this.isHere(one));
    this.list.show(matters, here("later"), here("for_players"), here("waived").reverse(), [[...this.silenced], this.names.several]);
    for (const list of document.querySelectorAll(".slips-missing")) showRows(list, now.missing, (one) => this.missing(one, list.matches(".wall > *")), this.names.several);
    this.tellWall();
    const ringing = matters.filter((one) => this.rings(one));
    this.ring.for(ringing.length > 1 ? say("desk.tables-call", { n: ringing.length }) : ringing.length ? say("desk.table-calls", { table: this.names.table(ringing[0].where) }) : "");
    this.tellPeek();
    this.regain();
    this.announce(matters, ringing);
    this.tick();
  }

  // The table beside the list, as it is now; at first the most pressing.
  tellPeek() {
    const { peek, list } = this;
    if (!peek.isOpen) {
      if (!peek.about) this.chooseFirst();
      return;
    }
    const table = list.of(peek.about.key);
    if (table || peek.about.where) peek.tell(table ?? { ...peek.about, matters: [] }, true);
    else peek.close(); // a case in which nothing is to be done any more
  }

  chooseFirst() {
    const [first] = this.list.visible;
    if (first && BESIDE.matches && !document.body.classList.contains("wall-only")) this.choose(first.dataset.key);
  }

  keepFocus() {
    document.addEventListener("focusin", ({ target }) => {
      const row = target.closest(".matter, #peek-matters > li");
      const { key } = row?.dataset ?? {};
      this.had = row && { key: key ?? this.peek.about.key, beside: !key, text: target === row ? null : target.textContent };
    });
    document.addEventListener("keydown", (event) => {
      const early = document.getElementById("settle").open && event.timeStamp - this.asked_at < BOUNCE;
      if (event.key === "Enter" && (event.repeat || early)) event.preventDefault();
    });
  }

  // A row that is drawn anew took the focus with it: it has it again, or what is left of it has.
  regain() {
    const { had } = this;
    if (!had || document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
    const row = had.beside && this.peek.about?.key === had.key ? this.peek.matters : this.list.visible.find(({ dataset }) => dataset.key === had.key);
    if (row && had.text === null) return row.focus();
    const controls = [...(row?.querySelectorAll("button, a") ?? [])];
    (controls.find(({ textContent }) => textContent === had.text) ?? controls[0] ?? document.getElementById("title")).focus();
  }

  // Once each, and not how long it waits: a call at once, what else is pressing when there is time.
  announce(matters, ringing) {
    const fresh = [];
    const known = this.heardOf;
    this.heardOf ??= new Set();
    for (const one of matters) {
      const { subject, which, kind } = one.matter;
      const { urgency, short } = KINDS.get(kind);
      const loud = ringing.includes(one) || kind === "unwritten";
      const named = `${subject} ${kind} ${which}`;
      if (this.heardOf.has(named) || (!loud && urgency !== "now")) continue;
      this.heardOf.add(named);
      const table = one.where ? say("desk.table-is", { table: this.names.table(one.where) }) : this.names.of(one.tournament);
      const what = said(one).replace(/\.$/, "");
      const words = kind === "unwritten" ? say("desk.heard-unwritten", { table }) : ringing.includes(one) ? say("desk.heard-call", { table, what }) : `${table}: ${short}: ${what}.`;
      if (loud || known) fresh.push([loud, words]);
    }
    for (const [id, wanted] of [["heard", true], ["news", false]]) {
      const told = fresh.filter(([loud]) => loud === wanted).map(([, words]) => words);
      if (told.length) document.getElementById(id).textContent = asRead(told.join(" "));
    }
  }

  // A call nobody sees to, and verdicts that differ, of which the last is the director's.
  rings({ matter, where, call, version, by_director: director }) {
    if (matter.kind === "call" ? !call || call.arrived || call.coming : !director) return false; // put off, it is silent
    return !this.silenced.has(`${where.game} ${call?.version ?? version}`);
  }

  silence({ where, call, version }) {
    this.silenced.add(`${where.game} ${call?.version ?? version}`);
    this.show();
  }

  // One sign a table: of all that waits there, in whatever list.
  tellWall() {
    const signs = new Map();
    for (const { where, matter } of this.matters) {
      if (where) signs.set(where.game, [...(signs.get(where.game) ?? []), matter.kind]);
    }
    this.wall.setSigns(signs);
  }

  async later(one) {
    const title = one.where ? say("desk.put-off-at-table", { table: this.names.table(one.where) }) : say("desk.put-off-what-waits");
    await this.aside.ask({ matter: one.matter, tournament: one.tournament, title, words: said(one) });
    await this.refresh();
  }

  async settle(where) {
    const dialog = document.getElementById("settle");
    const outcome = document.getElementById("outcome");
    outcome.value = "";
    document.getElementById("settle-title").textContent = say("desk.settled-at-table", { table: this.names.table(where) });
    dialog.returnValue = "";
    const { had } = this;
    dialog.showModal();
    this.asked_at = performance.now();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    this.had = { ...had, key: where.game, text: say("desk.settled") };
    this.regain();
    if (dialog.returnValue === "yes") await this.enter(where, { ask: "director-goes", outcome: outcome.value.trim() });
  }

  // Like any entry; past the count of a device, for a desk keeps none.
  async enter(where, asked, pressed) {
    if (this.entering) return; // pressed twice
    this.entering = true;
    pressed?.setAttribute("aria-busy", "true");
    await this.handIn(where, asked);
    await this.refresh();
    pressed?.removeAttribute("aria-busy");
    this.entering = false;
  }

  async handIn(where, asked) {
    const entry = { command_id: uuid7(), game: where.game, asked, occurred_at: new Date().toISOString(), sent_at: new Date().toISOString() };
    let told;
    try {
      const answer = await (await ask("/api/entries", [entry])).json();
      told = answer.answers?.[0] ?? answer;
    } catch {
      told = { what: say("desk.there-is-no-connection-to-the-server"), next_step: say("desk.try-again") };
    }
    if (told.kind === "written") this.said(say("desk.recorded-for-table", { table: this.names.table(where) }));
    else this.said(say("desk.not-recorded", { what: told.what, next_step: told.next_step }), false);
  }

  // What was written goes after a while; what was not stays until somebody closes it.
  said(words, good = true) {
    if (good) return toast(words);
    const told = document.getElementById("said");
    told.hidden = false;
    told.replaceChildren(make("p", { text: words }), button(say("desk.close"), () => Object.assign(told, { hidden: true }), { className: "button text" }));
  }

  tick() {
    for (const waited of document.querySelectorAll("[data-since]")) {
      setText(waited, waitWords(Math.max(0, Math.floor((this.at - Date.parse(waited.dataset.since)) / 1000))));
    }
  }
}

// How long something waits: 0:27, 14 min, 2 h 5 min, 3 days.
function waitWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  if (minutes < 60) return say("desk.minutes", { minutes });
  if (minutes < 48 * 60) return say("desk.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return say("desk.days", { days: Math.floor(minutes / 1440) });
}

new Desk();

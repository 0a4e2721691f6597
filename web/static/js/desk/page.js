// The director's desk: what waits for a person, as it is now; a call rings until somebody goes.

import { CALLS } from "../entry/irregular/calls.js";
import { uuid7 } from "../entry/queue/ids.js";
import { clockWords } from "../frame/clock_words.js";
import { minuteInZone } from "../frame/hall_time.js";
import { button, isolated, make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { SIGNS, Stream } from "../live/stream.js";
import { Aside } from "./aside.js";
import { Keys } from "./keys.js";
import { Peek } from "./peek.js";
import { Ring } from "./ring.js";
import { Wall, signsTold } from "./wall.js";

const POLL = 15000;
const BOUNCE = 250; // milliseconds in which an Enter still belongs to what brought the dialog
const AT_MOST_EVERY = 1000; // a hall of a hundred tables writes all the time
const FOLDED = { later: "Put off", for_players: "Sums announced wrong" };
const RAISED_BY = {
  player: "said by the player", opponent: "said by the opponent", "third-party": "said by another player",
  observer: "said by somebody who watched", monitor: "said by the monitor", staff: "said by staff",
};
const SAID = new Map(CALLS);
const DIFFER = "The verdicts differ; the director gives the final one";
const TO_DO = { ruling: "to be ruled on", telling: "ruled; nobody was told", report: "a report is due", appeal: "under appeal", decision: "a decision on appeal is to be carried out" };
const GO_TO = { amendment: "Amend", "papers-differ": "Both slips" };
const LISTS = ["calls", "for_a_ruling", "others", "cases", "unwritten", "slips", "silent", "results"];

// A fact, and no suspicion: at most tables it is so.
const strokes = ({ strokes: on }) => on && make("span", { className: "quiet", text: ` · both by hand on one tablet: ${on[0]}, badge ${on[1]}` });

class Desk {
  constructor() {
    this.root = document.getElementById("desk");
    this.sign = document.getElementById("live");
    this.names = JSON.parse(document.getElementById("names").textContent);
    this.directs = this.root.dataset.role === "director";
    this.ring = new Ring(document.getElementById("sound"));
    this.opened = new Set(); // matters of which more is shown
    this.silenced = new Set(); // calls that do not ring at this screen
    this.heardOf = new Set(); // what a screen reader has been told of
    this.had = null; // the row and the words of the control that had the focus last
    document.addEventListener("focusin", ({ target }) => {
      const row = target.closest(".matter");
      this.had = row && { section: row.closest("section, details").id, game: row.dataset.game, which: row.dataset.which, text: target === row ? null : target.textContent };
    });
    document.addEventListener("keydown", (event) => {
      const early = document.getElementById("settle").open && event.timeStamp - this.asked_at < BOUNCE;
      if (event.key === "Enter" && (event.repeat || early)) event.preventDefault();
    });
    this.ahead = 0;
    this.wanted = Number(new URLSearchParams(location.search).get("table")); // the pad, sent before this script came
    const { tournament } = this.root.dataset;
    this.aside = new Aside({ now: () => Date.now() + this.ahead, said: (words, good) => this.said(words, good) });
    this.peek = new Peek({ directs: this.directs, comes: ({ id, table }) => this.enter({ game: id, table }, { ask: "director-comes" }) });
    this.wall = new Wall(tournament, { onLook: (table) => this.peek.look(table) });
    this.byHand();
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
    this.tellWall();
    if (this.wanted) this.look(this.wanted);
    new Stream(`/events${which}`, after, {
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
    this.later ??= setTimeout(async () => {
      this.later = undefined;
      await this.wall.load().catch(() => {});
      this.tellWall();
    }, POLL / 5);
  }

  // Everything that can be done by hand: buttons of the head, the number pad, keys.
  byHand() {
    const press = (row, text) => [...(row?.querySelectorAll(".acts a, .acts button, .links a, .links button") ?? [])].find((one) => one.textContent.startsWith(text))?.click();
    const open = (dialog) => document.getElementById(dialog).showModal();
    const view = document.getElementById("view");
    const wallOnly = () => {
      const only = document.body.classList.toggle("wall-only");
      view.setAttribute("aria-pressed", String(only));
    };
    const onPeek = (text) => [...document.querySelectorAll("#peek:not([hidden]) .acts > *")].find((one) => one.textContent === text)?.click();
    const either = (row, ...texts) => (row ? texts.forEach((text) => press(row, text)) : onPeek(texts[0]));
    view.addEventListener("click", wallOnly);
    document.getElementById("sign-list").replaceChildren(...signsTold());
    document.getElementById("keys-open").addEventListener("click", () => open("keys"));
    document.getElementById("number-pad").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = document.getElementById("table-number");
      this.look(Number(field.value));
      field.value = "";
    });
    new Keys({
      look: (number) => this.look(number),
      list: () => [...document.querySelectorAll("#inbox :is(section:not([hidden]), details[open]) .matter")],
      say: (words) => {
        const typed = document.getElementById("typed");
        typed.hidden = !words;
        typed.textContent = words;
      },
      hands: {
        g: (row) => either(row, "Go"),
        a: (row) => (row ? press(row, "I am at the table") : onPeek("At the table")),
        e: (row) => either(row, "Evidence"),
        c: (row) => (row ? (press(row, "Open a case"), press(row, "Case")) : onPeek("Case")),
        r: (row) => press(row, "Rule on it"),
        w: () => onPeek("Warn"),
        l: (row) => press(row, "Later"),
        p: (row) => this.print(row),
        v: wallOnly,
        s: () => document.getElementById("sound").click(),
        "/": () => document.getElementById("find").focus(),
        "?": () => open("keys"),
        Escape: () => this.peek.close(),
      },
    });
  }

  // A number typed before the tables were told is looked for once they are.
  look(number) {
    this.wanted = number;
    if (!this.wall.loaded) return;
    const table = this.wall.numbered(number);
    if (table) this.peek.look(table);
    else this.said(`There is no table ${number} on the wall.`, false);
  }

  print(row) {
    const replayed = row?.replayed ?? (this.peek.root.hidden ? undefined : this.peek.table?.replayed);
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
      const response = await fetch(this.address, { headers: { Accept: "application/json" } });
      if (response.status === 403) location.reload(); // signed out: to the door
      if (!response.ok) return;
      this.now = await response.json();
      this.ahead = Date.parse(this.now.now) - Date.now();
    } catch {
      this.say("waiting");
      return;
    }
    this.show();
  }

  // How many slips are not in, and where they are typed.
  missing({ tournament, missing, tables, since, page }) {
    const name = Object.keys(this.names).length > 1 ? `${this.names[tournament] ?? tournament}: ` : "";
    return make("li", {}, [make("a", { href: page, text: `${name}${missing} of ${tables} slips missing${since ? `, the longest since ${minuteInZone(since)}` : ""}` })]);
  }

  // Said while the page is open, too: it stays open all day.
  witness(found) {
    const told = document.getElementById("witness");
    const words = told.querySelector("span");
    if (words.textContent !== isolated(found)) words.textContent = isolated(found);
    told.hidden = !found;
  }

  show() {
    const { calls, for_a_ruling: refused, cases, slips, unwritten, silent, results, others, for_players: sums, later } = this.now;
    this.witness(this.now.witness);
    const attended = ({ call }) => Boolean(call.arrived || call.coming);
    this.fill("calls", calls.toSorted((one, two) => attended(one) - attended(two)), (call) => this.call(call));
    this.fill("refused", refused, (one) => this.refused(one));
    this.fill("others", others, (one) => this.other(one));
    this.fill("cases", cases, (one) => this.aCase(one));
    this.fill("unwritten", unwritten, (one) => this.row(one, both(one.entry)));
    this.fill("slips", slips, (one) => this.slip(one));
    this.fill("silent", silent, (one) => this.row(one, [make("b", { text: `Tablet ${one.device}` }), badges(one)]));
    this.fill("results", results, (one) => this.result(one));
    this.fill("later", later, (one) => this.putOff(one));
    this.fill("for_players", sums, (one) => this.other(one));
    showRows(document.getElementById("slips-missing"), this.now.missing, (one) => this.missing(one));
    document.getElementById("nothing").hidden = LISTS.some((list) => this.now[list].length);
    this.tellWall();
    const ringing = [
      ...calls.filter((one) => this.rings(one)).map(({ where, call }) => [where, call.version, SAID.get(call.reason) ?? call.reason]),
      ...slips.filter((one) => this.ringsForVerdict(one)).map(({ where, version }) => [where, version, DIFFER]),
    ];
    this.ring.for(ringing.length > 1 ? `${ringing.length} tables call` : ringing.length ? `Table ${ringing[0][0].table} calls` : "");
    this.regain();
    this.announce(ringing, unwritten);
    this.tick();
  }

  // A row that is drawn anew took the focus with it: it has it again, or what is left of it has.
  regain() {
    const { had } = this;
    if (!had || document.activeElement !== document.body || document.getElementById("settle").open) return;
    const rows = [...document.querySelectorAll(`#${had.section} .matter`)].filter(({ dataset }) => dataset.game === had.game);
    const row = rows.find(({ dataset }) => dataset.which === had.which) ?? rows[0];
    if (row && had.text === null) return row.focus();
    const controls = [...(row?.querySelectorAll("button, a") ?? [])];
    (controls.find(({ textContent }) => textContent === had.text) ?? row?.querySelector("button") ?? controls[0] ?? document.getElementById("title")).focus();
  }

  // Once each, and not how long it waits.
  announce(ringing, unwritten) {
    const words = new Map([
      ...ringing.map(([where, version, reason]) => [`${where.game} ${version}`, `Table ${where.table} calls: ${reason}.`]),
      ...unwritten.map(({ where, entry }) => [`${where.game} ${entry.entry}`, `Table ${where.table}: an entry was not written.`]),
    ]);
    const fresh = [...words.keys()].filter((one) => !this.heardOf.has(one));
    for (const one of fresh) this.heardOf.add(one);
    if (fresh.length) document.getElementById("heard").textContent = isolated(fresh.map((one) => words.get(one)).join(" "));
  }

  // Rows stay where they are while they say the same, so that no button moves under a finger.
  fill(id, list, build) {
    const section = document.getElementById(id);
    section.hidden = !list.length;
    showRows(section.querySelector(".matters"), list, build, [...this.silenced]);
    const count = section.querySelector(".folded-title");
    if (count) count.textContent = `${FOLDED[id]} (${list.length})`;
  }

  rings({ where, call }) {
    return !call.arrived && !call.coming && !this.silenced.has(`${where.game} ${call.version}`);
  }

  // Two verdicts differ and the last one is the director's: that rings as a call does.
  ringsForVerdict({ where, by_director: director, version }) {
    return director && !this.silenced.has(`${where.game} ${version}`);
  }

  // One sign a table: of all that waits there, in whatever list.
  tellWall() {
    if (!this.now) return;
    const signs = new Map();
    for (const list of LISTS) {
      for (const { where, matter } of this.now[list]) {
        if (where) signs.set(where.game, [...(signs.get(where.game) ?? []), matter.kind]);
      }
    }
    this.wall.setSigns(signs);
  }

  silence(where, version) {
    return button("Do not ring here", () => {
      this.silenced.add(`${where.game} ${version}`);
      this.show();
    }, { className: "button other" });
  }

  slip(one) {
    const rings = this.ringsForVerdict(one);
    const says = [
      make("b", { text: one.by_director ? DIFFER : one.opinion > 1 ? `Opinion ${one.opinion}` : "Challenge" }),
      one.by_director ? "" : ` · ${one.handed_over ? "slip handed over" : one.confirmed ? "words confirmed" : "slip being written"}`,
    ].filter(Boolean);
    const row = this.row(one, says, [this.directs && link(`/judge?slip=${one.where.game}`, "Judge"), rings && this.silence(one.where, one.version)]);
    if (one.by_director) row.classList.add("call");
    row.classList.toggle("ringing", rings);
    return row;
  }

  call(one) {
    const { where, call } = one;
    const rings = this.rings(one);
    const settled = () => button("Settled…", () => this.settle(where), { className: "button other" });
    const goesOn = call.arrived || call.coming; // somebody sees to it: what is next is to settle it
    return this.item(one, `call${rings ? " ringing" : ""}`, [
      this.where(where, one.since),
      make("div", { className: "what" }, [
        make("p", { className: "reason", text: SAID.get(call.reason) ?? call.reason }),
        make("p", { className: "quiet", text: [RAISED_BY[call.raised_by] ?? call.raised_by, call.about && `about ${call.about}`, `entered by ${call.by}`, call.device !== "desk" && `on ${call.device}`].filter(Boolean).join(" · ") }),
        ...one.warned.map(({ name, of }) => make("p", { className: "warned-before", text: `${name} was warned before: ${of.join("; ")}` })),
        call.earlier.length > 0 && make("p", { className: "quiet", text: `Also called: ${call.earlier.join("; ")}` }),
        call.arrived && make("p", { className: "there", text: `${call.there || "A director"} is at the table.` }),
        !call.arrived && call.coming && make("p", { className: "there", text: `${call.coming} is on the way.` }),
      ]),
      make("div", { className: "acts" }, [
        rings && this.directs && button("I am on my way", () => this.enter(where, { ask: "director-sets-out" }), { className: "button" }),
        rings && !this.directs && this.silence(where, call.version),
        this.directs && !call.arrived && button("I am at the table", () => this.enter(where, { ask: "director-comes" }), { className: "button other" }),
        this.directs && goesOn && settled(),
        link(`${where.evidence}?at=${call.version}`, "Evidence", "button other"),
        this.laterButton(one, where, SAID.get(call.reason) ?? call.reason),
        this.more(one, [
          this.directs && link(one.case, "Open a case"),
          this.directs && link(where.entry, "Entry page"),
          link(one.at_the_call, "As it was then"),
          one.rule && link(one.rule, call.clause),
          this.directs && !goesOn && settled(),
        ]),
      ]),
    ]);
  }

  // What is wanted less often; it stays open while the list is drawn anew.
  more({ matter: { which, subject } }, ways) {
    const named = `${subject} ${which}`;
    const toggled = ({ target }) => (target.open ? this.opened.add(named) : this.opened.delete(named));
    return make("details", { className: "more", open: this.opened.has(named), ontoggle: toggled }, [make("summary", { text: "More" }), make("p", { className: "links" }, ways)]);
  }

  // What the book leaves to the director: from here a ruling starts.
  refused(one) {
    const says = [make("b", { text: one.wanted }), ` · ${one.what} `, one.rule && link(one.rule, one.clause)].filter(Boolean);
    return this.row(one, says, [this.directs && link(one.rule_on, "Rule on it")]);
  }

  aCase(one) {
    const says = [make("b", { text: `${one.called} ${one.title}` }), ` · ${TO_DO[one.lacks]}`];
    return this.row(one, says, [link(one.address, this.directs && one.lacks === "decision" ? "Carry it out" : "Case")]);
  }

  other(one) {
    const says = [make("b", { text: one.called }), ` · ${one.words} `, one.rule && link(one.rule, one.clause)].filter(Boolean);
    const confirm = one.matter.kind === "to-confirm" && button("Confirm", () => this.aside.confirm(one), { className: "button other" });
    return this.row(one, says, [this.directs && confirm, (this.directs || one.matter.kind === "papers-differ") && (one.page ? link(one.page, GO_TO[one.matter.kind] ?? "Decide") : one.case && link(one.case, "Case"))]);
  }

  result(one) {
    const rule = one.rule && link(one.rule, one.clause);
    return this.row(one, [make("b", { text: one.words }), rule && " ", rule, strokes(one)].filter(Boolean));
  }

  putOff(one) {
    const when = one.at ? `until ${minuteInZone(one.at)}` : one.until;
    const says = [make("b", { text: one.called }), ` · ${one.words}`, make("span", { className: "side quiet", text: `${when} · ${one.reason} · ${one.by}, ${minuteInZone(one.put_off_at)}` })];
    return this.row(one, says, [], "Again…");
  }

  // Three ways on at most: what settles it, else the entry page; the evidence; later.
  row(one, says, links = [], later = "Later…") {
    const own = links.filter(Boolean);
    const { where } = one;
    const settles = own.length || !where || !this.directs ? own : [link(where.entry, "Go")];
    return this.item(one, "", [
      where ? this.where(where, one.since) : make("div", { className: "where" }, [make("b", { text: "No table" }), make("span", { className: "waited", "data-since": one.since })]),
      make("p", { className: "what" }, says),
      make("div", { className: "acts" }, [
        ...settles,
        where && link(where.evidence, "Evidence"),
        this.laterButton(one, where, says.map((part) => part.textContent ?? part).join(""), later),
      ]),
    ]);
  }

  item(one, look, children) {
    const { where, matter } = one;
    const item = make("li", { className: `card matter ${look}`.trim(), tabindex: -1, "data-game": where?.game ?? one.called, "data-which": `${matter.kind} ${matter.which}` }, children);
    item.replayed = where?.replayed;
    return item;
  }

  laterButton(one, where, words, text = "Later…", look = "button other") {
    const tournament = where?.tournament ?? one.tournament;
    if (!this.directs || !tournament) return null;
    const told = where ? `Table ${where.table}: ${words}` : words;
    return button(text, async () => {
      await this.aside.ask({ matter: one.matter, tournament, words: told });
      await this.refresh();
    }, { className: look });
  }

  where(where, since) {
    const several = Object.keys(this.names).length > 1 && !this.root.dataset.tournament;
    return make("div", { className: "where" }, [
      make("b", { text: `Table ${where.table}` }),
      make("span", { className: "quiet", text: [`Round ${where.round}`, where.division, several && (this.names[where.tournament] ?? where.tournament)].filter(Boolean).join(" · ") }),
      make("span", { className: "quiet", text: where.names.join(" – ") }),
      make("span", { className: "waited", "data-since": since }),
    ]);
  }

  async settle(where) {
    const dialog = document.getElementById("settle");
    const outcome = document.getElementById("outcome");
    outcome.value = "";
    document.getElementById("settle-title").textContent = `Settled at table ${where.table}`;
    dialog.returnValue = "";
    dialog.showModal();
    this.asked_at = performance.now();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    this.had = { section: "calls", game: where.game, text: "Settled…" };
    this.regain();
    if (dialog.returnValue === "yes") await this.enter(where, { ask: "director-goes", outcome: outcome.value.trim() });
  }

  // Like any entry; past the count of a device, for a desk keeps none.
  async enter(where, asked) {
    if (this.entering) return; // pressed twice
    this.entering = true;
    await this.handIn(where, asked).finally(() => {
      this.entering = false;
    });
    await this.refresh();
  }

  async handIn(where, asked) {
    const entry = { command_id: uuid7(), game: where.game, asked, occurred_at: new Date().toISOString(), sent_at: new Date().toISOString() };
    let told;
    try {
      const response = await fetch("/api/entries", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify([entry]),
      });
      const answer = await response.json();
      told = answer.answers?.[0] ?? answer;
    } catch {
      told = { what: "There is no connection to the server.", next_step: "Try again." };
    }
    this.said(told.kind === "written" ? `Recorded for table ${where.table}.` : `Not recorded. ${told.what} ${told.next_step}`, told.kind === "written");
  }

  said(words, good) {
    const said = document.getElementById("said");
    const close = button("Close", () => this.said("", true), { className: "button other" });
    said.replaceChildren(...[words, !good && close].filter(Boolean));
    said.className = good ? "unseen-title" : "card not-recorded";
  }

  tick() {
    for (const waited of document.querySelectorAll("[data-since]")) {
      const seconds = Math.max(0, Math.floor((Date.now() + this.ahead - Date.parse(waited.dataset.since)) / 1000));
      const minutes = Math.floor(seconds / 60);
      waited.textContent = minutes < 60
        ? `for ${clockWords(seconds)} min`
        : `for ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    }
  }
}

const badges = ({ badges: signed }) => (signed.length ? ` · ${signed.join(", ")} signed in` : " · nobody signed in");
// Both entries of a conflict: what stands on the sheet, and what came too late.
const both = ({ told, by, device, meanwhile }) => [
  ...meanwhile.map((event) => make("span", { className: "side" }, ["Written: ", make("b", { text: event.told }), ` · ${event.written_by} on ${event.device}`])),
  make("span", { className: "side" }, ["Not written: ", make("b", { text: told }), ` · ${by} on ${device}`]),
];
const link = (href, text, look = "tool") => make("a", { className: look, href, text });

new Desk();

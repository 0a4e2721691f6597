// The scorekeeper's page: squares and keys make a draft, the big button makes it an entry.

import { Aloud } from "./sheets/aloud.js";
import { moveWords, said } from "./irregular/in_words.js";
import { faceOf, unseenTiles } from "./board/unseen.js";
import { Draft } from "./board/draft.js";
import { Forms } from "./irregular/forms.js";
import { Grid } from "./board/grid.js";
import { Keyboard } from "./keys/keyboard.js";
import { tellHanded } from "./queue/handed_in_again.js";
import { onKey } from "./keys/keypad.js";
import { mirroring } from "./clock/mirroring.js";
import { Model } from "./model.js";
import { Outbox, post, watch } from "./queue/outbox.js";
import { Panel, make } from "./sheets/panel.js";
import { Acts } from "./sheets/acts.js";
import { offerBlanks } from "./board/blanks.js";
import { fetchAhead, goOnOffline, notSaved, sayWhatIsMissing } from "./queue/offline.js";
import { oneAct, withoutLine } from "./sheets/next_act.js";
import { Procedures } from "./irregular/procedures.js";
import { Roving } from "./keys/roving.js";
import { boardOf, facesOf, nameOf } from "./board/scoring.js";
import { readSince } from "./queue/since.js";
import { News } from "./queue/news.js";
import { Store } from "./queue/store.js";
import { Unsettled } from "./late/late_entries.js";
import { afterOf, isAsSeen, seenOf } from "./queue/as_seen.js";
import { lastPlay, showKeys, showLines, showPlay, showPlayers } from "./sheets/page_shown.js";
import { beforeLine } from "./turns/turn_order.js";
import { showState } from "./sheets/words.js";

const SOON = 700;
const FIRST = {
  what: "Something else was entered for this game in the meantime.",
  next_step: "Look at the sheet as it is now, then choose again.",
};

class Page {
  constructor(state) {
    this.state = state;
    this.board = boardOf(state.board);
    this.faces = facesOf(state.tiles);
    this.model = new Model(this.board, this.faces);
    this.draft = new Draft(this.board, this.faces);
    this.seen = null; // what the play being typed answers
    this.wantBlank = false;
    this.announced = null;
    this.readings = null;
    this.rack = "";
    this.mending = null; // how a play taken back came to the board again; see undo.js
    this.surplus = new Set(); // tiles of this play that the set should not hold any more
    this.find();
    this.panel = new Panel(this.parts.panel, () => this.left());
    this.aloud = new Aloud(this.parts.told, () => this.panel.dialog.open);
    this.aloud.hear("state", "Sent"); // which is worth hearing only after something else
    this.grid = new Grid(this.parts.board, {
      size: this.board.size,
      premiums: state.board.premiums,
      faces: this.faces,
      onTap: (at) => this.tap(at),
      onSwipe: (at, across) => this.point(at, across),
    });
    this.store = new Store();
    this.fresh = false; // the state is what the server told just now
    this.unheard = null; // what the server said instead of the state
    this.asked = 0; // how often it was asked for the state
    this.heard = 0; // which of these its latest answer was to
    this.same = 0; // entries the other tablet had entered just the same, as told
    this.waited = 0; // entries, when the outbox last told
    this.outbox = new Outbox({
      store: this.store,
      send: post,
      changed: () => this.sent(),
      by: this.parts.desk.dataset.badge,
    });
    this.forms = new Forms(this);
    this.news = new News(this);
    this.acts = new Acts(this);
    this.procedures = new Procedures(this);
    this.unsettled = new Unsettled(this);
    this.correcting = null; // a line of the sheet that is put right
    this.keyboard = new Keyboard(this);
    this.rows = new Roving(this.parts.lines);
    this.listen();
    sayWhatIsMissing(this);
  }

  find() {
    const id = (name) => document.getElementById(name);
    this.parts = {
      desk: id("desk"),
      board: id("board"),
      keys: id("keys"),
      preview: id("preview"),
      commit: id("commit"),
      state: id("state"),
      panel: id("panel"),
      lines: id("lines"),
      said: id("said"),
      told: id("told"),
    };
    this.role = this.parts.desk.dataset.role;
    this.players = Object.fromEntries(
      [...document.querySelectorAll(".player")].map((card) => [
        card.dataset.seat,
        {
          card,
          name: card.querySelector(".name"),
          total: card.querySelector(".total"),
          last: card.querySelector(".last"),
          clock: card.querySelector(".clock"),
          wrote: card.querySelector(".wrote"),
          gained: card.querySelector(".gained"),
        },
      ]),
    );
    new Roving(this.parts.keys);
    this.keys = [...this.parts.keys.children].map((key) => ({ key, count: key.querySelector("small") }));
  }

  listen() {
    // The rest of a double tap on a sheet presses nothing that lay under it.
    this.parts.desk.addEventListener("click", (event) => {
      if (this.panel.again && event.pointerType === "touch") event.stopPropagation();
    }, true);
    onKey(this.parts.keys, ({ tile, key }) => {
      if (this.panel.again) return;
      if (tile) this.type(tile);
      else if (key === "blank") this.blank();
      else this.back();
    }, ({ tile }, event) => this.slide(tile, event));
    this.parts.commit.addEventListener("click", () => this.commit());
    this.parts.desk.addEventListener("click", (event) => {
      const act = event.target.closest("[data-do]")?.dataset.do;
      if (act === "hold" && event.detail > 1) return; // a finger that came twice would release it
      if (act) this.acts.do(act);
    });
    this.parts.state.addEventListener("click", () => this.acts.do("outbox"));
    this.parts.lines.addEventListener("click", (event) => {
      const at = [...this.parts.lines.children].indexOf(event.target.closest("li"));
      if (at >= 0) this.acts.do("correct", this.now.lines[at]);
    });
    watch(this.outbox);
    addEventListener("resize", () => this.show()); // what fits is another thing now
  }

  async start() {
    this.offline = goOnOffline();
    await this.remember();
    await this.outbox.start();
    await this.news.follow();
    this.forms.meet();
    tellHanded(this);
    fetchAhead();
    if (mirroring()) await this.mirrored().catch(() => {});
    await this.stayAwake();
    document.addEventListener("visibilitychange", () => this.stayAwake()); // a hidden page loses it
  }

  async stayAwake() {
    if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
  }

  // A page from the worker may be older than the last state this tablet was told.
  async remember() {
    const kept = await this.store.get("games", this.state.game.id).catch(() => null);
    if (kept && kept.game.version > this.state.game.version) this.state = kept;
    await this.forms.recall();
  }

  // What the server knows now; offline, what it knew last. Gives whether the server told.
  reload() {
    this.reloading = this.askForState();
    return this.reloading;
  }

  async askForState() {
    let heard = false;
    this.fresh = false;
    this.unheard = null;
    const asked = (this.asked += 1);
    try {
      const response = await fetch(`/api/games/${this.state.game.id}/table.json`, {
        headers: { Accept: "application/json" },
      });
      const told = await response.json();
      heard = response.ok;
      if (!heard) {
        this.unheard = told;
      } else if (asked > this.heard) {
        // A record restored from a copy knows less than it did: what counts is who asked later.
        this.heard = asked;
        this.state = told;
        this.fresh = true;
        if (this.asked > 1) this.forms.meet(); // the first look is not kept waiting by it
        await this.store.put("games", this.state, this.state.game.id);
        await this.outbox.heldNow(this.state.game.id);
      }
    } catch (trouble) {
      if (trouble instanceof TypeError) this.outbox.away(); // the page goes on with what it has
    }
    await this.refresh();
    return heard;
  }

  // What was sent may have had consequences that only the server knows, such as the game's end.
  async sent() {
    const { waiting, online } = this.outbox;
    const all = this.waited > 0 && waiting === 0 && online;
    this.waited = waiting;
    await this.refresh();
    if (all) this.reload().then(() => tellHanded(this));
    if (this.outbox.same > this.same) this.say("The other tablet had entered the same: it is on the sheet once.");
    this.same = this.outbox.same;
  }

  // The state, what the server wrote since it told it, and what still waits here, in order.
  async refresh() {
    try {
      await readSince(this);
    } catch {
      // The browser's storage fails: the outbox says so. What is known stays on the screen.
    }
    this.now = this.model.with(this.state, this.since ?? []);
    // Who sits where follows from who starts, which may still be in the queue.
    this.state.told ??= { players: this.state.players, starter: this.state.starter };
    Object.assign(this.state, { players: this.now.players, starter: this.now.starter });
    if (this.correcting?.seat) this.now = beforeLine(this.now, this.correcting);
    else if (this.correcting) this.now = withoutLine(this.now, this.correcting.line);
    await this.unsettled.look();
    this.show();
  }

  // Whether a play can be typed now; where not, the big button has what is to be done.
  get typing() {
    return Boolean(this.now) && !oneAct(this);
  }

  tap(at, { again } = this.panel) {
    if (!this.typing) return;
    if (again && this.draft.tiles.length) return; // the rest of a double tap moves nothing
    if (!this.draft.tiles.length) this.seen = seenOf(this.now);
    this.draft.tap(at, this.now.squares, again);
    this.show();
  }

  // The first tile may be slid from its key to its square: one touch says what and where.
  slide(tile, event) {
    const able = event && tile && this.typing && !this.draft.tiles.length;
    const at = able ? this.grid.squareUnder(event) : null;
    if (event?.type !== "pointerup" || at === null) {
      if (able && event.type === "pointermove") this.grid.magnify(at, event, faceOf(tile, this.wantBlank, this.unseen()));
      else this.grid.magnify(null);
      return;
    }
    this.grid.magnify(null);
    if (this.draft.start !== at) this.tap(at, { again: false }); // no double tap slides
    this.grid.rove(at);
    this.type(tile);
  }

  point(at, across) {
    if (!this.typing) return;
    if (!this.draft.tiles.length) this.seen = seenOf(this.now);
    this.draft.point(at, across);
    this.show();
  }

  type(tile) {
    if (this.draft.empty || !this.typing || !this.faces.has(tile)) return;
    const unseen = this.unseen();
    const face = faceOf(tile, this.wantBlank, unseen);
    const kind = face === tile ? tile : "?";
    if ((unseen.get(kind) ?? 0) <= 0 && !this.surplus.has(kind)) {
      this.tooMany(kind, tile);
      return;
    }
    this.draft.add(face);
    this.wantBlank = false;
    this.showDraft();
    this.keyboard.keepFocus();
  }

  unseen() {
    return unseenTiles(this.state.tiles, this.now.squares, this.draft.tiles);
  }

  // More of a tile than the set holds: asked once for each play, then entered as it lies.
  async tooMany(kind, tile) {
    const words = "None of these is left unseen: something on the board may have been entered wrong.";
    const name = kind === "?" ? "blank" : kind;
    if (!(await this.panel.confirm(`Another ${name}?`, words, `There is one more ${name}`))) return;
    this.surplus.add(kind);
    this.type(tile);
  }

  blank() {
    this.wantBlank = !this.wantBlank;
    this.show();
  }

  back() {
    if (!this.draft.drop()) this.clear();
    this.show();
  }

  clear() {
    this.draft.clear();
    this.seen = null;
    this.wantBlank = false;
    this.announced = null;
    this.readings = null;
    this.rack = "";
    this.mending = null;
    this.surplus = new Set();
  }

  // The big button: the clock was pressed, or the one act that is waited for. A finger may be
  // quicker than what it pressed last is kept.
  async commit() {
    await this.committing;
    const act = this.correcting ? "corrected" : oneAct(this)?.act;
    if (act) {
      await this.acts.do(act);
      return;
    }
    if (this.draft.counted(this.now.squares).problem) return;
    this.committing = this.write();
    const written = await this.committing;
    if (written && written.letters !== written.letters.toUpperCase()) offerBlanks(this);
  }

  // The draft becomes an entry; gives what was placed, null where it could not be kept.
  async write() {
    const { announced, rack, seen, readings: clocks } = this;
    const placement = this.draft.placement(this.now.squares);
    const asked = { ask: "place-tiles", seat: seen.seat, placement, ...(announced !== null && { announced }), ...(rack && { rack }) };
    const drafted = { ...this.draft };
    this.clear();
    try {
      await this.enter(asked, { clocks, seen });
    } catch (trouble) {
      Object.assign(this.draft, drafted); // nothing was kept: it stays to be seen
      Object.assign(this, { announced, rack, seen, readings: clocks });
      this.show();
      await notSaved(this, trouble);
      return null;
    }
    return placement;
  }

  // What the server knows at this moment, if it can be asked at once.
  upToDate() {
    const soon = new Promise((resolve) => setTimeout(resolve, SOON));
    return Promise.race([this.outbox.flush().then(() => this.reload()), soon]);
  }

  // Enters something whose consequences only the server knows, and waits for them if it can be
  // reached. True unless it was refused, which is told at once.
  // `now`: it answers what is seen now, so it is not kept where something else came first.
  async settled(asked, { now = false, ...more } = {}) {
    const { command_id: id } = await this.enter(asked, { ...more, quiet: true });
    await this.outbox.flush();
    await this.reload();
    const trouble = this.outbox.troubles.find(({ command_id: other }) => other === id);
    if (!trouble) this.say(`Entered: ${said(asked)}`);
    const stale = trouble?.answer.kind === "stale";
    if (!trouble || (stale && !now)) return !trouble;
    const { what, next_step: next, clause } = stale ? FIRST : trouble.answer;
    await this.outbox.drop(id, what);
    await this.reload();
    await this.panel.tell("Not entered", [what, next], clause);
    return false;
  }

  // Keeps an entry on this tablet, then sends it. `seen`: what it answers, if not what is shown now.
  async enter(asked, { seen = seenOf(this.now), quiet = false, ...more } = {}) {
    const before = this.now;
    const kept = await this.outbox.add(this.state.game.id, asked, { after: afterOf(seen, this.now), ...more });
    await this.refresh();
    if (this.seen && isAsSeen(this.seen, before)) this.seen = seenOf(this.now); // it was entered here
    const { lines } = this.now;
    if (!quiet) this.say(`Entered: ${lines.length > before.lines.length ? moveWords(lines.at(-1)) : said(asked)}`);
    return kept;
  }

  // At once, or when the sheet over the page is gone: what lies behind one is not read.
  say(words) {
    if (this.panel.dialog.open) this.unsaid = words;
    else this.parts.said.textContent = words;
  }

  // A sheet has closed.
  left() {
    if (this.unsaid) this.say(this.unsaid);
    this.unsaid = "";
    this.aloud.soon();
    this.keyboard.moved ||= document.activeElement.matches("button:focus-visible"); // as it is seen
    this.keyboard.keepFocus();
  }

  // Everything, as the record and the draft have it now.
  show() {
    if (!this.now) return;
    const { now, parts } = this;
    this.showDraft();
    this.mirror?.follow(now);
    showPlayers(this);
    const state = showState(parts.state, this.outbox, this.unsettled.others.length);
    if (state) this.aloud.hear("state", state);
    this.acts.show(now);
    this.procedures.show(now);
    showLines(this);
    this.keyboard.keepFocus();
  }

  // The play being typed: all that a key changes.
  showDraft() {
    const { now, draft, parts } = this;
    const told = draft.empty ? { problem: "empty" } : draft.counted(now.squares);
    this.grid.show(now.squares, {
      start: draft.start,
      next: draft.empty ? null : draft.next(now.squares),
      across: draft.empty ? true : draft.across(now.squares),
      placed: told.placed,
      problem: told.problem && told.problem !== "empty" ? told.at : null,
    }, lastPlay(now));
    showKeys(this, this.unseen());
    const says = showPlay(this, told);
    this.acts.typed();
    this.aloud.hear("play", parts.commit.disabled && !draft.empty ? `${parts.commit.textContent}, ${says}` : says);
  }

  // The mirror of both clocks, which comes when it is wanted.
  async mirrored() {
    if (!this.mirror) {
      const { Mirror } = await import("./clock/clocks.js");
      this.mirror ??= new Mirror(this);
      this.mirror.follow(this.now);
    }
    return this.mirror;
  }

  playerOf(seat) {
    return this.state.players.find((player) => player.seat === seat)?.name ?? "nobody";
  }
}

const page = new Page(JSON.parse(document.getElementById("state-now").textContent));
window.tilescribe = page; // for people who look, and for tests
page.start();

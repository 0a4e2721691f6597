// The play being typed, with all that is said of it: free to change until the clock is pressed, and
// an answer to what was seen when it was begun.

import { isAsSeen, seenOf } from "../queue/as_seen.js";
import { notSaved } from "../queue/offline.js";
import { oneAct } from "../sheets/next_act.js";
import { Draft } from "./draft.js";
import { faceOf, unseenTiles } from "./scoring.js";
import { say } from "../../frame/say.js";

export class Play {
  // `show()` shows everything anew, `typed()` what a key changes.
  constructor({ game, entries, panel, show, typed }) {
    Object.assign(this, { game, entries, panel, show, typed });
    this.draft = new Draft(game.board, game.faces);
    this.committing = null; // the play pressed last, while it is being kept
    this.clear();
  }

  clear() {
    this.draft.clear();
    this.seen = null; // what the play answers
    this.wantBlank = false;
    this.announced = null;
    this.readings = null;
    this.rack = "";
    this.mending = null; // how a play taken back came to the board again; see undo.js
    this.surplus = new Set(); // tiles of this play that the set should not hold any more
  }

  // What is typed outlives a reload of the page.
  keep() {
    const { start, chosen, tiles } = this.draft;
    sessionStorage[this.game.state.game.id] = tiles.length ? JSON.stringify([this.seen, { start, chosen, tiles }]) : "";
  }

  // Whether a play can be typed now; where not, the big button has what is to be done.
  get typing() {
    return Boolean(this.game.now) && !oneAct(this.game);
  }

  tap(at, { again } = this.panel) {
    if (!this.typing) return;
    if (again && this.draft.tiles.length) return; // the rest of a double tap moves nothing
    this.begin();
    this.draft.tap(at, this.game.now.squares, again);
    this.show();
  }

  point(at, across) {
    if (!this.typing) return;
    this.begin();
    this.draft.point(at, across);
    this.show();
  }

  begin() {
    if (!this.draft.tiles.length) this.seen = seenOf(this.game.now);
  }

  type(tile) {
    const { draft } = this;
    if (draft.empty || !this.typing || !this.game.faces.has(tile)) return;
    const unseen = this.unseen();
    const face = faceOf(tile, this.wantBlank, unseen);
    const kind = face === tile ? tile : "?";
    if ((unseen.get(kind) ?? 0) <= 0 && !this.surplus.has(kind)) {
      this.tooMany(kind, tile);
      return;
    }
    draft.add(face);
    this.wantBlank = false;
    this.typed();
  }

  unseen() {
    const { state, now } = this.game;
    return unseenTiles(state.tiles, now.squares, this.draft.tiles);
  }

  // More of a tile than the set holds: asked once for each play, then entered as it lies.
  async tooMany(kind, tile) {
    const words = say("entry.none-left-unseen-something-on-board");
    const name = kind === "?" ? say("entry.page-blank") : kind;
    if (!(await this.panel.confirm(say("entry.another-of", { name }), words, say("entry.there-one-more-name", { name }), false))) return;
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

  // Something was entered here since: what was seen has gone on by that alone.
  goesOn(before) {
    if (this.seen && isAsSeen(this.seen, before)) this.seen = seenOf(this.game.now);
  }

  // The draft becomes an entry; gives what was placed, null where it could not be kept.
  commit() {
    this.committing = this.write();
    return this.committing;
  }

  async write() {
    const { announced, rack, seen, readings: clocks } = this;
    const placement = this.draft.placement(this.game.now.squares);
    const asked = { ask: "place-tiles", seat: seen.seat, placement, ...(announced !== null && { announced }), ...(rack && { rack }) };
    const drafted = { ...this.draft };
    this.clear();
    try {
      await this.entries.enter(asked, { clocks, seen });
    } catch (trouble) {
      Object.assign(this.draft, drafted); // nothing was kept: it stays to be seen
      Object.assign(this, { announced, rack, seen, readings: clocks });
      this.show();
      await notSaved(this.panel, trouble);
      return null;
    }
    return placement;
  }
}

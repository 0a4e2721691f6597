// The game as this tablet knows it: the state that the server told last, and on top of it what was
// entered here since.

import { boardOf, facesOf } from "./board/scoring.js";
import { Model } from "./model.js";
import { readSince } from "./queue/since.js";
import { beforeLine, withoutLine } from "./turns/turn_order.js";

export class Game {
  // `here`: whose badge is signed in, as what, on which tablet. `changed` is called whenever what
  // is known may be another, and waited for.
  constructor(state, { here, store, changed }) {
    Object.assign(this, { state, here, store, changed });
    this.board = boardOf(state.board);
    this.faces = facesOf(state.tiles);
    this.model = new Model(this.board, this.faces);
    this.since = []; // entries made here that the state does not hold yet
    this.now = undefined; // the state with these on it
    this.correcting = null; // a line of the sheet that is put right
  }

  // A page from the worker may be older than the last state this tablet was told.
  async remember() {
    const kept = await this.store.get("games", this.state.game.id).catch(() => null);
    if (kept && kept.game.version > this.state.game.version) this.state = kept;
  }

  // The state, what the server wrote since it told it, and what still waits here, in order.
  async refresh() {
    try {
      await readSince(this);
    } catch {
      // The browser's storage fails: the outbox says so. What is known stays on the screen.
    }
    this.now = this.model.with(this.state, this.since);
    // Who sits where follows from who starts, which may still be in the queue.
    this.state.told ??= { players: this.state.players, starter: this.state.starter };
    Object.assign(this.state, { players: this.now.players, starter: this.now.starter });
    if (this.correcting?.seat) this.now = beforeLine(this.now, this.correcting);
    else if (this.correcting) this.now = withoutLine(this.now, this.correcting.line);
    await this.changed();
  }

  playerOf(seat) {
    return this.state.players.find((player) => player.seat === seat)?.name ?? "nobody";
  }
}

// What others enter for this table: the live stream says that there is something new and no word of
// it, and the state is asked for then. Nothing is polled. Only where there is no stream (no network, no
// place to watch from) is the state asked for now and then, as slowly as nobody minds.

import { afresh } from "./outbox.js";

const SLOW = 15000; // between two looks without a stream
const SILENT = 40000; // of the stream: a sign of life comes every 15 s
const FIRST = 1500; // at most so long the first look waits for the stream
const MINE = 2000; // at most so long is waited for the answer to what is being sent from here

const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class News {
  constructor({ game, entries, outbox }) {
    Object.assign(this, { game, entries, outbox });
    this.live = false; // whatever is new will be told
    this.stream = null;
    this.met = null; // once it is known whether there is a stream
    this.looking = null;
    this.again = false;
  }

  // From now on. The first look comes when the stream is there: what is written later is told.
  async follow() {
    setInterval(() => this.tick(), SLOW);
    addEventListener("online", () => (this.stream ? this.stream.anew() : this.look()));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.live = false; // the stream is closed meanwhile
    });
    const { Stream } = await import("../../live/stream.js").catch(() => ({}));
    if (!Stream) {
      await this.look();
      return;
    }
    const met = new Promise((resolve) => {
      this.met = resolve;
    });
    this.stream = new Stream(`/events?table=${this.game.state.game.id}`, "", {
      onChange: (change) => this.heardOf(change),
      onTable: () => this.look(),
      onBegunAgain: () => this.look(),
      onState: (state) => this.stands(state),
    });
    await Promise.race([met, rest(FIRST)]);
    if (this.met) await this.look();
    this.met = null;
    await this.looking?.catch(() => {});
  }

  // What was written while there was no stream is asked for once there is one; and when it breaks the
  // page finds out at once whether there is a network.
  stands(state) {
    const live = state === "live";
    if (live || this.live || this.met) this.look();
    if (live && !this.live && !this.met) afresh(this.outbox);
    this.live = live;
    this.met?.();
    this.met = null;
  }

  tick() {
    if (document.hidden) return;
    if (this.live && Date.now() - this.stream.heard < SILENT) return;
    this.live = false;
    this.look();
    this.anew();
  }

  anew() {
    if (!this.live) this.stream?.anew();
  }

  // What is being sent from here brings a look of its own with its answer: the same news, once.
  async heardOf({ version, game }) {
    const now = version ?? game?.version ?? Infinity;
    await Promise.race([this.outbox.busy, rest(MINE)]);
    await this.entries.reloading;
    if (this.game.state.game.version < now) await this.look();
  }

  // One look after the other, and one more for whatever came meanwhile.
  async look() {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = this.entries.reload();
    await this.looking.catch(() => {});
    this.looking = null;
    if (!this.again) return;
    this.again = false;
    await this.look();
  }
}

// Entries for this game that came too late, on whichever tablet they were made: everybody at the
// table sees both sides until whoever made one says what became of it. What this tablet decided
// about its own is told to the server here, again and again until it has heard.

import { button, make } from "../../frame/make.js";
import { goingOn, ways } from "../irregular/going.js";
import { say } from "../../frame/say.js";

export class Unsettled {
  // `settling()` imports what tells the server.
  constructor({ game, outbox, settling }) {
    Object.assign(this, { game, outbox, settling });
    this.others = []; // made elsewhere, and not settled
    this.toldOf = null; // the state whose list was gone through
  }

  async look() {
    const { game: { state, store }, outbox } = this;
    const waiting = state.unsettled ?? [];
    if (!waiting.length) {
      this.others = [];
      return;
    }
    const mine = new Set(outbox.troubles.map(({ command_id: id }) => id));
    const elsewhere = waiting.filter(({ entry }) => !mine.has(entry));
    const kept = await Promise.all(elsewhere.map(({ entry }) => store.get("answered", entry).catch(() => null)));
    this.others = elsewhere.filter((_, at) => !kept[at]?.became);
    if (this.toldOf === state) return;
    this.toldOf = state;
    const told = kept.filter((one) => one?.became);
    if (told.length) await this.settling().then(({ tell }) => tell(this.game, told), () => {}); // or without a network
  }

  // For the strip above the board: the oldest, in a line; `look()` shows all there is to it.
  strip(look) {
    const [one] = this.others;
    return [
      make("p", {}, [goingOn(say("entry.other-tablet-has-entry-was-not", { n: this.others.length }), saidBy(one))]),
      ways(button(say("entry.look"), look, { "aria-haspopup": "dialog" })),
    ];
  }
}

const saidBy = ({ told, by, device }) => say("entry.told-by-badge-by-on-device", { told, by, device });

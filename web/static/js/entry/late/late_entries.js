// Entries for this game that came too late, on whichever tablet they were made: everybody at the
// table sees both sides until whoever made one says what became of it. What this tablet decided
// about its own is told to the server here, again and again until it has heard.

import { button, make } from "../../frame/make.js";
import { goingOn } from "../irregular/going.js";
import { time } from "../sheets/words.js";

export class Unsettled {
  constructor({ game, outbox }) {
    Object.assign(this, { game, outbox });
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
    for (const row of kept.filter((one) => one?.became)) await this.tell(row);
  }

  // What became of an entry of ours. Where the server can't take it yet, the next look tells again.
  async tell({ command_id: entry, game, became, why }) {
    const how = became === "dropped" ? { reason: why || "dropped" } : { became };
    try {
      const told = await settle(game, entry, how);
      if (told.unsettled && game === this.game.state.game.id) this.game.state.unsettled = told.unsettled;
    } catch {
      // No network.
    }
  }

  // For the strip above the board: the oldest, in a line; `look()` shows all there is to it.
  strip(look) {
    const [one] = this.others;
    const more = this.others.length > 1 ? ` · and ${this.others.length - 1} more` : "";
    return [
      make("p", {}, [goingOn(`The other tablet has an entry that was not written${more}`, saidBy(one))]),
      button("Look", look, { "aria-haspopup": "dialog" }),
    ];
  }
}

const saidBy = ({ told, by, device, occurred_at: at }) => `${told}, by badge ${by} on ${device}${at ? `, ${time(at)}` : ""}`;

export async function settle(game, entry, how) {
  const response = await fetch(`/api/games/${game}/unsettled/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(how),
  });
  return response.json();
}

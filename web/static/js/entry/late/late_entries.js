// Entries for this game that came too late, on whichever tablet they were made: everybody at the
// table sees both sides until whoever made one says what became of it. What this tablet decided
// about its own is told to the server here, again and again until it has heard.

import { make } from "../sheets/panel.js";
import { goingOn } from "../irregular/procedures.js";

export const time = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "");

export class Unsettled {
  constructor(page) {
    this.page = page;
    this.others = []; // made elsewhere, and not settled
    this.toldOf = null; // the state whose list was gone through
  }

  async look() {
    const { state, outbox, store } = this.page;
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
      if (told.unsettled && game === this.page.state.game.id) this.page.state.unsettled = told.unsettled;
    } catch {
      // No network.
    }
  }

  // For the strip above the board: the oldest, in a line.
  strip() {
    const [one] = this.others;
    const more = this.others.length > 1 ? ` · and ${this.others.length - 1} more` : "";
    return [
      make("p", {}, [goingOn(`The other tablet has an entry that was not written${more}`, saidBy(one))]),
      make("button", { type: "button", text: "Look", "aria-haspopup": "dialog", onclick: () => this.page.acts.do("outbox") }),
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

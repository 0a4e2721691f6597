// Entries for this game that came too late, on whichever tablet they were made: everybody at the
// table sees both sides until whoever made one says what became of it. What this tablet decided
// about its own is told to the server here, again and again until it has heard.

import { make } from "./panel.js";

const time = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "");
const WHY = ["It is on the sheet already", "What is on the sheet is right", "It was entered by mistake"];

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
      make("p", {}, [
        make("b", { text: `The other tablet has an entry that was not written${more}` }),
        make("span", { text: saidBy(one) }),
      ]),
      make("button", { type: "button", text: "Look", "aria-haspopup": "dialog", onclick: () => this.page.acts.do("outbox") }),
    ];
  }

  // For the sheet of what was entered: both sides of each.
  shown(close) {
    return this.others.map((one) =>
      make("section", { className: "differ" }, [
        make("h3", { text: "The other tablet has an entry that was not written" }),
        make("div", { className: "sides" }, [
          make("div", { className: "theirs" }, [
            make("h4", { text: "Written" }),
            make("ol", {}, one.meanwhile.map(({ told, written_by: by, device, written_at: at }) =>
              make("li", {}, [make("b", { text: told }), make("small", { text: ` badge ${by}, ${device}, ${time(at)}` })]),
            )),
          ]),
          make("div", { className: "ours" }, [
            make("h4", { text: "Not written" }),
            make("p", {}, [make("b", { text: one.told }), make("small", { text: ` badge ${one.by}, ${one.device}, ${time(one.occurred_at)}` })]),
          ]),
        ]),
        this.page.role === "director"
          ? make("div", { className: "row" }, [
              make("button", { type: "button", text: "Drop it, as the director", onclick: () => close(() => this.dropFor(one)) }),
            ])
          : make("p", { className: "quiet", text: "Compare the two together. It goes away when the tablet that made it has settled it; if that tablet is gone, call the director." }),
      ]),
    );
  }

  async dropFor({ entry, told }) {
    const reason = await whyDropped(this.page, told);
    if (!reason) return;
    const { what, next_step: next } = await settle(this.page.state.game.id, entry, { reason }).catch(() => ({ what: "There is no network." }));
    if (what) await this.page.panel.tell("Not settled", [what, next].filter(Boolean));
    await this.page.reload();
  }
}

const saidBy = ({ told, by, device, occurred_at: at }) => `${told}, by badge ${by} on ${device}${at ? `, ${time(at)}` : ""}`;

async function settle(game, entry, how) {
  const response = await fetch(`/api/games/${game}/unsettled/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(how),
  });
  return response.json();
}

// Why an entry is not to be on the sheet; null where it is kept after all.
export function whyDropped(page, words) {
  return page.panel.ask("Drop it", (close) => {
    const reasons = WHY.map((text, at) =>
      make("label", { className: "reason" }, [make("input", { type: "radio", name: "why", value: text, checked: at === 0 }), ` ${text}`]),
    );
    const chosen = () => reasons.map(({ firstChild }) => firstChild).find(({ checked }) => checked).value;
    return [
      make("p", { text: `“${words}” will not be on the sheet. Why?` }),
      make("fieldset", { className: "reasons" }, reasons),
      make("div", { className: "row" }, [
        make("button", { type: "button", className: "go", text: "Drop it", autofocus: true, onclick: () => close(chosen()) }),
        make("button", { type: "button", text: "Cancel", onclick: () => close(null) }),
      ]),
    ];
  });
}

// An entry of another tablet that was not written: both sides of it, how a director drops it, and
// what the server is told of what became of any.

import { button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { time } from "../../frame/hall_time.js";

const WHY = ["It is on the sheet already", "What is on the sheet is right", "It was entered by mistake"];

// For the sheet of what was entered: both sides of each.
export const sidesOf = (table, close) =>
  table.unsettled.others.map((one) =>
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
      table.game.here.role === "director"
        ? row(button("Drop it, as the director", () => close(() => dropFor(table, one))))
        : make("p", { className: "quiet", text: "Compare both. It goes away once its tablet has settled it; if that is gone, call the director." }),
    ]),
  );

async function dropFor({ game, entries, panel }, { entry, told }) {
  const reason = await whyDropped(panel, told);
  if (!reason) return;
  const { what, next_step: next } = await settle(game.state.game.id, entry, { reason }).catch(() => ({ what: "There is no network." }));
  if (what) await panel.tell("Not settled", [what, next].filter(Boolean));
  await entries.reload();
}

// Why an entry is not to be on the sheet; null where it is kept after all.
export function whyDropped(panel, words) {
  return panel.ask("Drop it", (close) => {
    const reasons = WHY.map((text, at) =>
      make("label", { className: "reason" }, [make("input", { type: "radio", name: "why", value: text, checked: at === 0 }), ` ${text}`]),
    );
    const chosen = () => reasons.find(({ firstChild }) => firstChild.checked).firstChild.value;
    return [
      make("p", { text: `“${words}” will not be on the sheet. Why?` }),
      make("fieldset", { className: "reasons" }, reasons),
      row(
        button("Drop it", () => close(chosen()), { className: "go" }),
        button("Cancel", () => close(null)),
      ),
    ];
  });
}

async function settle(game, entry, how) {
  return (await fetch(`/api/games/${game}/unsettled/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(how),
  })).json();
}

// Of ours. Where the server can't take it yet, the next look tells again.
export async function tell(here, rows) {
  for (const { command_id: entry, game, became, why } of rows) {
    const how = became === "dropped" ? { reason: why || "dropped" } : { became };
    try {
      const told = await settle(game, entry, how);
      if (told.unsettled && game === here.state.game.id) here.state.unsettled = told.unsettled;
    } catch {
      // No network: it is told again.
    }
  }
}

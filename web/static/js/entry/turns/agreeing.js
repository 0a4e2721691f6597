// Why something is put right, and who agreed to that.

import { button, make } from "../../frame/make.js";
import { seenOf } from "../queue/as_seen.js";
import { cancel, row } from "../sheets/pieces.js";

const WHY = ["Entered wrong", "Added up wrong", "Heard wrong", "Both agree after a check"];

// Asked, then it is entered. `asked(told)` is the request with what is told here.
export async function agreed({ game, entries, panel }, asked, likely = WHY[0]) {
  const seen = seenOf(game.now);
  const told = await panel.ask("Why, and who agreed?", (close) => {
    const reason = make("input", { "aria-label": "Reason", maxlength: 200, autocomplete: "off", value: likely });
    const badge = make("input", { "aria-label": "The director’s badge", autocomplete: "off", placeholder: "badge" });
    return [
      make("fieldset", {}, [
        make("legend", { text: "What was wrong?" }),
        make("div", { className: "choices" }, [...new Set([likely, ...WHY])].map((text) => button(text, () => { reason.value = text; }))),
        reason,
      ]),
      make("fieldset", {}, [
        make("legend", { text: "Who agreed?" }),
        row(button("Both players", () => reason.value.trim() && close({ reason: reason.value.trim(), approved_by: "both players" }), { className: "go" })),
        make("div", { className: "pair" }, [
          badge,
          button("The director", () => badge.value.trim() && reason.value.trim() && close({ reason: reason.value.trim(), approved_by: badge.value.trim() })),
        ]),
      ]),
      cancel(close),
    ];
  });
  return told ? entries.settled(asked(told), { now: true, seen }) : false;
}

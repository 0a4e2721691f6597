// Why something is put right, and who agreed to that.

import { button, make } from "../../frame/make.js";
import { seenOf } from "../queue/as_seen.js";
import { cancel, row } from "../sheets/pieces.js";

const WHY = ["Entered wrong", "Added up wrong", "Heard wrong", "Both agree after a check"];

// Asked, then it is entered. `asked(told)` is the request with what is told here; `said`: what the way
// here said was wrong, if it did. Nothing else is chosen beforehand.
export async function agreed({ game, entries, panel }, asked, said = "") {
  const seen = seenOf(game.now);
  const told = await panel.ask("Why, and who agreed?", (close) => {
    const reason = make("input", { "aria-label": "What was wrong, in your words", maxlength: 200, autocomplete: "off", value: said, placeholder: "or in your words" });
    const badge = make("input", { maxlength: 80, autocomplete: "off", oninput: () => check() });
    const [why, whose] = [reason, badge].map((input) => () => input.value.trim());
    const agree = (approved_by) => close({ reason: why(), approved_by });
    const chips = [...new Set([said || WHY[0], ...WHY])].map((text) => button(text, () => {
      reason.value = text;
      check();
    }));
    const both = button("Both players agreed", () => agree("both players"), { className: "go" });
    const director = button("The director agreed", () => agree(whose()));
    const check = () => {
      for (const chip of chips) chip.setAttribute("aria-pressed", chip.textContent === why());
      both.disabled = !why();
      director.disabled = !why() || !whose();
    };
    reason.addEventListener("input", check);
    check();
    return [
      make("fieldset", {}, [make("legend", { text: "What was wrong?" }), make("div", { className: "choices" }, chips), reason]),
      make("fieldset", {}, [
        make("legend", { text: "Who agreed?" }),
        row(both),
        make("div", { className: "pair or" }, [make("label", { text: "Or the director’s badge" }, [badge]), director]),
      ]),
      cancel(close),
    ];
  });
  return told ? entries.settled(asked(told), { now: true, seen }) : false;
}

// What was settled before the first turn, put right: who started, how that was settled, the timer.
// Whoever was taken for the other player gets all of the other's turns with it.

import { field } from "../irregular/fields.js";
import { button, make } from "../../frame/make.js";
import { cancel, row } from "../sheets/pieces.js";
import { agreed } from "./agreeing.js";

const ASKED = new Set(["starter", "method", "timer"]);
const TAKEN_FOR_EACH_OTHER = "The players were taken for each other";

export async function correctStart(table) {
  const { game, panel, forms } = table;
  const form = await forms.get("correct-start", { at: 0 });
  if (!form) return;
  const answer = await panel.ask("Who started, and how", (close) => {
    const found = new Map();
    const go = button("Go on", () => close(Object.fromEntries(found)), { className: "go", disabled: true });
    const about = ({ name }) => ({
      state: game.state, now: game.now, ask: "correct-start", value: undefined,
      set(value) {
        if (value === undefined || value === "") found.delete(name);
        else found.set(name, value);
        go.disabled = !found.size;
      },
    });
    return [
      make("p", { className: "quiet", text: `${game.playerOf("first")} is entered as the player who started. Tap what was otherwise. Where it is who started, every turn goes to the other player.` }),
      ...form.fields.filter(({ name }) => ASKED.has(name)).map((spec) => field({ ...spec, default: undefined, open: true, choices: spec.choices?.filter(([value]) => value) }, about(spec))),
      row(go),
      cancel(close),
    ];
  }, "wide");
  if (answer) await agreed(table, (told) => ({ ask: "correct-start", ...answer, ...told }), answer.starter ? TAKEN_FOR_EACH_OTHER : undefined);
}

// From the first turn on all were the other player's: then that player started.
export const startedByOther = (table) =>
  agreed(table, (told) => ({ ask: "correct-start", starter: 2 - table.game.now.starter, ...told }), TAKEN_FOR_EACH_OTHER);

// Every step of everything that is going on at the table: whose it is, how long it may take, whether
// it is done, and its button where it is recorded here.

import { button, make, ruleOf } from "../../frame/make.js";
import { cancel } from "../sheets/pieces.js";
import { directors, hasWay, nameOf, next, times } from "./going.js";

const STAFF = { both: "Both", director: "Director", scorekeeper: "Scorekeeper", "word judge": "Word judge", staff: "Staff" };

// Resolves with the step that is to be recorded, { procedure, step }; null where it was left.
export const showSteps = ({ game, panel }) =>
  panel.ask("Going on at this table", (close) => [
    ...game.now.open.toReversed().map((procedure) => listed(game, procedure, close)),
    cancel(close, "Close"),
  ]);

function listed(game, procedure, close) {
  const now = next(procedure);
  return make("section", { className: "procedure" }, [
    make("h3", { text: procedure.title }),
    make("p", { className: "quiet" }, [ruleOf(procedure.clause)]),
    procedure.needs_ruling && make("p", { className: "quiet", text: "The rulebook leaves this to the director’s ruling." }),
    procedure.counts.length && make("p", {
      className: "counts", text: procedure.counts.map(([what, count]) => `${what}: ${count}`).join(" · "),
    }),
    make("ol", {}, procedure.steps.map((step) =>
      make("li", {
        className: step.done ? "done" : step === now ? "now" : "",
        "aria-current": step === now ? "step" : null,
      }, [
        make("span", { className: "who", text: STAFF[step.who] ?? nameOf(game, procedure, step.who) }),
        make("span", {}, [
          make("span", { text: step.does }),
          make("small", {}, [
            times(game, procedure, step, "").map((time) => `${time} · `).join(""),
            step.clause && ruleOf(step.clause),
          ]),
          step.if_wrong && make("small", { text: step.if_wrong }),
          directors(step) && make("small", { text: "The director does this." }),
          step.optional && !step.done && make("small", { text: "If it comes to that." }),
        ]),
        !step.done && step.asks && hasWay(step) && button("Record", () => close({ procedure, step }), { "aria-label": `Record: ${step.does}` }),
        step.done && make("small", { text: "done" }),
      ]),
    )),
  ]);
}

// Every step of everything that is going on at the table: whose it is, how long it may take, whether
// it is done, and its button where it is recorded here.

import { cancel, make } from "../sheets/panel.js";
import { directors, hasWay, next } from "./procedures.js";
import { ruleOf } from "./rule.js";

const STAFF = { both: "Both", director: "Director", scorekeeper: "Scorekeeper", "word judge": "Word judge", staff: "Staff" };

// Resolves with the step that is to be recorded, { procedure, step }; null where it was left.
export const showSteps = (procedures) =>
  procedures.page.panel.ask("Going on at this table", (close) => [
    ...procedures.page.now.open.toReversed().map((procedure) => listed(procedures, procedure, close)),
    cancel(close, "Close"),
  ]);

function listed(procedures, procedure, close) {
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
        make("span", { className: "who", text: STAFF[step.who] ?? procedures.nameOf(procedure, step.who) }),
        make("span", {}, [
          make("span", { text: step.does }),
          make("small", {}, [
            procedures.times(procedure, step).map((time) => `${time} · `).join(""),
            step.clause && ruleOf(step.clause),
          ].filter(Boolean)),
          step.if_wrong && make("small", { text: step.if_wrong }),
          directors(step) && make("small", { text: "The director does this." }),
          step.optional && !step.done && make("small", { text: "If it comes to that." }),
        ].filter(Boolean)),
        !step.done && step.asks && hasWay(step) && make("button", {
          type: "button", text: "Record", "aria-label": `Record: ${step.does}`,
          onclick: () => close({ procedure, step }),
        }),
        step.done && make("small", { text: "done" }),
      ].filter(Boolean)),
    )),
  ].filter(Boolean));
}

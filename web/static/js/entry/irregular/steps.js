// Every step of everything that is going on at the table: whose it is, how long it may take, whether
// it is done, and its button where it is recorded here; and how it is recorded.

import { button, make, ruleOf } from "../../frame/make.js";
import { cancel } from "../sheets/pieces.js";
import { AT_ONCE, OWN_WAY, directors, hasWay, nameOf, next, times } from "./going.js";

const STAFF = { both: "Both", director: "Director", scorekeeper: "Scorekeeper", "word judge": "Word judge", staff: "Staff" };

// Resolves with the step that is to be recorded, { procedure, step }; null where it was left. Of the
// procedure that a director was led to, the one step there is for a director is the answer.
export function showSteps({ game, panel }, version) {
  const open = game.now.open.toReversed();
  const led = open.filter((one) => one.version === Number(version));
  const theirs = led.flatMap((procedure) => procedure.steps.map((step) => ({ procedure, step })));
  const [one, more] = theirs.filter(({ step }) => step.who === "director" && isOpen(step));
  if (one && !more) return one;
  return panel.ask("Going on at this table", (close) => [
    ...(led.length ? led : open).map((procedure) => listed(game, procedure, close)),
    cancel(close, "Close"),
  ]);
}

const isOpen = (step) => !step.done && step.asks && hasWay(step);

function listed(game, procedure, close) {
  const now = next(procedure);
  return make("section", { className: "procedure" }, [
    make("h3", { text: procedure.title }),
    make("p", { className: "quiet" }, [ruleOf(procedure.clause)]),
    procedure.needs_ruling && make("p", { className: "quiet", text: "The rulebook leaves this to the director’s ruling." }),
    procedure.counts.some(([, count]) => count) && make("p", {
      className: "counts", text: procedure.counts.filter(([, count]) => count).map(([what, count]) => `${what}: ${count}`).join(" · "),
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
        isOpen(step) && button("Record", () => close({ procedure, step }), { "aria-label": `Record: ${step.does}` }),
        step.done && make("small", { text: "done" }),
      ]),
    )),
  ]);
}

// Records one step: in its own way, by its form, or at once where there is nothing to ask.
export async function takeStep({ game, entries, aloud, forms, act, record }, procedure, step) {
  const own = OWN_WAY[step.asks];
  if (own === "board") return aloud.say("Enter the play on the board.");
  if (own) return act(own);
  const { answers = [] } = step;
  const form = AT_ONCE.has(step.asks) ? null : await forms.get(step.asks, step.form);
  if (!form && !AT_ONCE.has(step.asks)) return;
  if (!form || (!form.fields.length && form.roles.includes(game.here.role))) {
    await entries.settled({ ask: step.asks, ...Object.fromEntries(answers) });
    return;
  }
  await record({
    title: procedure.title, says: step.does, clause: step.clause, ask: step.asks, step,
    procedure: procedure.name,
  });
}

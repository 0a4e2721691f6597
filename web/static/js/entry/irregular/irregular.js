// Everything irregular, as the rulebook of this tournament wants it: what can be reported is told
// by the server with its questions, what is open with its steps. Nothing here knows a rule.

import { button, make, ruleOf } from "../../frame/make.js";
import { whenComplete } from "../keys/time_field.js";
import { seenOf } from "../queue/as_seen.js";
import { cancel } from "../sheets/pieces.js";
import { field, inWords } from "./fields.js";
import { AT_ONCE, OWN_WAY, directors, hasWay, nameOf, next, times } from "./going.js";
import { say } from "../../frame/say.js";

// Asks for a request by its form; resolves with { asked, director } or null. A `step` has a form
// of its own, and answers that are worked out: those are shown and not asked for, though they can
// be changed where it was done otherwise. One question a screen: a choice goes on to the next by
// itself. What only a director may hand in takes badge and PIN.
export function fill({ game, panel, forms }, { title, clause = "", says = "", ask, step = null, procedure = "" }) {
  const form = forms.of(ask, toldOf(game, ask, step)) ?? { fields: [], roles: [] };
  const known = Object.fromEntries(step?.answers ?? []);
  const directors = form.roles.length > 0 && !form.roles.includes(game.here.role);
  return panel.ask(title, (close) => {
    const answers = new Map(Object.entries(known));
    const shown = new Map();
    const badge = badgeFields();
    const lacks = ({ name, needed }) => needed && !answers.has(name);
    const goesOn = () => at < first.length - 1;
    const missing = () => {
      const lacking = goesOn() ? [first[at]].filter(lacks) : form.fields.filter(lacks);
      if (lacking.length) return say("entry.first-answer", { words: lacking[0].words });
      return directors && !goesOn() && !badge.complete() ? NO_BADGE : "";
    };
    const [unsaid, go] = whenComplete("", missing, () => {
      if (goesOn()) turn(at + 1);
      else close({ asked: { ask, ...Object.fromEntries(answers) }, director: directors ? badge.told() : null });
    });
    const about = { state: game.state, now: game.now, procedure, ask };
    const asked = (spec) =>
      field(spec, {
        ...about, value: known[spec.name],
        set: (value) => {
          if (value === undefined) answers.delete(spec.name);
          else answers.set(spec.name, value);
          if (shown.has(spec.name)) shown.get(spec.name).textContent = inWords(spec, value, about);
        },
      });
    const told = (spec) => {
      shown.set(spec.name, make("b", { text: inWords(spec, known[spec.name], about) }));
      return make("p", { "data-known": spec.name }, [`${spec.words} `, shown.get(spec.name)]);
    };
    const first = form.fields.filter(({ needed, asked: wanted, name }) => wanted || (needed && !(name in known)));
    const rest = form.fields.filter((spec) => !first.includes(spec));
    const worked = rest.filter(({ name, kind }) => name in known && kind !== "procedure");
    const more = worked.length ? say("entry.was-otherwise-or-more-known") : say("entry.more-where-known");
    let at = 0; // the question that is shown
    const counted = make("p", { className: "at-step", role: "status" });
    const back = button(say("entry.back"), () => turn(at - 1));
    const steps = first.map(asked);
    steps.forEach((step, nth) => step.addEventListener("click", ({ target }) => {
      if (target.closest("[aria-checked=true]") && nth < steps.length - 1) turn(nth + 1);
    }));
    const end = [
      rest.length && make("details", { open: !step && !first.length }, [make("summary", { text: more }), ...rest.map(asked)]),
      directors && badge.element,
    ].filter(Boolean);
    const show = (to) => {
      at = to;
      steps.forEach((one, nth) => (one.hidden = nth !== at));
      for (const one of end) one.hidden = at < steps.length - 1;
      back.hidden = !at;
      counted.hidden = steps.length < 2;
      counted.textContent = say("entry.step-of", { at: at + 1, n: steps.length });
      go.textContent = goesOn() ? say("entry.next") : say("entry.record");
      unsaid.hidden = true;
    };
    // A finger that comes down twice does not answer the next question with it.
    const turn = (to) => {
      show(to);
      panel.anew();
    };
    const parts = [
      says && make("p", { className: "says", text: says }),
      clause && make("p", { className: "quiet" }, [ruleOf(clause)]),
      ...worked.map(told),
      counted, ...steps, ...end,
      make("div", { className: "row record" }, [unsaid, go, back, button(say("entry.cancel"), () => close(null))]),
    ];
    show(0);
    return parts;
  });
}

export const NO_BADGE = say("entry.type-directors-badge-and-pin-first");

const toldOf = (game, ask, step) => step?.form ?? game.now.forms?.[ask];

// Badge and PIN of a director who stands at the table.
export function badgeFields(words = say("entry.only-director-badge-and-pin")) {
  const badge = make("input", { autocomplete: "off", "aria-label": say("entry.directors-badge"), placeholder: say("entry.badge") });
  const pin = make("input", { type: "password", autocomplete: "off", "aria-label": "PIN", placeholder: "PIN" });
  return {
    element: make("fieldset", { className: "by-badge" }, [
      make("legend", { text: words }),
      make("div", { className: "pair" }, [badge, pin]),
    ]),
    complete: () => Boolean(badge.value.trim() && pin.value),
    told: () => ({ badge: badge.value.trim(), pin: pin.value }),
  };
}

// Fills a form in and records what it says, by whoever may.
export async function record(table, what) {
  const { game, entries, forms, byDirector } = table;
  const seen = seenOf(game.now);
  if (!(await forms.get(what.ask, toldOf(game, what.ask, what.step)))) return false;
  const answer = await fill(table, what);
  if (!answer) return false;
  if (answer.director) return byDirector(answer.director, answer.asked);
  await entries.settled(answer.asked, { seen });
  return true;
}

export const report = (table, offer) =>
  record(table, { title: offer.title, clause: offer.clause, ask: offer.asks, procedure: offer.name });

// Every step of everything that is going on at the table: whose it is, how long it may take, whether
// it is done, and its button where it is recorded here; and how it is recorded.

const STAFF = { both: say("entry.both"), director: say("entry.director-2"), scorekeeper: say("entry.scorekeeper"), "word judge": say("entry.word-judge"), staff: say("entry.staff") };

// Resolves with the step that is to be recorded, { procedure, step }; null where it was left. Of the
// procedure that a director was led to, the one step there is for a director is the answer.
export function showSteps({ game, panel }, version) {
  const open = game.now.open.toReversed();
  const led = open.filter((one) => one.version === Number(version));
  const theirs = led.flatMap((procedure) => procedure.steps.map((step) => ({ procedure, step })));
  const [one, more] = theirs.filter(({ step }) => step.who === "director" && isOpen(step));
  if (one && !more) return one;
  return panel.ask(say("entry.going-on-at-table"), (close) => [
    ...(led.length ? led : open).map((procedure) => listed(game, procedure, close)),
    cancel(close, say("entry.close")),
  ]);
}

const isOpen = (step) => !step.done && step.asks && hasWay(step);

function listed(game, procedure, close) {
  const now = next(procedure);
  return make("section", { className: "procedure" }, [
    make("h3", { text: procedure.title }),
    make("p", { className: "quiet" }, [ruleOf(procedure.clause)]),
    procedure.needs_ruling && make("p", { className: "quiet", text: say("entry.rulebook-leaves-directors-ruling") }),
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
          directors(step) && make("small", { text: say("entry.director-does") }),
          step.optional && !step.done && make("small", { text: say("entry.if-comes") }),
        ]),
        isOpen(step) && button(say("entry.record-2"), () => close({ procedure, step }), { "aria-label": say("entry.record-does", { does: step.does }) }),
        step.done && make("small", { text: say("entry.step-done") }),
      ]),
    )),
  ]);
}

// Records one step: in its own way, by its form, or at once where there is nothing to ask.
export async function takeStep({ game, entries, aloud, forms, act, record }, procedure, step) {
  const own = OWN_WAY[step.asks];
  if (own === "board") return aloud.voice(say("entry.enter-play-on-board"));
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

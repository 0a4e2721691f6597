// Everything irregular, as the rulebook of this tournament wants it: what can be reported is told
// by the server with its questions, what is open with its steps. Nothing here knows a rule.

import { field, inWords } from "./fields.js";
import { button, make, ruleOf } from "../../frame/make.js";
import { seenOf } from "../queue/as_seen.js";

// Asks for a request by its form; resolves with { asked, director } or null. A `step` has a form
// of its own, and answers that are worked out: those are shown and not asked for, though they can
// be changed where it was done otherwise. What only a director may hand in takes badge and PIN.
export function fill({ game, panel, forms }, { title, clause = "", says = "", ask, step = null, procedure = "" }) {
  const form = forms.of(ask, toldOf(game, ask, step)) ?? { fields: [], roles: [] };
  const known = Object.fromEntries(step?.answers ?? []);
  const directors = form.roles.length > 0 && !form.roles.includes(game.here.role);
  return panel.ask(title, (close) => {
    const answers = new Map(Object.entries(known));
    const shown = new Map();
    const badge = badgeFields();
    const go = make("button", { type: "button", className: "go", text: "Record it" });
    const check = () => {
      const lacking = form.fields.some(({ name, needed }) => needed && !answers.has(name));
      go.disabled = lacking || (directors && !badge.complete());
    };
    badge.element.addEventListener("input", check);
    const about = { state: game.state, now: game.now, procedure, ask };
    const asked = (spec) =>
      field(spec, {
        ...about, value: known[spec.name],
        set: (value) => {
          if (value === undefined) answers.delete(spec.name);
          else answers.set(spec.name, value);
          if (shown.has(spec.name)) shown.get(spec.name).textContent = inWords(spec, value, about);
          check();
        },
      });
    const told = (spec) => {
      shown.set(spec.name, make("b", { text: inWords(spec, known[spec.name], about) }));
      return make("p", { "data-known": spec.name }, [`${spec.words} `, shown.get(spec.name)]);
    };
    const first = form.fields.filter(({ needed, asked: wanted, name }) => wanted || (needed && !(name in known)));
    const rest = form.fields.filter((spec) => !first.includes(spec));
    const worked = rest.filter(({ name, kind }) => name in known && kind !== "procedure");
    const more = worked.length ? "It was otherwise, or more is known" : "More, where it is known";
    go.addEventListener("click", () =>
      close({ asked: { ask, ...Object.fromEntries(answers) }, director: directors ? badge.told() : null }),
    );
    const parts = [
      says && make("p", { className: "says", text: says }),
      clause && make("p", { className: "quiet" }, [ruleOf(clause)]),
      ...worked.map(told),
      ...first.map(asked),
      rest.length && make("details", { open: !step && !first.length }, [make("summary", { text: more }), ...rest.map(asked)]),
      directors && badge.element,
      make("div", { className: "row record" }, [go, button("Cancel", () => close(null))]),
    ];
    check();
    return parts;
  });
}

const toldOf = (game, ask, step) => step?.form ?? game.now.forms?.[ask];

// Badge and PIN of a director who stands at the table.
export function badgeFields(words = "Only the director: badge and PIN") {
  const badge = make("input", { autocomplete: "off", "aria-label": "Director’s badge", placeholder: "Badge" });
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

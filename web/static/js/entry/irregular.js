// Everything irregular, as the rulebook of this tournament wants it: what can be reported is told
// by the server with its questions, what is open with its steps. Nothing here knows a rule.

import { field } from "./fields.js";
import { cancel, make } from "./panel.js";
import { ruleOf } from "./rule.js";

// Asks for a request by its form; resolves with { asked, director } or null. `known` are answers
// to begin with; a form that only a director may hand in asks for badge and PIN as well.
export function fill(page, { title, clause = "", says = "", ask, known = {}, procedure = "" }) {
  const form = page.now.forms?.[ask] ?? { fields: [], roles: [] };
  const directors = form.roles.length > 0 && !form.roles.includes(page.role);
  return page.panel.ask(title, (close) => {
    const answers = new Map();
    const badge = badgeFields();
    const go = make("button", { type: "button", className: "go", text: "Record it" });
    const check = () => {
      const lacking = form.fields.some(({ name, needed }) => needed && !answers.has(name));
      go.disabled = lacking || (directors && !badge.complete());
    };
    badge.element.addEventListener("input", check);
    const asked = (spec) =>
      field(spec, {
        state: page.state, now: page.now, procedure, value: known[spec.name],
        set: (value) => {
          if (value === undefined) answers.delete(spec.name);
          else answers.set(spec.name, value);
          check();
        },
      });
    const first = form.fields.filter(({ needed, asked: wanted, name }) => needed || wanted || name in known);
    const rest = form.fields.filter((spec) => !first.includes(spec));
    go.addEventListener("click", () =>
      close({ asked: { ask, ...Object.fromEntries(answers) }, director: directors ? badge.told() : null }),
    );
    const parts = [
      says && make("p", { className: "says", text: says }),
      clause && make("p", { className: "quiet" }, [ruleOf(clause)]),
      ...first.map(asked),
      rest.length && make("details", { open: !first.length }, [make("summary", { text: "More, where it is known" }), ...rest.map(asked)]),
      directors && badge.element,
      make("div", { className: "row" }, [go]),
      cancel(close),
    ];
    check();
    return parts;
  });
}

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
export async function record(page, what) {
  const answer = await fill(page, what);
  if (!answer) return false;
  if (answer.director) {
    const { byDirector } = await import("./director.js");
    return byDirector(page, answer.director, answer.asked);
  }
  await page.settled(answer.asked);
  return true;
}

export const report = (page, offer) =>
  record(page, { title: offer.title, clause: offer.clause, ask: offer.asks, procedure: offer.name });

const other = (seat) => (seat === "first" ? "second" : "first");

// What a step says of its own request: whose it is, how many tiles it is about.
export function knownOf(page, procedure, step) {
  const known = {};
  const form = page.now.forms?.[step.asks];
  if (procedure.seat && ["player", "opponent"].includes(step.who)) {
    known.seat = step.who === "opponent" ? other(procedure.seat) : procedure.seat;
  } else if (["restart-clock", "confirm-restart"].includes(step.asks) && page.now.on_move) {
    known.seat = page.now.on_move;
  }
  if (step.asks === "restart-clock" && ["player", "opponent"].includes(step.clock) && procedure.seat) {
    known.seat = step.clock === "opponent" ? other(procedure.seat) : procedure.seat;
  }
  if (step.tiles != null) {
    const count = form?.fields.find(({ name, kind, needed }) => kind === "number" && needed && name !== "degrees");
    if (count) known[count.name] = step.tiles;
  }
  return Object.fromEntries(Object.entries(known).filter(([name]) => form?.fields.some((spec) => spec.name === name)));
}

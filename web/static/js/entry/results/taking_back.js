// A signature given by the wrong person, put right at the table: one alone by both players, and once
// both have signed by the director, with badge and PIN. The slip must not be in yet.

import { badgeFields } from "../irregular/irregular.js";
import { button, make } from "../../frame/make.js";
import { seenOf } from "../queue/as_seen.js";
import { cancel, row } from "../sheets/pieces.js";

// For each of these players who signed a button that says it was somebody else; and one for all.
export function notTheirs({ players }, seats, close) {
  const signed = players.filter(({ seat }) => seats.includes(seat));
  return [
    ...signed.map(({ seat, name }) => button(`That was not ${name}`, () => close({ takeBack: seat }))),
    signed.length > 1 && button("Take both signatures back", () => close({ takeBack: null })),
  ];
}

// Asks why, and who agreed; true once it is taken back. `alone`: both players may say so.
export async function takeBack({ game, entries, panel, byDirector }, seat, alone) {
  const seen = seenOf(game.now);
  const name = seat && game.playerOf(seat);
  const answer = await panel.ask(name ? `That was not ${name}` : "Take both signatures back", (close) => {
    const why = name ? `Another person signed for ${name}` : "Signed by mistake";
    const reason = make("input", { "aria-label": "Reason", maxlength: 200, autocomplete: "off", value: why });
    const badge = badgeFields(alone ? "Or the director: badge and PIN" : "Only the director: badge and PIN");
    const told = () => reason.value.trim();
    const both = button("Both players agree", () => told() && close({ reason: told(), approved_by: "both players" }), { className: "go" });
    const director = button("The director takes it back", () => told() && close({ reason: told(), approved_by: badge.told().badge, director: badge.told() }), { disabled: true });
    badge.element.addEventListener("input", () => {
      director.disabled = !badge.complete();
    });
    return [
      make("p", { text: name ? `The signature of ${name} counts no more, and ${name} signs. What was signed stays on record.` : "Neither signature counts any more, and both players sign. What was signed stays on record." }),
      make("fieldset", {}, [
        make("legend", { text: "Why?" }),
        make("div", { className: "choices" }, [...new Set([why, "Signed by mistake"])].map((text) => button(text, () => { reason.value = text; }))),
        reason,
      ]),
      alone && row(both),
      badge.element,
      row(director),
      cancel(close),
    ];
  }, "wide");
  if (!answer) return false;
  const { director, ...told } = answer;
  const asked = { ask: "take-back-signature", ...(seat && { seat }), ...told };
  return director ? byDirector(director, asked) : entries.settled(asked, { now: true, seen });
}

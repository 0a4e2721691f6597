// Why the director is called: what is kept, and what is said at the table and on the desk.

import { button, make } from "../../frame/make.js";
import { cancel, row } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

export const CALLS = [
  ["dispute", say("entry.a-dispute")],
  ["rule-question", say("entry.question-rules")],
  ["equipment", say("entry.equipment")],
  ["conduct", say("entry.conduct")],
  ["unwell", say("entry.player-unwell")],
];
const CALLED = "director-called"; // among the reasons for which a book has the clocks stopped

export async function callDirector({ game, entries, panel, forms }) {
  const may = mayStop(game.now, forms);
  const asked = await panel.ask(say("entry.why-director-needed"), (close) => {
    let stopped = may;
    const answer = (reason) => close({ reason, stopped });
    const toggle = ({ target }) => {
      stopped = !stopped;
      target.setAttribute("aria-pressed", stopped);
    };
    return [
      make("div", { className: "choices" }, CALLS.map(([reason, words]) => button(words, () => answer(reason)))),
      may && row(button(say("entry.both-clocks-stopped-2"), toggle, { "aria-pressed": "true" })),
      cancel(close),
    ];
  });
  if (!asked) return;
  // Earlier warnings stand beside the name at the desk, so a call about conduct says whose act it is.
  const players = game.state.players.map(({ seat, name }) => [seat, name]);
  const seat = asked.reason === "conduct"
    ? await panel.choose(say("entry.whose-act-about"), [...players, ["", say("entry.somebody-elses-or-not-known")]])
    : "";
  if (seat !== null) await entries.settled({ ask: "call-director", ...asked, ...(seat && { seat }) });
}

// Whether a clock runs, and the book lists a call among the reasons for stopping it.
function mayStop(now, forms) {
  if (!now.started || now.ended || now.neutral) return false;
  const form = forms.of("neutralise-clock", now.forms?.["neutralise-clock"]);
  const listed = form?.fields.find(({ name }) => name === "reason")?.choices ?? [];
  return listed.some(([reason]) => reason === CALLED);
}

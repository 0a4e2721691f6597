// What would mend entries that were not written, tried on the sheet as it is now: all of them again,
// in their order, or each as the other player's.

import { other } from "../seats.js";
import { TURNS } from "../turns/undoable.js";

const ANSWERS = new Set(["call-hold", "release-hold", "issue-challenge", "change-words", "confirm-slip", "adjudicate", "designate-blank"]);

// Whether these requests, one after the other, come to turns of whoever is on move then.
function fits({ now, model }, asked) {
  let then = now;
  for (const one of asked) {
    const turn = TURNS.has(one.ask);
    if (!turn && !ANSWERS.has(one.ask)) return false;
    if (turn && (!then.started || then.ended || then.challenge || then.out || then.on_move !== one.seat)) return false;
    then = model.with({ ...then, told: null }, [{ asked: one }]);
    if (then.open_questions) return false;
  }
  return true;
}

const asOthers = (asked) => (asked.seat ? { ...asked, seat: other(asked.seat) } : asked);

// The requests of a chain as they would fit: { words, asked }, one way or none.
export function mended(game, chain) {
  const asked = chain.map((trouble) => trouble.asked);
  if (!asked.some(({ ask }) => TURNS.has(ask))) return null;
  if (asked.length > 1 && fits(game, asked)) return { words: `Enter all ${asked.length} again, in order`, asked };
  const others = asked.map(asOthers);
  if (!fits(game, others)) return null;
  return { words: asked.length > 1 ? "These turns were the other player’s" : "This turn was the other player’s", asked: others };
}

const BEHIND = "Look at the sheet with both players: where this comes next, enter it again; where it belongs nowhere, drop it.";

// Why an entry stands alone whose forerunner the record does not have: { title, text, theirs }, and
// nothing that nobody knows. `before`: the entry of this tablet it was made after, if it was one.
export function lacking({ answer }, before, words) {
  if (before && (before.became || before.answer.kind !== "written")) {
    const what = before.became === "dropped" ? "which was not written and has been dropped" : before.became ? "which was not written, and has been entered again since" : "which was not written";
    return {
      title: "It was entered behind another", text: `This came after “${words(before)}”, ${what}. ${BEHIND}`,
      theirs: ["The one before it", [before.answer.what, before.answer.next_step].filter(Boolean).join(" ")],
    };
  }
  const why = answer.restored
    ? "Nobody was faster. The record was restored from an older copy, and what this was entered after is no longer in it: perhaps another tablet has still to hand it in."
    : "Nobody was faster. What this was entered after is not in the record: perhaps another tablet has still to hand it in.";
  return { title: "What came before it is missing", text: `${why} ${BEHIND}` };
}

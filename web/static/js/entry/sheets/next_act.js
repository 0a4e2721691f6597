// The one act that the table waits for where no play can be typed; the screens themselves come when
// they are needed.

import { other } from "../seats.js";
import { say } from "../../frame/say.js";

export const COUNTED = new Set(["played-out", "six-zeros", "round-ended"]);
const ENDED = {
  "played-out": say("entry.played-out"),
  "six-zeros": say("entry.over-by-scoreless-turns"),
  "round-ended": say("entry.round-was-ended"),
  resigned: say("entry.resigned"),
  forfeited: say("entry.forfeited"),
};

// Of a tablet that lost its storage: the record no longer knows it.
export const UNHEARD = say("entry.nothing-entered-here-reaches-record");

// What the big button does, { act, words }, and what is said above it; null while a play can be
// typed. `covers`: steps that are this act, and need no button besides.
export function oneAct(game) {
  const { now } = game;
  const elsewhere = keptElsewhere(game);
  if (elsewhere) return { act: "take", words: say("entry.take-over-table"), says: elsewhere };
  if (game.correcting) return null;
  if (!now.started && !now.ended && game.unheard) return { act: "outbox", words: say("entry.take-tablet-in"), says: UNHEARD };
  if (!now.started && !now.ended) return { act: "start", words: say("entry.start-game"), says: say("entry.game-has-not-begun") };
  if (now.challenge) return { act: "verdict", words: say("entry.enter-verdict"), says: say("entry.waiting-for-verdict"), covers: ["adjudicate"] };
  if (now.out && !now.ended) {
    const [out, answers] = [now.out, other(now.out)].map((seat) => game.playerOf(seat));
    return { act: "result", words: say("entry.player-answers", { player: answers }), says: say("entry.out-out", { out }), covers: ["accept-play-out"] };
  }
  if (!now.ended) return null;
  return { act: "result", words: atTheEnd(now), says: now.handed_in ? say("entry.result-in") : ENDED[now.ended] ?? now.ended, covers: ["sign-result", "sign-amendment"] };
}

function atTheEnd(now) {
  if (!now.unplayed_counted && COUNTED.has(now.ended)) return say("entry.enter-tiles-left");
  if (now.amending?.now) return say("entry.see-amendment");
  if (now.handed_in) return say("entry.see-result");
  if (now.final) return say("entry.hand-result-in");
  if (now.signatures?.length > now.signed_by.length) return say("entry.sign-anew-result-changed");
  return now.signed_by.length ? say("entry.other-player-signs") : say("entry.result-and-signing");
}

// Who keeps the record of this table, once it was handed over.

export function keptHere({ now: { keeper }, here: { badge, device } }) {
  return keeper?.badge === badge && [device, ""].includes(keeper.device);
}

// What a tablet that does not keep the table says; "" where it may write.
export function keptElsewhere(game) {
  const { keeper } = game.now;
  if (!keeper || game.here.role !== "scorekeeper" || keptHere(game)) return "";
  if (!keeper.badge) return say("entry.table-was-handed-over-nobody-keeps");
  return say("entry.table-was-handed-over-badge-badge", { badge: keeper.badge, device: keeper.device });
}

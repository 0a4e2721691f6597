// The one act that the table waits for where no play can be typed; the screens themselves come when
// they are needed.

import { other } from "../seats.js";

export const COUNTED = new Set(["played-out", "six-zeros", "round-ended"]);
const ENDED = {
  "played-out": "Played out",
  "six-zeros": "Over by scoreless turns",
  "round-ended": "The round was ended",
  resigned: "Resigned",
  forfeited: "Forfeited",
};

// Of a tablet that lost its storage: the record no longer knows it.
export const UNHEARD = "Nothing entered here reaches the record";

// What the big button does, { act, words }, and what is said above it; null while a play can be
// typed. `covers`: steps that are this act, and need no button besides.
export function oneAct(game) {
  const { now } = game;
  const elsewhere = keptElsewhere(game);
  if (elsewhere) return { act: "take", words: "Take over this table", says: elsewhere };
  if (game.correcting) return null;
  if (!now.started && !now.ended && game.unheard) return { act: "outbox", words: "Take this tablet in", says: UNHEARD };
  if (!now.started && !now.ended) return { act: "start", words: "Start the game", says: "The game has not begun" };
  if (now.challenge) return { act: "verdict", words: "Enter the verdict", says: "Waiting for the verdict", covers: ["adjudicate"] };
  if (now.out && !now.ended) {
    const [out, answers] = [now.out, other(now.out)].map((seat) => game.playerOf(seat));
    return { act: "result", words: `${answers} answers`, says: `${out} is out`, covers: ["accept-play-out"] };
  }
  if (!now.ended) return null;
  return { act: "result", words: atTheEnd(now), says: now.handed_in ? "The result is in" : ENDED[now.ended] ?? now.ended, covers: ["sign-result", "sign-amendment"] };
}

function atTheEnd(now) {
  if (!now.unplayed_counted && COUNTED.has(now.ended)) return "Enter the tiles left";
  if (now.amending?.now) return "See the amendment";
  if (now.handed_in) return "See the result";
  if (now.final) return "Hand the result in";
  if (now.signatures?.length > now.signed_by.length) return "Sign anew: the result changed";
  return now.signed_by.length ? "The other player signs" : "Result and signing";
}

// Who keeps the record of this table, once it was handed over.

export function keptHere({ now: { keeper }, here: { badge, device } }) {
  return keeper?.badge === badge && [device, ""].includes(keeper.device);
}

// What a tablet that does not keep the table says; "" where it may write.
export function keptElsewhere(game) {
  const { keeper } = game.now;
  if (!keeper || game.here.role !== "scorekeeper" || keptHere(game)) return "";
  if (!keeper.badge) return "This table was handed over; nobody keeps it yet.";
  return `This table was handed over to badge ${keeper.badge} on ${keeper.device}.`;
}

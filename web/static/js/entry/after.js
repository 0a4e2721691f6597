// What the page says once nobody is on move; the screens themselves come when they are needed.

const other = (seat) => (seat === "first" ? "second" : "first");

export const COUNTED = new Set(["played-out", "six-zeros", "round-ended"]);
export const ENDED = {
  "played-out": "Played out",
  "six-zeros": "Over by scoreless turns",
  "round-ended": "The round was ended",
  resigned: "Resigned",
  forfeited: "Forfeited",
};

// What the big button says; empty while the game goes on.
export function whatNext(now, nameOf) {
  if (now.out && !now.ended) return `${nameOf(now.out)} is out: ${nameOf(other(now.out))} answers`;
  if (!now.ended) return "";
  if (!now.unplayed_counted && COUNTED.has(now.ended)) return "▶ Enter the tiles left";
  if (now.amending?.now) return "▶ An amendment is asked for";
  if (now.handed_in) return "The result is in";
  if (now.final) return "▶ Hand the result in";
  if (now.signatures?.length > now.signed_by.length) return "▶ The result changed: sign anew";
  return now.signed_by.length ? "▶ The other player signs" : "▶ Result and signing";
}

// The state without the play that is being corrected.
export function withoutLine(now, line) {
  const squares = [...now.squares];
  for (const [at] of line.placed) squares[at] = "";
  return { ...now, squares };
}

// What was asked, and the lines of the sheet, in the words people say at a table.

import { clockWords, spelled } from "../../frame/wording.js";

const tiles = (count) => (count === 1 ? "1 tile" : `${count} tiles`);
const announced = (points) => (points == null ? "" : ` +${points}`);

const SAID = {
  "place-tiles": ({ placement, announced: points }) => `${placement.square} ${placement.letters}${announced(points)}`,
  "exchange-tiles": ({ count }) => `exchanges ${tiles(count)}`,
  "pass-turn": () => "passes",
  "miss-turn": ({ announced: points }) => `scores${announced(points)}, tiles later`,
  "retract-turn": () => "last turn taken back",
  "insert-turn": () => "a missing turn put in",
  "exchange-seats": () => "turns given to the other player",
  "correct-entry": ({ replacement }) => (replacement ? "a line put right" : "a line struck"),
  "correct-start": () => "the start put right",
  "correct-score": ({ now }) => `score put right: ${now}`,
  "designate-blank": ({ letter, square }) => `blank at ${square} is ${letter}`,
  "call-hold": () => "hold",
  "release-hold": () => "hold released",
  "issue-challenge": ({ words }) => `challenges ${words?.join(", ") ?? ""}`.trim(),
  "confirm-slip": () => "challenge slip confirmed",
  adjudicate: ({ acceptable }) => (acceptable ? "the play stands" : "the play comes off"),
  "accept-play-out": () => "the last play is accepted",
  "count-unplayed": () => "tiles left written down",
  "record-overtime": () => "overtime written down",
  "propose-result": () => "result shown for signing",
  "sign-result": ({ under_protest: protest }) => `signature${protest ? " under protest" : ""}`,
  "sign-amendment": () => "signature for the amendment",
  "take-back-signature": () => "a signature taken back",
  "hand-in": () => "result handed in",
  "neutralise-clock": () => "clocks stopped",
  "restart-clock": () => "clock started again",
  "read-clocks": () => "clocks read",
  "determine-starter": () => "who starts",
  "start-game": () => "game started",
  "hand-over-table": () => "table handed over",
  "take-over-table": () => "table taken over",
  "verify-turns": () => "turns looked over",
  "write-claim": ({ of }) => `${of} claimed`,
  "call-director": () => "director called",
};

export const said = (asked) => SAID[asked.ask]?.(asked) ?? asked.ask.replaceAll("-", " ");

// An entry in a few words, with whose it is.
export function wordsOf({ asked, clocks }, players) {
  const name = players.find(({ seat }) => seat === asked.seat)?.name;
  const read = asked.ask === "read-clocks" && clocks ? ` ${clocks.map((one) => clockWords(one)).join(" / ")}` : "";
  return `${name ? `${name}: ` : ""}${said(asked)}${read}`;
}

// A line of the sheet: what its move is called at the table, a play as the button has it.
export function moveWords({ kind, move, words }) {
  if (words?.length) return spelled(move, words[0].word);
  if (kind === "exchange") return `exchanges ${tiles(+move.split(" ")[1])}`;
  if (kind === "pass") return "passes";
  if (kind === "missed") return "tiles later";
  if (kind === "unplayed") return move.replace("unplayed tiles", "tiles left").trim();
  return move;
}

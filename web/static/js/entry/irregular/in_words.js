// What was asked, and the lines of the sheet, in the words people say at a table.

import { clockWords, spelled } from "../../frame/wording.js";
import { say } from "../../frame/say.js";

const SAID = {
  "place-tiles": ({ placement, announced: points }) => `${placement.square} ${placement.letters}${points == null ? "" : ` +${points}`}`,
  "exchange-tiles": ({ count }) => say("entry.exchanges", { n: count }),
  "pass-turn": () => say("entry.passes"),
  "miss-turn": ({ announced: points }) => say("entry.scores-points-tiles-later", { points }),
  "retract-turn": () => say("entry.last-turn-taken-back"),
  "insert-turn": () => say("entry.missing-turn-put-in"),
  "exchange-seats": () => say("entry.turns-given-other-player"),
  "correct-entry": ({ replacement }) => (replacement ? say("entry.line-put-right") : say("entry.line-struck")),
  "correct-start": () => say("entry.start-put-right"),
  "correct-score": ({ now }) => say("entry.score-put-right-now", { now }),
  "designate-blank": ({ letter, square }) => say("entry.blank-at-square-letter", { square, letter }),
  "call-hold": () => say("entry.a-hold"),
  "release-hold": () => say("entry.hold-released"),
  "issue-challenge": ({ words = [] }) => say("entry.challenges-words", { words: words.join(", ") }),
  "confirm-slip": () => say("entry.challenge-slip-confirmed"),
  adjudicate: ({ acceptable }) => (acceptable ? say("entry.play-stands") : say("entry.play-comes-off-2")),
  "accept-play-out": () => say("entry.last-play-accepted"),
  "count-unplayed": () => say("entry.tiles-left-written-down"),
  "record-overtime": () => say("entry.overtime-written-down"),
  "propose-result": () => say("entry.result-shown-for-signing"),
  "sign-result": ({ under_protest: protest }) => (protest ? say("entry.a-signature-under-protest") : say("entry.a-signature")),
  "sign-amendment": () => say("entry.signature-for-amendment"),
  "take-back-signature": () => say("entry.signature-taken-back"),
  "hand-in": () => say("entry.result-handed-in"),
  "neutralise-clock": () => say("entry.clocks-stopped"),
  "restart-clock": () => say("entry.clock-started-again"),
  "read-clocks": () => say("entry.clocks-read"),
  "determine-starter": () => say("entry.who-starts-3"),
  "start-game": () => say("entry.game-started"),
  "hand-over-table": () => say("entry.table-handed-over"),
  "take-over-table": () => say("entry.table-taken-over"),
  "verify-turns": () => say("entry.turns-looked-over"),
  "write-claim": () => say("entry.a-claim"),
  "call-director": () => say("entry.director-called-3"),
};

// What the server calls what it offers, by what that asks.
const offered = new Map();
export const learn = (offers) => offers?.forEach(({ asks, title }) => offered.set(asks, title));

export const said = (asked) => SAID[asked.ask]?.(asked) ?? offered.get(asked.ask) ?? say("entry.another-entry");

// An entry in a few words, with whose it is.
export function wordsOf({ asked, clocks }, players) {
  const name = players.find(({ seat }) => seat === asked.seat)?.name;
  const read = asked.ask === "read-clocks" && clocks ? ` ${clocks.map((one) => clockWords(one)).join(" / ")}` : "";
  return `${name ? `${name}: ` : ""}${said(asked)}${read}`;
}

// A line of the sheet: what its move is called at the table, a play as the button has it.
export function moveWords({ kind, move, words }) {
  if (words?.length) return spelled(move, words[0].word);
  if (kind === "exchange") return say("entry.exchanges", { n: +move.split(" ")[1] });
  if (kind === "pass") return say("entry.passes");
  if (kind === "missed") return say("entry.tiles-later");
  return move;
}

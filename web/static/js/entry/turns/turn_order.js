// The order of the turns put right: a turn that is missing before a line, and turns that were the
// other player's. The server does it as corrections (ledger/game/sheet/standing.py); until it has,
// the page shows the same.

import { score } from "../board/scoring.js";
import { other } from "../seats.js";
import { say } from "../../frame/say.js";

export const TURNS = new Set(["play", "missed", "exchange", "pass"]);
const OF_A_TURN = new Set([...TURNS, "withdrawn", "challenge-failed", "bonus", "challenge-cost"]);

// The board as it was before this line.
function squaresBefore(now, line) {
  const squares = now.squares.map(() => "");
  for (const { kind, placed, withdrawn } of now.lines.slice(0, now.lines.indexOf(line))) {
    if (kind === "play" && !withdrawn) for (const [at, tile] of placed) squares[at] = now.squares[at] || tile;
  }
  return squares;
}

// The state in which a missing turn is entered: the board of then, and whose turn it was.
export const beforeLine = (now, { line, seat }) => ({ ...now, squares: squaresBefore(now, line), on_move: seat, out: null, ended: null, challenge: null });

// The state without the play that is being corrected.
export function withoutLine(now, line) {
  const squares = [...now.squares];
  for (const [at] of line.placed) squares[at] = "";
  return { ...now, squares };
}

const at = (now, version) => now.lines.findIndex((line) => line.version === version);

export function exchangeSeats(now, { version, onwards }) {
  const first = at(now, version);
  if (first < 0) return;
  const next = now.lines.findIndex(({ kind }, place) => place > first && TURNS.has(kind));
  const end = onwards || next < 0 ? now.lines.length : next;
  now.lines = now.lines.map((line, place) =>
    place >= first && place < end && OF_A_TURN.has(line.kind) ? { ...line, seat: other(line.seat), corrected: true } : line,
  );
  added(now);
  if (onwards && now.on_move) now.on_move = other(now.on_move);
}

// `model` cuts and counts a play as it does others.
export function insertTurn(model, now, { before, turn, others }, read) {
  const place = at(now, before);
  if (place < 0) return;
  const line = { version: null, seat: turn.seat, by: [], verified: [], words: [], placed: [], corrected: true, score: turn.announced ?? 0 };
  if (turn.topic === "play-recorded") {
    const { start, across, tiles } = read(turn.placement);
    const told = score(squaresBefore(now, now.lines[place]), start, across, tiles, model.board, model.faces);
    if (told.problem) return;
    for (const { at: square, tile } of told.placed) now.squares[square] ||= tile;
    Object.assign(line, {
      kind: "play", move: `${turn.placement.square} ${turn.placement.letters}`, words: told.words, computed: told.score,
      announced: turn.announced, placed: told.placed.map(({ at: square, tile }) => [square, tile]),
    });
    model.draw(now, turn.seat, told.placed.length);
  } else {
    const [kind, move] = { "tiles-exchanged": ["exchange", `exchange ${turn.count}`], "turn-passed": ["pass", "pass"], "turn-missed": ["missed", say("entry.tiles-follow")] }[turn.topic];
    Object.assign(line, { kind, move });
  }
  now.lines = now.lines.toSpliced(place, 0, line);
  added(now);
  if (others) exchangeSeats(now, { version: before, onwards: true });
}

// The totals, line by line and in all.
function added(now) {
  const totals = [0, 0];
  now.lines = now.lines.map((line) => {
    const seat = line.seat === "first" ? 0 : 1;
    totals[seat] += line.score;
    return { ...line, total: totals[seat] };
  });
  now.totals = totals;
}

// Undo: what it would take back now, or why it can't; and the play taken back comes to the board
// again as it was typed, to be mended.

import { moveWords, wordsOf } from "../irregular/in_words.js";
import { keptElsewhere } from "../keeping/kept_by.js";
import { cut, squareOf } from "../model.js";
import { seenOf } from "../queue/as_seen.js";

const TURNS = new Set(["place-tiles", "exchange-tiles", "pass-turn", "miss-turn"]);
const WITH_ITS_TURN = new Set(["designate-blank", "call-hold", "release-hold"]);
const UNDER_WAY = "The last entry is on its way to the server, which has not answered. Wait until it is sent, then take it back.";
const GOES = { blank: "the letter circled for its blank", hold: "the hold" };

// { typed } for the play being typed; { entries } that never left this tablet, the latest first;
// { line, goes } of the record; { why } where nothing can be taken back.
export function undoable({ game, play }) {
  const { now, state, since } = game;
  if (!play.draft.empty && play.mending !== looks(play.draft)) return { typed: true };
  const elsewhere = keptElsewhere(game);
  if (elsewhere) return { why: elsewhere };
  const waiting = since.filter(({ answer }) => !answer);
  const last = now.lines.findLast(({ kind }) => ["play", "exchange", "pass", "missed"].includes(kind));
  const onlyUndone = waiting.every(({ asked }) => asked.ask === "retract-turn");
  if (waiting.length && !onlyUndone) {
    const entries = together(waiting);
    return entries.some(({ tried }) => tried) ? { why: UNDER_WAY, pending: true } : { entries };
  }
  if (!last) return { why: "No turn is entered." };
  if (last.version === null) return { why: UNDER_WAY, pending: true };
  if (!state.undo || state.undo.version !== last.version) {
    if (waiting.length && last === now.lines.at(-1)) return { line: last, goes: [] };
    return { why: UNDER_WAY, pending: true };
  }
  if (state.undo.why) return { why: `${state.undo.why} ${state.undo.next}` };
  return { line: last, goes: state.undo.goes };
}

// The last entry; with a turn, what was said of it alone goes too.
function together(waiting) {
  const at = waiting.findLastIndex(({ asked }) => !WITH_ITS_TURN.has(asked.ask));
  const from = TURNS.has(waiting[at]?.asked.ask) ? at : waiting.length - 1;
  return waiting.slice(from).toReversed();
}

export async function undo(table) {
  const { game, entries, outbox, panel, play, say } = table;
  let found = undoable(table);
  if (found.typed) {
    play.back();
    return;
  }
  if (found.pending) {
    await entries.upToDate();
    found = undoable(table);
  }
  if (found.why) {
    await panel.tell("Undo", [found.why]);
    return;
  }
  const turn = found.line ?? found.entries.at(-1);
  const words = found.line ? moveWords(turn) : wordsOf(turn, game.state.players);
  if (!(await panel.confirm("Take back", asking(words, found), "Take back"))) return;
  if (play.mending) play.clear();
  const done = found.line ? await entries.settled({ ask: "retract-turn", version: turn.version }, { now: true }) : await takenOff({ outbox, panel }, found.entries);
  if (!done) return;
  mend({ game, play }, found.line ? ofLine(turn) : ofEntry(turn));
  say(`Taken back: ${words}`);
}

function asking(words, { line, goes, entries }) {
  if (!line) return `Take back “${words}”? It has not left this tablet.`;
  const more = goes.map((kind) => GOES[kind]).join(" and ");
  return `Take back “${words}”${more ? `, and with it ${more}` : ""}?`;
}

async function takenOff({ outbox, panel }, entries) {
  for (const { command_id: id } of entries) {
    if (await outbox.takeBack(id)) continue;
    await panel.tell("Undo", [UNDER_WAY]);
    return false;
  }
  return true;
}

const ofLine = ({ kind, move, announced, computed }) => {
  const [square, letters] = move.split(" ");
  return kind === "play" && { square, letters, announced: announced === computed ? null : announced };
};

const ofEntry = ({ asked, clocks }) =>
  asked.ask === "place-tiles" && { ...asked.placement, announced: asked.announced ?? null, rack: asked.rack, clocks };

// The tiles and the square as they were: Undo pressed again goes on to the turn before.
function mend({ game, play }, taken) {
  if (!taken) return;
  play.clear();
  const { at, across } = squareOf(taken.square, game.board.size);
  play.draft.point(at, across);
  for (const tile of cut(taken.letters)) if (tile !== ".") play.draft.add(tile);
  Object.assign(play, {
    seen: seenOf(game.now), announced: taken.announced, rack: taken.rack ?? "", readings: taken.clocks ?? null,
    mending: looks(play.draft),
  });
  play.show();
}

const looks = ({ start, chosen, tiles }) => JSON.stringify([start, chosen, tiles]);

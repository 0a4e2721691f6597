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
export function undoable(page) {
  const { now, draft, state } = page;
  if (!draft.empty && page.mending !== looks(draft)) return { typed: true };
  const elsewhere = keptElsewhere(page);
  if (elsewhere) return { why: elsewhere };
  const waiting = (page.since ?? []).filter(({ answer }) => !answer);
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

export async function undo(page) {
  let found = undoable(page);
  if (found.typed) {
    page.back();
    return;
  }
  if (found.pending) {
    await page.upToDate();
    found = undoable(page);
  }
  if (found.why) {
    await page.panel.tell("Undo", [found.why]);
    return;
  }
  const turn = found.line ?? found.entries.at(-1);
  const words = found.line ? moveWords(turn) : wordsOf(turn, page.state.players);
  if (!(await page.panel.confirm("Take back", asking(words, found), "Take back"))) return;
  if (page.mending) page.clear();
  const done = found.line ? await page.settled({ ask: "retract-turn", version: turn.version }, { now: true }) : await takenOff(page, found.entries);
  if (!done) return;
  mend(page, found.line ? ofLine(turn) : ofEntry(turn));
  page.say(`Taken back: ${words}`);
}

function asking(words, { line, goes, entries }) {
  if (!line) return `Take back “${words}”? It has not left this tablet.`;
  const more = goes.map((kind) => GOES[kind]).join(" and ");
  return `Take back “${words}”${more ? `, and with it ${more}` : ""}?`;
}

async function takenOff(page, entries) {
  for (const { command_id: id } of entries) {
    if (await page.outbox.takeBack(id)) continue;
    await page.panel.tell("Undo", [UNDER_WAY]);
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
function mend(page, play) {
  if (!play) return;
  page.clear();
  const { at, across } = squareOf(play.square, page.board.size);
  page.draft.point(at, across);
  for (const tile of cut(play.letters)) if (tile !== ".") page.draft.add(tile);
  Object.assign(page, {
    seen: seenOf(page.now), announced: play.announced, rack: play.rack ?? "", readings: play.clocks ?? null,
    mending: looks(page.draft),
  });
  page.show();
}

const looks = ({ start, chosen, tiles }) => JSON.stringify([start, chosen, tiles]);

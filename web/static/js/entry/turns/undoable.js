// What Undo would take back now, or why it can't; `undo.js` does it.

import { keptElsewhere } from "../sheets/next_act.js";
import { say } from "../../frame/say.js";

export const TURNS = new Set(["place-tiles", "exchange-tiles", "pass-turn", "miss-turn"]);
const WITH_ITS_TURN = new Set(["designate-blank", "call-hold", "release-hold"]);
export const UNDER_WAY = say("entry.last-entry-being-sent-take-back");

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
  if (!last) return { why: say("entry.no-turn-entered") };
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

export const looks = ({ start, chosen, tiles }) => JSON.stringify([start, chosen, tiles]);

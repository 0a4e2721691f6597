// Undo: the last turn is taken back, and a play comes to the board again as it was typed, to be mended.

import { cut } from "../results/ending.js";
import { moveWords, wordsOf } from "../irregular/in_words.js";
import { squareOf } from "../model.js";
import { seenOf } from "../queue/as_seen.js";
import { UNDER_WAY, looks, undoable } from "./undoable.js";
import { say } from "../../frame/say.js";

export async function undo(table) {
  const { game, entries, outbox, panel, play, voice } = table;
  let found = undoable(table);
  if (found.pending) {
    await entries.upToDate();
    found = undoable(table);
  }
  if (found.why) {
    await panel.tell(say("entry.cant-be-undone"), [found.why]);
    return;
  }
  const turn = found.line ?? found.entries.at(-1);
  const line = found.line ?? game.now.lines.at(-1);
  const words = found.line || (turn.asked.placement && line?.version === null) ? moveWords(line) : wordsOf(turn, game.state.players);
  if (!(await panel.confirm(say("entry.take-back"), asking(words, found), say("entry.take-back-2")))) return;
  if (play.mending) play.clear();
  const done = found.line ? await entries.settled({ ask: "retract-turn", version: turn.version }, { now: true }) : await takenOff({ outbox, panel }, found.entries);
  if (!done) return;
  mend({ game, play }, found.line ? ofLine(turn) : ofEntry(turn));
  voice(say("entry.taken-back-words", { words }));
}

function asking(words, { line, goes, entries }) {
  if (!line) return say("entry.take-back-words-has-not-left", { words });
  return say(`entry.taking.${goes.length > 1 ? "both" : goes[0] ?? "line"}`, { words });
}

async function takenOff({ outbox, panel }, entries) {
  for (const { command_id: id } of entries) {
    if (await outbox.takeBack(id)) continue;
    await panel.tell(say("entry.cant-be-undone"), [UNDER_WAY]);
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

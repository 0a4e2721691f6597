// What is asked before a slip is sent, as far as the page can know it; the desk asks the same, and the rest.

import { score } from "../frame/figures.js";
import { listed, say } from "../frame/say.js";

export function toBeMeant(table, [one, two], usual) {
  const says = score([one, two]);
  if (table.lacks !== "result" && table.scores) {
    const there = score(table.scores);
    if (there !== says) return say("results.record-has-there-for-table-and", { there, says });
    return "";
  }
  if (table.turns) return say("results.tablet-records-game-turn-by-turn", { turns: table.turns });
  if (table.put_off) return say("results.game-was-put-off-was-played");
  const margin = Math.abs(one - two);
  const otherwise = toldOtherwise(table, [one, two]);
  if (otherwise) return say("results.otherwise-by-phone-and-slip-says", { otherwise, says });
  const likely = [one, two].every((score) => score >= usual.least && score <= usual.most) && margin >= usual.closest && margin <= usual.widest;
  return likely ? "" : say("results.says-hardly-ever-happens-does-slip", { says });
}

// What the players told on their phones, where neither told these scores; empty: nothing contradicts them.
function toldOtherwise({ players, reported }, scores) {
  const told = reported.map((one, player) => one && { player: players[player], scores: one }).filter(Boolean);
  if (told.some((one) => String(one.scores) === String(scores))) return "";
  const alike = new Set(told.map((one) => String(one.scores))).size === 1;
  if (alike) return say("results.told-score", { name: listed(told.map(({ player }) => player)), score: score(told[0].scores) });
  return listed(told.map((one) => say("results.told-score", { name: one.player, score: score(one.scores) })));
}

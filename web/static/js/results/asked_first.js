// What is asked before a slip is sent, as far as the page can know it; the desk asks the same, and the rest.

import { score } from "../frame/figures.js";

export function toBeMeant(table, [one, two], usual) {
  const says = score([one, two]);
  if (table.lacks !== "result" && table.scores) {
    const there = score(table.scores);
    if (there !== says) return `The record has ${there} for this table, and this slip says ${says}. If it is a slip of this game, the director finds what holds.`;
    return "";
  }
  if (table.turns) return `A tablet records this game, turn by turn: ${table.turns} so far. Did it go on on paper?`;
  if (table.put_off) return "This game was put off. Was it played since?";
  const margin = Math.abs(one - two);
  const otherwise = toldOtherwise(table, [one, two]);
  if (otherwise) return `${otherwise} by phone, and this slip says ${says}. Does the slip say so?`;
  const likely = [one, two].every((score) => score >= usual.least && score <= usual.most) && margin >= usual.closest && margin <= usual.widest;
  return likely ? "" : `${says} hardly ever happens. Does the slip say so?`;
}

// What the players told on their phones, where neither told these scores; empty: nothing contradicts them.
function toldOtherwise({ players, reported }, scores) {
  const told = reported.map((one, player) => one && { player: players[player], scores: one }).filter(Boolean);
  if (told.some((one) => String(one.scores) === String(scores))) return "";
  const alike = new Set(told.map((one) => String(one.scores))).size === 1;
  if (alike) return `${told.map(({ player }) => player).join(" and ")} told ${score(told[0].scores)}`;
  return told.map((one) => `${one.player} told ${score(one.scores)}`).join(", ");
}

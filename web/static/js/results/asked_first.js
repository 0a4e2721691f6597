// What is asked before a slip is sent, as far as the page can know it; the desk asks the same, and the rest.

export function toBeMeant(table, [one, two], usual) {
  const says = `${one} – ${two}`;
  if (table.lacks !== "result" && table.scores) {
    const there = `${table.scores[0]} – ${table.scores[1]}`;
    if (there !== says) return `The record has ${there} for this table, and this slip says ${says}. If it is a slip of this game, the director finds what holds.`;
    return "";
  }
  if (table.turns) return `A tablet records this game, turn by turn: ${table.turns} so far. Did it go on on paper?`;
  if (table.put_off) return "This game was put off. Was it played since?";
  const margin = Math.abs(one - two);
  const likely = [one, two].every((score) => score >= usual.least && score <= usual.most) && margin >= usual.closest && margin <= usual.widest;
  return likely ? "" : `${says} hardly ever happens. Does the slip say so?`;
}

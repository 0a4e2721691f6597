// The blanks on the board, and which of them nobody has circled yet; the slip itself comes when it
// is needed.

import { nameOf } from "./scoring.js";

const isBlank = (tile) => tile && tile !== tile.toUpperCase();

// Every blank on the board, oldest first: { blank, square, letter, seat, designated }.
export function blanksOn(now, size) {
  const found = [];
  for (const line of now.lines) {
    if (line.withdrawn) continue;
    for (const [at] of line.placed ?? []) {
      const tile = now.squares[at];
      if (!isBlank(tile) || found.some((one) => one.at === at)) continue;
      const square = nameOf(at, true, size);
      const designated = now.blanks.find((blank) => blank.square === square);
      found.push({ at, square, seat: line.seat, tile: tile.toUpperCase(), designated: designated?.letter ?? "" });
    }
  }
  return number(found, now.blanks);
}

// The first and the second blank: those designated keep their numbers, others take what is left.
function number(found, blanks) {
  const numbered = found.map((one) => ({
    ...one, blank: blanks.find(({ square }) => square === one.square)?.blank ?? 0,
  }));
  for (const one of numbered) {
    if (!one.blank) one.blank = numbered.some(({ blank }) => blank === 1) ? 2 : 1;
  }
  return numbered;
}

// What the button on the page says.
export const circled = (now, size) =>
  blanksOn(now, size).map(({ designated, tile }) => (designated || `${tile}?`)).join(" ");

// Whether somebody has circled each blank that lies.
export const areCircled = ({ now, board }) => blanksOn(now, board.size).every(({ designated }) => designated);

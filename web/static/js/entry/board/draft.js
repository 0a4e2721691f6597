// A play being entered: where it starts, which way it runs, the new tiles typed so far. Free to
// change until it is committed; nothing of it is an entry before.

import { likely, predicted } from "./direction.js";
import { nameOf, score, spell } from "./scoring.js";

export class Draft {
  constructor(board, faces) {
    this.board = board;
    this.faces = faces;
    this.clear();
  }

  clear() {
    this.start = null;
    this.chosen = null; // a direction somebody chose; else the predicted one
    this.tiles = [];
    this.meant = true; // the square was tapped, and not only touched by the rest of a double tap
  }

  // A first tap says where, a second on the same square turns the arrow. The rest of a double tap
  // on a sheet (`again`) says where as well, so that nobody who meant it has to tap once more; but
  // it turns no arrow, nor does the tap after it.
  tap(at, squares, again = false) {
    const had = this.meant;
    this.meant = !again;
    if (this.start === at) {
      if (again || !had) return;
      this.chosen = !this.across(squares);
    } else {
      this.start = at;
      this.chosen = null;
    }
  }

  point(at, across) {
    this.start = at;
    this.chosen = across;
    this.meant = true;
  }

  add(tile) {
    if (this.start !== null && this.tiles.length < this.board.size) this.tiles.push(tile);
  }

  drop() {
    return this.tiles.pop();
  }

  get empty() {
    return this.start === null;
  }

  // The way the arrow points: as chosen; else as the first square lets guess, but the other way where
  // only that way touches what lies on the board, or is likelier by the tiles typed so far.
  across(squares) {
    if (this.chosen !== null) return this.chosen;
    const guess = predicted(squares, this.start, this.board.size);
    if (!this.tiles.length) return guess;
    const [one, other] = [guess, !guess].map((across) => this.touching(squares, across));
    return other && (!one || likely(other) > likely(one) + 1) ? !guess : guess;
  }

  // The play in this direction, if it touches what lies on the board.
  touching(squares, across) {
    const counted = this.counted(squares, across);
    if (counted.problem) return null;
    const touches = squares.some(Boolean)
      ? !counted.flaws.length
      : counted.placed.some(({ at }) => at === this.board.centre);
    return touches ? counted : null;
  }

  // The tiles from the first square on, "." where one lies already.
  written(squares, across) {
    const { size } = this.board;
    const step = across ? 1 : size;
    const line = across ? this.start % size : Math.floor(this.start / size);
    const written = [];
    let at = this.start;
    let left = size - line;
    for (const tile of this.tiles) {
      while (left > 0 && squares[at]) {
        written.push(".");
        at += step;
        left -= 1;
      }
      if (left === 0) return null;
      written.push(tile);
      at += step;
      left -= 1;
    }
    return written;
  }

  counted(squares, across = this.across(squares)) {
    if (this.start === null || !this.tiles.length) return { problem: "empty" };
    const written = this.written(squares, across);
    if (written === null) return { problem: "off-the-board", at: this.start };
    return score(squares, this.start, across, written, this.board, this.faces);
  }

  // The square the next tile goes to; null where the line is full.
  next(squares) {
    if (this.start === null) return null;
    const { size } = this.board;
    const across = this.across(squares);
    const step = across ? 1 : size;
    const written = this.written(squares, across);
    if (written === null) return null;
    const line = across ? this.start % size : Math.floor(this.start / size);
    let left = size - line - written.length;
    let at = this.start + step * written.length;
    while (left > 0 && squares[at]) {
      at += step;
      left -= 1;
    }
    return left > 0 ? at : null;
  }

  // As it is handed in.
  placement(squares) {
    const { size } = this.board;
    const across = this.across(squares);
    const step = across ? 1 : size;
    const line = (at) => (across ? at % size : Math.floor(at / size));
    const letters = this.written(squares, across);
    // The whole main word, with what lies before and after the tiles typed.
    let start = this.start;
    while (line(start) > 0 && squares[start - step]) {
      start -= step;
      letters.unshift(".");
    }
    let end = start + step * letters.length;
    while (line(start) + letters.length < size && squares[end]) {
      letters.push(".");
      end += step;
    }
    return { square: nameOf(start, across, size), letters: spell(letters) };
  }
}

// The board on the page. A step touches only the squares that look different.

import { signed } from "../frame/figures.js";
import { say } from "../frame/say.js";

export class Board {
  constructor(grid, badge, onPick) {
    this.grid = grid;
    this.badge = badge;
    this.cells = [...grid.querySelectorAll("[data-at]")].map((cell) => ({
      cell,
      letter: cell.firstElementChild,
      points: cell.lastElementChild,
      says: cell.getAttribute("aria-label"),
      look: cell.className,
    }));
    this.size = Math.round(Math.sqrt(this.cells.length));
    this.focused = this.cells.findIndex(({ cell }) => cell.tabIndex === 0);
    grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (cell) {
        this.rove(Number(cell.dataset.at), false);
        onPick(Number(cell.dataset.at));
      }
    });
    grid.addEventListener("keydown", (event) => this.onKey(event, onPick));
  }

  show(game, number) {
    const was = this.game === game ? this.number : null;
    this.game = game;
    this.number = number;
    for (let at = 0; at < this.cells.length; at += 1) {
      if (was !== null && !game.differs(was, number, at)) continue;
      const shown = this.cells[at];
      const square = game.square(number, at);
      if (shown.look === square.look && shown.says === square.says) continue;
      shown.look = square.look;
      shown.says = square.says;
      shown.cell.className = square.look;
      shown.letter.textContent = square.letter;
      shown.points.textContent = square.points;
      shown.cell.setAttribute("aria-label", square.says);
    }
    this.grid.setAttribute("aria-label", say("replay.board-after-turn-ply", { ply: number }));
    this.showBadge(game, number);
  }

  // The score of the last play, beside its last tile.
  showBadge(game, number) {
    const ply = game.ply(number);
    const squares = ply ? (ply.placed.length ? ply.placed.map(({ at }) => at) : ply.removed) : [];
    this.badge.hidden = squares.length === 0;
    if (!squares.length) return;
    const end = Math.max(...squares);
    this.badge.textContent = signed(ply.score);
    this.badge.classList.toggle("bad", ply.kind === "phoney" || ply.kind === "withdrawn");
    this.badge.classList.toggle("edge", end % this.size === this.size - 1);
    this.badge.style.setProperty("--row", Math.floor(end / this.size));
    this.badge.style.setProperty("--column", end % this.size);
  }

  onKey(event, onPick) {
    const { size } = this;
    const row = Math.floor(this.focused / size);
    const column = this.focused % size;
    const to = {
      ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowRight: [row, Math.min(size - 1, column + 1)],
      ArrowUp: [Math.max(0, row - 1), column],
      ArrowDown: [Math.min(size - 1, row + 1), column],
      Home: [row, 0],
      End: [row, size - 1],
    }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to) {
      this.rove(to[0] * size + to[1], true);
    } else if (event.key === "Enter") {
      onPick(this.focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  rove(at, focus) {
    this.cells[this.focused].cell.tabIndex = -1;
    this.focused = at;
    this.cells[at].cell.tabIndex = 0;
    if (focus) this.cells[at].cell.focus();
  }
}

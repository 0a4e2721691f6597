// The board under the scorekeeper's finger: what lies there, the draft on it, the arrow.

import { noCoasting } from "../keys/keypad.js";
import { nameOf } from "./scoring.js";
import { write } from "../sheets/words.js";
import { say } from "../../frame/say.js";

const SWIPE = 18; // pixels from which a tap is a swipe
const ABOVE = 62; // pixels from a finger to what is said of it
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

export class Grid {
  // `onTap(at)` for a square tapped, `onSwipe(at, across)` for a swipe that starts there.
  constructor(root, { size, premiums, faces, onTap, onSwipe }) {
    this.root = root;
    this.size = size;
    this.premiums = premiums;
    this.faces = faces;
    this.cells = [...root.querySelectorAll("[data-at]")].map((cell) => ({
      cell,
      letter: cell.firstElementChild,
      points: cell.lastElementChild,
      bare: cell.className,
      tile: null,
      marks: "",
    }));
    this.focused = this.cells.findIndex(({ cell }) => cell.tabIndex === 0);
    this.loupe = document.getElementById("loupe");
    this.under = null;
    this.listen(onTap, onSwipe);
  }

  // Acts when the finger leaves, so that it can slide to the square it meant.
  listen(onTap, onSwipe) {
    let down = null;
    const at = (event) => this.squareUnder(event);
    noCoasting(this.root);
    this.root.addEventListener("contextmenu", (event) => event.preventDefault());
    this.root.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary) {
        down = null; // two fingers mean no square
        this.magnify(null);
        return;
      }
      down = { x: event.clientX, y: event.clientY, at: at(event), time: event.timeStamp };
      if (event.pointerType !== "mouse") this.magnify(down.at, event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (down && event.pointerType !== "mouse") this.magnify(at(event), event);
    });
    this.root.addEventListener("pointerup", (event) => {
      this.magnify(null);
      if (!down || down.at === null) return;
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      const quick = event.timeStamp - down.time < 350;
      const end = at(event);
      if (quick && Math.hypot(dx, dy) > SWIPE) {
        onSwipe(down.at, Math.abs(dx) > Math.abs(dy));
        this.rove(down.at);
      } else if (end !== null) {
        onTap(end);
        this.rove(end);
      }
      down = null;
    });
    this.root.addEventListener("pointercancel", () => {
      this.magnify(null);
      down = null;
    });
    this.root.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.size, ArrowDown: this.size };
      if (!(event.key in step) || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = this.focused + step[event.key];
      const sideways = Math.abs(step[event.key]) === 1;
      const sameRow = Math.floor(to / this.size) === Math.floor(this.focused / this.size);
      if (to >= 0 && to < this.cells.length && (!sideways || sameRow)) this.rove(to, true);
      event.preventDefault();
    });
  }

  // The square a finger is on; null where it is on none.
  squareUnder({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest?.("[data-at]");
    return cell && this.root.contains(cell) ? Number(cell.dataset.at) : null;
  }

  // Says beside the finger, which hides it, which square it is on and what lies there; or what it
  // carries, which is seen on the square as well.
  magnify(at, { clientX: x, clientY: y } = {}, carried = "") {
    if (this.under !== at) this.cells[this.under]?.cell.classList.remove("under");
    delete this.cells[this.under]?.cell.dataset.brings;
    this.under = at;
    this.loupe.hidden = at === null && !carried;
    if (this.loupe.hidden) return;
    const { cell, letter } = this.cells[at] ?? {};
    cell?.classList.add("under");
    if (carried && cell && !letter.textContent) cell.dataset.brings = carried.toUpperCase();
    const tile = carried || letter?.textContent;
    write(this.loupe.firstElementChild, at === null ? "" : nameOf(at, true, this.size));
    write(this.loupe.lastElementChild, tile.toUpperCase());
    this.loupe.lastElementChild.className = carried && carried !== carried.toUpperCase() ? "blank" : "";
    const { left, top } = this.root.getBoundingClientRect();
    const [middle, above] = [clamp(x, 48, innerWidth - 48), y - ABOVE];
    const aside = above < 24 ? (x < innerWidth / 2 ? 80 : -80) : 0; // no room above: on the wider side
    this.loupe.style.setProperty("--x", middle + aside - left);
    this.loupe.style.setProperty("--y", Math.max(above, 24) - top);
  }

  focus() {
    this.cells[this.focused].cell.focus({ preventScroll: true });
  }

  rove(at, focus = false) {
    this.cells[this.focused].cell.tabIndex = -1;
    this.focused = at;
    this.cells[at].cell.tabIndex = 0;
    if (focus) this.cells[at].cell.focus();
  }

  // Shows the squares with a draft over them, { start, next, across, placed, problem }, and the
  // tiles that were laid last.
  show(squares, draft, last) {
    const over = new Map((draft.placed ?? []).map(({ at, tile }) => [at, tile]));
    const next = draft.across ? "next" : "next down";
    this.cells.forEach((shown, at) => {
      const tile = over.get(at) ?? squares[at];
      const marks =
        (over.has(at) ? " draft" : last.has(at) && tile ? " last" : "") + (at === draft.start ? " start" : "") +
        (at === draft.next ? ` ${next}` : "") + (at === draft.problem ? " problem" : "");
      if (tile === shown.tile && marks === shown.marks) return;
      Object.assign(shown, { tile, marks });
      const blank = tile === tile.toUpperCase() ? "" : " blank";
      shown.cell.className = `${shown.bare}${tile && " tile"}${tile[1] ? " wide" : ""}${blank}${marks}`;
      write(shown.letter, tile.toUpperCase());
      write(shown.points, tile && this.faces.get(tile));
      shown.cell.setAttribute("aria-label", this.says(at, tile, over.has(at), last.has(at)));
    });
  }

  says(at, laid, isNew, isLast) {
    const square = nameOf(at, false, this.size);
    if (!laid) return say("entry.square.bare", { square, what: PREMIUMS[this.premiums[at]] ?? say("entry.empty") });
    const tile = laid.toUpperCase();
    const what = tile === laid ? say("entry.square.tile", { square, tile, n: this.faces.get(laid) }) : say("entry.square.blank", { square, tile });
    return isNew ? say("entry.square.new", { what }) : isLast ? say("entry.square.last", { what }) : what;
  }
}

const PREMIUMS = {
  "2L": say("entry.double-letter"),
  "3L": say("entry.triple-letter"),
  "4L": say("entry.quadruple-letter"),
  "2W": say("entry.double-word"),
  "3W": say("entry.triple-word"),
  "4W": say("entry.quadruple-word"),
};

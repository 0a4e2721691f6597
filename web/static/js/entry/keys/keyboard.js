// A hardware keyboard does all that fingers do: 8A names a square, letters are tiles, Shift a
// blank, Enter presses the clock, Backspace takes back, Ctrl+Z undoes. Whoever went to a button
// with Tab presses that button, and whoever went to a square with the arrows means that square.

import { keptElsewhere } from "../sheets/next_act.js";
import { squareOf } from "../model.js";
import { write } from "../sheets/words.js";

export class Keyboard {
  // `preview`: where what there is of a square's name is seen. `show()` shows everything anew.
  constructor({ game, play, panel, acts, grid, preview, show }) {
    Object.assign(this, { game, play, panel, acts, grid, preview, show });
    this.square = ""; // as far as it is named
    this.moved = false; // with Tab or the arrows, since the last square or tile was typed
    this.had = false; // something on this page had the focus
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("focusin", () => {
      this.had = true;
    });
  }

  press(event) {
    const { game, play, panel, acts } = this;
    const { key, target } = event;
    if (key === "Enter" && event.repeat) {
      event.preventDefault(); // a key that is held down answers no question
      return;
    }
    if (key === "Tab") this.moved = true; // on a sheet too: the focus comes back where it was
    if (panel.dialog.open) {
      panel.press(event);
      return;
    }
    // AltGr writes letters, though some systems tell it as Ctrl and Alt.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph")) {
      if (key.toLowerCase() !== "z" || event.altKey || event.repeat) return;
      event.preventDefault();
      if (!acts.buttons.get("undo").disabled) acts.do("undo");
      return;
    }
    const at = target.dataset?.at;
    if (key.startsWith("Arrow") && (at || target.closest?.("button"))) this.moved = true;
    const square = this.moved && !play.draft.tiles.length ? at : undefined;
    if (this.moved && (key === "Enter" || key === " ") && target.closest?.("button, a")) return;
    if (key === "Enter") {
      event.preventDefault();
      if (this.square) this.name(this.square);
      else if (square) play.tap(Number(square));
      else acts.commit();
    } else if (key === "Backspace") {
      event.preventDefault();
      if (this.square) this.pending(this.square.slice(0, -1));
      else play.back();
    } else if (key === "Escape") {
      const leaves = game.correcting && play.draft.empty && !this.square;
      this.pending("");
      play.clear();
      if (leaves) acts.do("leave");
      else this.show();
    } else if (key === " ") {
      const turned = square ?? play.draft.start;
      if (turned === null) return;
      event.preventDefault();
      if (!event.repeat) play.tap(Number(turned));
    } else if (/^\p{L}$|^\d$/u.test(key)) {
      event.preventDefault();
      if (event.repeat || keptElsewhere(game)) return;
      this.moved = false;
      this.character(key, event.shiftKey); // capitals without it are Caps Lock's
    }
  }

  // Digits and letters name a square until one is named; then letters are tiles. With a draft
  // begun, a digit starts over with another square.
  character(key, blank) {
    const { play } = this;
    if (/\d/.test(key) && !/^[a-z]\d?$/i.test(this.square)) {
      if (play.draft.tiles.length) return;
      if (!play.draft.empty && !this.square) play.clear();
    }
    const upper = key.toUpperCase();
    if (play.draft.empty || this.square) {
      this.named(this.square + upper);
      return;
    }
    if (blank) play.wantBlank = true;
    play.type(upper);
  }

  // 8A is whole with its letter; A8 may become A12, so it waits for what comes next.
  named(square) {
    const { size } = this.game.board;
    const down = /^([A-Z])(\d+)(\D?)$/.exec(square);
    const whole = down && (down[3] || down[2].length === 2 || Number(down[2]) * 10 > size);
    if (whole) this.name(down[1] + down[2], down[3]);
    else if (/^\d+[A-Z]$/.test(square)) this.name(square);
    else this.pending(/^\d{1,2}$/.test(square) || squareOf(`1${square[0]}`, size) && /^.\d?$/.test(square) ? square : "");
  }

  name(square, tile = "") {
    const { game, play, grid } = this;
    const found = squareOf(square, game.board.size);
    this.pending("");
    if (!found) return;
    grid.rove(found.at, grid.root.contains(document.activeElement));
    play.point(found.at, found.across);
    if (tile) play.type(tile);
  }

  // What there is of a square's name is seen.
  pending(square) {
    if (!square && !this.square) return;
    this.square = square;
    this.show();
    if (square) write(this.preview, `${square} …`);
  }

  // A sheet has closed.
  left() {
    this.moved ||= document.activeElement.matches("button:focus-visible"); // as it is seen
    this.keepFocus();
  }

  // What had the focus is gone, or can't be pressed any more: then the board has it, where keys
  // are typed. It does not move while somebody types, nor where nothing ever had it.
  keepFocus() {
    const { activeElement: at, body } = document;
    if (!this.had || this.panel.dialog.open || (at !== body && !at.matches(":disabled") && !at.closest("[hidden]"))) return;
    this.moved = false;
    this.grid.focus();
  }
}

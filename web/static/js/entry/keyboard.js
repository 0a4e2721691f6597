// A hardware keyboard does all that fingers do: 8A names a square, letters are tiles, Shift a
// blank, Enter presses the clock, Backspace takes back, Ctrl+Z undoes. Whoever went to a button
// with Tab presses that button.

import { squareOf } from "./model.js";

export class Keyboard {
  constructor(page) {
    this.page = page;
    this.square = "";
    this.tabbed = false; // since the last square or tile was typed
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const { page } = this;
    if (page.panel.dialog.open || event.target.closest?.("input, textarea, select")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      page.acts.do("undo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab") this.tabbed = true;
    const button = this.tabbed && event.target.closest?.("button, a");
    if (button && (event.key === "Enter" || event.key === " ")) return;
    if (event.key === "Enter") {
      event.preventDefault();
      const focused = document.activeElement;
      if (page.draft.empty && focused?.dataset.at) page.tap(Number(focused.dataset.at));
      else page.commit();
    } else if (event.key === "Backspace") {
      event.preventDefault();
      if (this.square) this.square = this.square.slice(0, -1);
      else page.back();
    } else if (event.key === "Escape") {
      this.square = "";
      page.clear();
      page.show();
    } else if (event.key === " ") {
      if (!page.draft.empty) {
        event.preventDefault();
        page.tap(page.draft.start);
      }
    } else if (/^\p{L}$|^\d$/u.test(event.key)) {
      event.preventDefault();
      this.tabbed = false;
      this.character(event.key);
    }
  }

  // Digits and letters name a square until one is named; then letters are tiles. With a draft
  // begun, a digit starts over with another square.
  character(key) {
    const { page } = this;
    if (/\d/.test(key) && !/^[a-z]\d?$/i.test(this.square)) {
      if (page.draft.tiles.length) return;
      if (!page.draft.empty && !this.square) page.clear();
    }
    if (page.draft.empty || this.square) {
      this.square += key.toUpperCase();
      this.named();
      return;
    }
    const upper = key.toUpperCase();
    if (key === upper) page.wantBlank = true;
    page.type(upper);
  }

  // 8A is whole with its letter; A8 may become A12, so it waits for what comes next.
  named() {
    const { page } = this;
    const { size } = page.board;
    const down = /^([A-Z])(\d+)(\D?)$/.exec(this.square);
    if (/^\d+[A-Z]$/.test(this.square)) {
      const found = squareOf(this.square, size);
      this.square = "";
      if (found) page.point(found.at, found.across);
    } else if (down && (down[3] || down[2].length === 2 || Number(down[2]) * 10 > size)) {
      const found = squareOf(down[1] + down[2], size);
      this.square = "";
      if (found) page.point(found.at, found.across);
      if (found && down[3]) page.type(down[3]);
    } else if (!/^(\d{1,2}|[A-Z]\d?)$/.test(this.square)) {
      this.square = "";
    }
  }
}

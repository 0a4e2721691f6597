// The desk by keyboard: up and down the list, a table by its number, a letter for each way on.

const TYPED_FOR = 2500; // milliseconds after which a number begins anew

export class Keys {
  // `hands`: by key, what it does; `look` gets the number of a table; `list` gives the rows, `row` the one
  // that is looked at.
  constructor({ hands, look, list, row, say }) {
    this.hands = hands;
    this.look = look;
    this.list = list;
    this.row = row;
    this.say = say;
    this.digits = "";
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if (target.matches?.("input, select, textarea")) {
      if (key === "Escape") target.blur();
      return;
    }
    if (/^[0-9]$/.test(key)) return this.digit(key);
    if (key === "Enter") return this.enter(event);
    const move = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
    if (move) {
      event.preventDefault();
      this.move(move);
    } else if (this.hands[key]) {
      event.preventDefault();
      this.hands[key]();
    }
  }

  digit(key) {
    clearTimeout(this.forget);
    this.digits = (this.digits + key).slice(-4);
    this.say(`Table ${this.digits}… Enter`);
    this.forget = setTimeout(() => this.clear(), TYPED_FOR);
  }

  clear() {
    clearTimeout(this.forget);
    this.digits = "";
    this.say("");
  }

  enter(event) {
    if (this.digits) {
      event.preventDefault();
      const number = Number(this.digits);
      this.clear();
      this.look(number);
    } else if (event.target.classList?.contains("matter")) {
      event.preventDefault();
      event.target.querySelector(".acts a, .acts button")?.click();
    }
  }

  move(by) {
    const rows = this.list();
    const at = rows.indexOf(this.row());
    const on = document.activeElement === rows[at] || at === -1; // the first press goes to the row that is looked at
    const next = rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, on ? at + by : at))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
}

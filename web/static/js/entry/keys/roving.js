// A group of buttons is one stop for Tab; within it the arrows lead from one to the next, as they
// lie on the screen. Home and End lead to the first and the last.

const ALONG = { ArrowLeft: -1, ArrowRight: 1 };
const DOWN = { ArrowUp: -1, ArrowDown: 1 };

export class Roving {
  constructor(group, buttons = "button") {
    this.group = group;
    this.buttons = buttons;
    this.at = null; // which of them Tab leads to
    group.addEventListener("keydown", (event) => this.press(event));
    group.addEventListener("focusin", ({ target }) => this.stop(target.closest(buttons)));
    this.show();
  }

  get able() {
    return [...this.group.querySelectorAll(this.buttons)].filter((one) => !one.disabled);
  }

  // After some were added, or can be pressed no more.
  show() {
    for (const one of this.group.querySelectorAll(this.buttons)) {
      if (one !== this.at && one.tabIndex !== -1) one.tabIndex = -1;
    }
    if (!this.at?.isConnected || this.at.disabled) this.stop(this.able[0]);
  }

  stop(button) {
    if (!button || button === this.at) return;
    if (this.at) this.at.tabIndex = -1;
    this.at = button;
    button.tabIndex = 0;
  }

  press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !target.matches(this.buttons)) return;
    const { able } = this;
    const from = able.indexOf(target);
    const to =
      key in ALONG ? able[(from + ALONG[key] + able.length) % able.length]
      : key in DOWN ? beyond(target, able, DOWN[key])
      : key === "Home" ? able[0]
      : key === "End" ? able.at(-1)
      : null;
    if (to === null) return;
    event.preventDefault();
    to?.focus();
  }
}

// The nearest in the next row; undefined in the last.
function beyond(from, able, way) {
  const middle = (box) => (box.left + box.right) / 2;
  const here = from.getBoundingClientRect();
  const there = able
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * way > 1);
  const row = Math.min(...there.map(({ box }) => Math.abs(box.top - here.top)));
  return there
    .filter(({ box }) => Math.abs(box.top - here.top) < row + 1)
    .sort((a, b) => Math.abs(middle(a.box) - middle(here)) - Math.abs(middle(b.box) - middle(here)))[0]?.one;
}

// The rows of a list. One that says what it said stays the element it was, and where its neighbours
// come and go it is not moved: what is taken away under a finger or a key is not pressed.

// `told` has what each row is about, `build` makes the row of it; `also` is what else they say.
export function showRows(list, told, build, also = "") {
  const there = new Map([...list.children].map((row) => [row.told, row]));
  const rows = told.map((one) => {
    const says = JSON.stringify([one, also]);
    const row = there.get(says) ?? Object.assign(build(one), { told: says });
    there.delete(says);
    return row;
  });
  const stay = new Set(rows);
  for (const row of [...list.children]) if (!stay.has(row)) row.remove();
  rows.forEach((row, at) => {
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
}

// What waits until its list is free: what a finger is on, and what has the focus of the keyboard, stays
// where it is.
const waiting = new Map();
let pressed = null;

const within = (list, node) => node?.closest?.("tr, li") && list.contains(node);
const isHeld = (list) => within(list, pressed) || within(list, document.querySelector(":focus-visible"));

// Does `act` once nobody is at a row of `list`; `waits` is told where that is not now.
export function whenFree(list, act, waits = () => {}) {
  waiting.delete(list);
  if (!isHeld(list)) return act();
  waiting.set(list, act);
  waits();
}

function free() {
  for (const [list, act] of waiting) if (!isHeld(list)) whenFree(list, act);
}

addEventListener("pointerdown", ({ target }) => (pressed = target), true);
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, () => setTimeout(() => free((pressed = null))), true); // after the press is heard
}
addEventListener("focusout", () => setTimeout(free));

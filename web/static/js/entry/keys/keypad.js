// The keypad under the finger.

import { faceOf } from "../board/scoring.js";

// Calls `act` with the data of each key that is pressed; and while a finger slides from its key to
// elsewhere `slides` with the data and the event, which is null when it is given up. A finger's key is taken as the finger
// leaves it; the mouse that a browser makes of every touch, moving, hovering, taking the focus and
// clicking, costs a slow tablet more than the answer does, and is not wanted.
export function onKey(keys, act, slides) {
  const keyOf = ({ target }) => target.closest("button");
  keys.addEventListener("click", (event) => {
    const key = keyOf(event);
    if (key) act(key.dataset);
  });
  // With the focus left where it was, Enter is the clock still.
  keys.addEventListener("mousedown", (event) => event.preventDefault());
  let finger = false; // and no mouse, nor a pen, of which some touch as well and some do not
  keys.addEventListener("pointerdown", ({ pointerType }) => {
    finger = pointerType === "touch";
  });
  keys.addEventListener("pointerup", (event) => {
    const key = keyOf(event); // where the finger came down
    if (!key || event.pointerType !== "touch") return;
    if (isOn(key, event)) act(key.dataset);
    else slides(key.dataset, event);
  });
  keys.addEventListener("pointermove", (event) => {
    const key = keyOf(event);
    if (!key || event.pointerType !== "touch") return;
    slides(key.dataset, isOn(key, event) ? null : event); // back on its key: that is given up
  });
  keys.addEventListener("pointercancel", (event) => {
    const key = keyOf(event);
    if (key) slides(key.dataset, null);
  });
  const noMouse = (event) => {
    if (finger && event.cancelable && keyOf(event)) event.preventDefault(); // else the browser makes none
  };
  noCoasting(keys);
  keys.addEventListener("touchend", noMouse, { passive: false });
  keys.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that rests on its key
}

function isOn(key, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = key.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

// The first tile may be slid from its key to its square: one touch says what and where.

export const sliding = ({ play, grid }) => ({ tile }, event) => {
  const able = event && tile && play.typing && !play.draft.tiles.length;
  const at = able ? grid.squareUnder(event) : null;
  if (event?.type !== "pointerup" || at === null) {
    if (able && event.type === "pointermove") grid.magnify(at, event, faceOf(tile, play.wantBlank, play.unseen()));
    else grid.magnify(null);
    return;
  }
  grid.magnify(null);
  if (play.draft.start !== at) play.tap(at, { again: false }); // no double tap slides
  grid.rove(at);
  play.type(tile);
};

// A finger that slides here scrolls nothing. Where a browser isn't told so with every move, it lets
// the page coast on after the finger, though nothing can scroll; and the next touch, if it is quick,
// only stops the coasting and presses nothing. Two fingers still zoom.

export function noCoasting(element) {
  const still = (event) => {
    if (event.cancelable && event.touches.length === 1) event.preventDefault();
  };
  element.addEventListener("touchmove", still, { passive: false });
}

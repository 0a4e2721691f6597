// A finger that slides here scrolls nothing. Where a browser isn't told so with every move, it lets
// the page coast on after the finger, though nothing can scroll; and the next touch, if it is quick,
// only stops the coasting and presses nothing. Two fingers still zoom.
export function noCoasting(element) {
  const still = (event) => {
    if (event.cancelable && event.touches.length === 1) event.preventDefault();
  };
  element.addEventListener("touchmove", still, { passive: false });
}

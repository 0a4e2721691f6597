// Keys, held buttons and swipes, each turned into a wish: first, back, forward, last and so on.

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "first",
  ArrowDown: "last",
  Home: "first",
  End: "last",
  " ": "play",
  i: "incidentOn",
  I: "incidentBack",
  c: "copy",
  d: "difference",
  w: "whatIf",
  b: "bookmark",
  p: "print",
  "?": "help",
};

const HOLD_FIRST = 350;
const HOLD_FASTEST = 90;
const SWIPE = 40;

export function listenForKeys(wishes) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const wish = KEYS[event.key];
    const at = event.target;
    if (!wish || !wishes[wish] || at.closest("dialog[open]")) return;
    if (at.matches("select, textarea, input:not([type=range])")) return;
    if (at.matches("input[type=range]") && event.key !== "?" && event.key.length > 1 && !/Up|Down/.test(event.key)) return;
    if (event.key === " " && at.closest("button, a, summary, [role=button]")) return;
    event.preventDefault();
    wishes[wish]();
  });
}

// A click steps once; holding the button steps faster and faster.
export function listenForHolding(button, step) {
  let waiting = 0;
  let repeated = false;
  const again = (pause) => {
    waiting = setTimeout(() => {
      repeated = true;
      step();
      again(Math.max(HOLD_FASTEST, pause * 0.85));
    }, pause);
  };
  const stop = () => clearTimeout(waiting);
  button.addEventListener("pointerdown", (event) => {
    repeated = false;
    if (event.button === 0) again(HOLD_FIRST);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, stop);
  button.addEventListener("contextmenu", (event) => repeated && event.preventDefault());
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (!repeated) step();
    repeated = false;
  });
  button.addEventListener("keydown", (event) => {
    if (event.key === " " && button.getAttribute("role") === "button") {
      event.preventDefault();
      step();
    }
  });
}

export function listenForSwipes(node, { back, forward }) {
  let from = null;
  node.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" ? null : event;
  });
  node.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) (x < 0 ? forward : back)();
  });
}

// What a page is made of comes over the hall's network, and no browser asks again for a script or a style that did
// not come: the page would stand there and do nothing. So it is loaded again, by itself while nobody has touched it;
// else it says so. A classic script, the first of every page: it hears of all that come after it.
(() => {
  const TRIES = "tilescribe-loaded-again"; // in a row, of this window
  const MOST = 5; // with two seconds before the first, and twice as long before each next: a minute
  const LONGEST = 60000; // between two tries of a screen that nobody stands at, which goes on
  let missing = false;
  let touched = false;

  const alone = () => document.body?.matches(".on-screen, .on-stream");

  function tries(set) {
    try {
      if (set !== undefined) sessionStorage.setItem(TRIES, set);
      return Number(sessionStorage.getItem(TRIES)) || 0;
    } catch {
      return MOST; // a browser that keeps nothing would begin anew for ever
    }
  }

  function tell() {
    const words = document.querySelector(".not-whole");
    if (!words) return addEventListener("DOMContentLoaded", tell, { once: true });
    words.hidden = false;
    words.setAttribute("role", "alert");
    words.querySelector("button").onclick = () => location.assign(location.pathname + location.search);
    const before = tries();
    if (!("again" in words.dataset) || (before >= MOST && !alone())) return undefined; // what was sent is never sent again by itself
    return setTimeout(() => {
      if (touched) return;
      tries(before + 1);
      location.reload();
    }, Math.min(LONGEST, 2000 * 2 ** before));
  }

  function missed() {
    if (!missing) tell();
    missing = true;
  }

  for (const kind of ["pointerdown", "keydown", "input"]) addEventListener(kind, () => (touched = true), true);
  addEventListener("error", ({ target }) => {
    if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet")) missed();
  }, true);
  addEventListener("load", () => missing || tries(0));
  setTimeout(() => document.readyState !== "complete" && alone() && missed(), LONGEST); // it hangs on its way
})();

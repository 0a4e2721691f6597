// What a page is made of comes over the hall's network, and no browser asks again for a script or a style that did
// not come: the page would stand there and do nothing. So it is loaded again, by itself while nobody has touched it;
// else it says so. A classic script, the first of every page: it hears of all that come after it.
(() => {
  const TRIES = "tilescribe-loaded-again"; // in a row, of this window
  const MOST = 5; // with two seconds before the first, and twice as long before each next: a minute
  const LONGEST = 60000; // between two tries of a screen that nobody stands at, which goes on
  let missing = ""; // the address of what did not come
  let touched = false;
  let unanswered = 0;

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
    if (!words) return read(tell);
    words.hidden = false;
    words.setAttribute("role", "alert");
    const tooOld = document.querySelector(".too-old");
    if (tooOld) tooOld.hidden = true; // a style that did not come would have hidden it
    const button = words.querySelector("button");
    if (!button) return undefined; // what was sent is never sent again by itself
    button.onclick = () => location.assign(location.pathname + location.search);
    return later();
  }

  function later() {
    const before = tries();
    if (before >= MOST && !alone()) return;
    setTimeout(() => touched || again(before), Math.min(LONGEST, 2000 * 2 ** (before + unanswered)));
  }

  // A page is given up for a new one only where the hall answers: else the browser's own words of a network that is
  // gone would stand there, and nothing would ask any more. What something in the browser holds back never comes.
  function again(before) {
    fetch(missing, { cache: "reload" })
      .then(() => touched || (tries(before + 1), location.reload()))
      .catch(() => {
        unanswered += 1;
        later();
      });
  }

  function missed(part) {
    if (missing) return;
    missing = part;
    tell();
  }

  for (const kind of ["pointerdown", "keydown", "input"]) addEventListener(kind, () => (touched = true), true);
  addEventListener("error", ({ target }) => {
    const bySrc = target instanceof HTMLScriptElement;
    const part = bySrc ? target.src : target instanceof HTMLLinkElement && target.rel === "stylesheet" && target.href;
    if (part && part.startsWith(`${location.origin}/`)) missed(part); // what an extension puts into a page is not ours
  }, true);
  addEventListener("load", () => missing || tries(0));
  // All is read, and a script that hangs on its way holds up the rest.
  const read = (act) => document.addEventListener("readystatechange", act, { once: true });
  read(() => alone() && setTimeout(() => document.readyState !== "complete" && missed(location.href), LONGEST));
})();

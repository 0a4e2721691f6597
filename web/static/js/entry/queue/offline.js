// Lets the page go on without a network, where the browser allows it: only over HTTPS.

import { say } from "../../frame/say.js";

const [, release] = /\/static\/([0-9a-f]+)\//.exec(import.meta.url) ?? [];

// Whether it can't; why, in words, stands in late/conflict.js.
export const missing = () => !isSecureContext || !("serviceWorker" in navigator);

export function goOnOffline() {
  // A browser that is short of space asks before it clears what is kept here.
  navigator.storage?.persist?.().catch(() => {});
  if (missing()) return false;
  const address = `/sw.js?release=${release}`;
  const policy = globalThis.trustedTypes?.createPolicy("tilescribe-worker", {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError("no other worker");
      return url;
    },
  });
  const workers = navigator.serviceWorker;
  workers
    .register(policy ? policy.createScriptURL(address) : address, { updateViaCache: "none" })
    .catch(() => {});
  // A page that no worker brought has to be kept for the next time.
  if (!workers.controller) {
    workers.ready.then(({ active }) => active.postMessage({ keep: location.href })).catch(() => {});
  }
  return true;
}

const RELOADED = "tilescribe-reloaded";
const ENOUGH = 60000;

// The browser could not keep an entry, even through a new connection: the page is loaded again.
export async function notSaved(panel, trouble) {
  await panel.tell(say("entry.not-saved"), [
    say("entry.browser-could-not-keep-entry-name", { name: trouble.name }),
    say("entry.write-on-paper-page-loads-again"),
  ]);
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Math.abs(Date.now() - before) < ENOUGH) return; // it did not help
  sessionStorage.setItem(RELOADED, Date.now());
  location.reload();
}

// A part of the page that had not come before the network went: said, not passed over. A browser asks for it
// once and no more; where the server is there again the page is loaded anew, with what was typed on it.
export function sayWhatIsMissing(panel) {
  window.addEventListener("unhandledrejection", async (event) => {
    if (!(event.reason instanceof TypeError) || !/import/i.test(event.reason.message)) return;
    event.preventDefault();
    // And no portal of the Wi-Fi, which would take the page's place.
    if ((await fetch("/healthz").then((answer) => answer.json()).catch(() => event)).alive) return void location.reload();
    panel.tell(say("entry.not-on-tablet-yet"), [
      say("entry.part-page-has-not-arrived-and"),
      say("entry.turns-still-kept-here-when-network"),
    ]);
  });
}

// Without a worker nothing can be fetched later, so what is needed offline is fetched now: first
// what draws the codes that hand entries over, then all `screens`, each imported by a function.
export function fetchAhead(codes, screens) {
  const later = (work) => setTimeout(work, 3000);
  if (missing()) later(() => codes().then(({ ahead }) => ahead()).catch(() => {}));
  if (missing()) later(() => Promise.all(screens.map((screen) => screen())).catch(() => {}));
}

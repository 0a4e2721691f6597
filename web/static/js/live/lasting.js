// A network may be gone without a word, and somebody else may answer in the hall's place, as a portal of the
// Wi-Fi does. A tablet notices by what it sends; other pages watch their stream.

import { Stream } from "./stream.js";

const SILENT = 40000; // a stream says every 15 seconds that it lives
const LOOK = 2500;
const AGAIN = 10000; // who was turned away comes again after so long, or twice as long

// It is opened anew by itself.
export class Lasting extends Stream {
  constructor(...how) {
    super(...how);
    addEventListener("online", () => this.wanted && this.anew());
    setInterval(() => this.look(), LOOK);
  }

  // Milliseconds since anything came, or since it is waited for, by a clock that nobody sets.
  get silentFor() {
    return performance.now() - this.heardAt;
  }

  open() {
    if (this.source || document.hidden) return;
    this.wanted = true;
    this.opened = performance.now();
    this.heardAt ??= this.opened;
    this.again = 0;
    super.open();
  }

  on(kind, act) {
    super.on(kind, (event) => {
      this.heardAt = performance.now();
      act(event);
    });
  }

  look() {
    const now = performance.now();
    if (!this.wanted || document.hidden) return;
    if (!this.source) this.again ||= now + AGAIN * (1 + Math.random());
    if (this.source ? now - Math.max(this.heardAt, this.opened) > SILENT : now > this.again) this.anew();
  }

  close() {
    this.wanted = false;
    super.close();
  }
}

// For the few screens that must be true as soon as the network is back: asks whether the hall is there. A stream
// alone can't tell: it is silent for long, and what is on its way waits as long again as the network was gone.

const OFTEN = 2000;
const RARELY = 4000; // while nobody answers: each try is a connection that knocks for some seconds by itself
const LATE = 5000;
const GIVEN_UP = 60000;

export class Pulse {
  constructor(onBack) {
    this.onBack = onBack;
    this.late = false; // an answer did not come in time, or not from the hall
    this.heardAt = this.asked = performance.now();
    this.tries = 0;
    setInterval(() => this.look(), OFTEN / 4);
    addEventListener("online", () => this.ask());
  }

  get silentFor() {
    return performance.now() - this.heardAt;
  }

  look() {
    const pause = this.silentFor > LATE ? RARELY : OFTEN;
    if (!document.hidden && performance.now() - this.asked >= pause) this.ask();
  }

  async ask() {
    this.asked = performance.now();
    this.tries += 1;
    const timer = setTimeout(() => (this.late = true), LATE);
    try {
      // A browser has so many connections for those it sends cookies with, and as many for others.
      const credentials = this.tries % 2 ? "same-origin" : "omit";
      const answer = await fetch("/healthz", { credentials, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(GIVEN_UP) });
      if ((await answer.json()).alive !== true) throw new Error("somebody else answers");
      this.heardAt = performance.now();
      const { late } = this;
      this.late = false;
      if (late) this.onBack();
    } catch (trouble) {
      this.late ||= trouble.name !== "TimeoutError"; // that was known long before
    } finally {
      clearTimeout(timer);
    }
  }
}

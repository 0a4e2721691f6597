// A network may be gone without a word, and somebody else may answer in the hall's place, as a portal of the
// Wi-Fi does. A tablet notices by what it sends; other pages watch their stream.

import { Stream } from "./stream.js";

const SILENT = 40000; // a stream says every 15 seconds that it lives
const LOOK = 2500;
const AGAIN = 10000; // who was turned away comes again after so long, or twice as long

// Over HTTP/1.1 a browser has six connections to a host, and a stream keeps one. When six pages had a stream, each said
// that it was live, none of them could ask or send anything, and a seventh was not loaded. So the youngest go without,
// as where the hall has no place left, until one of the others is closed or out of sight.
const MOST = 5;
const ALL_IN_ONE = /^h[23]/; // there one connection carries everything, as behind a proxy
const ANSWERED = 300; // other pages have answered by then

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
    const stoodBack = this.stoodBack;
    this.asksForAPlace();
    if (stoodBack) setTimeout(() => this.wanted && !this.stoodBack && !document.hidden && !this.source && super.open(), ANSWERED);
    else super.open();
  }

  // Which pages hold a stream is asked anew each time: a page that ends says nothing.
  asksForAPlace() {
    this.stoodBack = false;
    this.older = new Set();
    if (ALL_IN_ONE.test(performance.getEntriesByType("navigation")[0]?.nextHopProtocol)) return;
    this.pages ??= new BroadcastChannel("live-pages");
    this.pages.onmessage = ({ data }) => this.told(data);
    this.since = performance.timeOrigin + this.opened + Math.random() / 1000;
    this.pages.postMessage({ since: this.since, asks: true });
  }

  told({ since, asks }) {
    if (since > this.since && asks && this.source) this.pages.postMessage({ since: this.since });
    if (since >= this.since || this.stoodBack || this.older.add(since).size < MOST) return;
    this.stoodBack = true;
    this.source?.close();
    this.source = null;
    this.hands.onState?.("off");
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
    this.pages?.close();
    this.pages = null;
    super.close();
  }
}

// For the few screens that must be true as soon as the network is back: asks whether the hall is there. A stream
// alone can't tell: it is silent for long, and what is on its way waits as long again as the network was gone.
// Where packets are lost it waits twice as long for each one more, with all that is told after it; so who looks
// at each answer then finds out sooner. When nothing was lost for a while, the stream begins anew.
//
// A try is a connection that knocks by itself after 1, 3, 7, 15, 31 and 63 s, and holds its place for 127 s whatever
// the page does: giving it up frees none. Of twelve places one is the stream's. So eleven tries begin in that
// time, six of them in the first minute: somebody knocks every second or two, and no longer time finds all places
// taken. A connection that is there already is asked through first, and knocks only after 6, 13 and 25 s: so none
// of these is kept (`?once`) for the next time.

const OFTEN = 2000;
const MINUTE = 60000;
const RARELY = [9000, 13000]; // while tries hang, in the first minute and after it: see above
const LATE = 5000;
const GIVEN_UP = 130000;
const LOST = 200; // no system sends a packet again sooner: an answer that took longer was lost on its way
const LATELY = 8; // answers: where none of them came sooner, the hall is busy or far away, and asking for more makes it worse
const UNSURE = 20000; // after the last of these

export class Pulse {
  // onBack: what was missed is to be asked for, and the stream to begin anew. onDoubt: the stream may hang.
  constructor(onBack, onDoubt) {
    Object.assign(this, { onBack, onDoubt });
    this.late = false; // an answer did not come in time, or not from the hall
    this.lost = 0; // when an answer was last lost on its way
    this.took = []; // by each of the answers lately
    this.heardAt = this.asked = performance.now();
    this.tries = 0;
    this.hanging = 0;
    setInterval(() => this.look(), OFTEN / 4);
    addEventListener("online", () => this.ask());
  }

  get silentFor() {
    return performance.now() - this.heardAt;
  }

  look() {
    const pause = this.silentFor > LATE && this.hanging > 1 ? RARELY[Number(this.silentFor > MINUTE)] : OFTEN;
    if (!document.hidden && performance.now() - this.asked >= pause) this.ask();
  }

  async ask() {
    const asked = (this.asked = performance.now());
    this.tries += 1;
    this.hanging += 1;
    const timer = setTimeout(() => (this.late ||= this.silentFor >= LATE), LATE); // where others are answered the hall is slow, not away
    try {
      // A browser has so many connections for those it sends cookies with, and as many for others.
      const credentials = this.tries % 2 ? "same-origin" : "omit";
      const address = this.silentFor > LATE && this.hanging > 2 ? "/healthz?once" : "/healthz";
      const answer = await fetch(address, { credentials, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(GIVEN_UP) });
      if ((await answer.json()).alive !== true) throw new Error("somebody else answers");
      this.heard(asked);
    } catch (trouble) {
      this.late ||= trouble.name !== "TimeoutError"; // that was known long before
    } finally {
      this.hanging -= 1;
      clearTimeout(timer);
    }
  }

  heard(asked) {
    const now = (this.heardAt = performance.now());
    const took = now - asked;
    this.took = [...this.took.slice(1 - LATELY), took];
    if (took > LOST && took < LATE && Math.min(...this.took) < LOST / 2) this.lost = now; // what took longer tells of another time
    const over = this.lost && now - this.lost > UNSURE;
    if (this.late || over) this.onBack();
    else if (this.lost) this.onDoubt();
    if (over) this.lost = 0;
    this.late = false;
  }
}

// One EventSource a page. It is closed while nobody looks at the page, for there are only so many
// places to watch from, and goes on from where it was when somebody does. A network may be gone without
// a word, and somebody else may answer in the hall's place: it is opened anew then, by itself.

const SILENT = 40000; // a stream says every 15 seconds that it lives
const LOOK = 2500;
const AGAIN = 10000; // who was turned away comes again after so long, or twice as long

export class Stream {
  // onState gets "live", "waiting" or "off"; onChange gets the data of each change, onTable is told of
  // what is new at a table and no change of its record. `heard`: when anything came last.
  constructor(address, after, { onChange, onState, onBegunAgain, onTable }) {
    this.address = address;
    this.after = after;
    this.hands = { onChange, onState, onBegunAgain, onTable };
    this.heard = 0;
    this.heardAt = performance.now(); // the same by a clock that nobody sets; at first, since when it is waited for
    this.wanted = false;
    this.again = 0; // not before then, after it was turned away
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", () => this.open());
    addEventListener("online", () => this.wanted && this.anew());
    setInterval(() => this.look(), LOOK);
    this.open();
  }

  // Milliseconds.
  get silentFor() {
    return performance.now() - this.heardAt;
  }

  open() {
    if (this.source || document.hidden) return;
    this.wanted = true;
    const address = new URL(this.address, location.href);
    address.searchParams.set("after", this.after);
    const source = new EventSource(address);
    this.source = source;
    this.opened = performance.now();
    source.addEventListener("open", () => {
      this.hear();
      this.hands.onState?.("live");
    });
    source.addEventListener("error", () => {
      const given_up = source.readyState === EventSource.CLOSED;
      this.hands.onState?.(given_up ? "off" : "waiting");
      if (!given_up || this.source !== source) return;
      this.source = null;
      this.again = performance.now() + AGAIN * (1 + Math.random());
    });
    for (const kind of ["game", "tournament", "news"]) {
      source.addEventListener(kind, (event) => {
        this.hear();
        this.after = event.lastEventId || this.after;
        this.hands.onChange(JSON.parse(event.data));
      });
    }
    source.addEventListener("begun-again", () => this.hands.onBegunAgain?.());
    source.addEventListener("table", () => this.hands.onTable?.());
    source.addEventListener("still-here", () => this.hear());
  }

  hear() {
    this.heard = Date.now();
    this.heardAt = performance.now();
  }

  look() {
    const now = performance.now();
    if (!this.wanted || document.hidden) return;
    if (this.source ? now - Math.max(this.heardAt, this.opened) > SILENT : now > this.again) this.anew();
  }

  // Through a new connection: what hung in the old one is told in it.
  anew() {
    const lived = this.source?.readyState === EventSource.OPEN;
    this.close();
    if (lived) this.hands.onState?.("waiting");
    this.open();
  }

  close() {
    this.wanted = false;
    this.source?.close();
    this.source = null;
  }
}

const OFTEN = 2000;
const RARELY = 4000; // while nobody answers: each try is a connection that knocks for some seconds by itself
const LATE = 5000;
const GIVEN_UP = 60000;

// For the few screens that must be true as soon as the network is back: asks whether the hall is there. A stream
// alone can't tell: it is silent for long, and what is on its way waits as long again as the network was gone.
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

// One EventSource a page. It is closed while nobody looks at the page, for there are only so many
// places to watch from, and goes on from where it was when somebody does.

export class Stream {
  // onState gets "live", "waiting" or "off"; onChange gets the data of each change, onTable is told of
  // what is new at a table and no change of its record. `heard`: when anything came last.
  constructor(address, after, { onChange, onState, onBegunAgain, onTable }) {
    this.address = address;
    this.after = after;
    this.hands = { onChange, onState, onBegunAgain, onTable };
    this.heard = 0;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", () => this.open());
    this.open();
  }

  open() {
    if (this.source || document.hidden) return;
    const address = new URL(this.address, location.href);
    address.searchParams.set("after", this.after);
    this.source = new EventSource(address);
    this.on("open", () => this.hands.onState?.("live"));
    this.source.addEventListener("error", () => {
      const given_up = this.source?.readyState === EventSource.CLOSED;
      this.hands.onState?.(given_up ? "off" : "waiting");
      if (given_up) this.source = null;
    });
    for (const kind of ["game", "tournament", "news"]) {
      this.on(kind, (event) => {
        this.after = event.lastEventId || this.after;
        this.hands.onChange(JSON.parse(event.data));
      });
    }
    this.on("begun-again", () => this.hands.onBegunAgain?.());
    this.on("table", () => this.hands.onTable?.());
    this.on("still-here", () => {});
  }

  on(kind, act) {
    this.source.addEventListener(kind, (event) => {
      this.heard = Date.now();
      act(event);
    });
  }

  // Through a new connection: what hung in the old one is told in it.
  anew() {
    const lived = this.source?.readyState === EventSource.OPEN;
    this.close();
    if (lived) this.hands.onState?.("waiting");
    this.open();
  }

  close() {
    this.source?.close();
    this.source = null;
  }
}

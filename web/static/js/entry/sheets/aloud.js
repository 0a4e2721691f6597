// What a screen reader is told of what changes by itself: once, when it has come to rest, and not
// at every key. While a sheet lies over the page nothing behind it would be read; it waits.

const REST = 700; // milliseconds without a change

export class Aloud {
  // `quiet()` tells whether nothing can be heard now.
  constructor(region, quiet) {
    Object.assign(this, { region, quiet });
    this.told = new Map();
    this.now = new Map();
    this.timer = null;
  }

  // What `about` says now. The first is read by whoever comes to the page.
  hear(about, words) {
    if (!this.told.has(about)) this.told.set(about, words);
    if (this.now.get(about) === words) return;
    this.now.set(about, words);
    this.soon();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(), REST);
  }

  tell() {
    if (this.quiet()) return;
    const fresh = [...this.now].filter(([about, words]) => this.told.get(about) !== words);
    this.told = new Map(this.now);
    const words = fresh.map(([, said]) => said).filter(Boolean).join(". ");
    if (words) this.region.textContent = words;
  }
}

// What a screen reader is told: what was done, at once; what changes by itself once, when it has come
// to rest, and not at every key. While a sheet lies over the page nothing behind it would be read; it waits.

const REST = 700; // milliseconds without a change

export class Aloud {
  // `done` and `changes` are the regions that are read; `quiet()` tells whether nothing can be heard now.
  constructor({ done, changes, quiet }) {
    Object.assign(this, { done, changes, quiet });
    this.unsaid = "";
    this.told = new Map();
    this.now = new Map();
    this.timer = null;
  }

  // At once, or when the sheet over the page is gone: what lies behind one is not read.
  voice(words) {
    if (this.quiet()) this.unsaid = words;
    else this.done.textContent = words;
  }

  // A sheet has closed.
  left() {
    if (this.unsaid) this.voice(this.unsaid);
    this.unsaid = "";
    this.soon();
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
    if (words) this.changes.textContent = words;
  }
}

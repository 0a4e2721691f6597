// What the address bar says: ?ply= and ?asof=. It is written a moment after the last step, since
// browsers slow down pages that write it at every one.

const PAUSE = 150;

export class Address {
  constructor(place) {
    this.place = place;
    this.waiting = 0;
  }

  get ply() {
    const text = new URLSearchParams(this.place.search).get("ply");
    return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
  }

  get asof() {
    return new URLSearchParams(this.place.search).get("asof") ?? "";
  }

  // The address with these set; null takes one out.
  with(changes) {
    const asked = new URLSearchParams(this.place.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") asked.delete(name);
      else asked.set(name, value);
    }
    const text = asked.toString().replaceAll("%3A", ":");
    return `${this.place.pathname}${text ? `?${text}` : ""}`;
  }

  write(changes) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => history.replaceState(null, "", this.with(changes)), PAUSE);
  }

  full(changes) {
    return new URL(this.with(changes), this.place.href).href;
  }
}

// What the address bar says: ?ply= and ?asof=. It is written a moment after the last step, since
// browsers slow down pages that write it at every one.

const PAUSE = 150;

// As web/replay.py has it: a number, whatever follows it; else null.
function plyAsked(text) {
  const number = /^\s*([+-]?[0-9]{1,9})/.exec(text ?? "");
  return number ? Number(number[1]) : null;
}

export class Address {
  constructor(place) {
    this.place = place;
    this.waiting = 0;
  }

  get ply() {
    return plyAsked(new URLSearchParams(this.place.search).get("ply"));
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

  // Version of the incident that is looked at; 0 for none.
  get incident() {
    return plyAsked(new URLSearchParams(this.place.search).get("incident")) ?? 0;
  }

  write(changes) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => history.replaceState(null, "", this.with(changes)), PAUSE);
  }

  // Another state of the record is a place to go back from; a step in it is none.
  push(changes) {
    clearTimeout(this.waiting);
    history.pushState(null, "", this.with(changes));
  }

  full(changes) {
    return new URL(this.with(changes), this.place.href).href;
  }
}

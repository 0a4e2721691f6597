// What a table is called: by its number; with its division, where it is of one; with its tournament,
// where several are on the desk.

export class Names {
  constructor(names) {
    this.names = names; // of every tournament, by its short name in addresses
    this.short = new Map();
  }

  // The tournaments that are on the desk. Gives whether tables are called otherwise from now on.
  know(slugs) {
    const told = [...new Set(slugs)].sort();
    const before = [...this.short.keys()].join(" ");
    this.short = new Map(told.length > 1 ? told.map((slug) => [slug, shortest(this.of(slug), told.filter((other) => other !== slug).map((other) => this.of(other)))]) : []);
    return before !== [...this.short.keys()].join(" ");
  }

  get several() {
    return this.short.size > 1;
  }

  of(slug) {
    return this.names[slug] ?? slug;
  }

  // "A 3", or "Harbour A 3".
  table(where) {
    return [this.before(where), where.table].filter(Boolean).join(" ");
  }

  // What stands before the number: "A", "Harbour A" or nothing.
  before({ tournament, division }) {
    return [this.short.get(tournament), division].filter(Boolean).join(" ");
  }

  // A row or a control in words, for whoever only hears it.
  whole({ where, says }) {
    return where ? `table ${this.table(where)}, ${where.names.join(" – ")}` : says;
  }
}

// As many words of a name as tell it from the others.
function shortest(name, others) {
  const words = name.split(" ");
  for (let count = 1; count < words.length; count += 1) {
    const begun = words.slice(0, count).join(" ");
    if (others.every((other) => other.split(" ").slice(0, count).join(" ") !== begun)) return begun;
  }
  return name;
}

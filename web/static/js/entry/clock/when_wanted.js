// Both clocks as this page shows them; the mirror of them comes when it is wanted.

export class Clocks {
  // `load` imports the mirror, which is handed `table`.
  constructor(load, table) {
    Object.assign(this, { load, table });
    this.mirror = undefined;
  }

  async mirrored() {
    const { game } = this.table;
    if (!this.mirror) {
      const { Mirror } = await this.load();
      this.mirror ??= new Mirror(this.table);
      this.mirror.follow(game.now);
    }
    return this.mirror;
  }

  value(place) {
    return this.mirror?.value(place) ?? this.table.game.now.clocks?.[place];
  }
}

// Whether this tablet counts the clocks on between readings: off until somebody turns it on here.

const WANTED = "tilescribe-clocks";

export const mirroring = (wanted) => remember(WANTED, wanted) === true;

// What this tablet remembers under a name; with a value, it is remembered from now on.
export function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return value ?? null; // this browser remembers nothing
  }
}

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

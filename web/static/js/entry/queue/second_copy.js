// The last entries a second time, where another part of the browser keeps them: should the
// database be lost, they are still there.

const ROWS = 200;

export class Tail {
  constructor(name = "tilescribe") {
    this.key = `${name}-tail`;
  }

  rows() {
    try {
      const rows = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(rows) ? rows.filter((row) => row?.command_id && row.device_seq > 0) : [];
    } catch {
      return [];
    }
  }

  // A private window may refuse, and signatures may fill it; the database is what counts.
  keep(rows) {
    for (let kept = rows.slice(-ROWS); ; kept = kept.slice(Math.ceil(kept.length / 2))) {
      try {
        localStorage.setItem(this.key, JSON.stringify(kept));
        return;
      } catch {
        if (!kept.length) return;
      }
    }
  }

  add(entry) {
    this.keep([...this.rows(), entry]);
  }

  drop(id) {
    this.keep(this.rows().filter(({ command_id: kept }) => kept !== id));
  }

  // Entries got other numbers, by command id.
  renumber(numbers) {
    this.keep(
      this.rows()
        .filter(({ command_id: id }) => numbers.has(id))
        .map((row) => ({ ...row, device_seq: numbers.get(row.command_id) })),
    );
  }
}

// What a tablet keeps on its own disk. An entry is on disk, flushed, before the page says so.
//
// queue     what the server has not answered yet, by its number in this tablet's count
// troubles  what it answered and did not write: a person decides
// answered  what it wrote, and what a person decided; kept until a backup covers it
// games     the last state of each game
// meta      last-seq, device (whose numbers these are), settled (a count), born (which database
//           this is), handed (what became of the entries handed in once more), forms (catalogues of
//           how requests are asked for), held (up to which number a backup held entries)

import { Database } from "./database.js";
import { uuid7 } from "./ids.js";
import { Tail } from "./second_copy.js";

// Where the server makes no backups that outlive it, so many: some weeks of play.
const KEPT = 5000;
const HEALED = ["queue", "meta", "answered"];
export const NO_GAME = "no-such-game"; // became of an entry handed in once more

export class Store extends Database {
  constructor(where = {}) {
    super(where);
    this.tail = new Tail(this.name);
    this.seen = null; // the queue and its numbers as this page saw them last
    this.written = []; // what it saw written of the game that is open, past its state
    this.begun = 0; // readings of the queue
    this.kept = 0; // the reading that `seen` is from
  }

  // Whose numbers these are, and which is the next to be answered: of one moment, for somebody
  // may be entering something just now.
  count() {
    return this.use(async (db) => {
      const tx = db.transaction(["queue", "meta"]);
      const [meta, queue] = [tx.objectStore("meta"), tx.objectStore("queue")];
      const [device, last, cursor] = await Promise.all([
        meta.get("device"), meta.get("last-seq"), queue.openCursor(),
      ]);
      return { device, first: cursor?.key ?? (last ?? 0) + 1, empty: !cursor };
    });
  }

  // The queue.
  queued() {
    return this.read([], async () => ({})).then(({ rows }) => rows);
  }

  // What waits, and what was written to a game past this version, oldest first: of one moment, so
  // that nothing is in both or in neither.
  async since(game, version) {
    const range = IDBKeyRange.bound([game, version + 1], [game, Infinity]);
    const { rows, written } = await this.read(["answered"], async (answered) => ({
      written: await answered.index("version").getAll(range),
    }));
    this.written = written;
    return { waiting: rows, written };
  }

  // The queue and what `more` reads beside it, of one moment. Should the browser have lost the
  // database under the open page, what this page saw in it goes into the new one first. Several
  // read at once: what one of them found empty, another may have filled before this one looks at
  // it, so each compares with what was known when it began, and the latest begun is remembered.
  async read(stores, more) {
    for (;;) {
      const { seen } = this;
      const reading = ++this.begun;
      const { found, beside } = await this.use(async (db) => {
        const tx = db.transaction(["queue", "meta", ...stores]);
        const [queue, meta, ...others] = ["queue", "meta", ...stores].map((name) => tx.objectStore(name));
        const [rows, born, device, last, beside] = await Promise.all([
          queue.getAll(), meta.get("born"), meta.get("device"), meta.get("last-seq"), more(...others),
        ]);
        return { found: { rows, born, device, last: last ?? 0 }, beside };
      });
      if (seen && found.born !== seen.born) {
        this.healed(await this.change(HEALED, (...all) => this.heal(...all)));
        continue;
      }
      if (reading > this.kept) Object.assign(this, { kept: reading, seen: found });
      return { rows: found.rows, ...beside };
    }
  }

  // Puts into a database that is not the one this page has seen what waited in that one, and what
  // had been written of the game that is open. Gives the new one's name once that is committed.
  async heal(queue, meta, answered) {
    const born = await meta.get("born");
    if (!this.seen || born === this.seen.born) return null;
    const { rows, device, last } = this.seen;
    for (const row of rows) {
      const there = (await queue.index("id").get(row.command_id)) || (await queue.get(row.device_seq));
      if (!there) await queue.put({ ...row, tried: true });
    }
    for (const row of this.written) {
      if (!(await answered.get(row.command_id))) await answered.put(row);
    }
    const settled = Math.max(0, ...this.written.map((row) => row.settled));
    await meta.put(Math.max(settled, (await meta.get("settled")) ?? 0), "settled");
    await meta.put(Math.max(last, (await meta.get("last-seq")) ?? 0), "last-seq");
    if (device !== undefined) await meta.put(device, "device");
    const now = born ?? uuid7();
    if (!born) await meta.put(now, "born");
    return now;
  }

  // Not before it is on disk: a transaction that fails is begun again, and heals again.
  healed(born) {
    if (born) this.seen = { ...this.seen, born };
  }

  // Numbers an entry and puts it in the queue.
  async append(entry) {
    const { born, numbered } = await this.change(HEALED, async (queue, meta, answered) => ({
      born: await this.heal(queue, meta, answered),
      numbered: await added(queue, meta, entry),
    }));
    this.healed(born);
    this.tail.add(numbered);
    this.note(numbered);
    return numbered;
  }

  // Until the queue is read again, this page knows of an entry it has just put there.
  note(entry) {
    this.kept = ++this.begun; // a reading begun before may not have it
    if (!this.seen) return;
    const rows = [...this.seen.rows.filter(({ command_id: id }) => id !== entry.command_id), entry];
    this.seen = { ...this.seen, rows, last: Math.max(this.seen.last, entry.device_seq) };
  }

  // Before anything may have left this tablet, it is written down that it may have.
  tried(entries) {
    return this.change(["queue"], async (queue) => {
      for (const { command_id: id } of entries) {
        const entry = await queue.index("id").get(id);
        if (entry && !entry.tried) await queue.put({ ...entry, tried: true });
      }
    });
  }

  // Takes the last entry off the queue, if it never left this tablet. False where it may have.
  async takeBack(id) {
    // The tail first: should we be cut off in between, the entry still stands in the queue.
    const row = this.tail.rows().find(({ command_id: kept }) => kept === id);
    this.tail.drop(id);
    const gone = await this.change(["queue", "meta"], async (queue, meta) => {
      const entry = await queue.index("id").get(id);
      if (!entry || entry.tried || entry.device_seq !== (await meta.get("last-seq"))) return false;
      await queue.delete(entry.device_seq);
      await meta.put(entry.device_seq - 1, "last-seq");
      return true;
    });
    if (!gone && row) this.tail.add(row);
    if (gone) await this.queued();
    return gone;
  }

  // Moves an entry out of the queue, in one transaction with where it goes. `unused`: the answer
  // did not use its number up, so those behind it move up.
  settle(id, into, answer, how = {}) {
    return this.settleAll([{ id, into, answer, ...how }]);
  }

  // The same of several, oldest first.
  async settleAll(rows) {
    if (!rows.length) return;
    const numbers = await this.change(
      ["queue", "meta", "troubles", "answered"],
      async (queue, meta, troubles, answered) => {
        let free = null;
        for (const { id, into, answer, unused = false, device = "", became = "" } of rows) {
          const entry = await queue.index("id").get(id);
          if (!entry) continue; // another tab has settled it
          await queue.delete(entry.device_seq);
          const kept = into === "answered" ? answered : troubles;
          await kept.put(await settled(meta, { ...entry, answer, device, ...(became && { became }) }));
          if (entry.handed) await handed(meta, answer);
          if (unused) free ??= entry.device_seq;
        }
        await trim(answered);
        return free === null ? null : numberedFrom(queue, meta, free);
      },
    );
    if (numbers) this.tail.renumber(numbers);
  }

  // Entries the server has lost go into the queue again, under their old numbers.
  putBack(entries) {
    return this.change(["queue", "meta", "answered", "troubles"], async (queue, meta, answered, troubles) => {
      for (const { answer, device, became, settled: at, version, ...entry } of entries) {
        await answered.delete(entry.command_id);
        await troubles.delete(entry.command_id);
        // What a person has taken out is not written now: its number is all that is handed in.
        const asked = became ? { ask: "taken-out-by-hand" } : entry.asked;
        await queue.put({ ...entry, asked, tried: true, handed: true });
      }
      await begun(meta, entries.length);
    });
  }

  // The tablet was taken in anew, as `device`, known to the server up to number `from` - 1. What
  // had been written goes before the queue once more, in its order and as the same requests: the
  // record may have been restored from a copy that lacks it, and what it has is not written twice.
  async takenIn(from, device) {
    const numbers = await this.change(["queue", "meta", "answered"], async (queue, meta, answered) => {
      const written = (await answered.index("settled").getAll()).filter(
        ({ answer, became }) => answer.kind === "written" && !became,
      );
      const waiting = await queue.getAll();
      await queue.clear();
      const numbers = await lined(queue, meta, from, [...(await again(answered, written)), ...waiting]);
      await meta.put(device, "device");
      await begun(meta, written.length);
      return numbers;
    });
    this.tail.renumber(numbers);
  }

  // A backup that outlives the server holds what `device` sent up to this number: that need not be
  // kept, once the state kept of its game shows it.
  async held(device, upto) {
    if ((await this.get("meta", "held")) === upto) return;
    await this.change(["answered", "games", "meta"], async (answered, games, meta) => {
      for (const row of await answered.getAll()) {
        const shown = row.version <= ((await games.get(row.game))?.game.version ?? -1);
        const needed = row.device !== device || row.device_seq > upto || row.became === NO_GAME || !shown;
        if (!needed) await answered.delete(row.command_id);
      }
      await meta.put(upto, "held");
    });
  }

  // Entries of a game that the record did not hold when they were handed in once more: it does now.
  async heldNow(game) {
    const rows = (await this.all("answered")).filter((row) => row.game === game && row.became === NO_GAME);
    if (!rows.length) return 0;
    return this.change(["queue", "meta", "answered"], async (queue, meta, answered) => {
      const next = ((await meta.get("last-seq")) ?? 0) + 1;
      rows.sort((one, two) => one.settled - two.settled);
      await lined(queue, meta, next, await again(answered, rows));
      await begun(meta, rows.length);
      return rows.length;
    });
  }

  // Numbers the whole queue anew, in its order, for a device the server knows up to `from` - 1.
  async renumber(from, device) {
    const numbers = await this.change(["queue", "meta"], async (queue, meta) => {
      await meta.put(device, "device");
      return numberedFrom(queue, meta, from);
    });
    this.tail.renumber(numbers);
  }

  // What a person decided about an entry that was not written: entered again, as `entry`, or
  // dropped. One transaction: it is never both here and there, and never in neither.
  async decide(id, entry, why = "") {
    const numbered = await this.change(
      ["queue", "meta", "troubles", "answered"],
      async (queue, meta, troubles, answered) => {
        const trouble = await troubles.get(id);
        if (!trouble) return null; // decided, in another tab
        const kept = entry ? await added(queue, meta, entry) : null;
        await troubles.delete(id);
        const became = kept ? kept.command_id : "dropped";
        await answered.put(await settled(meta, { ...trouble, became, ...(why && { why }) }));
        await trim(answered);
        return kept;
      },
    );
    if (numbered) {
      this.tail.add(numbered);
      this.note(numbered);
    }
    return numbered;
  }

  // Entries that the database has lost and the tail still has.
  recover() {
    const rows = this.tail.rows();
    if (!rows.length) return 0;
    return this.change(["queue", "meta"], async (queue, meta) => {
      const last = (await meta.get("last-seq")) ?? 0;
      let found = 0;
      for (const row of rows) {
        if (row.device_seq <= last || (await queue.index("id").get(row.command_id))) continue;
        await queue.put({ ...row, tried: true });
        await meta.put(Math.max(row.device_seq, (await meta.get("last-seq")) ?? 0), "last-seq");
        found += 1;
      }
      return found;
    });
  }
}

async function added(queue, meta, entry) {
  const there = await queue.index("id").get(entry.command_id);
  if (there) return there; // the connection died after all, but not before it was flushed
  const seq = ((await meta.get("last-seq")) ?? 0) + 1;
  const numbered = { ...entry, device_seq: seq };
  await meta.put(seq, "last-seq");
  await queue.add(numbered);
  return numbered;
}

async function settled(meta, entry) {
  const count = ((await meta.get("settled")) ?? 0) + 1;
  await meta.put(count, "settled");
  const { answer, became } = entry;
  const mine = answer.kind === "written" && !became ? answer.events : [];
  const same = answer.same_as ? answer.events.filter(({ command_id: id }) => id === answer.same_as) : [];
  const version = [...mine, ...same].at(-1)?.version ?? 0;
  return { ...entry, settled: count, version };
}

async function trim(answered) {
  let over = (await answered.count()) - KEPT;
  for (let row = over > 0 && (await answered.index("settled").openCursor()); row && over > 0; over -= 1) {
    await row.delete();
    row = await row.continue();
  }
}

// Entries not yet answered get the numbers from `from` on; those before it are left alone.
async function numberedFrom(queue, meta, from) {
  const entries = await queue.getAll();
  await queue.clear();
  return lined(queue, meta, from, entries);
}

// Puts entries into the queue, one number after the other.
async function lined(queue, meta, from, entries) {
  const numbers = new Map();
  let next = from;
  for (const entry of entries) {
    numbers.set(entry.command_id, next);
    await queue.put({ ...entry, device_seq: next });
    next += 1;
  }
  await meta.put(next - 1, "last-seq");
  return numbers;
}

// Takes entries out of what was answered; as they are handed in once more.
async function again(answered, rows) {
  for (const { command_id: id } of rows) await answered.delete(id);
  return rows.map(({ answer, device, became, settled: at, version, ...entry }) => ({
    ...entry, tried: true, handed: true,
  }));
}

// What is told of entries handed in once more: how many, and what became of each.
async function begun(meta, count) {
  if (count) await meta.put({ count, there: 0, written: 0, not: 0 }, "handed");
}

async function handed(meta, { kind, again: there }) {
  const told = (await meta.get("handed")) ?? { count: 0, there: 0, written: 0, not: 0 };
  const became = kind !== "written" ? "not" : there ? "there" : "written";
  await meta.put({ ...told, [became]: told[became] + 1 }, "handed");
}

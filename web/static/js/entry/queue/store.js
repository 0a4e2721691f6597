// What a tablet keeps on its own disk. An entry is on disk, flushed, before the page says so.
//
// queue     what the server has not answered yet, by its number in this tablet's count
// troubles  what it answered and did not write: a person decides
// answered  what it wrote, and what a person decided; kept until a backup covers it
// games     the last state of each game
// meta      last-seq, device (whose numbers these are), settled (a count), born (which database
//           this is), handed (what became of the entries handed in once more), forms (catalogues of
//           how requests are asked for), held (up to which number a backup held entries)

import { openDB } from "../../vendor/idb.js";
import { uuid7 } from "./ids.js";
import { Tail } from "./second_copy.js";

const VERSION = 3;
// Where the server makes no backups that outlive it, so many: some weeks of play.
const KEPT = 5000;
const GONE = new Set(["InvalidStateError", "UnknownError", "AbortError", "TransactionInactiveError"]);
const FLUSHED = { durability: "strict" };
export const NO_GAME = "no-such-game"; // became of an entry handed in once more

export class Store {
  constructor({ name = "tilescribe", open = openDB } = {}) {
    this.name = name;
    this.open = open;
    this.db = null;
    this.opening = null;
    this.tail = new Tail(name);
    this.seen = null; // the queue and its numbers as this page saw them last
  }

  async ready() {
    this.opening ??= this.open(this.name, VERSION, {
      upgrade(db, from, to, tx) {
        if (from < 1) {
          db.createObjectStore("queue", { keyPath: "device_seq" });
          db.createObjectStore("answered", { keyPath: "command_id" });
          db.createObjectStore("troubles", { keyPath: "command_id" });
          db.createObjectStore("games");
          db.createObjectStore("meta");
        }
        if (from < 2) {
          tx.objectStore("queue").createIndex("id", "command_id", { unique: true });
          tx.objectStore("answered").createIndex("version", ["game", "version"]);
          tx.objectStore("answered").createIndex("settled", "settled");
        }
        if (from < 3) tx.objectStore("meta").put(uuid7(), "born");
      },
      blocking: () => this.forget(), // a tab of a newer release waits for us
      terminated: () => this.forget(),
    }).catch((trouble) => {
      this.opening = null;
      throw trouble;
    });
    this.db = await this.opening; // one connection, however many ask at once
    return this.db;
  }

  forget() {
    try {
      this.db?.close();
    } catch {
      // It is closed already.
    }
    this.db = null;
    this.opening = null;
  }

  // A browser may close the connection in the background; then it is opened again, once. All
  // work can be done twice: it looks first whether it has been done.
  async use(work) {
    try {
      return await work(await this.ready());
    } catch (trouble) {
      if (!GONE.has(trouble.name)) throw trouble;
      this.forget();
      return work(await this.ready());
    }
  }

  change(stores, work) {
    return this.use(async (db) => {
      const tx = db.transaction(stores, "readwrite", FLUSHED);
      try {
        const done = await work(...stores.map((name) => tx.objectStore(name)));
        await tx.done;
        return done;
      } catch (trouble) {
        tx.done.catch(() => {});
        try {
          tx.abort();
        } catch {
          // It has been aborted.
        }
        throw trouble;
      }
    });
  }

  get(from, key) {
    return this.use((db) => db.get(from, key));
  }

  all(from) {
    return this.use((db) => db.getAll(from));
  }

  any(from) {
    return this.use((db) => db.count(from)).then((rows) => rows > 0);
  }

  put(into, value, key) {
    return this.use((db) => db.put(into, value, key));
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

  // The queue. Should the browser have lost the database under the open page, what this page saw
  // waiting goes into the new one first.
  async queued() {
    const found = await this.use(async (db) => {
      const tx = db.transaction(["queue", "meta"]);
      const [meta, queue] = [tx.objectStore("meta"), tx.objectStore("queue")];
      const [rows, born, device, last] = await Promise.all([
        queue.getAll(), meta.get("born"), meta.get("device"), meta.get("last-seq"),
      ]);
      return { rows, born, device, last: last ?? 0 };
    });
    if (!this.seen || found.born === this.seen.born) {
      this.seen = found;
      return found.rows;
    }
    await this.change(["queue", "meta"], (queue, meta) => this.heal(queue, meta));
    return this.queued();
  }

  // Puts into a database that is not the one this page has seen what waited in that one.
  async heal(queue, meta) {
    const born = await meta.get("born");
    if (!this.seen || born === this.seen.born) return;
    const { rows, device, last } = this.seen;
    for (const row of rows) {
      const there = (await queue.index("id").get(row.command_id)) || (await queue.get(row.device_seq));
      if (!there) await queue.put({ ...row, tried: true });
    }
    await meta.put(Math.max(last, (await meta.get("last-seq")) ?? 0), "last-seq");
    if (device !== undefined) await meta.put(device, "device");
    const now = born ?? uuid7();
    if (!born) await meta.put(now, "born");
    this.seen = { ...this.seen, born: now };
  }

  // What waits, and what was written to a game past this version, oldest first: of one moment, so
  // that nothing is in both or in neither.
  async since(game, version) {
    await this.queued();
    return this.use(async (db) => {
      const tx = db.transaction(["queue", "answered"]);
      const range = IDBKeyRange.bound([game, version + 1], [game, Infinity]);
      const [waiting, written] = await Promise.all([
        tx.objectStore("queue").getAll(), tx.objectStore("answered").index("version").getAll(range),
      ]);
      return { waiting, written };
    });
  }

  // Numbers an entry and puts it in the queue.
  async append(entry) {
    const numbered = await this.change(["queue", "meta"], async (queue, meta) => {
      await this.heal(queue, meta);
      return added(queue, meta, entry);
    });
    this.tail.add(numbered);
    this.note(numbered);
    return numbered;
  }

  // Until the queue is read again, this page knows of an entry it has just put there.
  note(entry) {
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

// The database a tablet keeps on its own disk: its tables, and one connection to it, opened again
// where the browser closed it. What is in it: store.js.

import { openDB } from "../../vendor/idb.js";
import { uuid7 } from "./ids.js";

const VERSION = 3;
const GONE = new Set(["InvalidStateError", "UnknownError", "AbortError", "TransactionInactiveError"]);
const FLUSHED = { durability: "strict" };

export class Database {
  constructor({ name = "tilescribe", open = openDB } = {}) {
    this.name = name;
    this.open = open;
    this.db = null;
    this.opening = null;
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
}

// The outbox: entries leave the tablet in order, once each, however often they must be sent.
//
// What the server may answer is its contract (ledger/desk/requests.py): written, stale, refused and
// gap. A stale or refused entry leaves the queue and waits for a person; it never blocks it.

import { uuid7 } from "./ids.js";
import { NO_GAME } from "./store.js";
import { say } from "../../frame/say.js";

const AT_ONCE = 100;
const LARGEST = 256 * 1024; // characters of one request; the server takes twice that
const SOON = 2000;
const LATER = 5000;
const LOOK = 60000;

// Fields of an entry that the server is told; the others are this tablet's own.
const TOLD = ["command_id", "device_seq", "game", "asked", "after", "occurred_at", "clocks", "words", "by"];

export const asSent = (entry) =>
  Object.fromEntries(TOLD.filter((name) => name in entry).map((name) => [name, entry[name]]));

// The server was reached, and does not take entries from here as things are: somebody must sign
// in, or the record is away (503). What waits goes on waiting.
class NotTaken extends Error {
  constructor({ refused, what, next_step: next }, away = false) {
    super(`${what} ${next}`);
    Object.assign(this, { refused, what, next, away });
  }
}

export class Outbox {
  // `send(entries)` gives { device, expected, answers }, or throws: NotTaken, or anything else
  // where there is no network. `changed(outbox)` is called whenever the counts did. `by` is the
  // badge whose entries these are.
  constructor({ store, send, changed, by = "", now = () => new Date() }) {
    Object.assign(this, { store, send, changed, by, now });
    this.waiting = 0;
    this.acknowledged = false; // whether anything from here was ever written
    this.handed = null; // what became of entries handed in once more; see the store
    this.same = 0; // entries that another tablet had entered just the same
    this.troubles = [];
    this.lost = false; // the server knows numbers of ours that we don't, or lacks some we lost
    this.halted = null; // NotTaken: somebody must sign in, or take this tablet in
    this.broken = null; // the browser's storage doesn't work
    this.online = null; // not known at this moment
    this.reached = null; // whether the server was there when it was last asked; not known yet
    this.busy = null;
    this.more = false;
    this.timer = null;
    this.opened = null;
    this.channel = globalThis.BroadcastChannel ? new BroadcastChannel(`${store.name}-outbox`) : null;
    this.channel?.addEventListener("message", () => this.count());
  }

  async start() {
    this.opened ??= Promise.resolve(this.store.recover()).catch(() => 0);
    await this.opened;
    await this.count();
    return this.flush();
  }

  // On disk before this resolves; then, and not before, may the page call it saved.
  async add(game, asked, { after = null, clocks = null, words = null } = {}) {
    await this.opened;
    const entry = this.entry(game, asked, { after, clocks, words, occurred_at: this.now().toISOString() });
    const kept = await this.store.append(entry).catch((trouble) => {
      this.broken = trouble;
      throw trouble;
    });
    // It waits already where the sheet shows it before all are counted.
    this.waiting += 1;
    await this.counted();
    this.flush();
    return kept;
  }

  entry(game, asked, { after, clocks, words, occurred_at: at }) {
    return {
      command_id: uuid7(new Date(at)),
      game,
      asked,
      occurred_at: at,
      ...(this.by && { by: this.by }),
      ...(after && { after }),
      ...(clocks && { clocks }),
      ...(words && { words }),
    };
  }

  // Sends what waits. Called twice at once, it is one round; what came meanwhile makes another.
  flush() {
    this.more = this.busy !== null;
    this.busy ??= this.rounds().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async rounds() {
    do {
      this.more = false;
      clearTimeout(this.timer);
      try {
        await alone(this.store.name, () => this.round()).then((done) => done || this.again());
      } catch (trouble) {
        this.broken = trouble;
        this.again();
      }
      await this.counted();
    } while (this.more);
  }

  // One after the other until the queue is empty. While nobody is known to listen, an empty
  // request goes ahead: an entry that never left this tablet can still be taken back.
  async round() {
    let atOnce = AT_ONCE;
    for (;;) {
      const queue = await this.store.queued();
      if (!queue.length && this.online) return this.look();
      const batch = this.online && !this.lost ? fitting(queue, atOnce) : [];
      let told;
      try {
        if (batch.length) await this.store.tried(batch);
        const at = this.now().toISOString();
        told = await this.send(batch.map((entry) => ({ ...asSent(entry), sent_at: at })));
      } catch (trouble) {
        if (trouble.refused === "unreadable-request" && batch.length) {
          if (batch.length === 1) await this.unreadable(batch[0], trouble);
          atOnce = 1;
          continue;
        }
        this.online = trouble instanceof NotTaken ? null : false;
        this.reached = this.online === null;
        this.halted = trouble instanceof NotTaken ? trouble : null;
        return this.again();
      }
      this.online = true;
      this.halted = null;
      const settled = await this.settle(batch, told);
      const changed = await this.heard(told);
      if (told.held) await this.store.held(told.device, told.held);
      this.reached = true;
      if (this.lost || (batch.length && !settled && !changed)) return this.again();
    }
  }

  // How many of these entries have their answer now.
  async settle(batch, { answers, device }) {
    const byId = new Map(answers.map((answer) => [answer.command_id, answer]));
    const settled = [];
    for (const entry of batch) {
      const answer = byId.get(entry.command_id);
      if (!answer || answer.kind === "gap") break;
      if (answer.refused === "number-used") {
        this.lost = true;
        break;
      }
      const seen = answer.kind === "written" || entry.asked.ask === "taken-out-by-hand";
      const unused = answer.elsewhere === true || answer.refused === "changed-request";
      const same = Boolean(answer.same_as); // another tablet had entered just this: nothing to settle
      this.same += same ? 1 : 0;
      const gone = entry.handed && answer.refused === NO_GAME; // of another tournament, or not paired yet
      settled.push({
        id: entry.command_id,
        into: seen || gone || same ? "answered" : "troubles",
        answer,
        unused,
        device: unused ? "" : device,
        ...(gone && { became: NO_GAME }),
        ...(same && { became: answer.same_as }),
      });
    }
    await this.store.settleAll(settled);
    return settled.length;
  }

  // Compares the numbers the server knows with ours; true where ours changed.
  async heard({ device, expected }) {
    if (!device) return false; // the desk itself keeps no count
    const { device: known, first, empty } = await this.store.count();
    if (known === undefined) await this.store.put("meta", device, "device");
    else if (known !== device) {
      // This tablet was taken in anew, perhaps into a record restored from an older copy.
      await this.store.takenIn(expected, device);
      this.lost = false;
      return true;
    }
    if (expected === first) return false;
    if (expected > first) {
      // Of a queue the answers tell; with none, the server knows what this tablet does not.
      this.lost ||= empty;
      return false;
    }
    // The server lacks numbers it had answered: it was restored. They are sent again, if they
    // are still here; else somebody must know that entries are missing.
    const kept = [...(await this.store.all("answered")), ...(await this.store.all("troubles"))];
    const missing = new Map(
      kept
        .filter((entry) => entry.device === device && entry.device_seq >= expected && entry.device_seq < first)
        .map((entry) => [entry.device_seq, entry]),
    );
    if (missing.size < first - expected) {
      this.lost = true;
      return false;
    }
    await this.store.putBack([...missing.values()]);
    return true;
  }

  // An entry that the server can't even read: it would stand in the way for ever.
  unreadable(entry, { refused, what, next }) {
    const answer = { command_id: entry.command_id, kind: "refused", refused, what, next_step: next };
    return this.store.settle(entry.command_id, "troubles", answer, { unused: true });
  }

  // Takes the last entry off the queue; false where it may have left this tablet.
  async takeBack(id) {
    const gone = await this.store.takeBack(id);
    await this.counted();
    return gone;
  }

  // A person wants an entry that was not written after all, on the sheet as it is now.
  async enterAgain(trouble, after) {
    const { game, asked, clocks, words, occurred_at: at } = trouble;
    const again = this.entry(game, asked, { after, clocks, words, occurred_at: at });
    const kept = await this.store.decide(trouble.command_id, again);
    await this.counted();
    this.flush();
    return kept;
  }

  async drop(id, why = "") {
    await this.store.decide(id, null, why);
    await this.counted();
  }

  async count() {
    try {
      this.waiting = (await this.store.queued()).length;
      this.acknowledged ||= (await this.store.any("answered")) || Boolean(await this.store.get("meta", "held"));
      this.handed = await this.store.get("meta", "handed");
      this.troubles = (await this.store.all("troubles")).sort((one, two) => one.settled - two.settled);
      this.broken = null;
    } catch (trouble) {
      this.broken = trouble;
    }
    await this.changed(this);
  }

  // The page itself could not reach the server: what is written on it is no longer "sent".
  away() {
    if (this.reached === false) return;
    this.online = this.reached = false;
    this.again();
    this.changed(this);
  }

  // Counts, and lets the other tabs of this tablet count.
  counted() {
    this.channel?.postMessage("changed");
    return this.count();
  }

  again() {
    clearTimeout(this.timer);
    const wait = ((this.halted && !this.halted.away) || this.lost ? 3 : 1) * (SOON + Math.random() * (LATER - SOON));
    this.timer = setTimeout(() => this.flush(), wait);
    return true;
  }

  // Now and then, with nothing to send, the counts are compared: a server restored from its
  // backup gets back what it lost.
  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.online = null;
      this.flush();
    }, LOOK * (1 + Math.random()));
    return true;
  }

  // The record holds a game again whose entries it once refused for want of it.
  async heldNow(game) {
    if (!(await this.store.heldNow(game))) return;
    await this.counted();
    this.flush();
  }

  // How it stands, and never a word better than it is.
  get state() {
    if (this.lost || this.broken || this.halted || this.troubles.length) return "needs-you";
    if (this.waiting) return "saved";
    if (!this.reached) return this.reached === false ? "away" : "asking";
    return this.acknowledged ? "sent" : "nothing";
  }
}

// As many entries from the front as one request holds.
function fitting(queue, atOnce) {
  let size = 0;
  const fits = (entry, at) => {
    size += JSON.stringify(entry).length;
    return at === 0 || (at < atOnce && size <= LARGEST);
  };
  const end = queue.findIndex((entry, at) => !fits(entry, at));
  return end < 0 ? queue : queue.slice(0, end);
}

// One tab of a tablet sends at a time. Over plain HTTP there are no locks; then two may send the
// same, and the server answers both alike. False where another tab is at it.
async function alone(name, work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(`${name}-outbox`, { ifAvailable: true }, (lock) => (lock ? work() : false));
}

export const PATIENCE = 20000; // for a network that is there and does not answer
// A connection that died without a word costs so much, and each that the browser still keeps once more.
const FEW = 10;
let onItsWay;

// A full disk, a database that restarts (ledger/record/failures.py): a person is told, and entries wait.
const RECORD_AWAY = /^(disk|record|store|commit)-/;

// Hands entries to the server; throws whatever keeps them from getting there.
export async function post(entries) {
  const quiet = new AbortController();
  onItsWay = quiet;
  const timer = setTimeout(() => quiet.abort(), entries.length > FEW ? PATIENCE : entries.length ? PATIENCE / 2 : PATIENCE / 3);
  try {
    const response = await fetch("/api/entries", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(entries),
      redirect: "error",
      signal: quiet.signal,
    });
    const told = await response.json(); // a page of somebody else's, as in a café, can't be read
    if (Array.isArray(told?.answers)) return told;
    const away = response.status === 503 && RECORD_AWAY.test(told?.refused);
    const later = response.status >= 500 || [408, 429].includes(response.status); // as good as no network
    if ((!later || away) && told?.refused) throw new NotTaken(told, away);
    throw new Error(told?.what ?? say("entry.server-in-trouble"));
  } finally {
    clearTimeout(timer);
  }
}

// The network is back. What was sent through the one that was may hang there for as long again: it goes
// anew, under its own number.
export function afresh(outbox) {
  onItsWay?.abort();
  outbox.flush();
}

// Whenever there may be a network again, or the page may be about to go.
export function watch(outbox) {
  addEventListener("online", () => afresh(outbox));
  addEventListener("offline", () => outbox.away());
  addEventListener("pageshow", () => outbox.flush());
  document.addEventListener("visibilitychange", () => outbox.flush());
}

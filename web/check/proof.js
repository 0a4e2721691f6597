// The proof of one game or case: the same checks as `check_proof.py`, and the same refusals.

import { Unreadable, fromHex, hex, textOf, utf8 } from "./bytes.js";
import { joinedHash, leafHash, noteIn } from "./note.js";
import { Twice, readJson } from "./strict_json.js";

const FIELDS = ["index", "leaf", "path", "state", "stream", "topic", "version"];
const HELD = "checkpoint,events,keys,kind";
const KIND = "tilescribe-proof-1";
const SCORES = [
  "result-proposed", "result-signed", "result-amended", "result-taken-over", "result-records-settled",
];
const MORE = [
  "penalty-", "credit-", "-corrected", "overtime-", "slip-", "-reopened", "-found", "-waived",
];
const AT = { division: "", round_number: "R", table: "T", replay: "", number: "C-" };

/** Why a file proves nothing; `why` is an id of the table of words, `event` where it is so. */
export class NotProved extends Unreadable {
  constructor(why, event = 0) {
    super(why);
    this.why = why;
    this.event = event;
  }
}

export function isProof(text) {
  return text.trimStart().startsWith("{");
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

async function rootBy(place, size, path, leaf) {
  if (size === 1) {
    if (place || path.length) throw new Unreadable("path");
    return leaf;
  }
  if (!path.length) throw new Unreadable("path");
  let left = 1;
  while (left * 2 < size) left *= 2;
  const beside = fromHex(path.at(-1));
  const rest = path.slice(0, -1);
  if (place < left) return joinedHash(await rootBy(place, left, rest, leaf), beside);
  return joinedHash(beside, await rootBy(place - left, size - left, rest, leaf));
}

async function leafOf(event) {
  if (event.leaf) {
    const leaf = fromHex(event.leaf);
    if (leaf.length !== 32) throw new Unreadable("leaf");
    return leaf;
  }
  const fields = [event.stream, String(event.version), event.topic, event.state];
  return leafHash(fields.map(utf8));
}

function isEvent(event) {
  if (event === null || typeof event !== "object" || Array.isArray(event)) return false;
  const texts = [event.stream, event.topic, event.state, event.leaf ?? ""];
  return (
    texts.every((text) => typeof text === "string") && isCount(event.index) &&
    isCount(event.version) && Array.isArray(event.path) && event.path.length <= 60
  );
}

async function mustBeIn(log, events) {
  let before = -1;
  for (const [place, event] of events.entries()) {
    const number = place + 1;
    if (!isEvent(event)) throw new NotProved("proofUnreadable", number);
    const named = Object.keys(event);
    if (named.some((name) => !FIELDS.includes(name)) || (event.leaf && event.topic + event.state)) {
      throw new NotProved("proofMore", number);
    }
    const [{ stream }] = events;
    if (event.stream !== stream || event.version !== number || event.index <= before) {
      throw new NotProved("proofOrder", number);
    }
    if (event.index >= log.size) throw new NotProved("proofNotThere", number);
    let root = "";
    try {
      root = hex(await rootBy(event.index, log.size, event.path, await leafOf(event)));
    } catch (trouble) {
      if (!(trouble instanceof Unreadable)) throw trouble;
    }
    if (root !== log.root) throw new NotProved("proofNotThere", number);
    before = event.index;
  }
}

/** What the proved events tell: which game or case, what its result is, what came after. */
function told(events) {
  let about = "";
  let pair = ["first", "second"];
  let starter = 1;
  let results = [];
  const gone = new Set();
  const log = events.filter(({ state }) => state).map((event) => ({
    topic: event.topic, fact: readJson(event.state).fact, at: event.version,
  }));
  for (const { topic, fact, at } of [...log].reverse()) {
    if (topic === "act-taken-back" && !gone.has(at)) fact.versions.forEach((one) => gone.add(one));
  }
  for (const { topic, fact, at } of log.filter((one) => !gone.has(one.at))) {
    pair = fact.players ?? pair;
    if (topic === "starter-determined" || topic === "entry-corrected") {
      starter = (fact.replacement ?? fact).starter ?? starter;
    }
    if (topic === "game-scheduled" || topic === "case-opened") {
      const parts = Object.keys(AT).filter((name) => name in fact);
      about = [fact.tournament ?? "", ...parts.map((name) => `${AT[name]}${fact[name]}`)].join("/");
    } else if ([...SCORES, "slip-typed"].includes(topic) && (fact.amendment ?? null) === null) {
      const [one, two] = starter === 1 ? pair : [pair[1], pair[0]];
      const [x, y] = fact.now ?? fact.totals;
      const result = { players: [one, two], scores: [x, y], topic, at };
      const isFirst = !results.length;
      if (SCORES.includes(topic)) results = [result];
      else results.push({ ...result, later: !isFirst });
    } else if (
      ["game-voided", "game-forfeited"].includes(topic) ||
      (results.length && MORE.some((part) => topic.includes(part)))
    ) {
      results.push({ topic, at });
    }
  }
  return { about, results };
}

/** A proof that holds: its checkpoint and what it tells. Raises `NotProved`. */
export async function proofIn(bytes) {
  let proof;
  try {
    proof = readJson(textOf(bytes));
  } catch (trouble) {
    throw new NotProved(trouble instanceof Twice ? "proofTwice" : "proofUnreadable");
  }
  const isRecord = proof !== null && typeof proof === "object" && !Array.isArray(proof);
  if (!isRecord || Object.keys(proof).sort().join() !== HELD) throw new NotProved("proofMore");
  if (proof.kind !== KIND || !Array.isArray(proof.events) || !proof.events.length) {
    throw new NotProved("proofUnreadable");
  }
  let note;
  try {
    note = noteIn(proof.checkpoint);
  } catch {
    throw new NotProved("proofUnreadable");
  }
  await mustBeIn(note.checkpoint, proof.events);
  let tells;
  try {
    tells = told(proof.events);
  } catch {
    throw new NotProved("proofUnreadable");
  }
  const leftOut = proof.events.filter(({ leaf }) => leaf).map(({ version }) => version);
  return { note, ...tells, events: proof.events.length, leftOut };
}

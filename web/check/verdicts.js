// What is said of what somebody holds: one verdict, why, and what it tells. Nothing is good without
// a key that was compared.

import { NotProved, isProof, proofIn } from "./proof.js";
import { Unreadable, hex, textOf } from "./bytes.js";
import { filesIn, isPdf } from "./pdf.js";
import { isAddress, paperIn } from "./signed_paper.js";
import { isNote, isVerifier, noteIn, sheetIn, verifierIn } from "./note.js";
import { keep, trusted } from "./keys.js";

export const LARGEST = 32 * 1024 * 1024; // bytes of a file that is looked at

const roots = new Map(); // size and log: root, of checkpoints that were found good or copied by hand

function remember({ origin = "", size, root }) {
  roots.set(`${origin} ${size}`, root);
}

export function forgetRoots() {
  roots.clear();
}

function unreadable(why = "unreadable") {
  return { verdict: "unreadable", why };
}

/** Of something typed, pasted or read in a square code. */
export async function ofText(text) {
  try {
    if (isVerifier(text)) {
      const { name, key } = await verifierIn(text);
      return ofKey(await keep(key, name));
    }
    if (isProof(text)) return await ofProof(new TextEncoder().encode(text));
    const written = `${text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").trim()}\n`;
    if (isNote(written)) return await ofNote(noteIn(written));
    const sheet = sheetIn(text);
    if (sheet) {
      remember(sheet);
      return { verdict: "told", what: "copied", sheet };
    }
    if (isAddress(text)) return await ofPaper(text);
  } catch (trouble) {
    if (!(trouble instanceof Unreadable)) throw trouble;
    return unreadable();
  }
  return unreadable(/\/v\/|tilescribe:\/v/i.test(text) ? "oldCode" : "unreadable");
}

function ofKey(held) {
  return { verdict: held.trusted ? "keyKept" : "keyShown", what: "key", held };
}

async function ofPaper(text) {
  const { paper, isBy } = await paperIn(text);
  const own = paper.key && (await keep(paper.key, paper.tournament));
  if (own && !(await isBy(paper.key))) return { verdict: "changed", what: "paper", paper };
  const hint = hex(paper.hint);
  const keys = trusted();
  const mine = keys.filter((held) => held.hint === hint);
  for (const held of mine) {
    if (await isBy(held.key)) {
      if (paper.root) remember(paper);
      return { verdict: "good", what: "paper", paper, held };
    }
  }
  if (mine.length) return { verdict: "changed", what: "paper", paper };
  if (own && !keys.length) return { verdict: "keyShown", what: "paper", paper, held: own };
  return { verdict: keys.length ? "otherKey" : "noKey", what: "paper", paper, held: own };
}

/** Whose signature is on a checkpoint: "good", "changed", "otherKey", "noKey". */
async function signedBy(note) {
  const keys = trusted();
  const found = [];
  for (const held of keys) found.push(await note.by(held.key));
  if (found.includes("good")) return "good";
  if (found.includes("changed")) return "changed";
  return keys.length ? "otherKey" : "noKey";
}

async function ofNote(note) {
  const verdict = await signedBy(note);
  if (verdict === "good") remember(note.checkpoint);
  return { verdict, what: "checkpoint", checkpoint: note.checkpoint, witnesses: note.witnesses };
}

function rootHeld({ origin, size }) {
  return roots.get(`${origin} ${size}`) ?? roots.get(` ${size}`);
}

async function ofProof(bytes) {
  let proof;
  try {
    proof = await proofIn(bytes);
  } catch (trouble) {
    if (!(trouble instanceof NotProved)) throw trouble;
    return { verdict: "notProved", what: "proof", why: trouble.why, event: trouble.event };
  }
  const { checkpoint } = proof.note;
  const root = rootHeld(checkpoint);
  if (root !== undefined && root !== checkpoint.root) {
    return { verdict: "anotherLog", what: "proof", proof, checkpoint, root };
  }
  const verdict = await signedBy(proof.note);
  if (verdict === "changed") return { verdict, what: "proof", proof, checkpoint };
  const isHeld = root === checkpoint.root;
  return { verdict: isHeld ? "good" : verdict, what: "proof", proof, checkpoint, isHeld };
}

const WORST = ["unreadable", "notProved", "changed", "anotherLog", "otherKey", "noKey", "good"];

/** Of a bundle: every proof and checkpoint in it. The worst is the bundle's. */
async function ofBundle(bytes) {
  const files = await filesIn(bytes);
  const parts = [];
  for (const [name, content] of files) {
    if (name.endsWith(".proof.json")) parts.push({ name, ...(await ofProof(content)) });
    else if (name === "checkpoint.txt") {
      try {
        parts.push({ name, ...(await ofNote(noteIn(textOf(content)))) });
      } catch (trouble) {
        if (!(trouble instanceof Unreadable)) throw trouble;
        parts.push({ name, ...unreadable() });
      }
    }
  }
  if (!parts.some(({ what }) => what === "proof")) return unreadable("pdfPlain");
  const logs = new Set(parts.map(({ checkpoint }) => checkpoint && JSON.stringify(checkpoint)));
  const worst = WORST.find((one) => parts.some(({ verdict }) => verdict === one));
  const verdict = worst === "good" && logs.size > 1 ? "anotherLog" : worst;
  const { why, event } = parts.find((part) => part.verdict === verdict) ?? {};
  return { verdict, what: "bundle", parts, files: [...files.keys()], why, event };
}

/** Of a file that is no picture. */
export async function ofFile(bytes) {
  if (bytes.length > LARGEST) return unreadable("tooLarge");
  try {
    if (isPdf(bytes)) return await ofBundle(bytes);
    const text = textOf(bytes);
    return isProof(text.replace(/^\ufeff/, "")) ? await ofProof(bytes) : await ofText(text);
  } catch (trouble) {
    if (!(trouble instanceof Unreadable)) throw trouble;
    return unreadable();
  }
}

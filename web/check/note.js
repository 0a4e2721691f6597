// Signed notes: verifier keys, checkpoints and whose signatures are on them, as C2SP writes them.

import { Unreadable, fromBase64, hex, joined, same, utf8 } from "./bytes.js";
import { isSigned, sha256 } from "./ciphers.js";

const ED25519 = Uint8Array.of(1);
const LINE = /^\u2014 (\S+) ([A-Za-z0-9+/]+=*)$/;
const MOST_LINES = 64;

async function keyId(name, key) {
  return (await sha256(utf8(`${name}\n`), ED25519, key)).subarray(0, 4);
}

export function isVerifier(text) {
  return /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{40,}=*$/.test(text.trim());
}

/** A key as people hand it on: name, id and key with plus signs between. */
export async function verifierIn(text) {
  const [, name, id, words] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  if (!name) throw new Unreadable("no key");
  const bytes = fromBase64(words);
  const key = bytes.subarray(1);
  if (bytes[0] !== 1 || key.length !== 32) throw new Unreadable("another kind of key");
  if (hex(await keyId(name, key)) !== id) throw new Unreadable("key and id do not belong together");
  return { name, key };
}

/** The head of a checkpoint's text: log, size and root. */
export function checkpointIn(text) {
  const [origin, size, words] = text.split("\n");
  if (text.split("\n").length < 4 || !origin) throw new Unreadable("no checkpoint");
  if (!/^(?:0|[1-9]\d{0,14})$/.test(size)) throw new Unreadable("its size");
  const root = fromBase64(words);
  if (root.length !== 32) throw new Unreadable("its root");
  return { origin, size: Number(size), root: hex(root) };
}

export function isNote(text) {
  return /^[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n\u2014 /.test(text);
}

/** A signed checkpoint: what it says, and which of its signatures is a key's. */
export function noteIn(written) {
  const at = written.lastIndexOf("\n\n");
  const below = written.slice(at + 2);
  if (at < 0 || !below.endsWith("\n")) throw new Unreadable("no note");
  const text = written.slice(0, at + 1);
  const rows = below.slice(0, -1).split("\n");
  if (rows.length > MOST_LINES) throw new Unreadable("too many signatures");
  const lines = rows.map((row) => {
    const [, name, words] = LINE.exec(row) ?? [];
    if (!name) throw new Unreadable("no signature");
    return { name, bytes: fromBase64(words) };
  });
  const checkpoint = checkpointIn(text);

  /** "good", "changed", or "" where no line is this key's. */
  async function by(key) {
    const id = await keyId(checkpoint.origin, key);
    const its = lines.filter(
      ({ name, bytes }) => name === checkpoint.origin && same(bytes.subarray(0, 4), id),
    );
    for (const { bytes } of its) {
      if (await isSigned(key, bytes.subarray(4), utf8(text))) return "good";
    }
    return its.length ? "changed" : "";
  }

  const others = [...new Set(lines.map(({ name }) => name))];
  return { checkpoint, by, witnesses: others.filter((name) => name !== checkpoint.origin) };
}

const SHEET = /Log(tilescribe\/[0-9a-f]{16}(?:\/[0-9a-f]{8})?)Events(\d{1,15})Root([0-9a-f]{32})(?:Root,goeson)?([0-9a-f]{32})/;

/** The checkpoint on the sheet of a round, as it was copied from there; `null`: none. */
export function sheetIn(text) {
  const found = SHEET.exec(text.replace(/\s+/g, ""));
  if (!found) return null;
  const [, origin, size, one, other] = found;
  return { origin, size: Number(size), root: one + other };
}

export function joinedHash(left, right) {
  return sha256(Uint8Array.of(1), left, right);
}

export function leafHash(fields) {
  const parts = fields.flatMap((field) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, field.length);
    return [length, field];
  });
  return sha256(Uint8Array.of(0), joined(...parts));
}

// Bytes and the letters they are written in. What is not written exactly as it should be is refused.

export class Unreadable extends Error {}

export function utf8(text) {
  if (/\p{Surrogate}/u.test(text)) throw new Unreadable("half a letter");
  return new TextEncoder().encode(text);
}

export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable("no text");
  }
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})*$/.test(text)) throw new Unreadable("no hex");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function fromBase64(text) {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4) throw new Unreadable("no base64");
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  if (btoa(String.fromCharCode(...bytes)) !== text) throw new Unreadable("no base64");
  return bytes;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(letters) {
  const bytes = [];
  let held = 0;
  let bits = 0;
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) throw new Unreadable("another letter");
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  if (held || bits >= 5) throw new Unreadable("its last letter");
  return Uint8Array.from(bytes);
}

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Hex as people compare it: four digits and a gap. */
export function inFours(text) {
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}

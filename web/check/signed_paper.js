// What a square code says, as `ledger/proof/signed_paper.py` writes it. One meaning has one spelling.

import { Unreadable, fromBase32, hex, joined, same, textOf, utf8 } from "./bytes.js";
import { isSigned, sha256 } from "./ciphers.js";

export const SIGNED = "tilescribe signed paper 1\n";

const SIGNATURE = 64;
const LONGEST = 120;
const LONGEST_OF_A_ROUND = 152;
const MOST_LETTERS = Math.ceil(((LONGEST_OF_A_ROUND + SIGNATURE) * 8) / 5);
const LARGEST = 2 ** 35;
const BEGAN = Date.UTC(2020, 0, 1) / 1000;
const MARK = "/S/";
const NO_HOST = "TILESCRIBE:";

const WAYS = ["", "stroke", "pin", "witness", "paper", "ruling"];
const FLAGS = ["void", "forfeited", "resigned", "by_margin", "unknown", "provisional"];
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE = 10;

class Reading {
  constructor(bytes) {
    this.left = bytes;
  }

  exactly(size) {
    if (this.left.length < size) throw new Unreadable("ends too early");
    const found = this.left.subarray(0, size);
    this.left = this.left.subarray(size);
    return found;
  }

  byte() {
    return this.exactly(1)[0];
  }

  number() {
    let found = 0;
    let place = 1;
    for (;;) {
      const part = this.byte();
      found += (part & 127) * place;
      if (found >= LARGEST || (part === 0 && place > 1)) throw new Unreadable("a number");
      if (part < 128) return found;
      place *= 128;
      if (place > LARGEST) throw new Unreadable("a number");
    }
  }

  signed() {
    const found = this.number();
    return found % 2 ? -(found + 1) / 2 : found / 2;
  }

  text() {
    return textOf(this.exactly(this.number()));
  }
}

function checkSign(body) {
  const twice = (value) => (value & 16 ? (value << 1) ^ 0b100101 : value << 1);
  let sum = 0;
  for (const sign of body) sum = twice(sum) ^ SIGNS.indexOf(sign);
  return SIGNS[twice(sum)];
}

function codeIn(bytes) {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  if (!number) return "";
  if (number >> 50n) throw new Unreadable("the signs of its sheet");
  let code = "";
  for (let place = CODE - 1; place >= 0; place -= 1) {
    code += SIGNS[Number((number >> BigInt(5 * place)) & 31n)];
  }
  if (checkSign(code.slice(0, -1)) !== code.at(-1)) throw new Unreadable("the signs of its sheet");
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

function aResult(read) {
  const found = { division: read.text() };
  for (const name of ["round", "table", "replay", "version", "edition"]) found[name] = read.number();
  found.players = [0, 1].map(() => {
    const player = { number: read.number(), score: read.signed() };
    const way = read.byte();
    if (way >= WAYS.length) throw new Unreadable("a way to sign");
    return { ...player, signed: WAYS[way] };
  });
  const marks = read.byte();
  FLAGS.forEach((flag, place) => {
    found[flag] = Boolean((marks >> place) & 1);
  });
  found.players.forEach((player, place) => {
    player.protest = Boolean((marks >> (FLAGS.length + place)) & 1);
  });
  if (found.unknown && found.players.some(({ score }) => score)) throw new Unreadable("scores");
  return found;
}

function aRuling(read) {
  const found = {};
  for (const name of ["entry", "case", "ruling"]) found[name] = read.number();
  found.division = read.text();
  for (const name of ["round", "table"]) found[name] = read.number();
  found.ruled = read.text();
  found.citations = read.text();
  return found;
}

function aRound(read) {
  const found = { entry: read.number(), division: read.text(), round: read.number() };
  found.closedBy = read.text();
  found.root = hex(read.exactly(32));
  found.key = read.exactly(32);
  return found;
}

const KINDS = [
  ["result", aResult],
  ["ruling", aRuling],
  ["round", aRound],
];

async function decoded(payload) {
  const read = new Reading(payload);
  if (read.byte() !== 1) throw new Unreadable("another format");
  const named = KINDS[read.byte() - 1];
  if (!named) throw new Unreadable("of no kind that is known");
  const [kind, more] = named;
  if (payload.length > (kind === "round" ? LONGEST_OF_A_ROUND : LONGEST)) {
    throw new Unreadable("too long");
  }
  const hint = read.exactly(4);
  const size = read.number();
  const at = new Date((BEGAN + read.number()) * 1000);
  const head = { kind, hint, size, at, code: codeIn(read.exactly(7)), tournament: read.text() };
  const paper = { ...head, ...more(read) };
  if (read.left.length) throw new Unreadable("something follows");
  if (paper.key && !same(hint, await hintOf(paper.key))) throw new Unreadable("names another key");
  return paper;
}

export async function hintOf(key) {
  return (await sha256(key)).subarray(0, 4);
}

export function isAddress(text) {
  const words = text.trim().toUpperCase();
  return (
    words.includes(MARK) ||
    (words.startsWith(NO_HOST) && !words.includes("/")) ||
    /^[A-Z2-7\s]{112,}$/.test(words)
  );
}

/** The bytes in an address, or in its letters alone. */
export function bytesIn(text) {
  const words = text.replace(/\s+/g, "").toUpperCase();
  const letters = words.includes(MARK)
    ? words.slice(words.lastIndexOf(MARK) + MARK.length)
    : words.replace(NO_HOST, "");
  if (letters.length > MOST_LETTERS) throw new Unreadable("too long");
  const bytes = fromBase32(letters);
  if (bytes.length <= SIGNATURE) throw new Unreadable("ends too early");
  return bytes;
}

/** What it says, and what of it is signed by which key's hint. */
export async function paperIn(text) {
  const bytes = bytesIn(text);
  const payload = bytes.subarray(0, -SIGNATURE);
  const paper = await decoded(payload);
  const signature = bytes.subarray(-SIGNATURE);
  return { paper, isBy: (key) => isSigned(key, signature, joined(utf8(SIGNED), payload)) };
}

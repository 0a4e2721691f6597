// Entries as digits for a QR code, and back: numbers as one prefix and counters, the rest as it
// is, compressed. Digits, because a QR code holds them at a third of a byte each.

import { joined, parted } from "./ids.js";

const VERSION = 1;
const BLOCK = 20; // bytes,
const DIGITS = 49; // and the digits they take
const CODE = 720; // bytes in one code: as many as a tablet shows and a camera reads well

// { device, entries } as the fragments of one address each.
export async function packed(held, transfer = crypto.getRandomValues(new Uint16Array(1))[0]) {
  const bytes = await through(new CompressionStream("deflate-raw"), JSON.stringify(shortened(held)));
  const codes = Math.max(1, Math.ceil(bytes.length / CODE));
  const share = Math.ceil(bytes.length / codes);
  return Array.from({ length: codes }, (_, at) => {
    const part = bytes.subarray(at * share, (at + 1) * share);
    return `${VERSION}.${transfer}.${at + 1}.${codes}.${digits(part)}`;
  });
}

// What a fragment says of itself; null where it is none of ours.
export function part(fragment) {
  const found = /^#?1\.(\d{1,5})\.(\d{1,2})\.(\d{1,2})\.(\d+)$/.exec(fragment);
  if (!found) return null;
  const [, transfer, at, of, digits] = found;
  return { transfer, at: Number(at), of: Number(of), digits };
}

// All parts of one transfer, in order, as { device, entries } again.
export async function unpacked(parts) {
  const bytes = parts.flatMap(({ digits }) => [...undigits(digits)]);
  const text = await through(new DecompressionStream("deflate-raw"), new Uint8Array(bytes));
  return lengthened(JSON.parse(new TextDecoder().decode(text)));
}

async function through(stream, data) {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
}

function shortened({ device, entries }) {
  const base = Math.min(...entries.map(({ occurred_at: at }) => Date.parse(at)));
  const games = [...new Set(entries.map(({ game }) => game))];
  const badges = [...new Set(entries.map(({ by }) => by ?? ""))];
  const prefixes = [];
  let before = null;
  let seq = (entries[0]?.device_seq ?? 1) - 1;
  const rows = entries.map((entry) => {
    const time = Date.parse(entry.occurred_at);
    const parts = parted(entry.command_id, time);
    if (parts && !prefixes.includes(parts.prefix)) prefixes.push(parts.prefix);
    const id = parts ? [prefixes.indexOf(parts.prefix), parts.count] : entry.command_id;
    const after = entry.after === before ? 1 : (entry.after ?? 0);
    before = entry.command_id;
    const skipped = entry.device_seq - seq - 1;
    seq = entry.device_seq;
    const row = [id, time - base, entry.asked, after, games.indexOf(entry.game), badges.indexOf(entry.by ?? "")];
    return [...row, skipped, entry.clocks ?? 0, entry.words ?? 0];
  });
  // Most rows end as the one before: with nothing.
  for (const row of rows) while (row.at(-1) === 0) row.pop();
  return { d: device, n: entries[0]?.device_seq ?? 1, t: base, g: games, b: badges, p: prefixes, e: rows };
}

function lengthened({ d: device, n: first, t: base, g: games, b: badges, p: prefixes, e: rows }) {
  let before = null;
  let seq = first - 1;
  const entries = rows.map(([id, ago, asked, after = 0, game = 0, badge = 0, skipped = 0, clocks = 0, words = 0]) => {
    const time = base + (ago ?? 0);
    const command = Array.isArray(id) ? joined(time, prefixes[id[0]], id[1]) : id;
    seq += 1 + skipped;
    const entry = {
      command_id: command,
      game: games[game],
      asked,
      occurred_at: new Date(time).toISOString(),
      device_seq: seq,
      ...(badges[badge] && { by: badges[badge] }),
      ...(after !== 0 && { after: after === 1 ? before : after }),
      ...(clocks !== 0 && { clocks }),
      ...(words !== 0 && { words }),
    };
    before = command;
    return entry;
  });
  return { device, entries };
}

function digits(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    const number = block.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    text += number.toString().padStart(width(block.length), "0");
  }
  return text;
}

const width = (length) => (length === BLOCK ? DIGITS : (256n ** BigInt(length)).toString().length);
const lengths = new Map(Array.from({ length: BLOCK }, (_, at) => [width(at + 1), at + 1]));

function undigits(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += DIGITS) {
    const block = text.slice(at, at + DIGITS);
    const length = lengths.get(block.length);
    let number = BigInt(block);
    const mine = new Array(length);
    for (let place = length - 1; place >= 0; place -= 1) {
      mine[place] = Number(number & 255n);
      number >>= 8n;
    }
    bytes.push(...mine);
  }
  return bytes;
}

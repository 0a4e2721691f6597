// A signature as it is kept beside the log (ledger/record/kept_words.py): for each stroke its points
// [x, y, milliseconds], no pressure, compressed; under a digest salted with random bytes.

import { hex, joined, sha256 } from "./sha256.js";

// What signature_pad drew, as points.
export function pointsOf(groups) {
  const began = groups[0]?.points[0]?.time ?? 0;
  return groups.map(({ points }) =>
    points.map(({ x, y, time }) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10, Math.round(time - began)]),
  );
}

// How long the line is, in points of the screen: a tap is no signature.
export const lengthOf = (strokes) =>
  strokes.reduce((sum, stroke) => sum + stroke.slice(1).reduce((way, [x, y], at) => way + Math.hypot(x - stroke[at][0], y - stroke[at][1]), 0), 0);

// Strokes as words to hand in: { words, digest }.
export const keptStrokes = async (strokes) => kept(await zlib(new TextEncoder().encode(JSON.stringify(strokes))));

function kept(content) {
  const salt = random(16);
  return {
    digest: hex(sha256(joined(salt, content))),
    words: [{ salt: base64(salt), content: base64(content) }],
  };
}

const random = (count) => crypto.getRandomValues(new Uint8Array(count));
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

async function zlib(bytes) {
  if (!("CompressionStream" in globalThis)) return stored(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The same format without compression, for browsers that can't (RFC 1950 and 1951, type 0).
export function stored(bytes) {
  const parts = [0x78, 0x01];
  for (let at = 0; at < bytes.length || at === 0; at += 65535) {
    const part = bytes.subarray(at, at + 65535);
    const last = at + 65535 >= bytes.length ? 1 : 0;
    parts.push(last, part.length & 255, part.length >> 8, ~part.length & 255, (~part.length >> 8) & 255, ...part);
  }
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return Uint8Array.from([...parts, b >> 8, b & 255, a >> 8, a & 255]);
}

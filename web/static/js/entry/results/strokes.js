// SHA-256 for pages without a secure context, where the browser's own is missing (FIPS 180-4).
// One way everywhere: what is signed has the same digest over plain HTTP.

const primes = () => {
  const found = [];
  for (let n = 2; found.length < 64; n += 1) if (found.every((p) => n % p)) found.push(n);
  return found;
};
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const K = Int32Array.from(primes(), (p) => fraction(Math.cbrt(p)));
const START = Int32Array.from(primes().slice(0, 8), (p) => fraction(Math.sqrt(p)));

const turn = (x, n) => (x >>> n) | (x << (32 - n));

// The digest of bytes, as bytes.
export function sha256(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t += 1) {
      const [x, y] = [w[t - 15], w[t - 2]];
      const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[t] = (w[t - 16] + small + w[t - 7] + large) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => {
      state[at] = (state[at] + value) | 0;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, at) => digest.setInt32(4 * at, value));
  return new Uint8Array(digest.buffer);
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const digestOf = (text) => hex(sha256(new TextEncoder().encode(text)));

export function joined(one, two) {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

// A signature as it is kept beside the log (ledger/record/kept_words.py): for each stroke its points
// [x, y, milliseconds], no pressure, compressed; under a digest salted with random bytes.

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

// Numbers for requests: UUID version 7, from random values that plain HTTP has too. All that one
// page makes share their random part and count on from there, so that many fit in a QR code.

const COUNTER = 2; // bytes
const hexes = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The eight bytes behind the time, without the counter.
function newPrefix() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  bytes[0] = 0x80 | (bytes[0] & 0x3f);
  const version = crypto.getRandomValues(new Uint8Array(2));
  version[0] = 0x70 | (version[0] & 0x0f);
  return hexes(version) + hexes(bytes.slice(0, 8 - COUNTER));
}

const prefix = newPrefix();
let count = 0;

export function uuid7(now = new Date()) {
  count = (count + 1) % 256 ** COUNTER;
  return joined(now.getTime(), prefix, count);
}

// The parts of a number made at this time; null where it was made by other rules.
export function parted(id, time) {
  const hex = id.replaceAll("-", "");
  const parts = { prefix: hex.slice(12, 28), count: Number.parseInt(hex.slice(28), 16) };
  return joined(time, parts.prefix, parts.count) === id ? parts : null;
}

export function joined(time, middle, number) {
  const at = BigInt.asUintN(48, BigInt(time)).toString(16).padStart(12, "0");
  const hex = at + middle + number.toString(16).padStart(2 * COUNTER, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

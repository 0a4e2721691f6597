// SHA-256, Ed25519 and what was packed: the browser's own where it has them, else what travels here.

import { fflate } from "./vendor/fflate.js";
import * as ed25519 from "./vendor/ed25519.js";
import { sha256 as itsSha256, sha512 } from "./vendor/sha2.js";
import { Unreadable, hex, joined } from "./bytes.js";

ed25519.hashes.sha512 = sha512;

const MOST = 32 * 1024 * 1024; // bytes that something packed may come to

function subtle() {
  return globalThis.crypto?.subtle; // none where a file is opened from an app's own address
}

export async function sha256(...parts) {
  const bytes = joined(...parts);
  if (!subtle()) return itsSha256(bytes);
  return new Uint8Array(await subtle().digest("SHA-256", bytes));
}

let ownKeys = true; // until the browser says that it knows no Ed25519

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Whether its second half is below the order of the curve: WebKit takes it with more added. */
function isReduced(signature) {
  return BigInt(`0x${hex(signature.slice(32).reverse())}`) < ORDER;
}

export async function isSigned(key, signature, bytes) {
  if (key.length !== 32 || signature.length !== 64 || !isReduced(signature)) return false;
  if (ownKeys && subtle()) {
    try {
      const held = await subtle().importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
      return await subtle().verify({ name: "Ed25519" }, held, signature, bytes);
    } catch (trouble) {
      if (trouble.name !== "NotSupportedError" && trouble.name !== "SyntaxError") return false;
      ownKeys = false;
    }
  }
  try {
    return ed25519.verify(signature, bytes, key, { zip215: false });
  } catch {
    return false; // no point of the curve
  }
}

export async function fingerprintOf(key) {
  return hex(await sha256(key));
}

/** What was packed as `deflate` (with its head, as PDF has it) or `gzip`. */
export async function unpacked(bytes, how) {
  const parts = [];
  let size = 0;
  const take = (part) => {
    size += part.length;
    if (size > MOST) throw new Unreadable("too large");
    parts.push(part);
  };
  try {
    if (globalThis.DecompressionStream) {
      const packed = new Response(bytes).body.pipeThrough(new DecompressionStream(how));
      const reader = packed.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        take(value);
      }
    } else {
      const Kind = how === "gzip" ? fflate.Gunzip : fflate.Unzlib;
      const stream = new Kind(take);
      for (let at = 0; at < bytes.length; at += 65536) {
        stream.push(bytes.subarray(at, at + 65536), at + 65536 >= bytes.length);
      }
    }
  } catch {
    throw new Unreadable("packed otherwise");
  }
  return joined(...parts);
}

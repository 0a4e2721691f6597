// The keys somebody holds in this page: one counts once its fingerprint was compared.

import { fingerprintOf } from "./ciphers.js";
import { hintOf } from "./signed_paper.js";
import { hex } from "./bytes.js";

const WHOLE = 64; // digits of a fingerprint; half of them do
const seen = new Map(); // fingerprint: { key, name, trusted }
let typed = "";

/** A key that was read somewhere. It counts only if its fingerprint is the one that was typed. */
export async function keep(key, name) {
  const fingerprint = await fingerprintOf(key);
  const held = seen.get(fingerprint) ?? { key, name, fingerprint, trusted: false };
  held.hint = hex(await hintOf(key));
  seen.set(fingerprint, held);
  if (isTyped(fingerprint)) held.trusted = true;
  return held;
}

function isTyped(fingerprint) {
  return typed === fingerprint || typed === fingerprint.slice(0, WHOLE / 2);
}

/** The fingerprint somebody typed: "" nothing yet, "short", "wrong" letters, "waiting", "matches". */
export function type(text) {
  typed = text.replace(/[\s:-]/g, "").toLowerCase();
  if (!typed) return "";
  if (!/^[0-9a-f]*$/.test(typed)) return "wrong";
  if (typed.length !== WHOLE / 2 && typed.length !== WHOLE) return "short";
  const found = [...seen.values()].filter(({ fingerprint }) => isTyped(fingerprint));
  found.forEach((held) => {
    held.trusted = true;
  });
  return found.length ? "matches" : "waiting";
}

export function isWaiting() {
  return [WHOLE / 2, WHOLE].includes(typed.length) && !trusted().some((one) => isTyped(one.fingerprint));
}

/** Somebody compared the fingerprint that is shown with the one they trust. */
export function compared(fingerprint) {
  seen.get(fingerprint).trusted = true;
}

export function trusted() {
  return [...seen.values()].filter((held) => held.trusted);
}

export function untrusted() {
  return [...seen.values()].filter((held) => !held.trusted);
}

export function forget() {
  seen.clear();
  typed = "";
}

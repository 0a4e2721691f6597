// JSON, read strictly: a name that stands twice is refused, for programs differ in which they take.

import { Unreadable } from "./bytes.js";

const DEEPEST = 64;
const PLAIN = { true: true, false: false, null: null };
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const GAP = /[ \t\n\r]*/y;

export class Twice extends Unreadable {}

export function readJson(text) {
  let at = 0;

  function matched(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) throw new Unreadable(`JSON at ${at}`);
    at = pattern.lastIndex;
    return found[0];
  }

  function passes(sign) {
    matched(GAP);
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  function must(sign) {
    if (!passes(sign)) throw new Unreadable(`JSON at ${at}`);
  }

  function word() {
    matched(GAP);
    return JSON.parse(matched(WORD));
  }

  function list(deep) {
    const found = [];
    if (passes("]")) return found;
    do found.push(value(deep + 1));
    while (passes(","));
    must("]");
    return found;
  }

  function record(deep) {
    const found = Object.create(null);
    if (passes("}")) return found;
    do {
      const name = word();
      if (Object.hasOwn(found, name)) throw new Twice(name);
      must(":");
      found[name] = value(deep + 1);
    } while (passes(","));
    must("}");
    return found;
  }

  function value(deep) {
    if (deep > DEEPEST) throw new Unreadable("too deep");
    if (passes("{")) return record(deep);
    if (passes("[")) return list(deep);
    if (text[at] === '"') return word();
    for (const [name, meant] of Object.entries(PLAIN)) {
      if (text.startsWith(name, at)) {
        at += name.length;
        return meant;
      }
    }
    return Number(matched(NUMBER));
  }

  const found = value(0);
  matched(GAP);
  if (at !== text.length) throw new Unreadable(`JSON at ${at}`);
  return found;
}

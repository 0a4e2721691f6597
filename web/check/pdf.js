// Files inside a PDF. Whoever made it: what is in it proves itself or does not, so this only finds it.

import { Unreadable } from "./bytes.js";
import { unpacked } from "./ciphers.js";

const MOST_OBJECTS = 100_000;
const DEEPEST = 32;
const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;

/** Values of a PDF in a text of which each letter is a byte. */
class Values {
  constructor(text, at) {
    this.text = text;
    this.at = at;
  }

  gap() {
    for (;;) {
      while (SPACE.test(this.text[this.at] ?? "x")) this.at += 1;
      if (this.text[this.at] !== "%") return;
      while (this.at < this.text.length && !/[\r\n]/.test(this.text[this.at])) this.at += 1;
    }
  }

  word() {
    const from = this.at;
    while (this.at < this.text.length && !DELIMITER.test(this.text[this.at])) this.at += 1;
    return this.text.slice(from, this.at);
  }

  value(deep = 0) {
    this.gap();
    if (deep > DEEPEST || this.at >= this.text.length) throw new Unreadable("PDF");
    const two = this.text.slice(this.at, this.at + 2);
    if (two === "<<") return this.dictionary(deep);
    if (two[0] === "<") return this.hexadecimal();
    if (two[0] === "(") return this.literal();
    if (two[0] === "[") return this.list(deep);
    if (two[0] === "/") {
      this.at += 1;
      return { name: this.word() };
    }
    const word = this.word();
    if (!word) throw new Unreadable("PDF");
    if (!/^[+-]?[\d.]+$/.test(word)) return word;
    const back = this.at;
    const [whole, generation] = /^\s+(\d+)\s+R(?![A-Za-z])/.exec(this.text.slice(back, back + 24)) ?? [];
    if (generation === undefined || !/^\d+$/.test(word)) return Number(word);
    this.at = back + whole.length;
    return { object: Number(word) };
  }

  dictionary(deep) {
    const found = Object.create(null);
    this.at += 2;
    for (;;) {
      this.gap();
      if (this.text.startsWith(">>", this.at)) break;
      const key = this.value(deep + 1);
      if (key?.name === undefined) throw new Unreadable("PDF");
      found[key.name] = this.value(deep + 1);
    }
    this.at += 2;
    return found;
  }

  list(deep) {
    const found = [];
    this.at += 1;
    for (;;) {
      this.gap();
      if (this.text[this.at] === "]") break;
      found.push(this.value(deep + 1));
    }
    this.at += 1;
    return found;
  }

  hexadecimal() {
    const end = this.text.indexOf(">", this.at);
    if (end < 0) throw new Unreadable("PDF");
    const digits = this.text.slice(this.at + 1, end).replace(/\s+/g, "");
    this.at = end + 1;
    return { text: (digits.match(/..?/g) ?? []).map((two) => String.fromCharCode(parseInt(two.padEnd(2, "0"), 16))).join("") };
  }

  literal() {
    let text = "";
    let open = 1;
    for (this.at += 1; open; this.at += 1) {
      let sign = this.text[this.at];
      if (sign === undefined) throw new Unreadable("PDF");
      if (sign === "\\") {
        this.at += 1;
        const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at, this.at + 3))?.[0];
        if (octal) this.at += octal.length - 1;
        sign = octal ? String.fromCharCode(parseInt(octal, 8) & 255) : this.text[this.at];
      } else if (sign === "(") open += 1;
      else if (sign === ")") open -= 1;
      if (open) text += sign;
    }
    return { text };
  }
}

function latin(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

/** Every object, by number; of one written twice the later, as readers have it. */
async function objectsIn(bytes) {
  const text = latin(bytes);
  const found = new Map();
  const heads = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![A-Za-z])/g;
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    if (found.size > MOST_OBJECTS) throw new Unreadable("PDF");
    const values = new Values(text, heads.lastIndex);
    let value;
    try {
      value = values.value();
    } catch {
      continue;
    }
    const object = { value, bytes: null };
    values.gap();
    if (text.startsWith("stream", values.at)) {
      const from = values.at + 6 + (text[values.at + 6] === "\r" ? 2 : 1);
      const length = value.Length;
      const isThere = Number.isSafeInteger(length) && /^\s*endstream/.test(text.slice(from + length, from + length + 12));
      const to = isThere ? from + length : text.indexOf("endstream", from);
      if (to < 0) throw new Unreadable("PDF");
      object.bytes = bytes.subarray(from, isThere ? to : to - (text[to - 1] === "\n" ? 1 : 0));
      values.at = to;
    }
    heads.lastIndex = values.at;
    found.set(Number(head[1]), object);
  }
  for (const object of [...found.values()]) {
    if (object.bytes && object.value.Type?.name === "ObjStm") await spread(object, found);
  }
  return found;
}

/** The objects packed together in one, where none stands by itself under that number. */
async function spread(object, found) {
  const text = latin(await contentOf(object));
  const numbers = new Values(text, 0);
  for (let nth = 0; nth < object.value.N; nth += 1) {
    const number = numbers.value();
    const at = numbers.value();
    if (found.has(number)) continue;
    found.set(number, { value: new Values(text, object.value.First + at).value(), bytes: null });
  }
}

async function contentOf({ value, bytes }) {
  const filters = [value.Filter ?? []].flat().map(({ name }) => name);
  if (!filters.length) return bytes;
  if (filters.join() !== "FlateDecode" || value.DecodeParms) throw new Unreadable("PDF");
  return unpacked(bytes, "deflate");
}

/** The files inside, by name. One name twice is refused: programs differ in which they take. */
export async function filesIn(bytes) {
  const objects = await objectsIn(bytes);
  const at = (value) => (value?.object === undefined ? value : objects.get(value.object)?.value);
  const files = new Map();
  for (const { value } of [...objects.values()]) {
    const inside = at(value?.EF);
    const place = inside?.UF ?? inside?.F;
    if (place?.object === undefined) continue;
    const name = (at(value.UF) ?? at(value.F))?.text ?? "";
    const plain = name.startsWith("\u00fe\u00ff") ? utf16(name.slice(2)) : name;
    const stream = objects.get(place.object);
    if (!stream?.bytes) throw new Unreadable("PDF");
    if (files.has(plain)) throw new Unreadable("a file stands twice in it");
    files.set(plain, await contentOf(stream));
  }
  return files;
}

function utf16(letters) {
  return (letters.match(/../gs) ?? []).map((two) => String.fromCharCode((two.charCodeAt(0) << 8) | two.charCodeAt(1))).join("");
}

export function isPdf(bytes) {
  return bytes.length > 4 && textStart(bytes) === "%PDF";
}

function textStart(bytes) {
  return String.fromCharCode(...bytes.subarray(0, 4));
}

// Words of the page: points, what the outbox is, never better than it is.

import { asRead } from "../../frame/make.js";
import { say } from "../../frame/say.js";

// Written only where they differ, into the text that is there: the browser would take out a new
// text and lay it out even if it reads the same, and a screen reader say it again.
export function write(element, words) {
  const text = element.firstChild;
  const read = asRead(words);
  if (text?.nodeType !== Node.TEXT_NODE) element.textContent = read;
  else if (text.data !== read) text.data = read;
}

export const signed = (points) => `${points < 0 ? "" : "+"}${points}`;

// `elsewhere`: how many entries of another tablet at this table were not written. Gives what of it
// is worth hearing; nothing while an entry is on its way, for that it was entered has been said.
export function showState(button, outbox, elsewhere) {
  const other = elsewhere && !["needs-you", "saved"].includes(outbox.state);
  const look = other ? "state needs-you" : `state ${outbox.state}`;
  const back = /away|needs-you/.test(button.className);
  if (button.className !== look) button.className = look;
  const words = other ? say("entry.other-tablet-elsewhere-not-written", { elsewhere }) : stateWords(outbox);
  write(button, words);
  if (outbox.state === "asking" || (outbox.state === "nothing" && !back)) return "";
  return outbox.state !== "saved" ? words : outbox.online === false ? say("entry.saved-here-offline") : "";
}

// Whether the record doesn't take what is entered here until the tablet is taken in again.
export const mustEnrol = ({ lost, halted }) => Boolean(lost) || halted?.refused === "no-device";

function stateWords(outbox) {
  const { state, waiting, troubles, online, halted, broken } = outbox;
  if (broken) return say("entry.needs-you-nothing-can-be-saved");
  if (mustEnrol(outbox)) return say("entry.needs-you-take-in");
  if (halted?.away) return waiting ? say("entry.record-away-waiting-saved-here", { waiting }) : say("entry.record-away");
  if (halted && waiting) return say("entry.needs-you-sign-in-again-waiting", { waiting });
  if (halted) return say("entry.needs-you-sign-in-again");
  if (troubles.length) return say("entry.needs-you-troubles", { troubles: troubles.length });
  if (waiting) return online === false ? say("entry.saved-to-send-offline", { n: waiting }) : say("entry.saved-to-send", { n: waiting });
  return IDLE[state];
}

// With nothing waiting: whether anything is known to be at the server.
const IDLE = { sent: say("entry.sent"), nothing: say("entry.nothing-send"), away: say("entry.no-network"), asking: say("entry.asking-server") };

// Words in a box that does not grow, for nothing may move: whole if there is room, else set
// smaller, else with the names in them in brief. How small, and over how many lines, is the box's
// own (tablet.css); what is left over when all that fails is cut at its end.

const BRIEF = 16; // letters that a name has everywhere
const ENDS = [12, 11]; // letters of a longer one, at its beginning and at its end
const LOOKS = ["", "small"];

const shown = new WeakMap();

// Writes `texts` that lie in `box`, each [element, words], and perhaps words for where there is no
// room at all. `names` as `briefs` gives them. Looked at again where the words or the screen are
// others than the last time, or the box is (`again`).
export function fit(box, texts, names, looks = LOOKS, again = false) {
  const about = JSON.stringify([texts.map(([, ...words]) => words), looks, innerWidth, innerHeight]);
  if (!again && shown.get(box) === about) return;
  shown.set(box, about);
  const inBrief = (words) => names.reduce((said, [name, brief]) => said.replaceAll(name, brief), words);
  const ways = [(words) => words, inBrief, (_, least) => least].map((way) => texts.map(([, words, least = inBrief(words)]) => way(words, least)));
  const told = new Set();
  for (const way of ways) {
    const words = way.join();
    if (told.has(words)) continue;
    told.add(words);
    texts.forEach(([element], at) => write(element, way[at]));
    for (const look of looks) {
      for (const one of looks.join(" ").split(/\s+/).filter(Boolean)) box.classList.toggle(one, look.split(" ").includes(one));
      if (![box, ...texts.map(([element]) => element)].some(isCut)) return;
    }
  }
}

// Writes what changes with every key: nobody measures it.
export function plain(box, words) {
  if (shown.delete(box)) box.classList.remove("small");
  write(box, words);
}

function isCut(one) {
  if (!one.clientWidth) return false; // in a line with others, which is looked at as a whole
  return one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1 || spills(one);
}

// To a part of a pixel, for that much is enough for an ellipsis.
function spills(one) {
  if (getComputedStyle(one).whiteSpace !== "nowrap") return false;
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.1;
}

// Each name with how it is written where there is little room, [name, brief]: initials and the last
// name, or both its ends; two players never read the same.
function briefs(names) {
  for (const shorten of [initials, ends]) {
    const short = names.map((name) => (name.length > BRIEF ? shorten(name) : name));
    if (new Set(short).size === new Set(names).size) return names.map((name, at) => [name, short[at]]);
  }
  return names.map((name) => [name, name]);
}

export const namesOf = ({ state }) => briefs(state.players.map(({ name }) => name));

function initials(name) {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  const short = [...words.map((word) => `${word.match(FIRST)?.[0] ?? word}.`), last].join(NARROW);
  return short.length > ENDS[0] + ENDS[1] + 1 ? ends(short) : short;
}

const NARROW = "\u00a0"; // no line ends after an initial
const FIRST = /^\P{M}\p{M}*/u;

function ends(name) {
  const letters = name.match(/\P{M}\p{M}*/gu) ?? [];
  if (letters.length <= ENDS[0] + ENDS[1] + 1) return name;
  return `${letters.slice(0, ENDS[0]).join("").trim()}…${letters.slice(-ENDS[1]).join("").trim()}`;
}

// How scores and times read (as web/frame/wording.py has it), and small pieces of page.

import { asRead, make } from "../frame/make.js";
import { say } from "../frame/say.js";

const TOLD = new Set(["challenge", "phoney", "correction", "overtime", "ruling", "board-differs", "turns-differ", "score-differs", "end-in-doubt", "six-zeros", "papers-differ", "taken-back"]);

const LOOKS = {
  scheduled: "waiting",
  playing: "live",
  "on hold": "attention",
  challenge: "attention",
  "played out": "ending",
  over: "ending",
  "signed by one": "ending",
  final: "done",
  amended: "done",
  forfeited: "odd",
  incomplete: "odd",
};

export const FINISHED = new Set(["over", "signed by one", "final", "amended", "forfeited", "incomplete"]);

export function wins(number) {
  const whole = Math.floor(number);
  const half = number % 1 ? "½" : "";
  return (whole || !half ? String(whole) : "") + half;
}

export function delay(ply) {
  if (!ply.occurred_at) return "";
  const late = Math.round((new Date(ply.written_at) - new Date(ply.occurred_at)) / 1000);
  if (!(late >= 5)) return "";
  return say("replay.after-it-happened", { lasting: lasting(late) });
}

function lasting(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes ? say("replay.minutes-and-seconds", { minutes, seconds: seconds % 60 }) : say("replay.only-seconds", { seconds });
}

export const later = (seconds) => say("replay.lasting-later", { lasting: lasting(seconds) });

export function initials(name) {
  const parts = name.replace(/[\u2068\u2069]/gu, "").split(/\s+/).filter(Boolean);
  const words = parts.filter((part) => /^\p{L}/u.test(part));
  const told = words.length ? words : parts;
  const ends = told.length > 1 ? [told[0], told[told.length - 1]] : told;
  return ends.map((part) => [...part][0].toUpperCase()).join("");
}

export function flagWords(flag) {
  return TOLD.has(flag) ? say(`frame.flag.${flag}`) : flag;
}

// How far a game is, in the reader's language.
export const stateWords = (state) => say(`states.${state.replace(" ", "-").replace(" ", "-")}`);

export function lookOf(state) {
  return LOOKS[state] ?? "waiting";
}

// An element with a class and children.
export const element = (tag, look = "", ...children) => make(tag, look ? { className: look } : {}, children);

// A sign of the sprite, as the page has one for a pattern.
export function sign(name) {
  const drawn = document.querySelector("template#a-sign").content.firstElementChild.cloneNode(true);
  const use = drawn.querySelector("use");
  use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${name}`);
  return drawn;
}

export function setText(node, text) {
  const words = asRead(text);
  if (node.textContent !== words) node.textContent = words;
}

// Keeps a page of a tournament as it stands now, without a reload: it is told that there is news (a
// few bytes, and only of what such pages show), and asks for the page again, which costs nothing where
// nothing changed. What concerns the player of the page is fetched at once; the rest can wait a moment,
// so that two hundred phones do not ask in the same second.

import { whenFree } from "../frame/rows.js";
import { setText } from "../replay/words.js";
import { SIGNS } from "./signs.js";
import { Lasting } from "./lasting.js";
import { say } from "../frame/say.js";

const WITHOUT_NEWS = 60000;
const PATIENCE = 20000; // for a network that is there and does not answer

const sign = document.querySelector("[data-news]");
const pace = Number(sign.dataset.pace ?? 0); // milliseconds, of a stream, which waits for nothing
const AT_ONCE = pace || 1500;
const mine = document.querySelector("[data-mine]")?.dataset.mine ?? "";
const LATER = mine ? 40000 : pace || 12000; // what happened to others may wait on a phone, and less so on the wall
let waiting = 0;
let due = Infinity;
let missed = false; // the page was asked for in vain
const MOST = 3; // answers that are waited for at a time, each on a connection of its own
const waited = [];
let last = ""; // as it was answered: what a screen hides of it, or turns, is no news

function stateTold(state) {
  if (state === "live" && ["waiting", "off"].includes(sign.dataset.look) && !mine) soon(LATER); // what a screen is told to show is told once
  if (state === "live" && missed) soon(AT_ONCE);
  sign.dataset.look = state;
  setText(sign.querySelector(".live-words"), SIGNS[state]);
  if (state === "off") soon(WITHOUT_NEWS);
}

// In at most `most` milliseconds, somewhere in that time; an earlier wish stands.
export function soon(most) {
  const at = Date.now() + most * (0.2 + 0.8 * Math.random());
  if (at >= due) return;
  clearTimeout(waiting);
  due = at;
  waiting = setTimeout(fetchAgain, Math.max(0, at - Date.now()));
}

function fetchAgain() {
  due = Infinity;
  if (document.hidden) return;
  const asked = new XMLHttpRequest();
  asked.responseType = "document"; // read by the browser as a page, of which nothing is run
  asked.open("GET", location.href);
  asked.timeout = PATIENCE;
  if (waited.length) asked.setRequestHeader("Cache-Control", "no-cache"); // or it waits for the browser's cache, which waits for the one before
  if (waited.push(asked) > MOST) waited.splice(1, 1)[0].abort(); // the first is the nearest to its answer
  asked.addEventListener("load", () => {
    const page = asked.status === 200 && asked.response;
    const fresh = page && page.querySelector("[data-news]") && page.querySelector("[data-fresh]");
    const older = waited.splice(fresh ? 0 : waited.indexOf(asked), fresh ? waited.indexOf(asked) + 1 : 1);
    for (const one of older) if (one !== asked) one.abort(); // it knows less
    missed = !fresh; // a portal of the Wi-Fi may have answered
    if (fresh) whenFree(document.querySelector("[data-fresh]"), () => put(fresh), () => setText(sign.querySelector(".live-words"), say("public.news-waits")));
    if (fresh) document.dispatchEvent(new CustomEvent("told", { detail: asked }));
    if (sign.dataset.look === "off" || missed) soon(WITHOUT_NEWS); // of busy servers too
  });
  for (const kind of ["error", "timeout"]) {
    asked.addEventListener(kind, () => {
      waited.splice(waited.indexOf(asked), 1);
      missed = true;
      soon(WITHOUT_NEWS);
    });
  }
  asked.send();
}

function put(fresh) {
  const here = document.querySelector("[data-fresh]");
  const told = fresh.innerHTML;
  if (told === last || told === here.innerHTML) return;
  last = told;
  const held = document.activeElement?.getAttribute("href");
  settle(here, document.importNode(fresh, true));
  if (sign.dataset.look in SIGNS) setText(sign.querySelector(".live-words"), SIGNS[sign.dataset.look]);
  if (held && document.activeElement === document.body) here.querySelector(`[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("fresh"));
}

// What is the same stays: what somebody is typing, and what a finger is on.
function settle(here, fresh) {
  const there = [...here.childNodes];
  const wanted = [...fresh.childNodes];
  for (const one of there.slice(wanted.length)) one.remove();
  wanted.forEach((node, at) => {
    const old = there[at];
    if (old?.nodeName === node.nodeName) asItWas(old, node);
    if (!old) here.append(node);
    else if (old.isEqualNode(node)) return;
    else if (old.firstChild && old.cloneNode().isEqualNode(node.cloneNode())) settle(old, node);
    else {
      old.replaceWith(node);
      if (node.nodeType === Node.TEXT_NODE) node.parentElement?.closest("td, dd, .next-table")?.classList.add("changed");
    }
  });
}

// What was done to a row here: opened, and marked as one's own.
function asItWas(old, node) {
  if (old.open) node.open = true;
  if (old.dataset?.number === node.dataset?.number && old.classList?.contains("mine")) node.classList.add("mine");
}

// A turn in a game that is not shown here is told to a stream, and is no news for it.
const isOfAnother = (game) => game?.on_move && !document.querySelector(`[data-game="${game.id}"]`);

export const stream = new Lasting(sign.dataset.news, sign.dataset.after, {
  onChange: ({ names, phases, theirs, game }) => {
    if (isOfAnother(game)) return;
    const { division, phase } = document.querySelector("[data-phase]")?.dataset ?? {};
    const otherPhase = phase && phases?.[division] && phases[division] !== phase;
    if (!names || names.includes(mine) || otherPhase) soon(AT_ONCE);
    else if (!theirs) soon(LATER);
  },
  onState: stateTold,
  onBegunAgain: () => location.reload(),
  onTable: () => soon(0), // a screen of the hall that is to show something else
});

// A page that was put away may have missed what the stream tells only once.
document.addEventListener("visibilitychange", () => document.hidden || soon(AT_ONCE));
addEventListener("pageshow", (event) => event.persisted && soon(AT_ONCE));

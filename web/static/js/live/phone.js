// A player's page on a phone: the clock of the round, and how old the page is while the phone has no connection.

import { stream } from "./fresh.js";
import { minuteOfDay } from "../frame/hall_time.js";
import { setText } from "../replay/words.js";
import { say } from "../frame/say.js";

const SILENT = 45000; // three of the server's signs of life missed
const TOLERATED = 3; // seconds without a connection that nobody need be told of
const JUST_STARTED = 15 * 60000;
const LONGEST_ROUND = 3 * 3600000;
const sign = document.querySelector("[data-news]");
const away = document.querySelector("[data-away]");
const minute = (at) => minuteOfDay(new Date(at).toISOString());

let known = Date.now(); // when the page was last known to be how things stand
let without = 0; // seconds

function count() {
  const at = document.querySelector("[data-starts]");
  if (!at) return;
  const starts = Date.parse(at.dataset.starts);
  const words = clock(starts, starts - Date.now(), at.dataset.past);
  at.hidden = !words;
  if (words) setText(at, words);
}

function clock(starts, left, played) {
  const time = minute(starts);
  if (left > 60000) return say("phones.starts-in-minutes", { time, n: Math.ceil(left / 60000) });
  if (left > 0) return say("phones.starts-in-seconds", { time, n: Math.ceil(left / 1000) });
  if (played && -left < LONGEST_ROUND) return say("phones.began-minutes-ago", { time, n: Math.floor(-left / 60000) });
  return -left < JUST_STARTED ? say("phones.starts-now") : "";
}

function look() {
  known = Math.max(known, stream.heard);
  const live = navigator.onLine && sign.dataset.look === "live" && Date.now() - known < SILENT;
  without = live ? 0 : without + 1;
  const words = without > TOLERATED || !navigator.onLine ? say("phones.as-of", { time: minute(known) }) : "";
  if (away.textContent.trim() !== words) {
    away.replaceChildren();
    if (words) away.append(notice(words));
  }
}

function notice(words) {
  const shown = document.importNode(document.querySelector("template[data-notice]").content, true);
  setText(shown.querySelector("p"), words);
  return shown;
}

function tick() {
  count();
  look();
}

document.addEventListener("told", () => (known = Date.now()));
document.addEventListener("fresh", tick);
for (const kind of ["online", "offline"]) addEventListener(kind, tick);
setInterval(tick, 1000);
tick();

// The runner's list, kept up to date: rows change what they say, none of them is pressed.

import { say } from "../frame/say.js";
import { clockWords } from "../frame/wording.js";
import { minuteInZone } from "../frame/hall_time.js";
import { asRead, make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { sign } from "../replay/words.js";
import { SIGNS } from "../live/signs.js";
import { Lasting } from "../live/lasting.js";

const POLL = 10000;
const PATIENCE = 20000; // for a network that is there and does not answer
const AT_MOST_EVERY = 1000;

class Runner {
  constructor() {
    this.root = document.getElementById("runner");
    this.sign = document.getElementById("live");
    this.names = JSON.parse(document.getElementById("names").textContent);
    this.ahead = 0;
    this.heardOf = new Set();
    this.games = new Set(); // of which anything is on the list
    const { tournament, after } = this.root.dataset;
    const which = tournament ? `?tournament=${encodeURIComponent(tournament)}` : "";
    this.several = !tournament && document.querySelector(".queues") !== null;
    this.address = `/judge/runner.json${which}`;
    document.getElementById("print").addEventListener("click", () => window.print());
    new Lasting(`/events${which}`, after, {
      onChange: (change) => this.heard(change),
      onState: (state) => this.say(state),
      onBegunAgain: () => location.reload(),
    });
    setInterval(() => this.refresh(), POLL);
    setInterval(() => this.tick(), 1000);
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  say(state) {
    this.sign.dataset.look = state;
    this.sign.querySelector(".live-words").textContent = SIGNS[state];
  }

  // Only what can touch a slip: other tables write all the time.
  heard({ game, topic }) {
    if (!game || !(this.games.has(game.id) || game.state === "challenge" || topic.startsWith("readjudic"))) return;
    this.soon ??= setTimeout(() => this.refresh(), Math.max(0, (this.asked ?? 0) + AT_MOST_EVERY - Date.now()));
  }

  async refresh() {
    clearTimeout(this.soon);
    this.soon = undefined;
    this.asked = Date.now();
    try {
      const response = await fetch(this.address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
      if (response.status === 403) location.reload(); // signed out: to the door
      if (!response.ok) return;
      this.show(await response.json());
    } catch {
      this.say("waiting");
    }
  }

  show({ now, back, fetch: slips }) {
    this.ahead = Date.parse(now) - Date.now();
    this.games = new Set([...back, ...slips].map(({ game }) => game));
    document.getElementById("as-of").textContent = say("judge.by-table-as-of", { minute_in_zone: minuteInZone(now) });
    this.fill("back", back, (one) => this.row(one, one.acceptable ? "good" : "now", one.acceptable ? say("judge.acceptable") : say("judge.not-acceptable")));
    this.fill("fetch", slips, (one) => this.row(one, "", stage(one)));
    this.announce(back, slips);
    this.tick();
  }

  fill(id, list, build) {
    showRows(document.getElementById(id), list, build, this.several);
    document.getElementById(`${id}-count`).textContent = list.length || "";
    document.getElementById(`${id}-none`).hidden = list.length > 0;
  }

  row(one, look, state) {
    const where = [say("judge.round", { round: one.round }), one.division, this.several && (this.names[one.tournament] ?? one.tournament)].filter(Boolean);
    return make("li", {}, [make("div", { className: "row" }, [
      make("b", { className: "row-table", text: String(one.table) }),
      make("span", { className: "row-words" }, [make("b", { text: one.names.join(" – ") }), make("span", { className: "quiet", text: where.join(" · ") })]),
      make("span", { className: `chip ${look}` }, [look && sign(look === "good" ? "done" : "close"), state]),
      make("span", { className: "row-time", "data-since": one.since }),
    ])]);
  }

  // Once each: a screen reader is told which table, and of a verdict which.
  announce(back, slips) {
    const words = new Map([
      ...back.map((one) => [`b ${one.game} ${one.since}`, one.acceptable ? say("judge.back-acceptable", { table: one.table }) : say("judge.back-not-acceptable", { table: one.table })]),
      ...slips.map((one) => [`f ${one.game} ${one.since}`, say("judge.table-a-slip-waits", { table: one.table })]),
    ]);
    const fresh = [...words.keys()].filter((one) => !this.heardOf.has(one));
    for (const one of fresh) this.heardOf.add(one);
    if (fresh.length) document.getElementById("said").textContent = asRead(fresh.map((one) => words.get(one)).join(" "));
  }

  tick() {
    const now = Date.now() + this.ahead;
    for (const age of document.querySelectorAll("[data-since]")) {
      age.textContent = clockWords(Math.max(0, Math.floor((now - Date.parse(age.dataset.since)) / 1000)));
    }
  }
}

const stage = (one) =>
  one.by_director ? say("judge.director")
  : one.opinion > 1 ? say("judge.opinion", { opinion: one.opinion })
  : one.handed_over ? say("judge.with-the-judge")
  : one.ready ? say("judge.slip-ready")
  : say("judge.being-written");

new Runner().refresh();

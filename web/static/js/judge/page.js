// The word judge's terminal: the slips that wait, and one of them over the whole screen.

import { say } from "../frame/say.js";
import { clockWords } from "../frame/wording.js";
import { make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { SIGNS } from "../live/signs.js";
import { Lasting } from "../live/lasting.js";
import { keepHere } from "./kiosk.js";
import { SlipScreen, countOf, notYou } from "./slip.js";

const POLL = 10000;
const PATIENCE = 20000; // for a network that is there and does not answer
const SOON = 150;

class Terminal {
  constructor() {
    this.root = document.getElementById("judge");
    this.list = document.getElementById("slips");
    this.none = document.getElementById("none");
    this.sign = document.getElementById("live");
    this.names = JSON.parse(document.getElementById("names").textContent);
    this.slips = [];
    this.heardOf = new Set();
    this.ahead = 0; // milliseconds that the server's clock is ahead of this one
    this.screen = new SlipScreen(document.getElementById("screen"), this);
    const { tournament, after, kiosk, slip } = this.root.dataset;
    this.kiosk = kiosk !== undefined;
    this.wanted = slip; // the slip of a game that somebody came for
    this.queues = [...document.querySelectorAll("#queues button")];
    this.queue = tournament; // the tournament whose slips are shown; "": of all
    this.all = [];
    for (const one of this.queues) one.addEventListener("click", () => this.choose(one.dataset.queue));
    if (this.kiosk) keepHere();
    // All are asked for, whichever are shown: the other queues' lengths are told too.
    const which = tournament && !this.queues.length ? `?tournament=${encodeURIComponent(tournament)}` : "";
    this.address = `/judge/slips.json${which}`;
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
    const shown = game && this.all.some((one) => one.game === game.id);
    if (!shown && game?.state !== "challenge" && !topic.startsWith("readjudic")) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.refresh(), SOON);
  }

  async refresh() {
    try {
      const response = await fetch(this.address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE) });
      if (response.status === 403) location.reload(); // signed out: to the door
      if (!response.ok) return;
      const { now, slips } = await response.json();
      this.ahead = Date.parse(now) - Date.now();
      this.all = slips;
      this.chosen();
    } catch {
      this.say("waiting");
      return;
    }
    this.show();
    this.screen.follow(this.all);
    this.openWanted();
  }

  chosen() {
    this.slips = this.all.filter(({ tournament }) => !this.queue || tournament === this.queue);
  }

  // One tournament's slips, or all: the address says so too, to be kept or loaded again.
  choose(queue) {
    this.queue = queue;
    this.root.dataset.tournament = queue;
    const which = queue ? `?tournament=${encodeURIComponent(queue)}` : "";
    history.replaceState(history.state, "", `/judge${which}`);
    document.getElementById("to-runner")?.setAttribute("href", `/judge/runner${which}`);
    const kept = document.getElementById("kept-to");
    if (kept) kept.value = queue;
    this.chosen();
    this.show();
  }

  // How many wait in each queue, and how long the first of them does; in the bar, how many in all.
  tellQueues() {
    for (const bar of document.querySelectorAll("[data-area=judge] .count")) {
      bar.textContent = this.all.length;
      bar.hidden = !this.all.length;
    }
    for (const one of this.queues) {
      const { queue } = one.dataset;
      const waiting = this.all.filter(({ tournament }) => !queue || tournament === queue);
      one.setAttribute("aria-pressed", String(queue === this.queue));
      const count = one.querySelector(".queue-count");
      count.replaceChildren(String(waiting.length), ...(waiting.length ? [" · ", make("span", { "data-since": waiting[0].slip.since, "data-bare": true })] : []));
    }
  }

  // Whoever came for one slip gets it at once.
  openWanted() {
    const { wanted } = this;
    if (!wanted) return;
    this.wanted = "";
    history.replaceState(history.state, "", `/judge${this.queue ? `?tournament=${encodeURIComponent(this.queue)}` : ""}`);
    const one = this.all.find(({ game }) => game === wanted);
    if (one) this.screen.open(one);
    else document.getElementById("said").textContent = say("judge.the-slip-no-longer-waits");
  }

  show() {
    const { length } = this.slips;
    document.title = `${length ? `(${length}) ` : ""}${say("judge.word-judge")} · Tilescribe`;
    this.none.hidden = length > 0;
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.game;
    showRows(this.list, this.slips, (one) => make("li", {}, [this.card(one)]), this.queue);
    if (focused && !this.list.contains(document.activeElement)) this.focus(focused);
    this.announce();
    this.tellQueues();
    this.tick();
  }

  // The slip of this game in the list; the list itself, once it is gone.
  focus(game) {
    const card = [...this.list.querySelectorAll("button")].find(({ dataset }) => dataset.game === game);
    (card ?? document.getElementById("title")).focus();
  }

  // A screen reader is told of each slip once, and not of how long it waits.
  announce() {
    const fresh = this.slips.filter(({ game, slip }) => !this.heardOf.has(`${game} ${slip.version}`));
    for (const { game, slip } of fresh) this.heardOf.add(`${game} ${slip.version}`);
    if (fresh.length) document.getElementById("said").textContent = fresh.map(({ table }) => say("judge.table-a-slip-waits", { table })).join(" ");
  }

  card(one) {
    const { slip } = one;
    const not = notYou(slip, this.root.dataset.badge);
    return make("button", { type: "button", className: `row slip-card${not ? " not-you" : ""}`, "data-game": one.game, onclick: () => this.screen.open(one) }, [
      make("b", { className: "row-table" }, [make("span", { className: "unseen-title", text: say("judge.table-alone") }), " ", String(one.table)]),
      make("span", { className: "row-words" }, [
        make("b", { text: slip.words.length ? slip.words.join(" · ") : say("judge.no-words-noted") }),
        make("span", { className: "quiet", text: [say("judge.challenges", { challenger: slip.challenger, challenged: slip.challenged }), countOf(slip), this.placeOf(one), not].filter(Boolean).join(" · ") }),
      ]),
      make("span", { className: `chip ${standing(slip)[0]}`, text: standing(slip)[1] }),
      make("span", { className: "row-time", "data-since": slip.since }),
    ]);
  }

  placeOf(one) {
    const several = this.queues.length > 0 && !this.queue;
    return [say("judge.round", { round: one.round }), one.division, several && (this.names[one.tournament] ?? one.tournament)].filter(Boolean).join(" · ");
  }

  tick() {
    for (const waited of document.querySelectorAll("[data-since]")) {
      const seconds = Math.max(0, Math.floor((Date.now() + this.ahead - Date.parse(waited.dataset.since)) / 1000));
      waited.textContent = waited.dataset.bare === undefined ? say("judge.waits", { time: clockWords(seconds) }) : clockWords(seconds);
    }
  }
}

const standing = (slip) =>
  slip.opinion > 1 ? ["ending", say("judge.opinion", { opinion: slip.opinion })]
  : slip.handed_over ? ["attention", say("judge.handed-over")]
  : slip.confirmed ? ["live", say("judge.words-confirmed")]
  : ["waiting", say("judge.being-written")];

new Terminal().refresh();

// The replay page: one state of the record (game), one place in it (ply), and everything shown.

import { timeInZone } from "../frame/hall_time.js";
import { toast } from "../frame/toast.js";
import { SIGNS } from "../live/signs.js";
import { Lasting } from "../live/lasting.js";
import { Address } from "./address.js";
import { Board } from "./board.js";
import { disputing } from "./disputing.js";
import { Game } from "./game.js";
import { listenForHolding, listenForKeys, listenForSwipes } from "./hands.js";
import { Lane, showIncident } from "./lane.js";
import { Moves } from "./moves.js";
import { Players, showFindings, fillResult, showPrinted, showPrintedTurn, showState, ThisPlay, Tracking } from "./panels.js";
import { Timeline } from "./timeline.js";
import { element } from "./words.js";
import { asRead } from "../frame/make.js";
import { say } from "../frame/say.js";

const SAY_AFTER = 150; // milliseconds of rest before a step is announced
const PLAY_EVERY = 1100;

const at = (id) => document.getElementById(id);
const root = at("replay");
const address = new Address(window.location);

let game = new Game(JSON.parse(at("data").textContent));
let ply = Math.max(0, Math.min(address.ply ?? game.last, game.last));
let asof = address.asof;
let chosen = incidentAsked(game); // the incident that is looked at, or null
if (chosen && address.ply === null) ply = Math.min(chosen.ply, game.last);
const known = new Map([[asof, game]]);

const board = new Board(at("board"), at("badge"), (square) => {
  const by = game.board(ply).by[square];
  if (by) go(by);
});
const moves = new Moves(at("moves"), at("list"), (number) => address.with({ ply: number, asof }), go);
const players = new Players([...document.querySelectorAll(".player")]);
const thisPlay = new ThisPlay(at("this-play"), (moment) => address.with({ ply, asof: moment }));
const tracking = new Tracking(at("tracking"), at("left-count"));
const timeline = new Timeline(
  { range: at("scrubber"), ticks: at("ticks"), lead: at("lead"), counter: at("counter") },
  go,
);

function incidentAsked({ replay }) {
  return (replay.incidents ?? []).find(({ version }) => version === address.incident) ?? null;
}

const lane = new Lane(at("lane"), at("lane-legend"), (incident) => pick(incident));

function go(number) {
  move(number, null);
}

const pick = (incident) => move(incident.ply, incident);

function move(number, incident) {
  const to = Math.max(0, Math.min(number, game.last));
  if (to === ply && incident === chosen) return;
  ply = to;
  chosen = incident;
  show();
  at("newer").hidden = at("newer").hidden || ply === game.last;
  at("beyond-note").hidden = true;
  sayLater();
  address.write(where());
}

const where = () => ({ ply, asof, incident: chosen ? chosen.version : null });

function toIncident(direction) {
  const stop = game.nextStop(ply, chosen, direction);
  if (stop) move(stop.ply, stop.incident);
}

function show() {
  board.show(game, ply);
  players.show(game, ply);
  timeline.show(game, ply);
  const over = game.isOver && ply === game.last; // the result is shown where the game gets to it
  at("result").hidden = !over;
  at("panels").classList.toggle("without-result", !over);
  for (const [id, there] of [["go-first", ply > 0], ["go-back", ply > 0], ["go-forward", ply < game.last], ["go-last", ply < game.last]]) {
    at(id).setAttribute("aria-disabled", String(!there));
  }
  at("incident-back").setAttribute("aria-disabled", String(!game.nextStop(ply, chosen, -1)));
  at("incident-on").setAttribute("aria-disabled", String(!game.nextStop(ply, chosen, 1)));
  lane.show(chosen);
  showDetails();
  moves.show(ply); // last: scrolling the list makes the browser lay out what changed
}

// Everything that depends on the whole game, not on the place in it.
function load(another, keepList = false) {
  game = another;
  ply = Math.min(ply, game.last);
  chosen = game.replay.incidents?.find(({ version }) => version === chosen?.version) ?? null;
  if (!keepList) moves.load(game);
  timeline.load(game);
  lane.load(game);
  fillResult(document.querySelectorAll(".slip-of"), game);
  showFindings(at("findings"), game);
  at("panels").classList.toggle("with-findings", !at("findings").hidden);
  showState(document.querySelector(".record .chip"), game.replay.game.state);
  showPrinted(game);
  at("empty-list").hidden = game.last > 0;
  show();
}

// The panels follow one frame later, so that the board answers the key at once.
let detailing = 0;

function showDetails() {
  cancelAnimationFrame(detailing);
  detailing = requestAnimationFrame(() => setTimeout(() => {
    thisPlay.show(game, ply);
    tracking.show(game, ply);
    showIncident(at("incident-said"), game, ply, chosen, root.dataset.cases);
    showPrintedTurn(game, ply);
  }));
}

let saying = 0;

function sayLater() {
  clearTimeout(saying);
  saying = setTimeout(() => announce(placeInWords()), SAY_AFTER);
}

function placeInWords() {
  if (chosen) return `${chosen.words}. ${ply ? say("replay.after-turn", { turn: ply }) : say("replay.before-the-first-turn")}`;
  return ply ? say("replay.turn-text", { turn: ply, text: game.ply(ply).text }) : say("replay.empty-board");
}

function announce(words) {
  at("status").textContent = asRead(words);
}

// The record as it was known at a moment, or now ("").
async function showAsOf(moment, { goingBack = false } = {}) {
  root.setAttribute("aria-busy", "true");
  at("not-fetched").hidden = true;
  try {
    if (!known.has(moment)) known.set(moment, new Game(await fetchReplay(moment)));
  } catch {
    at("not-fetched").hidden = false;
    at("asof").value = asof;
    return;
  } finally {
    root.removeAttribute("aria-busy");
  }
  asof = moment;
  if (![...at("asof").options].some(({ value }) => value === asof)) {
    at("asof").append(new Option(timeInZone(asof), asof));
  }
  at("asof").value = asof;
  at("asof-note").hidden = !asof;
  at("asof-note").querySelector("b").textContent = timeInZone(asof);
  load(known.get(asof));
  announce(asof ? say("replay.record-as-known-at", { time: timeInZone(asof) }) : say("replay.record-as-known-now"));
  if (!goingBack) address.push(where());
}

// The back button: whatever the address says now.
async function goBack() {
  const { ply: number, asof: moment } = address;
  if (moment !== asof) await showAsOf(moment, { goingBack: true });
  const incident = incidentAsked(game);
  const to = Math.max(0, Math.min(number ?? incident?.ply ?? game.last, game.last));
  if (to === ply && incident === chosen) return;
  ply = to;
  chosen = incident;
  show();
  sayLater();
}

async function fetchReplay(moment) {
  const asked = new URL(root.dataset.replay, window.location.href);
  if (moment) asked.searchParams.set("asof", moment);
  const answer = await fetch(asked, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

let playing = 0;

function play(on = !playing) {
  clearInterval(playing);
  playing = 0;
  if (on) {
    if (ply === game.last) go(0);
    playing = setInterval(() => (ply < game.last ? go(ply + 1) : play(false)), PLAY_EVERY);
  }
  at("go-play").setAttribute("aria-pressed", String(Boolean(playing)));
}

async function copyLink() {
  const link = address.full({ ...where(), embed: null });
  try {
    await navigator.clipboard.writeText(link);
    toast(say("replay.link-copied"));
  } catch {
    copyTheOldWay(link); // plain HTTP in the hall has no clipboard
  }
}

function copyTheOldWay(link) {
  const field = element("textarea", "said", link);
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  toast(copied ? say("replay.link-copied") : link);
}

const by_hand = (wish) => () => {
  if (playing) play(false);
  wish();
};

const wishes = {
  first: by_hand(() => go(0)),
  back: by_hand(() => go(ply - 1)),
  forward: by_hand(() => go(ply + 1)),
  last: by_hand(() => go(game.last)),
  incidentOn: by_hand(() => toIncident(1)),
  incidentBack: by_hand(() => toIncident(-1)),
  play: () => play(),
  print: () => window.print(),
  ...disputing(root, () => ({ game, ply, chosen, asof })),
  copy: copyLink,
  help: () => (at("help").open ? at("help").close() : at("help").showModal()),
};

function listen() {
  for (const id of ["go-first", "go-back", "go-forward", "go-last"]) at(id).setAttribute("role", "button");
  listenForKeys(wishes);
  listenForHolding(at("go-first"), wishes.first);
  listenForHolding(at("go-back"), wishes.back);
  listenForHolding(at("go-forward"), wishes.forward);
  listenForHolding(at("go-last"), wishes.last);
  listenForSwipes(at("board"), wishes);
  at("incident-on").addEventListener("click", wishes.incidentOn);
  at("incident-back").addEventListener("click", wishes.incidentBack);
  at("go-play").addEventListener("click", wishes.play);
  at("copy-link")?.addEventListener("click", wishes.copy);
  at("help-open")?.addEventListener("click", wishes.help);
  at("help").addEventListener("keydown", (event) => event.key === "?" && at("help").close());
  at("help").addEventListener("click", (event) => event.target === at("help") && at("help").close());
  at("asof").addEventListener("change", () => showAsOf(at("asof").value));
  at("asof-form").addEventListener("submit", (event) => event.preventDefault());
  at("asof-back").addEventListener("click", (event) => {
    event.preventDefault();
    showAsOf("");
  });
  at("this-play").addEventListener("click", (event) => {
    const moment = event.target.closest("[data-asof]")?.dataset.asof;
    if (moment) {
      event.preventDefault();
      showAsOf(moment);
    }
  });
  at("newer").addEventListener("click", wishes.last);
  for (const way of document.querySelectorAll("[data-wish]")) way.addEventListener("click", () => wishes[way.dataset.wish]());
  window.addEventListener("popstate", goBack);
  const menu = at("downloads");
  document.addEventListener("click", (event) => menu?.contains(event.target) || menu?.removeAttribute("open"));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu?.open) return;
    menu.removeAttribute("open");
    menu.querySelector("summary").focus();
  });
}

// A game that is being played: whoever looks at its end stays at its end.
function watch() {
  const stream = new Lasting(root.dataset.live, root.dataset.after, {
    onChange: async ({ game: row }) => {
      if (!row || row.version <= known.get("").replay.game.version) return;
      const fresh = new Game(await fetchReplay("").catch(() => known.get("").replay));
      known.set("", fresh);
      at("asof").options[0].textContent = say("replay.now-version-moments", { moments: fresh.replay.game.version });
      if (asof) return;
      const atTheEnd = ply === game.last;
      const more = fresh.last - game.last;
      if (atTheEnd) ply = fresh.last;
      load(fresh);
      if (atTheEnd) {
        sayLater();
      } else if (more > 0) {
        at("newer").textContent = say("replay.new-turns", { n: more });
        at("newer").hidden = false;
      }
      if (row.state === "final") stream.close();
    },
    onState: (state) => {
      at("live-sign").dataset.look = state;
      at("live-sign").querySelector(".live-words").textContent = SIGNS[state];
    },
    onBegunAgain: () => window.location.reload(),
  });
}

listen();
load(game, true);
document.documentElement.classList.add("ready");
if (root.dataset.live) watch();

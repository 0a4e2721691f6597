// The lane below the turns: whatever was no ordinary turn, each a mark whose sign says what it is.

import { clockWords } from "../frame/wording.js";
import { minuteOfDay, timeOfDay } from "../frame/hall_time.js";
import { asRead, make, ruleOf } from "../frame/make.js";
import { element, later, sign } from "./words.js";
import { say } from "../frame/say.js";

const SIZE = 16;
const ALONG = { ArrowLeft: -1, ArrowRight: 1 };

// What ledger/replay/replayed.py calls them, and the sign of each (web/frame/signs.py).
const ABOUT = {
  hold: "hold",
  call: "call",
  clock: "stopped",
  challenge: "challenge",
  tiles: "tiles",
  blank: "blank",
  correction: "change",
  away: "away",
  upset: "upset",
  result: "results",
  record: "record",
  ruling: "ruling",
};

const wordsOf = (about) => say(`replay.about.${ABOUT[about] ? about : "record"}`);
const signOf = (about) => ABOUT[about] ?? ABOUT.record;

function markOf(about) {
  const drawn = sign(signOf(about));
  drawn.classList.add("lane-mark", about);
  return drawn;
}

export class Lane {
  constructor(node, legend, onPick) {
    Object.assign(this, { node, legend, marks: [], chosen: null });
    this.name = element("span", "lane-name");
    node.addEventListener("click", (event) => {
      const mark = this.nearest(event.clientX, event.clientY);
      if (mark) onPick(mark.incident);
    });
    node.addEventListener("keydown", (event) => {
      if (!(event.key in ALONG)) return;
      event.preventDefault();
      event.stopPropagation();
      const at = this.marks.findIndex(({ incident }) => incident === this.chosen);
      const next = this.marks[at < 0 ? 0 : at + ALONG[event.key]];
      if (next) onPick(next.incident);
    });
    node.addEventListener("focus", () => this.say(this.chosenMark ?? this.marks[0]));
    node.addEventListener("blur", () => this.say(this.chosenMark));
    node.addEventListener("pointerover", ({ target }) => this.say(this.marks.find(({ drawn }) => drawn.contains(target))));
    node.addEventListener("pointerleave", () => this.show(this.chosen));
    new ResizeObserver(() => this.place()).observe(node);
  }

  load(game) {
    this.last = Math.max(game.last, 1);
    this.marks = (game.replay.incidents ?? []).map((incident) => {
      const drawn = markOf(incident.about);
      const words = wordsOf(incident.about);
      const name = `${words[0].toUpperCase()}${words.slice(1)}, ${minuteOfDay(incident.occurred_at ?? incident.written_at)}`;
      drawn.id = `incident-${incident.version}`;
      drawn.setAttribute("role", "option");
      drawn.removeAttribute("aria-hidden");
      drawn.setAttribute("aria-label", asRead(`${name}: ${incident.words}`));
      return { incident, drawn, name };
    });
    this.node.hidden = this.marks.length === 0;
    this.node.replaceChildren(...this.marks.map(({ drawn }) => drawn), this.name);
    const kinds = [...new Set(this.marks.map(({ incident }) => incident.about))];
    this.legend.hidden = kinds.length === 0;
    this.legend.replaceChildren(...kinds.map((about) => {
      const line = element("li", "", wordsOf(about));
      line.prepend(markOf(about));
      return line;
    }));
    this.place();
  }

  // Each mark at its turn, all in one lane: those of one turn beside one another; none sticks out at the
  // end, and where there are very many they lie closer.
  place() {
    const width = this.node.clientWidth;
    if (!width) return;
    const step = Math.min(SIZE + 1, (width - SIZE) / Math.max(1, this.marks.length - 1));
    let free = 0;
    for (const mark of this.marks) {
      mark.x = Math.max((Math.min(mark.incident.ply, this.last) / this.last) * width - SIZE / 2, free);
      free = mark.x + step;
    }
    let limit = width - SIZE;
    for (const mark of this.marks.toReversed()) {
      mark.x = Math.max(0, Math.min(mark.x, limit));
      limit = mark.x - step;
      mark.drawn.style.setProperty("--x", `${mark.x}px`);
    }
    this.show(this.chosen);
  }

  nearest(x, y) {
    const away = ({ drawn }) => {
      const box = drawn.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    };
    return this.marks.reduce((best, mark) => (!best || away(mark) < away(best) ? mark : best), null);
  }

  get chosenMark() {
    return this.marks.find(({ incident }) => incident === this.chosen);
  }

  show(chosen) {
    this.chosen = chosen;
    for (const { incident, drawn } of this.marks) {
      drawn.classList.toggle("chosen", incident === chosen);
      drawn.setAttribute("aria-selected", incident === chosen);
    }
    const mark = this.chosenMark;
    if (mark) this.node.setAttribute("aria-activedescendant", mark.drawn.id);
    else this.node.removeAttribute("aria-activedescendant");
    this.say(mark);
  }

  // The name of a mark, below it: "Hold, 11:32".
  say(mark) {
    this.name.textContent = mark?.name ?? "";
    if (!mark) return;
    const room = this.node.clientWidth - this.name.offsetWidth;
    this.name.style.setProperty("--x", `${Math.max(0, Math.min(mark.x + (SIZE - this.name.offsetWidth) / 2, room))}px`);
  }
}

// The incident that is looked at; where none is, the rulings of this turn.
export function showIncident(node, game, ply, chosen, cases) {
  const here = chosen ? [chosen] : game.incidentsAt(ply).filter(({ ruling }) => ruling);
  node.hidden = here.length === 0;
  node.replaceChildren(...here.map((incident) => told(incident, cases)));
}

function told(incident, cases) {
  const { about, words, version, by, device, clocks, ruling } = incident;
  const writer = [by && say("replay.writer-by", { by }), device && device !== "desk" && say("replay.writer-on", { device })].filter(Boolean).map((one) => ` ${one}`).join("");
  const head = element("p", "incident-head", markOf(about), element("b", "", element("span", "said", `${wordsOf(about)}: `), words));
  const when = element("p", "quiet incident-times", timesOf(incident), say("replay.writer-event", { writer, version }));
  if (clocks) when.append(` · ${say("replay.incident-clocks", { times: clocks.map((one) => clockWords(one)).join(" / ") })}`);
  const parts = [head, when];
  if (ruling) parts.push(ruledWords(ruling, cases));
  return element("div", "incident-told", ...parts);
}

// When it happened, beside when it was written where that was later.
function timesOf({ occurred_at, written_at, late }) {
  if (!occurred_at || !late) return say("replay.at-time", { time: timeOfDay(occurred_at ?? written_at) });
  return say("replay.happened-written", { happened: timeOfDay(occurred_at), written: timeOfDay(written_at), later: later(late) });
}

function ruledWords(ruling, cases) {
  const link = cases && ruling.number ? make("a", { href: `${cases}${ruling.number}`, text: ruling.called }) : ruling.called;
  return element("p", "incident-ruling", `${say("replay.ruled-that", { finding: ruling.finding })} `, ruleOf(ruling.citation, {}), " · ", link, `, ${ruling.by}`);
}

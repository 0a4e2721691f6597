// The scrubber: a range input over a drawing of who led, with ticks where something happened.

import { element } from "./words.js";
import { say } from "../frame/say.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 40;

export class Timeline {
  constructor({ range, ticks, lead, counter }, onPick) {
    Object.assign(this, { range, ticks, lead, counter });
    range.addEventListener("input", () => onPick(Number(range.value)));
  }

  load(game) {
    this.range.max = String(game.last);
    const last = Math.max(game.last, 1);
    this.ticks.replaceChildren(
      ...game.marked.map((ply) => {
        const mark = game.ply(ply).marks.find((each) => each !== "remark");
        const tick = element("span", `tick ${mark}`);
        tick.style.setProperty("--at", ply / last);
        return tick;
      }),
    );
    this.draw(game, last);
  }

  show(game, number) {
    if (this.range.value !== String(number)) this.range.value = String(number);
    const ply = game.ply(number);
    this.range.setAttribute("aria-valuetext", ply ? say("replay.turn-of", { turn: number, last: game.last, text: ply.text }) : say("replay.before-first-turn"));
    this.counter.textContent = `${number} / ${game.last}`;
    this.range.style.setProperty("--done", number / Math.max(game.last, 1));
  }

  // The first seat's lead above the line, the second's below.
  draw(game, last) {
    const leads = [0, ...game.plies.map(({ totals }) => totals[0] - totals[1])];
    const most = Math.max(30, ...leads.map(Math.abs));
    const y = (lead) => (HEIGHT / 2 - (lead / most) * (HEIGHT / 2 - 2)).toFixed(2);
    const line = leads.map((lead, place) => `${((place / last) * 100).toFixed(3)},${y(lead)}`);
    const area = document.createElementNS(SVG, "polygon");
    area.setAttribute("points", [`0,${HEIGHT / 2}`, ...line, `${((leads.length - 1) / last) * 100},${HEIGHT / 2}`].join(" "));
    const edge = document.createElementNS(SVG, "polyline");
    edge.setAttribute("points", line.join(" "));
    const zero = document.createElementNS(SVG, "line");
    for (const [name, value] of Object.entries({ x1: 0, x2: 100, y1: HEIGHT / 2, y2: HEIGHT / 2 })) zero.setAttribute(name, value);
    this.lead.setAttribute("viewBox", `0 0 100 ${HEIGHT}`);
    this.lead.replaceChildren(area, zero, edge);
  }
}

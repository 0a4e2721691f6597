// What stands beside the board: players, this play, unseen tiles, result, what doesn't agree.

import { whole } from "../frame/figures.js";
import { clockLook, clockWords } from "../frame/wording.js";
import { inTheHall, timeInZone } from "../frame/hall_time.js";
import { make, ruleOf } from "../frame/make.js";
import { slip, withoutTheSum } from "../frame/slip.js";
import { rackOf } from "./game.js";
import { delay, element, lookOf, setText, stateWords } from "./words.js";
import { say } from "../frame/say.js";

// The rule behind a remark.
const ruleShown = (cited) => (cited ? [" ", ruleOf(cited, {})] : []);

export class Players {
  constructor(cards) {
    this.cards = cards.map((card) => ({
      card,
      total: card.querySelector(".total b"),
      clock: card.querySelector(".clock b"),
    }));
  }

  show(game, number) {
    const totals = game.totals(number);
    const clocks = game.clocks(number);
    const onMove = game.onMove(number);
    this.cards.forEach(({ card, total, clock: reading }, place) => {
      setText(total, String(totals[place]));
      const over = clocks[place] < 0;
      setText(reading, over ? say("replay.over-by", { time: clockWords(-clocks[place]) }) : clockWords(clocks[place]));
      reading.className = clockLook(clocks[place]);
      card.classList.toggle("on-move", onMove === ["first", "second"][place]);
      card.classList.toggle("ahead", totals[place] > totals[1 - place]);
    });
  }
}

export class ThisPlay {
  constructor(node, addressAsOf) {
    this.node = node;
    this.addressAsOf = addressAsOf;
  }

  show(game, number) {
    const ply = game.ply(number);
    if (!ply) {
      this.node.replaceChildren(element("p", "sentence", `${say("replay.board-empty")} ${game.beginning}`.trim()));
      return;
    }
    this.node.parentElement.scrollTop = 0;
    this.node.replaceChildren(
      element("p", "sentence", ply.text),
      ...ply.corrections.map((each) => this.correction(game, each)),
      ...rackShown(game, ply),
      ...wordsShown(ply),
      ...scoreShown(ply),
      ...ply.remarks.map((each, at) => element("p", "remark", each, ...ruleShown(ply.remark_rules?.[at]))),
      ...(ply.notes ?? []).map((each) => element("p", "note", each)),
      provenance(ply),
    );
  }

  correction(game, each) {
    const reason = each.reason ? `${each.reason}${each.reason.endsWith(".") ? "" : "."} ` : "";
    const corrected = each.by ? say("replay.corrected-by-at", { by: each.by, time: timeInZone(each.at) }) : say("replay.corrected-at", { time: timeInZone(each.at) });
    const said = `${reason}${corrected} `;
    const made = element(
      "div",
      "put-right",
      element("p", "", element("s", "", each.was), " ", element("ins", "", each.now)),
      element("p", "quiet", said),
    );
    const before = game.replay.moments.filter((moment) => moment.version < each.version).at(-1);
    if (before && before.at !== each.at && !game.replay.asof) {
      made.lastElementChild.append(make("a", { href: this.addressAsOf(before.at), "data-asof": before.at, text: say("replay.as-first-entered") }));
    }
    return made;
  }
}

export class Tracking {
  constructor(list, heading) {
    this.items = [...list.children].map((item) => ({ item, left: item.querySelector("span") }));
    this.heading = heading;
  }

  show(game, number) {
    const left = game.left(number);
    this.items.forEach(({ item, left: node }, place) => {
      const count = left[place];
      setText(node, whole(count));
      const look = count === 0 ? "none" : count < 0 ? "short" : "";
      if (item.className !== look) item.className = look;
    });
    const off = left.reduce((sum, count) => sum + count, 0);
    setText(this.heading, say("replay.off-board-bag-in-bag", { off_the_board: off, bag: game.bag(number) }));
  }
}

export function fillResult(bodies, game) {
  const { result, players, game: { tournament_name: tournament, round, table } } = game.replay;
  if (!result) return;
  const names = players.map(({ name }) => name);
  const winner = result.winner && players[result.winner === "second" ? 1 : 0].name;
  for (const body of bodies) {
    body.replaceChildren(
      ...slip({
        caption: say("replay.tournament-name-round-round-table", { tournament_name: tournament, round, game: table }), names, rows: withoutTheSum(result.lines),
        totals: result.totals, notes: [], winner, spread: result.spread,
      }).filter(Boolean),
      element("p", "quiet", signedBy(result, players)),
      ...(result.notes?.length ? [element("ul", "signatures", ...result.notes.map((note) => element("li", "", note)))] : []),
    );
  }
}

export function showFindings(section, game) {
  const findings = game.replay.findings ?? [];
  section.hidden = findings.length === 0;
  const directors = findings.filter((each) => each.for_director);
  const others = findings.filter((each) => !each.for_director);
  section.classList.toggle("arithmetic", directors.length === 0);
  section.replaceChildren(...listed(say("replay.for-the-director"), directors), ...listed(say("replay.arithmetic"), others));
  section.querySelector("h2")?.setAttribute("id", "findings-title");
}

function listed(title, found) {
  if (!found.length) return [];
  const items = found.map(({ what, resolved, version }) =>
    element("li", "", `${what} ${resolved ? `${resolved} ` : ""}`, element("span", "quiet", say("replay.in-version", { version }))));
  return [element("h2", "", title), element("ul", "", ...items)];
}


export function showState(chip, state) {
  chip.className = `chip ${lookOf(state)}`;
  setText(chip, stateWords(state));
}

// What a printed page says of the record it shows.
export function showPrinted({ replay: { asof, game, moments } }) {
  const known = asof ?? moments.at(-1)?.at ?? "";
  const day = inTheHall(known);
  setText(document.getElementById("printed-state"), stateWords(game.state));
  setText(document.getElementById("printed-moment"), say("replay.day-time-version", { day: day ? say("words.day", day) : "", time: timeInZone(known), version: game.version }));
}

export function showPrintedTurn(game, number) {
  const words = number ? say("replay.after-turn-ply-plies-event", { ply: number, plies: game.last, version: game.version(number) }) : say("replay.before-first-turn");
  setText(document.getElementById("printed-turn"), words);
}

function rackShown(game, ply) {
  if (!ply.rack || ply.rack === "-") return [];
  const tiles = rackOf(ply).map(({ tile, played }) =>
    element(
      "span",
      `mini${played ? "" : " kept"}${tile === "?" ? " blank" : ""}`,
      element("b", "", tile),
      element("i", "", tile === "?" ? "" : String(game.values.get(tile) ?? "")),
    ),
  );
  const rack = make("span", { className: "rack", role: "img", "aria-label": say("replay.rack-is", { tiles: [...ply.rack].join(" ") }) }, tiles);
  return [element("p", "fact", rack)];
}

function wordsShown(ply) {
  if (!ply.words.length) return [];
  const words = ply.words.map(({ word, score }) => element("span", "formed", `${word} `, element("b", "", String(score))));
  const bonus = (ply.computed ?? ply.score) - ply.words.reduce((sum, { score }) => sum + score, 0);
  if (bonus > 0) words.push(element("span", "formed", `${say("replay.all-tiles")} `, element("b", "", String(bonus))));
  return [element("p", "fact", element("span", "said", `${say("replay.words")} `), ...words)];
}

function scoreShown(ply) {
  if (ply.computed === null || ply.announced === null || ply.announced === ply.computed) return [];
  const announced = say("replay.announced-announced-counted-computed", { announced: ply.announced, computed: ply.computed }).split(/<\/?b>/);
  return [
    element(
      "p",
      "fact differs",
      element("span", "", ...announced.map((part, at) => (at % 2 ? element("b", "", part) : part))),
    ),
  ];
}

function provenance(ply) {
  const late = delay(ply);
  const { written_by: by, device } = ply; // visitors are not told by whom
  const time = timeInZone(ply.written_at);
  const written = by
    ? device ? say("replay.js-written-by-on", { by, device, time }) : say("replay.js-written-by", { by, time })
    : device ? say("replay.js-written-on", { device, time }) : say("replay.js-written", { time });
  return element("p", "quiet provenance", late ? `${written}, ${late}` : written);
}

// As web/replay.py has it.
function signedBy(result, players) {
  const who =
    result.signed.length > 1
      ? say("replay.signed-by-both-players")
      : result.signed.length
        ? say("replay.signed-by-name", { name: players[result.signed[0] === "second" ? 1 : 0].name })
        : result.by_ruling ? say("replay.stands-by-officials-decision") : result.notes?.length ? say("replay.not-signed-as-it-stands") : say("replay.not-signed-yet");
  if (result.handed_in && result.amended) return say("replay.signed-handed-in-amended", { who });
  if (result.handed_in) return say("replay.signed-handed-in", { who });
  return result.amended ? say("replay.signed-amended", { who }) : say("replay.signed", { who });
}

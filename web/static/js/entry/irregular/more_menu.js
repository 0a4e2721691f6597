// What is behind "More": what is seldom wanted at a table, and everything irregular.

import { finder } from "../keys/finding.js";
import { CALLED, ELSE, GROUPS, likely, likelyReasons } from "./happened.js";
import { keptElsewhere, keptHere } from "../keeping/kept_by.js";
import { button, make } from "../../frame/make.js";
import { cancel } from "../sheets/pieces.js";
import { seenOf } from "../queue/as_seen.js";

export async function more({ game, entries, panel, play, acts, report }) {
  await entries.upToDate();
  const all = choices(game, acts);
  const act = await panel.ask("More", (close) => {
    const choice = (one) => button(one.text, () => close(one.act), { "data-called": CALLED[one.key] ?? "" });
    const groups = grouped(likely({ game, play }), all).map(([title, some]) =>
      make("section", {}, [make("h3", { text: title }), make("div", { className: "choices" }, some.map(choice))]),
    );
    const { parts, typed } = finder(() => groups.flatMap((group) => [...group.querySelectorAll("button")]), ({ dataset }) => dataset.called);
    panel.keyed = typed;
    return [...parts, ...groups, cancel(close)];
  }, "many");
  if (!act) return;
  if (act.offer?.asks === "issue-challenge") {
    await acts.do("challenge");
    return;
  }
  if (act.offer) {
    await report(act.offer);
    return;
  }
  await acts.do(act);
}

// Everything that can be done now: { key, text, act }.
function choices(game, acts) {
  const { now } = game;
  const clock = now.neutral ? "restart-clock" : "neutralise-clock";
  const own = [
    ["announced", "Announced score differs", now.started && !now.ended], ["missed", "Missed it: score now, tiles to follow", true],
    ["result", "Result, overtime and signing", Boolean(now.ended)],
    ["director", "Call the director", !now.offers.some(({ asks }) => asks === "call-director")],
    ["sheet", "Score sheet: put a line right", true], ["rack", "Write the rack down", true],
    ["starter", "Who started, and how: put right", now.started && !now.final],
    ["clocks", "Two clocks: read them", true], ["steps", "What is going on", now.open.length > 0],
    ["verify", "Look over the turns", now.lines.length > 0], ["over", "Hand over this table", !keptElsewhere(game)],
    ["take", "Take over this table", !keptHere(game)],
    ["neutral", now.neutral ? "Clock starts again" : "Clock stopped", !now.offers.some(({ asks }) => asks === clock)],
  ].filter(([, , there]) => there).map(([key, text]) => ({ key, text, act: key }));
  const offered = now.offers
    .filter(({ asks }) => acts.buttons.get(BUTTONS[asks])?.disabled ?? true)
    .map((offer) => ({ key: offer.asks, text: CLOCK[offer.asks] ?? offer.title, act: { offer } }));
  return [...own, ...offered];
}

// By what happened; what is likely now comes first, and only there.
function grouped(keys, all) {
  const first = keys.map((key) => all.find((one) => one.key === key)).filter(Boolean);
  const rest = all.filter((one) => !first.includes(one));
  const groups = GROUPS.map(([title, keys]) => [title, keys.flatMap((key) => rest.filter((one) => one.key === key))]);
  const named = new Set(groups.flatMap(([, some]) => some));
  return [["Likely now", first], ...groups, [ELSE, rest.filter((one) => !named.has(one))]].filter(([, some]) => some.length);
}

const CLOCK = { "neutralise-clock": "Clock stopped", "restart-clock": "Clock starts again" };

export async function announced({ panel, play }) {
  const points = await panel.number("Score announced", { sign: true });
  if (points === null) return;
  play.announced = points;
  play.show();
}

export async function missed({ game, entries, panel }) {
  const seen = seenOf(game.now);
  const name = game.playerOf(seen.seat);
  const announced = await panel.number(`${name} announced`, {
    note: "The tiles can be entered later, as a correction.",
  });
  if (announced !== null) await entries.enter({ ask: "miss-turn", seat: seen.seat, announced }, { seen });
}

export async function neutral({ game, entries, panel, forms }) {
  const seen = seenOf(game.now);
  if (game.now.neutral) {
    const seat = await panel.choose(
      "Whose clock runs now?",
      game.state.players.map(({ seat: value, name }) => [value, name]),
    );
    if (seat) await entries.enter({ ask: "restart-clock", seat }, { seen });
    return;
  }
  const form = forms.of("neutralise-clock", game.now.forms?.["neutralise-clock"]);
  const asked = form?.fields.find(({ name }) => name === "reason");
  const reason = await panel.choose("Why was the clock stopped?", likelyReasons(game.now, asked?.choices?.length ? asked.choices : REASONS));
  if (reason) await entries.enter({ ask: "neutralise-clock", reason }, { seen });
}

// What has a button of its own, where that can be pressed, is not offered once more.
const BUTTONS = { "issue-challenge": "challenge", "call-hold": "hold" };

// Where the rulebook's own list of reasons is not known here yet.
const REASONS = [
  ["challenge", "Challenge"],
  ["score-discrepancy", "Scores differ"],
  ["overdraw", "Overdraw"],
  ["blank", "Blank not clear"],
  ["director", "Director called"],
  ["unforeseen", "Something unforeseen"],
];

// What is behind "More": what is seldom wanted at a table, and everything irregular.

import { finder } from "../keys/finding.js";
import { CALLED, ELSE, GROUPS, likely, likelyReasons } from "./happened.js";
import { keptElsewhere, keptHere } from "../keeping/kept_by.js";
import { cancel, make } from "../sheets/panel.js";
import { seenOf } from "../queue/as_seen.js";

export async function more(page, acts) {
  await page.upToDate();
  const all = choices(page, acts);
  const act = await page.panel.ask("More", (close) => {
    const button = (one) => make("button", { type: "button", text: one.text, "data-called": CALLED[one.key] ?? "", onclick: () => close(one.act) });
    const groups = grouped(page, all).map(([title, some]) =>
      make("section", {}, [make("h3", { text: title }), make("div", { className: "choices" }, some.map(button))]),
    );
    const { parts, typed } = finder(() => groups.flatMap((group) => [...group.querySelectorAll("button")]), ({ dataset }) => dataset.called);
    page.panel.keyed = typed;
    return [...parts, ...groups, cancel(close)];
  }, "many");
  if (!act) return;
  if (act.offer?.asks === "issue-challenge") {
    await acts.do("challenge");
    return;
  }
  if (act.offer) {
    const { report } = await import("./irregular.js");
    await report(page, act.offer);
    return;
  }
  await acts.do(act);
}

// Everything that can be done now: { key, text, act }.
function choices(page, acts) {
  const { now } = page;
  const clock = now.neutral ? "restart-clock" : "neutralise-clock";
  const own = [
    ["announced", "Announced score differs", now.started && !now.ended], ["missed", "Missed it: score now, tiles later", true],
    ["sheet", "Score sheet: put a line right", true], ["rack", "Write the rack down", true],
    ["clocks", "Two clocks: read them", true], ["steps", "What is going on", now.open.length > 0],
    ["verify", "Look over the turns", now.lines.length > 0], ["over", "Hand over this table", !keptElsewhere(page)],
    ["take", "Take over this table", !keptHere(page)],
    ["neutral", now.neutral ? "Clock starts again" : "Clock stopped", !now.offers.some(({ asks }) => asks === clock)],
  ].filter(([, , there]) => there).map(([key, text]) => ({ key, text, act: key }));
  const offered = now.offers
    .filter(({ asks }) => acts.buttons.get(BUTTONS[asks])?.disabled ?? true)
    .map((offer) => ({ key: offer.asks, text: CLOCK[offer.asks] ?? offer.title, act: { offer } }));
  return [...own, ...offered];
}

// By what happened; what is likely now comes first, and only there.
function grouped(page, all) {
  const first = likely(page).map((key) => all.find((one) => one.key === key)).filter(Boolean);
  const rest = all.filter((one) => !first.includes(one));
  const groups = GROUPS.map(([title, keys]) => [title, keys.flatMap((key) => rest.filter((one) => one.key === key))]);
  const named = new Set(groups.flatMap(([, some]) => some));
  return [["Likely now", first], ...groups, [ELSE, rest.filter((one) => !named.has(one))]].filter(([, some]) => some.length);
}

const CLOCK = { "neutralise-clock": "Clock stopped", "restart-clock": "Clock starts again" };

export async function announced(page) {
  const points = await page.panel.number("Score announced", { sign: true });
  if (points === null) return;
  page.announced = points;
  page.show();
}

export async function missed(page) {
  const seen = seenOf(page.now);
  const name = page.playerOf(seen.seat);
  const announced = await page.panel.number(`${name} announced`, {
    note: "The tiles can be entered later, as a correction.",
  });
  if (announced !== null) await page.enter({ ask: "miss-turn", seat: seen.seat, announced }, { seen });
}

export async function neutral(page) {
  const seen = seenOf(page.now);
  if (page.now.neutral) {
    const seat = await page.panel.choose(
      "Whose clock runs now?",
      page.state.players.map(({ seat: value, name }) => [value, name]),
    );
    if (seat) await page.enter({ ask: "restart-clock", seat }, { seen });
    return;
  }
  const form = page.forms.of("neutralise-clock", page.now.forms?.["neutralise-clock"]);
  const asked = form?.fields.find(({ name }) => name === "reason");
  const reason = await page.panel.choose("Why was the clock stopped?", likelyReasons(page.now, asked?.choices?.length ? asked.choices : REASONS));
  if (reason) await page.enter({ ask: "neutralise-clock", reason }, { seen });
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

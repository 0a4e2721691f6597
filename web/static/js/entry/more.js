// What is behind "More": what is seldom wanted at a table, and everything irregular.

import { keptElsewhere, keptHere } from "./kept.js";
import { cancel, make } from "./panel.js";
import { seenOf } from "./seen.js";

export async function more(page, acts) {
  await page.upToDate();
  const { now } = page;
  const clock = now.offers.find(({ asks }) => asks === (now.neutral ? "restart-clock" : "neutralise-clock"));
  const irregular = now.offers.filter((offer) => offer !== clock && (acts.buttons.get(BUTTONS[offer.asks])?.disabled ?? true));
  const act = await page.panel.ask("More", (close) => {
    const choice = (value, text) =>
      make("button", { type: "button", text, onclick: () => close(value) });
    return [
      make("div", { className: "choices" }, [
        choice("announced", "Announced score differs"),
        choice("missed", "Missed it: score now, tiles later"),
        choice("clocks", "Two clocks: read them"),
        choice("rack", "Write the rack down"),
        choice(clock ? { offer: clock } : "neutral", now.neutral ? "Clock starts again" : "Clock stopped"),
        choice("sheet", "Score sheet, corrections"),
        now.open.length > 0 && choice("steps", "What is going on"),
      ].filter(Boolean)),
      make("h3", { text: "Scorekeepers" }),
      make("div", { className: "choices" }, [
        now.lines.length > 0 && choice("verify", "Look over the turns"),
        !keptElsewhere(page) && choice("over", "Hand over this table"),
        !keptHere(page) && choice("take", "Take over this table"),
      ].filter(Boolean)),
      make("h3", { text: "Something irregular" }),
      make("div", { className: "choices" }, irregular.map((offer) => choice({ offer }, offer.title))),
      cancel(close),
    ];
  });
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
  const asked = page.now.forms?.["neutralise-clock"]?.fields.find(({ name }) => name === "reason");
  const reason = await page.panel.choose("Why was the clock stopped?", asked?.choices?.length ? asked.choices : REASONS);
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

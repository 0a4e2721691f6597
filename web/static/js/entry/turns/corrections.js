// Putting an entry right: a line of the score sheet is tapped, then what was wrong is said, why, and
// who agreed. The wrong entry stays on record; later turns stay as they were entered.

import { cancel, make } from "../sheets/panel.js";
import { moveWords } from "../irregular/in_words.js";
import { seenOf } from "../queue/as_seen.js";
import { signed } from "../results/result_shown.js";
import { TURNS, missingBefore } from "./turn_order.js";

const PLAYS = new Set(["play", "missed"]);
const CORRECTABLE = new Set([...TURNS, "unplayed", "overtime"]);
const WHY = ["Entered wrong", "Added up wrong", "Heard wrong", "Both agree after a check"];

// The score sheet, newest line first; a line can be tapped.
export async function scoreSheet(page) {
  const { now, state } = page;
  const line = await page.panel.ask("Score sheet", (close) => [
    make("div", { className: "sheet-head" }, state.players.map(({ name }, at) => make("p", {}, [make("b", { text: name }), make("span", { text: now.totals[at] })]))),
    now.lines.length ? "" : make("p", { className: "quiet", text: "Nothing is entered yet." }),
    make("ol", { className: "sheet-lines", reversed: true }, now.lines.toReversed().map((line) =>
      make("li", { className: `${line.seat}${line.withdrawn ? " off" : ""}` }, [
        make("button", { type: "button", disabled: !may(now, line), onclick: () => close(line) }, [
          make("b", { text: moveWords(line) }),
          make("span", { text: [line.verified?.length && "✓ verified", line.corrected && "corrected", line.announced != null && line.computed != null && line.announced !== line.computed && `counted ${line.computed}`, line.note].filter(Boolean).join(" · ") }),
          make("span", { className: "points", text: signed(line.score) }),
          make("span", { className: "total", text: line.total }),
        ]),
      ]),
    )),
    make("p", { className: "quiet", text: "Tap a line to put it right." }),
    cancel(close, "Close"),
  ], "wide");
  if (line) await correct(page, line);
}

const may = (now, line) => line.version !== null && CORRECTABLE.has(line.kind) && !now.final;

// What was wrong with this line?
export async function correct(page, line) {
  if (!may(page.now, line)) return;
  const what = await page.panel.choose(`${page.playerOf(line.seat)}: ${moveWords(line)} ${signed(line.score)}`, [
    ...(PLAYS.has(line.kind) ? [["score", "The score"]] : []),
    ...(TURNS.has(line.kind) ? [["play", line.kind === "missed" ? "Enter its tiles" : line.kind === "play" ? "The play" : "It was a play"]] : []),
    ...(TURNS.has(line.kind) && line.kind !== "exchange" ? [["exchange", "It was an exchange"]] : []),
    ...(line.kind === "exchange" ? [["exchange", "How many tiles"]] : []),
    ...(TURNS.has(line.kind) && line.kind !== "pass" ? [["pass", "It was a pass"]] : []),
    ...(line.kind === "unplayed" ? [["unplayed", "The tiles left"]] : []),
    ...(line.kind === "overtime" ? [["overtime", "The overtime"]] : []),
    ...(TURNS.has(line.kind) ? [["missing", "A turn is missing before it"], ["other", "It was the other player’s"]] : []),
    ["strike", "It never happened"],
  ], { note: "What is wrong?" });
  if (what) await WAYS[what](page, line);
}

const WAYS = {
  async score(page, line) {
    const now = await page.panel.number("The right score", { start: line.score, sign: true });
    if (now !== null) await agreed(page, (told) => ({ ask: "correct-score", version: line.version, now, ...told }));
  },

  // The board goes back to before the line, and the play is entered as it was.
  async play(page, line) {
    page.correcting = { line };
    page.clear();
    await page.refresh();
    const [square] = line.move.split(" ");
    if (line.kind === "play") page.say(`Enter ${square} again as it was.`);
  },

  async exchange(page, line) {
    const count = await page.panel.choose("Exchanged", [1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]), { numbers: true });
    if (count) await replace(page, line, { topic: "tiles-exchanged", seat: line.seat, count });
  },

  // What was missed; a play is entered on the board as it was then.
  async missing(page, line) {
    const { seat, others } = missingBefore(page.now, line);
    const what = await page.panel.choose(`${page.playerOf(seat)}’s turn before ${moveWords(line)}`, [
      ["play", "A play"], ["exchange", "An exchange"], ["pass", "A pass"], ["missed", "Only the score is known"],
    ], { note: others ? `From ${moveWords(line)} on, each turn then goes to the other player.` : "" });
    if (what === "play") {
      page.correcting = { line, seat, others };
      page.clear();
      await page.refresh();
      page.say(`Enter ${page.playerOf(seat)}’s play as it was.`);
    } else if (what) await MISSED[what](page, { line, seat, others });
  },

  async other(page, line) {
    const later = page.now.lines.slice(page.now.lines.indexOf(line) + 1).some(({ kind }) => TURNS.has(kind));
    const name = page.playerOf(line.seat === "first" ? "second" : "first");
    const onwards = later && await page.panel.choose(`${moveWords(line)} was ${name}’s`, [
      [true, "This and every turn after it were the other player’s"], [false, "Only this one"],
    ]);
    if (onwards === null) return;
    await agreed(page, (told) => ({ ask: "exchange-seats", version: line.version, onwards, ...told }), "Written to the wrong player");
  },

  pass: (page, line) => replace(page, line, { topic: "turn-passed", seat: line.seat }),
  strike: (page, line) => replace(page, line, null),

  async unplayed(page, line) {
    const racks = await page.panel.ask("The tiles left", (close) => {
      const typed = page.state.players.map(({ name }) => make("input", { "aria-label": `Tiles of ${name}`, autocomplete: "off", autocapitalize: "characters", placeholder: "- for none" }));
      return [
        make("div", { className: "pair" }, typed.map((input, at) => make("label", { text: page.state.players[at].name }, [input]))),
        make("div", { className: "row" }, [make("button", { type: "button", className: "go", text: "Go on", onclick: () => close(typed.map((input) => input.value.trim().toUpperCase() || "-")) })]),
        cancel(close),
      ];
    });
    if (racks) await replace(page, line, { topic: "unplayed-tiles-counted", racks, adjustments: [0, 0], mode: "ruling" });
  },

  async overtime(page, line) {
    const over = await page.panel.number("Overtime in seconds");
    if (over !== null) await replace(page, line, { topic: "overtime-recorded", seat: line.seat, over, penalty: 0 });
  },
};

const MISSED = {
  async exchange(page, about) {
    const count = await page.panel.choose("Exchanged", [1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]), { numbers: true });
    if (count) await insert(page, about, { topic: "tiles-exchanged", seat: about.seat, count });
  },

  pass: (page, about) => insert(page, about, { topic: "turn-passed", seat: about.seat }),

  async missed(page, about) {
    const announced = await page.panel.number(`${page.playerOf(about.seat)} announced`, { note: "The tiles can be entered later: tap the line." });
    if (announced !== null) await insert(page, about, { topic: "turn-missed", seat: about.seat, announced });
  },
};

const insert = (page, { line, others }, turn) =>
  agreed(page, (told) => ({ ask: "insert-turn", before: line.version, turn, others, ...told }), "A turn was missed");

// The play entered in the place of the one that is corrected.
export async function commit(page) {
  const { line, seat } = page.correcting;
  const told = page.draft.counted(page.now.squares);
  if (told.problem) return;
  const announced = page.announced ?? (line.kind === "missed" ? line.score : told.score);
  if (seat) {
    const turn = { topic: "play-recorded", seat, placement: page.draft.placement(page.now.squares), announced: page.announced ?? told.score };
    if (await insert(page, page.correcting, turn)) await leave(page);
    return;
  }
  const replacement = { topic: "play-recorded", seat: line.seat, placement: page.draft.placement(page.now.squares), announced };
  if (await replace(page, line, replacement)) await leave(page);
}

export function leave(page) {
  page.correcting = null;
  page.clear();
  return page.refresh();
}

const replace = (page, line, replacement) =>
  agreed(page, (told) => ({ ask: "correct-entry", version: line.version, replacement, ...told }));

// Why, and who agreed; then it is entered.
async function agreed(page, asked, likely = WHY[0]) {
  const seen = seenOf(page.now);
  const told = await page.panel.ask("Why, and who agreed?", (close) => {
    const reason = make("input", { "aria-label": "Reason", maxlength: 200, autocomplete: "off", value: likely });
    const badge = make("input", { "aria-label": "The director’s badge", autocomplete: "off", placeholder: "badge" });
    return [
      make("fieldset", {}, [
        make("legend", { text: "What was wrong?" }),
        make("div", { className: "choices" }, [...new Set([likely, ...WHY])].map((text) => make("button", { type: "button", text, onclick: () => { reason.value = text; } }))),
        reason,
      ]),
      make("fieldset", {}, [
        make("legend", { text: "Who agreed?" }),
        make("div", { className: "row" }, [
          make("button", { type: "button", className: "go", text: "Both players", onclick: () => reason.value.trim() && close({ reason: reason.value.trim(), approved_by: "both players" }) }),
        ]),
        make("div", { className: "pair" }, [
          badge,
          make("button", { type: "button", text: "The director", onclick: () => badge.value.trim() && reason.value.trim() && close({ reason: reason.value.trim(), approved_by: badge.value.trim() }) }),
        ]),
      ]),
      cancel(close),
    ];
  });
  return told ? page.settled(asked(told), { now: true, seen }) : false;
}

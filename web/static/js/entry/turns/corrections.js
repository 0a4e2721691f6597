// Putting an entry right: a line of the score sheet is tapped, then what was wrong is said, why, and
// who agreed. The wrong entry stays on record; later turns stay as they were entered. Each way is
// handed `table`, { game, entries, panel, play, say }.

import { button, make } from "../../frame/make.js";
import { field } from "../irregular/fields.js";
import { moveWords } from "../irregular/in_words.js";
import { askOvertime, whenComplete } from "../keys/time_field.js";
import { seenOf } from "../queue/as_seen.js";
import { other } from "../seats.js";
import { BOTH, cancel, row } from "../sheets/pieces.js";
import { signed } from "../sheets/words.js";
import { TURNS } from "./turn_order.js";
import { kept, say } from "../../frame/say.js";

const PLAYS = new Set(["play", "missed"]);
const CORRECTABLE = new Set([...TURNS, "unplayed", "overtime"]);
const LOST = new Set(["challenge-failed", "sand-turn-lost"]);

// The score sheet, newest line first; a line can be tapped.
export async function scoreSheet(table) {
  const { game: { now, state }, panel } = table;
  const line = await panel.ask(say("entry.score-sheet-tap-line-put-right"), (close) => [
    make("div", { className: "sheet-head" }, state.players.map(({ name }, at) => make("p", {}, [make("b", { text: name }), make("span", { text: now.totals[at] })]))),
    now.lines.length ? "" : make("p", { className: "quiet", text: say("entry.nothing-entered-yet") }),
    make("ol", { className: "sheet-lines", reversed: true }, now.lines.toReversed().map((line) =>
      make("li", { className: `${line.seat}${line.withdrawn ? " off" : ""}` }, [
        make("button", { type: "button", disabled: !may(now, line), onclick: () => close(line) }, [
          make("b", { text: moveWords(line) }),
          make("span", { text: [line.verified?.length && say("entry.line-verified"), line.corrected && say("entry.line-corrected"), line.announced != null && line.computed != null && line.announced !== line.computed && say("entry.line-counted", { points: line.computed }), line.noted ?? line.note].filter(Boolean).join(" · ") }),
          make("span", { className: "points", text: signed(line.score) }),
          make("span", { className: "total", text: line.total }),
        ]),
      ]),
    )),
    cancel(close, say("entry.close")),
  ], "wide");
  if (line) await correct(table, line);
}

const may = (now, line) => line.version !== null && CORRECTABLE.has(line.kind) && !now.final;

// What was wrong with this line?
export async function correct(table, line) {
  const { game, panel } = table;
  if (!may(game.now, line)) return;
  const what = await panel.choose(say("entry.seat-line-score-what-wrong", { seat: game.playerOf(line.seat), line: moveWords(line), score: signed(line.score) }), [
    ...(PLAYS.has(line.kind) ? [["score", say("entry.score")]] : []),
    ...(TURNS.has(line.kind) ? [["play", line.kind === "missed" ? say("entry.enter-its-tiles") : line.kind === "play" ? say("entry.play") : say("entry.was-play")]] : []),
    ...(TURNS.has(line.kind) && line.kind !== "exchange" ? [["exchange", say("entry.was-exchange")]] : []),
    ...(line.kind === "exchange" ? [["exchange", say("entry.how-many-tiles")]] : []),
    ...(TURNS.has(line.kind) && line.kind !== "pass" ? [["pass", say("entry.was-pass")]] : []),
    ...(line.kind === "unplayed" ? [["unplayed", say("entry.tiles-left")]] : []),
    ...(line.kind === "overtime" ? [["overtime", say("entry.overtime-2")]] : []),
    ...(TURNS.has(line.kind) ? [["missing", say("entry.turn-missing-before")], ["other", say("entry.was-other-players")]] : []),
    ["strike", say("entry.never-happened")],
  ]);
  if (what) await WAYS[what](table, line);
}

// Whose turn is missing before this line, and whether all from there on were the other player's:
// so they were, unless the one before and this one are of one player.
function missingBefore(now, line) {
  const before = now.lines.slice(0, now.lines.indexOf(line));
  const last = before.findLast(({ kind }) => TURNS.has(kind) || LOST.has(kind));
  return last?.seat === line.seat ? { seat: other(line.seat), others: false } : { seat: line.seat, others: true };
}

const WAYS = {
  async score(table, line) {
    const now = await table.panel.number(say("entry.what-right-score"), { start: line.score, sign: true });
    if (now !== null) await agreed(table, (told) => ({ ask: "correct-score", version: line.version, now, ...told }));
  },

  // The board goes back to before the line, and the play is entered as it was.
  async play({ game, play, voice }, line) {
    game.correcting = { line };
    play.clear();
    await game.refresh();
    const [square] = line.move.split(" ");
    if (line.kind === "play") voice(say("entry.enter-square-again-as-was", { square }));
  },

  async exchange(table, line) {
    const count = await table.panel.choose(say("entry.how-many-tiles-were-exchanged"), [..."1234567"].map((n) => [+n, n]), { numbers: true });
    if (count) await replace(table, line, { topic: "tiles-exchanged", seat: line.seat, count });
  },

  // What was missed; a play is entered on the board as it was then.
  async missing(table, line) {
    const { game, panel, play, voice } = table;
    const { seat, others } = missingBefore(game.now, line);
    const what = await panel.choose(say("entry.what-was-seat-s-turn-before", { seat: game.playerOf(seat), line: moveWords(line) }), [
      ["play", say("entry.a-play")], ["exchange", say("entry.exchange-2")], ["pass", say("entry.a-pass")], ["missed", say("entry.only-score-known")],
    ], { note: others ? say("entry.from-line-on-each-turn-then", { line: moveWords(line) }) : "" });
    if (what === "play") {
      game.correcting = { line, seat, others };
      play.clear();
      await game.refresh();
      voice(say("entry.enter-seat-s-play-as-was", { seat: game.playerOf(seat) }));
    } else if (what) await MISSED[what](table, { line, seat, others });
  },

  async other(table, line) {
    const { game, panel } = table;
    const later = game.now.lines.slice(game.now.lines.indexOf(line) + 1).some(({ kind }) => TURNS.has(kind));
    const name = game.playerOf(other(line.seat));
    const first = line.seat === "first" && game.now.lines.find(({ kind }) => TURNS.has(kind)) === line;
    const onwards = (later || first) && await panel.choose(say("entry.which-turns-were-name-s", { name }), [
      ...(first ? [["started", say("entry.name-started-and-every-turn-were", { name })]] : []),
      ...(later ? [[true, first ? say("entry.start-right-this-and-later") : say("entry.this-and-later")]] : []),
      [false, say("entry.only-line", { line: moveWords(line) })],
    ]);
    if (onwards === null) return;
    if (onwards === "started") {
      await startedByOther(table);
      return;
    }
    await agreed(table, (told) => ({ ask: "exchange-seats", version: line.version, onwards, ...told }), say.offered("lines.reason-entered-for-the-wrong-player"));
  },

  pass: (table, line) => replace(table, line, { topic: "turn-passed", seat: line.seat }),
  strike: (table, line) => replace(table, line, null),

  async unplayed(table, line) {
    const { players } = table.game.state;
    const racks = await table.panel.ask(say("entry.which-tiles-were-left"), (close) => {
      const typed = players.map(({ name }) => make("input", { "aria-label": say("entry.tiles-name", { name }), autocomplete: "off", autocapitalize: "characters", placeholder: say("entry.for-none") }));
      return [
        make("div", { className: "pair" }, typed.map((input, at) => make("label", { text: players[at].name }, [input]))),
        row(button(say("entry.go-on"), () => close(typed.map((input) => input.value.trim().toUpperCase() || "-")), { className: "go" })),
        cancel(close),
      ];
    });
    if (racks) await replace(table, line, { topic: "unplayed-tiles-counted", racks, adjustments: [0, 0], mode: "ruling" });
  },

  async overtime(table, line) {
    const over = await askOvertime(table, line.seat, { points: () => "" });
    if (over !== null) await replace(table, line, { topic: "overtime-recorded", seat: line.seat, over, penalty: 0 });
  },
};

const MISSED = {
  async exchange(table, about) {
    const count = await table.panel.choose(say("entry.how-many-tiles-were-exchanged"), [..."1234567"].map((n) => [+n, n]), { numbers: true });
    if (count) await insert(table, about, { topic: "tiles-exchanged", seat: about.seat, count });
  },

  pass: (table, about) => insert(table, about, { topic: "turn-passed", seat: about.seat }),

  async missed(table, about) {
    const announced = await table.panel.number(say("entry.what-score-did-seat-announce", { seat: table.game.playerOf(about.seat) }), { note: say("entry.tiles-can-be-entered-later-tap") });
    if (announced !== null) await insert(table, about, { topic: "turn-missed", seat: about.seat, announced });
  },
};

const insert = (table, { line, others }, turn) =>
  agreed(table, (told) => ({ ask: "insert-turn", before: line.version, turn, others, ...told }), say.offered("lines.reason-a-turn-was-missed"));

// The play entered in the place of the one that is corrected.
export async function commit(table) {
  const { game, play: { draft, announced: said } } = table;
  const { now: { squares }, correcting } = game;
  const { line, seat } = correcting;
  const told = draft.counted(squares);
  if (told.problem) return;
  const announced = said ?? (line.kind === "missed" ? line.score : told.score);
  if (seat) {
    const turn = { topic: "play-recorded", seat, placement: draft.placement(squares), announced: said ?? told.score };
    if (await insert(table, correcting, turn)) await leave(table);
    return;
  }
  const replacement = { topic: "play-recorded", seat: line.seat, placement: draft.placement(squares), announced };
  if (await replace(table, line, replacement)) await leave(table);
}

export function leave({ game, play }) {
  game.correcting = null;
  play.clear();
  return game.refresh();
}

const replace = (table, line, replacement) =>
  agreed(table, (told) => ({ ask: "correct-entry", version: line.version, replacement, ...told }));

// Why something is put right, and who agreed to that.

const WHY = [
  say.offered("lines.reason-entered-wrong"),
  say.offered("lines.reason-added-up-wrong"),
  say.offered("lines.reason-heard-wrong"),
  say.offered("lines.reason-both-agree-after-a-check"),
];

// Asked, then it is entered. `asked(told)` is the request with what is told here; `found`: what the way
// here said was wrong, if it did. Nothing else is chosen beforehand.
export async function agreed({ game, entries, panel }, asked, found = null) {
  const seen = seenOf(game.now);
  const offered = found ? [found, ...WHY] : WHY;
  const told = await panel.ask(say("entry.why-and-who-agreed"), (close) => {
    const reason = make("input", { "aria-label": say("entry.what-was-wrong-in-your-words"), maxlength: 200, autocomplete: "off", value: found?.[1] ?? "", placeholder: say("entry.or-in-your-words") });
    const badge = make("input", { maxlength: 80, autocomplete: "off" });
    const [why, whose] = [reason, badge].map((input) => () => input.value.trim());
    const agree = (approved_by) => close({ reason: kept(why(), offered), approved_by });
    const chips = offered.map(([, text]) => button(text, () => {
      reason.value = text;
      check();
    }));
    const unsaid = () => (why() ? "" : say("entry.say-what-was-wrong-first"));
    const both = whenComplete(say("entry.both-players-agreed"), unsaid, () => agree(BOTH));
    const [lacks, director] = whenComplete(say("entry.director-agreed"), () => unsaid() || (whose() ? "" : say("entry.type-directors-badge-first")), () => agree(whose()), { className: "" });
    const check = () => {
      for (const chip of chips) chip.setAttribute("aria-pressed", chip.textContent === why());
    };
    reason.addEventListener("input", check);
    check();
    return [
      make("fieldset", {}, [make("legend", { text: say("entry.what-was-wrong") }), make("div", { className: "choices" }, chips), reason]),
      make("fieldset", {}, [
        make("legend", { text: say("entry.who-agreed") }),
        row(...both),
        make("div", { className: "pair or" }, [make("label", { text: say("entry.or-directors-badge") }, [badge]), director]),
        lacks,
      ]),
      cancel(close),
    ];
  });
  return told ? entries.settled(asked(told), { now: true, seen }) : false;
}

// What was settled before the first turn, put right: who started, how that was settled, the timer.
// Whoever was taken for the other player gets all of the other's turns with it.

const ASKED = new Set(["starter", "method", "timer"]);
const TAKEN_FOR_EACH_OTHER = say.offered("lines.reason-the-players-were-mixed-up");

export async function correctStart(table) {
  const { game, panel, forms } = table;
  const form = await forms.get("correct-start", { at: 0 });
  if (!form) return;
  const answer = await panel.ask(say("entry.who-started-and-how"), (close) => {
    const found = new Map();
    const go = whenComplete(say("entry.go-on"), () => (found.size ? "" : say("entry.tap-what-was-otherwise-first")), () => close(Object.fromEntries(found)));
    const about = ({ name }) => ({
      state: game.state, now: game.now, ask: "correct-start", value: undefined,
      set(value) {
        if (value === undefined || value === "") found.delete(name);
        else found.set(name, value);
      },
    });
    return [
      make("p", { className: "quiet", text: say("entry.starter-entered", { name: game.playerOf("first") }) }),
      ...form.fields.filter(({ name }) => ASKED.has(name)).map((spec) => field({ ...spec, default: undefined, open: true, choices: spec.choices?.filter(([value]) => value) }, about(spec))),
      row(...go),
      cancel(close),
    ];
  }, "wide");
  if (answer) await agreed(table, (told) => ({ ask: "correct-start", ...answer, ...told }), answer.starter ? TAKEN_FOR_EACH_OTHER : undefined);
}

// From the first turn on all were the other player's: then that player started.
export const startedByOther = (table) =>
  agreed(table, (told) => ({ ask: "correct-start", starter: 2 - table.game.now.starter, ...told }), TAKEN_FOR_EACH_OTHER);

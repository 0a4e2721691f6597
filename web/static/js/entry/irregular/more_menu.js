// What is behind "More": what is seldom wanted at a table, and everything irregular.

import { button, make } from "../../frame/make.js";
import { keptElsewhere, keptHere } from "../sheets/next_act.js";
import { seenOf } from "../queue/as_seen.js";
import { cancel } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

export async function more({ game, entries, panel, play, acts, report }) {
  await entries.upToDate();
  const all = choices(game, acts);
  const act = await panel.ask(say("entry.what-do-you-want-enter"), (close) => {
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
    ["announced", say("entry.announced-score-differs"), now.started && !now.ended], ["missed", say("entry.missed-score-now-tiles-follow"), true],
    ["result", say("entry.result-overtime-and-signing"), Boolean(now.ended)],
    ["director", say("entry.call-director"), !now.offers.some(({ asks }) => asks === "call-director")],
    ["sheet", say("entry.score-sheet-put-line-right"), true], ["rack", say("entry.write-rack-down"), true],
    ["starter", say("entry.who-started-and-how-put-right"), now.started && !now.final],
    ["clocks", say("entry.read-both-clocks"), true], ["steps", say("entry.what-going-on"), now.open.length > 0],
    ["verify", say("entry.look-over-turns"), now.lines.length > 0], ["over", say("entry.hand-over-table"), !keptElsewhere(game)],
    ["take", say("entry.take-over-table"), !keptHere(game)],
    ["neutral", now.neutral ? say("entry.clock-starts-again") : say("entry.clock-stopped"), !now.offers.some(({ asks }) => asks === clock)],
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
  return [[say("entry.likely-now"), first], ...groups, [ELSE, rest.filter((one) => !named.has(one))]].filter(([, some]) => some.length);
}

const CLOCK = { "neutralise-clock": say("entry.clock-stopped"), "restart-clock": say("entry.clock-starts-again") };

export async function announced({ panel, play }) {
  const points = await panel.number(say("entry.what-score-was-announced"), { sign: true });
  if (points === null) return;
  play.announced = points;
  play.show();
}

export async function missed({ game, entries, panel }) {
  const seen = seenOf(game.now);
  const name = game.playerOf(seen.seat);
  const announced = await panel.number(say("entry.what-score-did-name-announce", { name }), {
    note: say("entry.tiles-can-be-entered-later-as"),
  });
  if (announced !== null) await entries.enter({ ask: "miss-turn", seat: seen.seat, announced }, { seen });
}

export async function neutral({ game, entries, panel, forms }) {
  const seen = seenOf(game.now);
  if (game.now.neutral) {
    const seat = await panel.choose(
      say("entry.whose-clock-runs-now"),
      game.state.players.map(({ seat: value, name }) => [value, name]),
    );
    if (seat) await entries.enter({ ask: "restart-clock", seat }, { seen });
    return;
  }
  const form = forms.of("neutralise-clock", game.now.forms?.["neutralise-clock"]);
  const asked = form?.fields.find(({ name }) => name === "reason");
  const reason = await panel.choose(say("entry.why-was-clock-stopped"), likelyReasons(game.now, asked?.choices?.length ? asked.choices : REASONS));
  if (reason) await entries.enter({ ask: "neutralise-clock", reason }, { seen });
}

// What has a button of its own, where that can be pressed, is not offered once more.
const BUTTONS = { "issue-challenge": "challenge", "call-hold": "hold" };

// Where the rulebook's own list of reasons is not known here yet.
const REASONS = [
  ["challenge", say("entry.a-challenge")],
  ["score-discrepancy", say("entry.scores-differ")],
  ["overdraw", say("entry.overdraw")],
  ["blank", say("entry.blank-not-clear")],
  ["director", say("entry.director-called-2")],
  ["unforeseen", say("entry.something-unforeseen")],
];

// What can be reported, by what happened: the groups of "More", other words people use for each,
// and what is likely at this moment of a game.

// Group, then the requests and acts in it; those told by the server come under "Anything else"
// where they are not here.
export const GROUPS = [
  [say("entry.score"), ["announced", "missed", "sheet", "starter", "ask-score-check", "ask-recount", "ask-amendment", "rack", "end-game", "result"]],
  [say("entry.clock"), ["clocks", "neutral", "neutralise-clock", "restart-clock", "report-timer-fault", "warn-of-sand", "call-sand-time", "report-sand-out", "start-late-clock", "choose-timer"]],
  [say("entry.drawing-and-bag"), ["report-overdraw", "report-underdraw", "report-out-of-order", "report-flash-draw", "report-dropped-back", "report-spill", "report-drawn-off", "draw-courteously", "report-manner", "record-draw", "report-bag-count", "report-found", "report-missing", "report-extra", "gather-set", "check-set"]],
  [say("entry.a-blank"), ["report-undeclared-blank", "dispute-blank", "report-false-blank"]],
  [say("entry.board-and-play"), ["report-upset", "report-misplaced-tiles", "challenge-placement", "set-orientation", "report-irregular-turn", "report-early-challenge", "challenge-exchange", "find-unwanted-tiles", "reissue-challenge", "ask-again", "report-misadjudication"]],
  [say("entry.people"), ["director", "leave-table", "return-to-table", "declare-emergency", "resign", "forfeit", "petition-director", "call-director", "report-arrival", "report-not-come", "elect-forfeit", "postpone-game", "adjourn-game", "end-round"]],
  [say("entry.who-keeps-record"), ["steps", "verify", "over", "take"]],
];
export const ELSE = say("entry.anything-else");

const DIRECTOR = say("entry.help-names-seat-starter-absent-late");

// Other words for them, to find them by.
export const CALLED = {
  announced: say("entry.wrong-points-sum-adding"),
  missed: say("entry.forgot-could-not-follow-afterwards"),
  sheet: say("entry.correct-mistake-wrong-turn-missing-forgotten"),
  starter: say("entry.starter-wrong-player-first-swapped-seats"),
  result: say("entry.overtime-signature-signing-slip-final-tiles"),
  director: DIRECTOR,
  "call-director": DIRECTOR,
  clocks: say("entry.timer-time-read-overtime"),
  neutral: say("entry.time-pause"),
  "neutralise-clock": say("entry.time-pause"),
  "restart-clock": say("entry.time-goes-on"),
  "report-overdraw": say("entry.overdraw-eight-tiles-rack"),
  "report-underdraw": say("entry.underdraw-short-six-tiles"),
  "report-spill": say("entry.fell-dropped-bag-turned-over"),
  "report-upset": say("entry.knocked-shaken-moved-tiles-fell"),
  "report-dropped-back": say("entry.tile-returned"),
  "report-undeclared-blank": say("entry.undesignated-letter-not-said"),
  "dispute-blank": say("entry.which-letter-misread"),
  "report-timer-fault": say("entry.clock-broken-battery"),
  "leave-table": say("entry.toilet-bathroom-break-away"),
  "declare-emergency": say("entry.ill-sick-fainted-ambulance-fire-alarm"),
  resign: say("entry.gives-up-quits-stops"),
  "report-missing": say("entry.lost-tile"),
  "report-arrival": say("entry.absent-late-arrived-came"),
  "report-not-come": say("entry.missing-absent-no-show-late"),
  "elect-forfeit": say("entry.absent-no-show-late"),
  "postpone-game": say("entry.adjourn-abandon-break-off-later"),
  "adjourn-game": say("entry.abandon-break-off-stop-later-interrupted"),
  "ask-amendment": say("entry.result-wrong-signed-by-mistake"),
  rack: say("entry.tiles-held"),
  verify: say("entry.check-second-person"),
  over: say("entry.hand-over-leave-break"),
  take: say("entry.keep-table"),
};

// What is likely now, the likeliest first.
export function likely({ game: { now }, play: { draft } }) {
  const last = now.lines.at(-1);
  const played = last?.kind === "play" && !last.withdrawn;
  const blank = played && last.placed.some(([, tile]) => tile !== tile.toUpperCase());
  return [
    now.open.length > 0 && "steps",
    now.neutral && "restart-clock",
    !draft.empty && "announced",
    blank && "report-undeclared-blank",
    last && now.bag > 0 && ["play", "exchange"].includes(last.kind) && "report-overdraw",
    last?.kind === "exchange" && "challenge-exchange",
    now.started && !now.ended && "missed",
    now.started && !now.neutral && "neutralise-clock",
  ].filter(Boolean).slice(0, 4);
}

// Why clocks are stopped, the likeliest first; the others in the order they came.
export function likelyReasons(now, choices) {
  const open = new Set(now.open.map(({ name }) => name));
  const first = [
    (now.challenge || now.hold) && "challenge",
    ...["overdraw", "spill", "draw-order", "dropped-back", "emergency", "timer-fault"].filter((name) => open.has(name)),
    open.has("director-called") && "director-called",
    now.bag === 0 && "scores-with-empty-bag",
    "director-called", "score-discrepancy", "blank", "unforeseen",
  ].filter(Boolean);
  const rank = ([value]) => first.indexOf(value) + 1 || first.length + 1;
  return choices.toSorted((one, two) => rank(one) - rank(two));
}

// Finding one of many buttons by typing a part of what it says, or of what people call it.

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// How well words that were typed are found in what is said: 2 where each begins a word, 1 where each
// is a part of one, else 0.
function fit(said, wanted) {
  const words = said.split(/[^\p{L}\p{N}]+/u);
  if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) return 2;
  return wanted.every((typed) => said.includes(typed)) ? 1 : 0;
}

// A field that leaves visible, among the `buttons()`, those that hold every word typed; a section
// of which none is left goes too. `also(button)` gives other words for it.
export function finder(buttons, also = () => "") {
  const input = make("input", { type: "search", className: "find", "aria-label": say("entry.find"), placeholder: say("entry.find-2"), autocomplete: "off", maxlength: 40 });
  const none = make("p", { className: "quiet", role: "status", hidden: true, text: say("entry.nothing-called-look-under-another-word") });
  input.addEventListener("input", () => {
    const wanted = plain(input.value).split(/\s+/).filter(Boolean);
    const all = buttons();
    const fits = all.map((button) => fit(plain(`${button.textContent} ${also(button)}`), wanted));
    const best = Math.max(0, ...fits); // "sign" is no part of "resigns" where something begins with it
    all.forEach((button, at) => (button.hidden = !fits[at] || fits[at] < best));
    for (const section of new Set(all.map((button) => button.closest("section")).filter(Boolean))) {
      section.hidden = ![...section.querySelectorAll("button")].some(({ hidden }) => !hidden);
    }
    none.hidden = all.some(({ hidden }) => !hidden);
  });
  // A letter typed anywhere on the sheet goes into the field; with no text in it, none does.
  const typed = (key) => {
    if (!/^\p{L}$/u.test(key)) return false;
    input.focus();
    input.value += key;
    input.dispatchEvent(new Event("input"));
    return true;
  };
  return { parts: [input, none], typed };
}

// What can be reported, by what happened: the groups of "More", other words people use for each,
// and what is likely at this moment of a game.

// Group, then the requests and acts in it; those told by the server come under "Anything else"
// where they are not here.
export const GROUPS = [
  ["The score", ["announced", "missed", "sheet", "starter", "ask-score-check", "ask-recount", "ask-amendment", "rack", "end-game", "result"]],
  ["The clock", ["clocks", "neutral", "neutralise-clock", "restart-clock", "report-timer-fault", "warn-of-sand", "call-sand-time", "report-sand-out", "start-late-clock", "choose-timer"]],
  ["Drawing and the bag", ["report-overdraw", "report-underdraw", "report-out-of-order", "report-flash-draw", "report-dropped-back", "report-spill", "report-drawn-off", "draw-courteously", "report-manner", "record-draw", "report-bag-count", "report-found", "report-missing", "report-extra", "gather-set", "check-set"]],
  ["A blank", ["report-undeclared-blank", "dispute-blank", "report-false-blank"]],
  ["The board and the play", ["report-upset", "report-misplaced-tiles", "challenge-placement", "set-orientation", "report-irregular-turn", "report-early-challenge", "challenge-exchange", "find-unwanted-tiles", "reissue-challenge", "ask-again", "report-misadjudication"]],
  ["People", ["director", "leave-table", "return-to-table", "declare-emergency", "resign", "forfeit", "petition-director", "call-director", "report-arrival", "report-not-come", "elect-forfeit", "postpone-game", "adjourn-game", "end-round"]],
  ["Who keeps the record", ["steps", "verify", "over", "take"]],
];
export const ELSE = "Anything else";

const DIRECTOR = "help names seat starter absent late no show adjourn abandon break off overtime";

// Other words for them, to find them by.
export const CALLED = {
  announced: "wrong points sum adding",
  missed: "forgot could not follow afterwards",
  sheet: "correct mistake wrong turn missing forgotten other player swapped seats",
  starter: "starter wrong player first swapped seats names other way round draw timer",
  result: "overtime signature signing slip final tiles left",
  director: DIRECTOR,
  "call-director": DIRECTOR,
  clocks: "timer time read overtime",
  neutral: "time pause",
  "neutralise-clock": "time pause",
  "restart-clock": "time goes on",
  "report-overdraw": "overdraw eight tiles rack",
  "report-underdraw": "underdraw short six tiles",
  "report-spill": "fell dropped bag turned over",
  "report-upset": "knocked shaken moved tiles fell",
  "report-dropped-back": "returned",
  "report-undeclared-blank": "undesignated letter not said",
  "dispute-blank": "which letter misread",
  "report-timer-fault": "clock broken battery",
  "leave-table": "toilet bathroom break away",
  "declare-emergency": "ill sick fainted ambulance fire alarm",
  resign: "gives up quits stops",
  "report-missing": "lost tile",
  "report-arrival": "absent late arrived came",
  "report-not-come": "missing absent no show late",
  "elect-forfeit": "absent no show late",
  "postpone-game": "adjourn abandon break off later",
  "adjourn-game": "abandon break off stop later interrupted",
  "ask-amendment": "result wrong signed by mistake",
  rack: "tiles held",
  verify: "check second person",
  over: "hand over leave break",
  take: "keep table",
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

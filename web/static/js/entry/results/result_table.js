// The result as the players see it, and the text they sign. The server writes it
// (ledger/game/results/signatures.py) and takes no signature for another; only with entries still waiting here
// is it written on the tablet, in the same words (`signed_one`). What is on the screen is that text, line by line.

import { slip, withoutTheSum } from "../../frame/slip.js";
import { signed } from "../sheets/words.js";
import { say } from "../../frame/say.js";

const TURNS = say("signed_one.turns");
const SUMS = [
  [TURNS, ["play", "missed", "withdrawn"]],
  [say("signed_one.challenges"), ["bonus", "challenge-cost"]],
  [say("signed_one.penalties"), ["penalty"]],
  [say("signed_one.credits"), ["credit"]],
  [say("signed_one.unplayed-tiles"), ["unplayed"]],
  [say("signed_one.overtime"), ["overtime"]],
  [say("signed_one.as-on-the-slip"), ["slip"]],
  [say("signed_one.as-in-the-file"), ["file"]],
];
const SCORES = say("signed_one.scores");
const NOBODY = say("signed_one.nobody");
const EXPLAINED = new Set([
  "bonus", "challenge-cost", "penalty", "credit", "unplayed", "overtime", "resigned", "forfeited",
]);

// { rows, explained, totals, spread, winner }: all that a result says.
export function resultOf(state, now) {
  const { result } = state;
  const same = asTold(state, now);
  const [one, two] = now.totals;
  const winner = one === two ? null : one > two ? "first" : "second";
  return {
    rows: same ? result.lines : rowsOf(now),
    explained: now.lines.filter(({ kind }) => EXPLAINED.has(kind)).map((line) => explain(state, line)),
    totals: same ? result.totals : [...now.totals],
    spread: same ? result.spread : Math.abs(one - two),
    winner: same ? result.winner : winner,
  };
}

function rowsOf(now) {
  const rows = [];
  for (const [label, kinds] of SUMS) {
    const sums = [0, 0];
    for (const { kind, seat, score } of now.lines) {
      if (kinds.includes(kind)) sums[seat === "first" ? 0 : 1] += score;
    }
    const typed = now.lines.some(({ kind }) => kind === "slip" || kind === "file");
    if (label === TURNS && !typed) rows.push([label, ...sums.map(String)]);
    else if (sums.some(Boolean)) rows.push([label, ...sums.map(signed)]);
  }
  rows.push([say("signed_one.total"), ...now.totals.map(String)]);
  return rows;
}

const nameOf = (state, seat) => state.players.find((player) => player.seat === seat).name;

// Whose tiles left a line is for, and which: "twice Ben's tiles left: C D E T U".
function leftWords(state, { seat, score, tiles: rack = "", note }) {
  const player = nameOf(state, seat === "first" ? "second" : "first");
  const gains = { double: say("signed_one.twice-tiles-left", { player }), single: say("signed_one.tiles-left", { player }) };
  const losses = { single: say("signed_one.own-tiles-left"), own: say("signed_one.own-tiles-left") };
  const whose = (score > 0 ? gains : losses)[note] ?? say("signed_one.tiles-left-as-ruled");
  const tiles = (rack.match(/\[[^\]]+\]|[^-]/gu) ?? []).map((tile) => (tile === "?" ? say("signed_one.blank") : tile.replace(/[[\]]/g, "")));
  return tiles.length ? say("signed_one.whose-tiles", { whose, tiles: tiles.join(" ") }) : whose;
}

function explain(state, line) {
  const { seat, kind, score, tiles } = line;
  const note = line.noted ?? line.note;
  const [player, points] = [nameOf(state, seat), signed(score)];
  if (kind === "unplayed") return say("signed_one.explained", { player, points, what: leftWords(state, line) });
  const about = tiles && note ? say("signed_one.about-two", { tiles, note }) : tiles || note;
  const what = ["bonus", "challenge-cost"].includes(kind) ? say("signed_one.challenge-failed") : say(`signed_one.kind-${kind}`);
  return about ? say("signed_one.explained-about", { player, points, what, about }) : say("signed_one.explained", { player, points, what });
}

const numbered = ({ name, number }) => (number == null ? name : `${name} (${number})`);

// Whether nothing that waits here changes the result as the server told it.
const asTold = (state, now) =>
  now.lines.length === state.lines.length && now.totals.every((total, at) => total === state.totals[at]);

// Exactly what stands on the screen when `seat` signs, a line each.
export function shownText(state, now, seat) {
  const told = state.result.shown?.[seat];
  if (told && asTold(state, now)) return told;
  const { game, players } = state;
  const result = resultOf(state, now);
  const winner = result.winner ? nameOf(state, result.winner) : NOBODY;
  const signer = numbered(players.find((player) => player.seat === seat));
  const row = ([label, one, two]) => say("signed_one.row", { label, one, two });
  return [
    say("signed_one.result"),
    whereOf(game),
    ...players.map((player) => (player.seat === "first" ? say("signed_one.first", { player: numbered(player) }) : say("signed_one.second", { player: numbered(player) }))),
    ...result.rows.map(row),
    ...result.explained,
    row([SCORES, ...result.totals]),
    say("signed_one.spread", { spread: result.spread, winner }),
    seat === "first" ? say("signed_one.signs-first", { player: signer }) : say("signed_one.signs-second", { player: signer }),
  ].join("\n");
}

function whereOf({ tournament, division, round, table, replay }) {
  const where = { tournament, division, round, table, replay };
  if (replay !== 1) return division ? say("signed_one.at-division-replay", where) : say("signed_one.at-replay", where);
  return division ? say("signed_one.at-division", where) : say("signed_one.at", where);
}

const ROW = /^([^:]+): ([+-]?\d+) \| ([+-]?\d+)$/;

// What stands in a line where its sentence has names: the sentence is the same on either side.
const namesIn = (sentence, line) => new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\u0001/g, "(.+)")}$`).exec(line ?? "")?.slice(1);
const WINNER = say("signed_one.spread", { spread: "\u0001", winner: "\u0001" });
const PLAYERS = [say("signed_one.first", { player: "\u0001" }), say("signed_one.second", { player: "\u0001" })];
const SIGNS = [say("signed_one.signs-first", { player: "\u0001" }), say("signed_one.signs-second", { player: "\u0001" })];

// The text a player signs, cut into what the sheet shows: every line of it has its place.
export function partsOf(text) {
  const [, caption, first, second, ...rest] = text.split("\n");
  const rows = rest.map((line) => ROW.exec(line)?.slice(1)).filter(Boolean);
  const others = rest.filter((line) => !ROW.test(line));
  const [signs] = others.slice(-1);
  const winner = others.find((line) => namesIn(WINNER, line));
  return {
    caption, players: [first, second].map((line, at) => namesIn(PLAYERS[at], line)?.[0] ?? line), winner: namesIn(WINNER, winner) ?? ["", NOBODY],
    signer: SIGNS.map((sentence) => namesIn(sentence, signs)?.[0]).find(Boolean),
    rows: rows.filter(([label]) => label !== SCORES),
    scores: rows.find(([label]) => label === SCORES),
    notes: others.filter((line) => line !== signs && line !== winner),
  };
}

// A result on a sheet: as it stands, with how it came about; or the very text that a player signs.

// The event as people call it; what is signed has its short name (templates/entry/page.html has both).
const named = (game) => document.getElementById("desk")?.dataset.tournament || game;

// The result as a table that says how it came about.
export function resultTable(state, now) {
  const { rows, explained, totals, spread, winner } = resultOf(state, now);
  const { name } = state.players.find(({ seat }) => seat === winner) ?? {};
  return slip({ caption: placeOf(state.game), names: state.players.map((player) => player.name), rows: withoutTheSum(rows), totals, notes: explained, winner: name, spread });
}

const placeOf = (game) => whereOf({ ...game, tournament: named(game.tournament) });

// The very text that is signed, as a sheet: nothing beside it, nothing left out, in the words of the
// sheet before it. Who signs it stands above it.
export function shownSheet(text) {
  const { caption, players, rows, scores, notes, winner: [spread, name] } = partsOf(text);
  return slip({
    caption: caption.replace(/^[^,]+/, (short) => (named(short) === short ? short : `${named(short)} (${short})`)),
    names: players, rows: withoutTheSum(rows), totals: scores.slice(1), notes,
    winner: name === NOBODY ? "" : name, spread,
  });
}

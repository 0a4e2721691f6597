// The result as the players see it, and the text they sign. The server writes it
// (ledger/game/results/signatures.py) and takes no signature for another; only with entries still waiting here
// is it written on the tablet, in the same words. What is on the screen is that text, line by line.

import { slip, withoutTheSum } from "../../frame/slip.js";
import { signed } from "../sheets/words.js";
import { say } from "../../frame/say.js";

const SUMS = [
  [say("entry.turns"), ["play", "missed", "withdrawn"]],
  [say("entry.challenges"), ["bonus", "challenge-cost"]],
  [say("entry.penalties"), ["penalty"]],
  [say("entry.credits"), ["credit"]],
  [say("entry.unplayed-tiles"), ["unplayed"]],
  [say("entry.overtime"), ["overtime"]],
  [say("entry.as-on-slip"), ["slip"]],
  [say("entry.as-in-file"), ["file"]],
];
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
    if (label === "Turns" && !typed) rows.push([label, ...sums.map(String)]);
    else if (sums.some(Boolean)) rows.push([label, ...sums.map(signed)]);
  }
  rows.push([say("entry.total"), ...now.totals.map(String)]);
  return rows;
}

const nameOf = (state, seat) => state.players.find((player) => player.seat === seat).name;

// Whose tiles left a line is for, and which: "twice Ben's tiles left: C D E T U".
function leftWords(state, { seat, score, tiles: rack = "", note }) {
  const theirs = `${nameOf(state, seat === "first" ? "second" : "first")}'s tiles left`;
  const gains = { double: `twice ${theirs}`, single: theirs };
  const losses = { single: say("entry.own-tiles-left"), own: say("entry.own-tiles-left") };
  const whose = (score > 0 ? gains : losses)[note] ?? say("entry.tiles-left-as-ruled");
  const tiles = (rack.match(/\[[^\]]+\]|[^-]/gu) ?? []).map((tile) => (tile === "?" ? "blank" : tile.replace(/[[\]]/g, "")));
  return tiles.length ? `${whose}: ${tiles.join(" ")}` : whose;
}

function explain(state, line) {
  const { seat, kind, score, tiles, note } = line;
  if (kind === "unplayed") return `${nameOf(state, seat)} ${signed(score)}, ${leftWords(state, line)}`;
  const about = [tiles, note].filter(Boolean).join(", ");
  const what = ["bonus", "challenge-cost"].includes(kind) ? say("entry.challenge-failed") : kind;
  return `${nameOf(state, seat)} ${signed(score)}, ${what}${about ? `: ${about}` : ""}`;
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
  const division = game.division ? `, division ${game.division}` : "";
  const again = game.replay !== 1 ? `, replay ${game.replay}` : "";
  const winner = result.winner ? nameOf(state, result.winner) : "nobody";
  const signer = players.find((player) => player.seat === seat);
  return [
    say("entry.result"),
    `${game.tournament}${division}, round ${game.round}, table ${game.table}${again}`,
    ...players.map((player) => `${player.seat}: ${numbered(player)}`),
    ...result.rows.map(([label, one, two]) => `${label}: ${one} | ${two}`),
    ...result.explained,
    `Scores: ${result.totals[0]} | ${result.totals[1]}`,
    `Spread: ${result.spread}, winner: ${winner}`,
    `Signs: ${numbered(signer)}, ${seat}`,
  ].join("\n");
}

const ROW = /^([^:]+): ([+-]?\d+) \| ([+-]?\d+)$/;

// The text a player signs, cut into what the sheet shows: every line of it has its place.
export function partsOf(text) {
  const [, caption, first, second, ...rest] = text.split("\n");
  const rows = rest.map((line) => ROW.exec(line)?.slice(1)).filter(Boolean);
  const others = rest.filter((line) => !ROW.test(line));
  const [signs] = others.slice(-1);
  const winner = others.find((line) => line.startsWith("Spread: "));
  return {
    caption, players: [first, second], signs, winner,
    rows: rows.filter(([label]) => label !== "Scores"),
    scores: rows.find(([label]) => label === "Scores"),
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

const placeOf = ({ tournament, division, round, table, replay }) =>
  `${named(tournament)}${division ? `, division ${division}` : ""}, round ${round}, table ${table}${replay === 1 ? "" : `, replay ${replay}`}`;

// The very text that is signed, as a sheet: nothing beside it, nothing left out, in the words of the
// sheet before it. Who signs it stands above it.
export function shownSheet(text) {
  const { caption, players, rows, scores, notes, winner } = partsOf(text);
  const [, spread, name] = /^Spread: (\d+), winner: (.+)$/.exec(winner);
  return slip({
    caption: caption.replace(/^[^,]+/, (short) => (named(short) === short ? short : `${named(short)} (${short})`)),
    names: players.map((player) => player.replace(/^\w+: /, "")), rows: withoutTheSum(rows), totals: scores.slice(1), notes,
    winner: name === "nobody" ? "" : name, spread,
  });
}

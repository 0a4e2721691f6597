// The game as this tablet knows it: the last state the server told, and on top of it what waits
// in the outbox. Nothing here decides anything; the server does, when the entries get there.

import { CHALLENGES } from "./challenges/on_the_sheet.js";
import { cut, ENDING } from "./results/ending.js";
import { nameOf, score } from "./board/scoring.js";
import { learn } from "./irregular/in_words.js";
import { other, place } from "./seats.js";
import { exchangeSeats, insertTurn } from "./turns/turn_order.js";
import { say } from "../frame/say.js";

const FULL = 7;
const PLAYS = new Set(["play", "missed"]);

// "8A" (across) or "A8" (down) as the index of a square and a direction.
export function squareOf(name, size) {
  const found = /^(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))$/i.exec(name.trim());
  if (!found) return null;
  const across = found[1] !== undefined;
  const row = Number(found[1] ?? found[4]) - 1;
  const column = (found[2] ?? found[3]).toUpperCase().charCodeAt(0) - 65;
  if (row < 0 || row >= size || column >= size) return null;
  return { at: row * size + column, across };
}

export class Model {
  constructor(board, faces) {
    this.board = board;
    this.faces = faces;
  }

  // The state with these entries on it, oldest first; the state itself stays as it is.
  with(state, entries) {
    learn(state.offers);
    const now = {
      ...state,
      ...state.told, // who sits where, as the server told it
      squares: [...state.squares],
      totals: [...state.totals],
      racks: [...state.racks],
      lines: [...state.lines],
      last: state.game.last,
      queued: 0,
      open_questions: 0,
    };
    for (const entry of entries) {
      const apply = APPLY[entry.asked.ask];
      if (apply) apply.call(this, now, entry.asked, entry);
      else now.open_questions += 1; // only the server can say what follows from it
      if (entry.asked.ask !== "verify-turns") now.last = entry.command_id; // it changes no position
      now.queued += 1;
      if (entry.clocks) Object.assign(now, { clocks: entry.clocks, clocks_at: entry.occurred_at });
    }
    return now;
  }

  line(now, seat, kind, move, points, more = {}) {
    now.totals[place(seat)] += points;
    now.lines.push({
      version: null,
      seat,
      kind,
      move,
      score: points,
      total: now.totals[place(seat)],
      withdrawn: false,
      by: [],
      verified: [],
      words: [],
      placed: [],
      ...more,
    });
  }

  turn(now, seat) {
    now.on_move = other(seat);
    now.hold = null;
    now.challenge = null;
  }

  // A scoreless turn may end the game: the server tells which kinds its rulebook counts. With one
  // in the row that no book names, only a director ends it.
  scoreless(now) {
    const { turns, counts, unnamed, not_at_nil: notAtNil } = now.rules?.zeros ?? { turns: Infinity };
    let row = 0;
    for (const { kind, score: points, computed, note, withdrawn } of now.lines.toReversed()) {
      if (row === turns || (PLAYS.has(kind) && !withdrawn && (points || computed))) break;
      if (withdrawn || !(kind in (counts ?? {})) || (kind === "penalty" && points)) continue;
      if (!counts[kind] || unnamed.includes(note)) return;
      row += 1;
    }
    if (row < turns || (notAtNil && now.totals.every((total) => total === 0))) return;
    Object.assign(now, { ended: "six-zeros", on_move: null });
  }

  // The tiles of this play are on the rack again, and what was drawn for them in the bag.
  takeUp(now, { seat, placed }) {
    for (const [at] of placed) now.squares[at] = "";
    const held = now.racks[place(seat)];
    const rack = now.bag ? held : Math.min(FULL, held + placed.length);
    now.bag += held - (rack - placed.length);
    now.racks[place(seat)] = rack;
    now.out = null;
  }

  draw(now, seat, used) {
    const rack = now.racks[place(seat)] - used;
    const drawn = Math.min(FULL - rack, now.bag);
    now.racks[place(seat)] = rack + Math.max(0, drawn);
    now.bag -= Math.max(0, drawn);
  }
}

const APPLY = {
  "place-tiles"(now, { seat, placement, announced }) {
    const { at, across } = squareOf(placement.square, this.board.size);
    const told = score(now.squares, at, across, cut(placement.letters), this.board, this.faces);
    if (told.problem) {
      now.open_questions += 1;
      return;
    }
    for (const { at: square, tile } of told.placed) now.squares[square] = tile;
    const points = announced ?? told.score;
    this.line(now, seat, "play", `${placement.square} ${placement.letters}`, points, {
      words: told.words,
      placed: told.placed.map(({ at: square, tile }) => [square, tile]),
      announced: points,
      computed: told.score,
    });
    this.turn(now, seat);
    this.draw(now, seat, told.placed.length);
    if (!points) this.scoreless(now);
    if (now.racks[place(seat)] <= 0 && now.bag === 0) now.out = seat;
  },

  "exchange-tiles"(now, { seat, count }) {
    this.line(now, seat, "exchange", `exchange ${count}`, 0);
    this.turn(now, seat);
    this.scoreless(now);
  },

  "pass-turn"(now, { seat }) {
    this.line(now, seat, "pass", "pass", 0);
    this.turn(now, seat);
    this.scoreless(now);
  },

  // Of the last line only; what else follows from it, the server works out.
  "retract-turn"(now, { version }) {
    const last = now.lines.at(-1);
    if (last?.version !== version || !["play", "exchange", "pass", "missed"].includes(last.kind)) {
      now.open_questions += 1;
      return;
    }
    now.lines.pop();
    now.totals[place(last.seat)] -= last.score;
    const laid = new Set(last.placed.map(([at]) => nameOf(at, true, this.board.size)));
    now.blanks = now.blanks.filter(({ square }) => !laid.has(square));
    if (last.kind === "play") this.takeUp(now, last);
    Object.assign(now, { on_move: last.seat, out: null, ended: null, hold: null });
  },

  "miss-turn"(now, { seat, announced }) {
    this.line(now, seat, "missed", say("entry.tiles-follow"), announced, { announced });
    this.turn(now, seat);
    if (!announced) this.scoreless(now);
  },

  "call-hold"(now, { seat }) {
    now.hold = seat;
  },

  "release-hold"(now) {
    now.hold = null;
  },

  "neutralise-clock"(now, { reason }) {
    now.neutral = reason;
  },

  "restart-clock"(now) {
    now.neutral = "";
  },

  "determine-starter"(now, { starter }) {
    const names = starter === 1 ? now.pairing : now.pairing.toReversed();
    if (now.starter !== starter - 1) now.limits = now.limits.toReversed();
    now.starter = starter - 1;
    now.players = now.players.map((player, at) => ({ ...player, name: names[at] }));
  },

  "correct-start"(now, asked) {
    if (asked.starter) APPLY["determine-starter"](now, asked);
  },

  "start-game"(now) {
    now.started = true;
    now.on_move ??= "first";
  },

  "hand-over-table"(now, _, { by }) {
    now.keeper = { badge: "", device: "", former_badge: by };
  },

  "take-over-table"(now, _, { by }) {
    now.keeper = { badge: by, device: "" }; // this tablet, until the server names it
  },

  "verify-turns"(now, { versions }, { by }) {
    now.lines = now.lines.map((line) =>
      versions.includes(line.version) ? { ...line, verified: [...line.verified, by] } : line,
    );
  },

  "insert-turn"(now, asked) {
    const read = ({ square, letters }) => {
      const { at: start, across } = squareOf(square, this.board.size);
      return { start, across, tiles: cut(letters) };
    };
    insertTurn(this, now, asked, read);
  },

  "exchange-seats": exchangeSeats,

  "read-clocks"() {},

  ...CHALLENGES,
  ...ENDING,
};

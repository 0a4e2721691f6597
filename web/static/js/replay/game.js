// A game as the client keeps it: every position worked out once, so that a step looks things up.
// The server does the same for pages without scripts (web/replay.py).

import { spelled } from "../frame/wording.js";
import { say } from "../frame/say.js";

const UNDER_WAY = new Set(["playing", "on hold", "challenge", "played out"]);
const TURNS = new Set(["play", "phoney", "exchange", "pass", "missed"]);

export class Game {
  constructor(replay) {
    this.replay = replay;
    this.plies = replay.plies;
    this.last = replay.plies.length;
    this.size = replay.board.size;
    this.values = new Map(replay.tiles.map((kind) => [kind.tile, kind.value]));
    this.all = replay.tiles.reduce((sum, kind) => sum + kind.count, 0);
    this.boards = boardsOf(replay);
    this.marked = replay.plies
      .map((ply, place) => (ply.marks.some((mark) => mark !== "remark") ? place + 1 : 0))
      .filter(Boolean);
    const told = (replay.incidents ?? []).map((incident) => ({ ply: Math.min(incident.ply, this.last), incident }));
    const bare = this.marked.filter((ply) => !told.some((stop) => stop.ply === ply)).map((ply) => ({ ply, incident: null }));
    this.stops = [...told, ...bare].sort((a, b) => a.ply - b.ply);
  }

  // Squares after a number of plies: for each a tile, the ply that put it there, what just left.
  board(ply) {
    return this.boards[ply];
  }

  ply(number) {
    return number > 0 ? this.plies[number - 1] : null;
  }

  // After the last ply the result stands, which may have been amended.
  totals(number) {
    if (this.isOver && number > 0 && number === this.last) return this.replay.result.totals;
    return this.ply(number)?.totals ?? [0, 0];
  }

  // What the clocks showed when they were last read.
  clocks(number) {
    for (let at = number; at > 0; at -= 1) {
      const { clocks } = this.ply(at);
      if (clocks) return clocks;
    }
    return [null, null];
  }

  onMove(number) {
    return number > 0 ? this.ply(number).on_move : (this.begun ? "first" : null);
  }

  // Only of a game that has begun is it settled who plays first (as web/replay.py has it).
  get begun() {
    return UNDER_WAY.has(this.replay.game.state) || this.plies.some(isTurn);
  }

  get beginning() {
    if (this.begun) return say("replay.name-plays-first", { name: this.replay.players[0].name });
    if (this.last) return say("replay.no-turn-was-recorded");
    return this.replay.game.state === "scheduled" ? say("replay.game-has-not-begun") : "";
  }

  bag(number) {
    return this.ply(number)?.bag ?? this.all - 14;
  }

  get isOver() {
    return Boolean(this.replay.result?.over);
  }

  // Tiles of each kind that are not on the board after a ply.
  left(number) {
    const lying = new Map();
    for (const tile of this.boards[number].tiles) {
      if (tile) {
        const kind = isBlank(tile) ? "?" : tile;
        lying.set(kind, (lying.get(kind) ?? 0) + 1);
      }
    }
    return this.replay.tiles.map(({ tile, count }) => count - (lying.get(tile) ?? 0));
  }

  // Whether a square may look different after these two plies.
  differs(one, other, at) {
    const a = this.boards[one];
    const b = this.boards[other];
    return a.tiles[at] !== b.tiles[at] || (a.by[at] && (a.by[at] === one || b.by[at] === other)) || a.gone.has(at) || b.gone.has(at);
  }

  // Where to go for the next incident: its turn, and the incident itself, or null for a marked turn.
  nextStop(ply, chosen, direction) {
    const at = this.stops.findIndex(({ incident }) => incident && incident === chosen);
    if (at >= 0) return this.stops[at + direction];
    if (direction < 0) return this.stops.findLast((stop) => stop.ply < ply);
    return this.stops.find((stop) => stop.ply > ply || (stop.ply === ply && stop.incident));
  }

  incidentsAt(ply) {
    return this.stops.filter((stop) => stop.incident && stop.ply === ply).map(({ incident }) => incident);
  }

  // The event after which the state is as it is seen.
  version(ply) {
    return this.ply(ply)?.version ?? 1;
  }

  // How a square looks after a ply: classes, letter, points, and its name for a screen reader.
  square(number, at) {
    const { tiles, by, gone } = this.boards[number];
    const premium = this.replay.board.premiums[at];
    const name = this.nameOf(at);
    let look = premium ? `sq p${premium.toLowerCase()}` : "sq";
    if (at === Math.floor((this.size * this.size) / 2)) look += " centre";
    const lying = tiles[at];
    const tile = lying || gone.get(at) || "";
    if (!tile) {
      const under = premium && say(`replay.premium.${premium}`);
      const says = under ? say("replay.square-empty-premium", { square: name, premium: under }) : say("replay.square-empty", { square: name });
      return { look, letter: "", points: "", says };
    }
    const blank = isBlank(tile);
    const face = tile.toUpperCase();
    const points = blank ? 0 : (this.values.get(tile) ?? 0);
    let says = blank ? say("replay.square-blank", { square: name, face }) : say("replay.square-tile", { square: name, face, n: points });
    if (blank) look += " blank";
    if (tile.length > 1) look += " wide";
    if (!lying) {
      look += " gone";
      says = say("replay.name-empty-face-taken-off", { name, face });
    } else {
      look += " tile";
      if (number && by[at] === number) {
        look += this.ply(number).kind === "phoney" ? " last phoney" : " last";
        says = say("replay.square-just-played", { square: says });
      }
    }
    return { look, letter: blank ? tile : face, points: blank ? "" : String(points), says };
  }

  nameOf(at) {
    return `${Math.floor(at / this.size) + 1}${String.fromCharCode(65 + (at % this.size))}`;
  }
}

export function isTurn(ply) {
  return TURNS.has(ply.kind);
}

export function isBlank(tile) {
  return tile !== tile.toUpperCase();
}

// A rack as single tiles: "A[CH]?" is A, CH and a blank.
export function cutRack(rack) {
  return rack === "-" ? [] : (rack.match(/\[[^\]]+\]|./gu) ?? []).map((tile) => tile.replace(/[[\]]/g, ""));
}

// The tiles of a rack, each with whether this ply played it.
export function rackOf(ply) {
  const played = ply.placed.map(({ tile }) => (isBlank(tile) ? "?" : tile));
  return cutRack(ply.rack).map((tile) => {
    const place = played.indexOf(tile);
    if (place >= 0) played.splice(place, 1);
    return { tile, played: place >= 0 };
  });
}

// A line that is no play, in words; the record has its number or its tiles in the move.
function called(kind, move) {
  const [what, ...rest] = move.split(" ");
  if (kind === "unplayed" && rest.length > 1) return say("lines.unplayed-tiles", { tiles: rest.slice(1).join(" ") });
  return say(`lines.${kind}`, { n: what === "exchange" ? +rest[0] : 0 });
}

// What a ply's move is called behind its square: Q(U)EYN.
export function moveWords({ square, move, words, kind }) {
  return square && move.startsWith(`${square} `) ? spelled(move, words[0]?.word).slice(square.length + 1) : called(kind, move);
}

function boardsOf(replay) {
  const squares = replay.board.size * replay.board.size;
  let tiles = Array(squares).fill("");
  let by = new Uint16Array(squares);
  const boards = [{ tiles, by, gone: new Map() }];
  replay.plies.forEach((ply, place) => {
    tiles = tiles.slice();
    by = by.slice();
    const gone = new Map();
    for (const at of ply.removed) {
      if (tiles[at]) gone.set(at, tiles[at]);
      tiles[at] = "";
      by[at] = 0;
    }
    for (const { at, tile } of ply.placed) {
      tiles[at] = tile;
      by[at] = place + 1;
    }
    boards.push({ tiles, by, gone });
  });
  return boards;
}

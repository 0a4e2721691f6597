// What a play is worth: the same count as ledger/equipment/scoring.py, tested against it.

const THROUGH = ".";
const ALL_TILES = 7;
const ALL_TILES_BONUS = 50;

// A board as the scorer wants it: factors for each square.
export function boardOf({ size, premiums }) {
  return {
    size,
    centre: (size * size - 1) / 2,
    letterTimes: premiums.map((premium) => (premium.endsWith("L") ? Number(premium[0]) : 1)),
    wordTimes: premiums.map((premium) => (premium.endsWith("W") ? Number(premium[0]) : 1)),
  };
}

// Points of every face a tile can show; a blank, in small letters, is worth nothing.
export function facesOf(tiles) {
  const faces = new Map();
  for (const { tile, value } of tiles) {
    faces.set(tile, value);
    if (tile !== "?") faces.set(tile.toLowerCase(), 0);
  }
  return faces;
}

// A tile of several characters is written in brackets.
export const spell = (tiles) =>
  tiles.map((tile) => ([...tile].length > 1 ? `[${tile}]` : tile)).join("");

export const nameOf = (at, across, size) => {
  const row = Math.floor(at / size) + 1;
  const column = String.fromCharCode(65 + (at % size));
  return across ? row + column : column + row;
};

// What `tiles` from square `first` are worth, or why they can't lie there: { problem, at }.
export function score(squares, first, across, tiles, board, faces) {
  const { size } = board;
  const step = across ? 1 : size;
  const row = Math.floor(first / size);
  const column = first % size;
  if ((across ? column : row) + tiles.length > size) return { problem: "off-the-board", at: first };
  let main = 0;
  let times = 1;
  let crossing = 0;
  let at = first;
  const mainTiles = [];
  const placed = [];
  const words = [];
  for (const tile of tiles) {
    const lies = squares[at];
    if (lies) {
      if (tile !== THROUGH && tile.toUpperCase() !== lies.toUpperCase()) {
        return { problem: "square-taken", at };
      }
      main += faces.get(lies);
      mainTiles.push(lies);
    } else if (tile === THROUGH) {
      return { problem: "nothing-to-play-through", at };
    } else {
      placed.push({ at, tile });
      mainTiles.push(tile);
      const value = faces.get(tile) * board.letterTimes[at];
      main += value;
      times *= board.wordTimes[at];
      const before = run(squares, at, !across, -1, size);
      const after = run(squares, at, !across, 1, size);
      if (before.length || after.length) {
        const points = (worth([...before, ...after], faces) + value) * board.wordTimes[at];
        crossing += points;
        words.push({ word: spell([...before.reverse(), tile, ...after]), score: points });
      }
    }
    at += step;
  }
  if (!placed.length) return { problem: "no-new-tile", at: first };
  const before = run(squares, first, across, -1, size);
  const after = run(squares, at - step, across, 1, size);
  main += worth([...before, ...after], faces);
  mainTiles.unshift(...before.reverse());
  mainTiles.push(...after);
  const touches = mainTiles.length > placed.length || words.length > 0;
  if (mainTiles.length > 1 || !words.length) {
    main *= times;
    words.unshift({ word: spell(mainTiles), score: main });
  } else {
    main = 0; // one tile, written in the direction in which it forms no word
  }
  const allTiles = placed.length >= ALL_TILES;
  return {
    placed,
    words,
    score: main + crossing + (allTiles ? ALL_TILES_BONUS : 0),
    allTiles,
    flaws: touches ? [] : flawsOf(squares, placed, board),
  };
}

function flawsOf(squares, placed, board) {
  if (squares.some(Boolean)) return ["disconnected"];
  const flaws = [];
  if (placed.every(({ at }) => at !== board.centre)) flaws.push("misses-centre");
  if (placed.length === 1) flaws.push("one-tile-first");
  return flaws;
}

// The tiles along a row or column from a square, up to the first empty square.
function run(squares, from, across, way, size) {
  const tiles = [];
  const step = (across ? 1 : size) * way;
  let left = across ? from % size : Math.floor(from / size);
  if (way > 0) left = size - 1 - left;
  for (let at = from + step; left > 0 && squares[at]; at += step, left -= 1) tiles.push(squares[at]);
  return tiles;
}

const worth = (tiles, faces) => tiles.reduce((sum, tile) => sum + faces.get(tile), 0);

// Which tiles nobody has seen yet: the set without what lies on the board and in the draft.

export function unseenTiles(tiles, squares, draft = []) {
  const unseen = new Map(tiles.map(({ tile, count }) => [tile, count]));
  const take = (face) => {
    const kind = face === face.toLowerCase() && face !== face.toUpperCase() ? "?" : face;
    unseen.set(kind, (unseen.get(kind) ?? 0) - 1);
  };
  for (const face of squares) if (face) take(face);
  for (const face of draft) take(face);
  return unseen;
}

// The face a key stands for: a blank where asked for, or where the letter is used up.
export function faceOf(tile, wantBlank, unseen) {
  const usedUp = (unseen.get(tile) ?? 0) <= 0 && (unseen.get("?") ?? 0) > 0;
  return wantBlank || usedUp ? tile.toLowerCase() : tile;
}

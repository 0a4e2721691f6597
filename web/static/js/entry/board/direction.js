// Which way a play runs, where nobody has said so: a guess that saves a tap, made of where tiles
// lie and how letters look. No word is known here, and nothing is said about one.

// From the first square alone: the direction that meets a tile after fewer new ones, never one that
// would only lengthen a word from behind; across where neither is likelier.
export function predicted(squares, start, size) {
  const ways = [true, false].map((across) => ({ across, ...reach(squares, start, across, size) }));
  const free = ways.filter(({ behind }) => !behind);
  const [best] = (free.length ? free : ways).sort((one, other) => one.steps - other.steps);
  return best.across;
}

// How many new tiles it takes to meet a tile in this direction, beside it or ahead.
function reach(squares, start, across, size) {
  const step = across ? 1 : size;
  const row = Math.floor(start / size);
  const column = start % size;
  const line = across ? column : row;
  const behind = line > 0 && Boolean(squares[start - step]);
  let steps = 0;
  for (let along = line, at = start; along < size; along += 1, at += step) {
    if (squares[at]) return { behind, steps };
    steps += 1;
    const beside = across ? Math.floor(at / size) : at % size;
    const aside = across ? size : 1;
    if ((beside > 0 && squares[at - aside]) || (beside < size - 1 && squares[at + aside])) {
      return { behind, steps };
    }
  }
  return { behind, steps: Infinity };
}

const HARD = /[^AEIOU]{4}|[AEIOU]{4}|^[^AEIOUY]{3}/; // to say, mostly

// How likely a play that was counted is meant, against the same tiles the other way. The weights
// are of 2,336 plays of 100 real games; of 828 plays of others 29 go the other way.
export function likely({ placed, words }) {
  const letters = words.map(({ word }) => word.normalize("NFD").replace(/[^\p{L}]/gu, "").toUpperCase());
  const [main, ...crossing] = letters;
  const count = (all, is) => all.filter(is).length;
  return (
    crossing.length
    - 8 * count(letters, (word) => !/[AEIOUY]/.test(word))
    - 5 * count(letters, (word) => HARD.test(word))
    - 4 * (main.length - placed.length)
    - 4 * count(crossing, (word) => word.length > 3)
  );
}

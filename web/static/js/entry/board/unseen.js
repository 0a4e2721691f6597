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

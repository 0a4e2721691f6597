// The first tile may be slid from its key to its square: one touch says what and where.

import { faceOf } from "../board/unseen.js";

export const sliding = ({ play, grid }) => ({ tile }, event) => {
  const able = event && tile && play.typing && !play.draft.tiles.length;
  const at = able ? grid.squareUnder(event) : null;
  if (event?.type !== "pointerup" || at === null) {
    if (able && event.type === "pointermove") grid.magnify(at, event, faceOf(tile, play.wantBlank, play.unseen()));
    else grid.magnify(null);
    return;
  }
  grid.magnify(null);
  if (play.draft.start !== at) play.tap(at, { again: false }); // no double tap slides
  grid.rove(at);
  play.type(tile);
};

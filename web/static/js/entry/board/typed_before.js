// The play that was being typed when the page was loaded again, if it still answers what is seen.

import { isAsSeen } from "../queue/as_seen.js";

export function goOn(play, typed) {
  const [seen, draft] = JSON.parse(typed);
  if (!play.draft.empty || !play.typing || !isAsSeen(seen, play.game.now)) return;
  Object.assign(play.draft, draft);
  play.seen = seen;
  play.show();
}

// A director at this tablet: badge and PIN for one entry, written under the director's own badge.
// It goes past the queue, so it needs the server, and everything before it must be sent.

import { uuid7 } from "../queue/ids.js";
import { say } from "../../frame/say.js";

export async function byDirector({ game, entries, outbox, panel, voice }, { badge, pin }, asked, more = {}) {
  await outbox.flush();
  await entries.reload();
  if (outbox.waiting) {
    await panel.tell(say("entry.not-recorded"), [
      say("entry.directors-entry-needs-server-and-there"),
      say("entry.try-again-when-everything-here-sent"),
    ]);
    return false;
  }
  const { words, clocks } = more;
  const now = new Date().toISOString();
  const entry = {
    command_id: uuid7(), game: game.state.game.id, after: game.now.last, asked, occurred_at: now, sent_at: now,
    ...(words && { words }), ...(clocks && { clocks }),
  };
  let told;
  try {
    const response = await fetch(`/api/games/${game.state.game.id}/by-director`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ badge, pin, entry }),
    });
    told = await response.json();
  } catch {
    told = { what: say("entry.there-no-connection-server"), next_step: say("entry.try-again") };
  }
  await entries.reload();
  if (told.kind === "written") {
    voice(say("entry.recorded-under-badge-badge", { badge }));
    return true;
  }
  const what = told.kind === "stale" ? say("entry.something-else-was-entered-meanwhile") : told.what;
  await panel.tell(say("entry.not-recorded"), [what, told.next_step ?? say("entry.look-at-and-enter-again")].filter(Boolean));
  return false;
}

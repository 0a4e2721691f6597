// A director at this tablet: badge and PIN for one entry, written under the director's own badge.
// It goes past the queue, so it needs the server, and everything before it must be sent.

import { uuid7 } from "../queue/ids.js";

export async function byDirector({ game, entries, outbox, panel, say }, { badge, pin }, asked, more = {}) {
  await outbox.flush();
  await entries.reload();
  if (outbox.waiting) {
    await panel.tell("Not recorded", [
      "A director’s entry needs the server, and there is no connection.",
      "Try again when everything here is sent.",
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
    told = { what: "There is no connection to the server.", next_step: "Try again." };
  }
  await entries.reload();
  if (told.kind === "written") {
    say(`Recorded under badge ${badge}`);
    return true;
  }
  const what = told.kind === "stale" ? "Something else was entered meanwhile." : told.what;
  await panel.tell("Not recorded", [what, told.next_step ?? "Look at it, and enter it again."].filter(Boolean));
  return false;
}

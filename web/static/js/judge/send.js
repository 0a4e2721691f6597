// Hands a judge's entry in: the same request again while the answer is lost, a new one where
// something was entered at the table in between and the slip is still the same.

import { uuid7 } from "../entry/queue/ids.js";
import { say } from "../frame/say.js";

const TRIES = 4;
const PAUSE = 700;
const PATIENCE = 10000; // for a network that is there and does not answer; then the same is asked again

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Resolves with what the server says; `again` gives the slip as it is now, or null if it changed.
export async function send(slip, door, asked, again) {
  let now = slip;
  for (let tries = 0; tries < TRIES && now; tries += 1) {
    const told = await post(`/api/games/${now.game}/${door}`, {
      command_id: uuid7(), after: now.slip.last, occurred_at: new Date().toISOString(), ...asked,
    });
    if (told.kind !== "stale") return told;
    now = await again();
  }
  return { kind: "changed", what: say("judge.the-slip-was-changed"), next_step: say("judge.look") };
}

async function post(address, body) {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(address, {
        method: "POST",
        signal: AbortSignal.timeout(PATIENCE),
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ ...body, sent_at: new Date().toISOString() }),
      });
      const told = await response.json();
      return response.ok ? told : { kind: "refused", ...told };
    } catch {
      if (tries >= TRIES) {
        return { kind: "lost", what: say("judge.there-is-no-connection"), next_step: say("judge.go-back-to-the-list") };
      }
      await pause(PAUSE * tries);
    }
  }
}

// Slips on their way: sent in the order they were typed, each once however often it has to be tried.

import { uuid7 } from "../entry/queue/ids.js";

const PATIENCE = 20000; // for a network that is there and does not answer
const AGAIN = [500, 1000, 2000, 4000, 8000]; // milliseconds between tries, the last one again and again

export class Sending {
  // `changed` is called with a slip whose state is another one.
  constructor(changed) {
    this.changed = changed;
    this.waiting = [];
    this.busy = false;
    addEventListener("beforeunload", (event) => {
      if (this.waiting.length) event.preventDefault();
    });
  }

  // Send fields of a form to an address; resolves to { told } or { refused }.
  send(slip, address, fields) {
    slip.state = "sending";
    const done = new Promise((resolve) => this.waiting.push({ slip, address, resolve, fields: [["request", uuid7()], ...fields] }));
    this.changed(slip);
    this.#next();
    return done;
  }

  async #next() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length) {
      const { slip, address, fields, resolve } = this.waiting[0];
      const answer = await this.#answered(slip, address, fields);
      this.waiting.shift();
      resolve(answer);
    }
    this.busy = false;
  }

  async #answered(slip, address, fields) {
    for (let tries = 0; ; tries += 1) {
      const answer = await posted(address, fields);
      if (answer) return answer;
      slip.state = "no-connection";
      this.changed(slip);
      await new Promise((resolve) => setTimeout(resolve, AGAIN[Math.min(tries, AGAIN.length - 1)]));
    }
  }
}

// The answer; null where none came, or the record is away: then it is asked again, under its number.
async function posted(address, fields) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  try {
    const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE), headers: { Accept: "application/json" } });
    if (answer.status >= 500) return null;
    const told = await answer.json();
    return answer.ok ? { told } : { refused: told };
  } catch {
    return null;
  }
}

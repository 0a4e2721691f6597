// A matter put off or waived: the question, and the request that says so.

import { uuid7 } from "../entry/queue/ids.js";
import { asRead } from "../frame/make.js";

// As in ledger/vocabulary/desk_matters.py: whose table reads the reason, and what it goes on waiting for.
const AT_A_TABLE = new Set(["call", "verdicts-differ", "turns-since", "for-a-ruling", "step", "amendment", "petition", "unwritten", "slip"]);
const NEVER_WAIVED = new Set(["verdicts-differ", "slip", "unwritten"]);
const DONE = { "waive-matter": "Waived.", "put-off-matter": "Put off; it comes back by itself." };

export class Aside {
  // `now` gives the time of the record in milliseconds; `said` shows what came of it.
  constructor({ now, said }) {
    this.now = now;
    this.said = said;
    this.dialog = document.getElementById("aside");
    this.reason = document.getElementById("aside-reason");
    this.wants = document.getElementById("aside-wants");
    this.dialog.querySelector("form").addEventListener("submit", (event) => {
      // Who only goes back need not say why.
      if (event.submitter?.value === "no" || this.reason.value.trim()) return;
      event.preventDefault();
      this.wants.textContent = "Say why in a word: it stands in the log of the day.";
      this.reason.focus();
    });
  }

  async ask({ matter, tournament, words }) {
    this.reason.value = "";
    this.wants.textContent = "";
    document.getElementById("aside-what").textContent = asRead(words);
    document.getElementById("aside-read").textContent = AT_A_TABLE.has(matter.kind) ? "a word is enough; the table reads it" : "a word is enough";
    this.dialog.querySelector("[value=waive]").hidden = NEVER_WAIVED.has(matter.kind);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    await new Promise((resolve) => this.dialog.addEventListener("close", resolve, { once: true }));
    const how = this.dialog.returnValue;
    if (how && how !== "no") await this.send(tournament, this.asked(matter, how));
  }

  asked({ kind, subject, which }, how) {
    const named = { kind, subject, which, reason: this.reason.value.trim() };
    if (how === "waive") return { ask: "waive-matter", ...named };
    const minutes = Number(how);
    if (!minutes) return { ask: "put-off-matter", ...named, until: how };
    return { ask: "put-off-matter", ...named, until: "time", at: new Date(this.now() + minutes * 60_000).toISOString() };
  }

  // The same request again where no answer came: what was written is not written twice.
  async send(tournament, asked) {
    const body = JSON.stringify({ command_id: uuid7(), tournament, asked });
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    for (const wait of [0, 1000, 3000]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const told = await fetch("/desk/matters", { method: "POST", headers, body }).then((response) => response.json(), () => null);
      if (told === null) continue;
      const good = Boolean(told.written);
      this.said(good ? DONE[asked.ask] : `${told.what} ${told.next_step}`, good);
      return;
    }
    this.said("There is no connection to the server. Try again.", false);
  }
}

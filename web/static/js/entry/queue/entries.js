// What is entered at this table: kept on this tablet and sent, and said as people say it. What only
// the server knows of it, it is asked for.

import { moveWords, said } from "../irregular/in_words.js";
import { afterOf, seenOf } from "./as_seen.js";
import { PATIENCE } from "./outbox.js";
import { say } from "../../frame/say.js";

const SOON = 700;
const CLAIMED = { "issue-challenge": "challenge", "call-hold": "hold" };
const FIRST = {
  what: say("entry.something-else-was-entered-for-game"),
  next_step: say("entry.look-at-sheet-as-now-then"),
};

export class Entries {
  // `told()` is called when the server has told the state once more, `entered(before)` when
  // something was entered here, with what was known before it, `emptied()` when nothing waits any more
  // and the server has told what came of it.
  constructor({ game, outbox, panel, voice, told, entered, emptied }) {
    Object.assign(this, { game, outbox, panel, voice, told, entered, emptied });
    this.fresh = false; // the state is what the server told just now
    this.unheard = null; // what the server said instead of the state
    this.asked = 0; // how often it was asked for the state
    this.heard = 0; // which of these its latest answer was to
    this.same = 0; // entries the other tablet had entered just the same, as told
    this.waited = 0; // entries, when the outbox last told
  }

  // What the server knows now; offline, what it knew last. Gives whether the server told.
  reload() {
    this.reloading = this.askForState();
    return this.reloading;
  }

  async askForState() {
    const { game } = this;
    const { id } = game.state.game;
    let heard = false;
    this.fresh = false;
    this.unheard = null;
    const asked = (this.asked += 1);
    try {
      const response = await fetch(`/api/games/${id}/table.json`, {
        headers: { Accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE),
      });
      const told = await response.json();
      if (response.ok ? told?.game?.id !== id : !told?.refused) throw new Error(); // somebody else answers, as in a café
      heard = response.ok;
      if (!heard) {
        this.unheard = told;
      } else if (asked > this.heard) {
        // A record restored from a copy knows less than it did: what counts is who asked later.
        this.heard = asked;
        game.state = told;
        this.fresh = true;
        if (this.asked > 1) this.told(); // the first look is not kept waiting by it
        await game.store.put("games", game.state, id);
        await this.outbox.heldNow(id);
      }
    } catch {
      if (!heard) this.outbox.away(); // the page goes on with what it has
    }
    await game.refresh();
    return heard;
  }

  // What was sent may have had consequences that only the server knows, such as the game's end.
  async sent() {
    const { outbox } = this;
    const { waiting, online } = outbox;
    const all = this.waited > 0 && waiting === 0 && online;
    this.waited = waiting;
    await this.game.refresh();
    if (all) this.reload().then(this.emptied);
    if (outbox.same > this.same) this.voice(say("entry.other-tablet-had-entered-same-on"));
    this.same = outbox.same;
  }

  // What the server knows at this moment, if it can be asked at once.
  upToDate() {
    const soon = new Promise((resolve) => setTimeout(resolve, SOON));
    return Promise.race([this.outbox.flush().then(() => this.reload()), soon]);
  }

  // Enters something whose consequences only the server knows, and waits for them if it can be
  // reached. True unless it was refused, which is told at once.
  // `now`: it answers what is seen now, so it is not kept where something else came first.
  async settled(asked, { now = false, ...more } = {}) {
    const { outbox } = this;
    const { command_id: id } = await this.enter(asked, { ...more, quiet: true });
    await outbox.flush();
    await this.reload();
    const trouble = outbox.troubles.find(({ command_id: other }) => other === id);
    if (!trouble) this.voice(say("entry.entered-asked", { asked: said(asked) }));
    const stale = trouble?.answer.kind === "stale";
    if (!trouble || (stale && !now)) return !trouble;
    const { refused, what, next_step: next, clause, rule_on: ruleOn } = stale ? FIRST : trouble.answer;
    await outbox.drop(id, what);
    await this.reload();
    if (refused === "too-late" && CLAIMED[asked.ask]) await this.claimed(id, asked);
    await this.panel.tell(say("entry.not-entered"), [what, next], clause, ruleOn);
    return false;
  }

  // What the book bars was claimed all the same, and stands in the record for whoever rules on it.
  claimed(id, { ask, seat }) {
    return this.enter({ ask: "write-claim", seat, of: CLAIMED[ask], refused: id }, { quiet: true });
  }

  // Keeps an entry on this tablet, then sends it. `seen`: what it answers, if not what is shown now.
  async enter(asked, { seen = seenOf(this.game.now), quiet = false, ...more } = {}) {
    const { game } = this;
    const before = game.now;
    const kept = await this.outbox.add(game.state.game.id, asked, { after: afterOf(seen, before), ...more });
    await game.refresh();
    this.entered(before);
    const { lines } = game.now;
    if (!quiet) this.voice(say("entry.entered-what", { what: lines.length > before.lines.length ? moveWords(lines.at(-1)) : said(asked) }));
    return kept;
  }
}

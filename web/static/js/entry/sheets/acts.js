// The buttons of everything at the table that is not a play, and the big one: which can be pressed
// now, and what they say.

import { areCircled, circled } from "../board/blanks.js";
import { keptElsewhere, oneAct } from "./next_act.js";
import { Roving } from "../keys/roving.js";
import { undoable } from "../turns/undoable.js";
import { write } from "./words.js";
import { say } from "../../frame/say.js";

const SEEN = 100; // milliseconds after which what was pressed says that it works
const LONGEST = 10000; // and after which it may be pressed again: a network may be silent

export class Acts {
  // `ways`: for each act what is done, by its name.
  constructor({ game, play, ways }) {
    Object.assign(this, { game, play, ways });
    this.since = {}; // the moment at which what is not done was pressed
    this.row = new Roving(document.querySelector(".acts"));
    this.buttons = new Map(
      [...document.querySelectorAll(".acts [data-do]")].map((button) => [button.dataset.do, button]),
    );
  }

  show(now) {
    const elsewhere = keptElsewhere(this.game);
    const playing = now.started && !now.ended && !elsewhere;
    const last = now.lines.at(-1);
    const challengeable = playing && last && ["play", "missed"].includes(last.kind) && !last.withdrawn;
    const back = undoable(this);
    const able = {
      exchange: playing && !now.out && !now.challenge,
      pass: playing && !now.out && !now.challenge,
      hold: challengeable && !now.challenge,
      challenge: challengeable && !now.challenge,
      undo: !back.why || back.pending,
      blanks: true,
      director: true,
      more: true,
    };
    for (const [act, button] of this.buttons) button.disabled = !able[act];
    this.typed();
    this.row.show();
    this.buttons.get("undo").setAttribute("aria-label", back.why ? say("entry.undo-why", { why: back.why }) : say("entry.undo"));
    write(this.buttons.get("hold"), now.hold ? say("entry.release") : say("entry.hold"));
    const letters = circled(now, this.game.board.size);
    const blanks = this.buttons.get("blanks");
    write(blanks, letters ? say("entry.blanks-letters", { letters }) : say("entry.blanks"));
    blanks.setAttribute("aria-label", letters ? say("entry.blanks-letters-2", { letters }) : say("entry.blanks-none-played"));
    const director = this.buttons.get("director");
    const called = now.open.some(({ name }) => name === "director-called");
    director.classList.toggle("called", called);
    director.setAttribute("aria-label", called ? say("entry.director-called") : say("entry.director-call"));
  }

  // While a play is typed nobody exchanges, but may have announced another score.
  typed() {
    const { game: { now }, play: { draft } } = this;
    const button = this.buttons.get("exchange");
    this.typing = !draft.empty && draft.tiles.length > 0 && now.started && !now.ended;
    write(button, this.typing ? say("entry.score-differs") : say("entry.exchange"));
    if (this.typing) button.disabled = false;
  }

  // After what was pressed just before.
  do(act, about, button = this.buttons.get(act) ?? {}) {
    const pressed = `${act} ${button.textContent} ${this.game.now.lines.length}`; // Release is no second Hold
    return this.once(pressed, button, async () => {
      await this.play.committing;
      const way = act === "exchange" && this.typing ? "announced" : act;
      return this.ways[way]?.(about);
    });
  }

  // A second press does nothing until all that the first began is done, the server's answer with it.
  async once(what, button, work) {
    if (performance.now() - this.since[what] < LONGEST) return undefined;
    this.since[what] = performance.now();
    const soon = setTimeout(() => (button.ariaBusy = true), SEEN);
    try {
      return await work();
    } finally {
      clearTimeout(soon);
      delete this.since[what];
      button.ariaBusy = null;
    }
  }

  // The big button: the clock was pressed, or the one act that is waited for. A finger may be
  // quicker than what it pressed last is kept.
  async commit() {
    const { game, play } = this;
    await play.committing;
    const act = game.correcting ? "corrected" : oneAct(game)?.act;
    if (act) {
      await this.do(act, undefined, document.getElementById("commit"));
      return;
    }
    if (play.draft.counted(game.now.squares).problem) return;
    const written = await play.commit();
    if (!written || written.letters === written.letters.toUpperCase()) return;
    if (!areCircled(game)) this.ways.blanks();
  }
}

// What is going on at the table, on a strip whose place is kept: the procedure, who does what next,
// whose clock runs. A tap shows every step; a step that is recorded has its button there and on the
// strip, unless it is what the big button does.

import { button, make } from "../../frame/make.js";
import { fit, namesOf } from "../sheets/words.js";
import { oneAct } from "../sheets/next_act.js";
import { doing, goingOn, hasWay, idle, next, verb, ways } from "./going.js";
import { moveWords } from "./in_words.js";
import { say } from "../../frame/say.js";

export class Procedures {
  // `act(name)` does what a button does; `record(what)` asks by a form; `steps()` imports the list.
  constructor({ strip, game, entries, panel, aloud, forms, unsettled, act, acts, record, steps }) {
    Object.assign(this, { strip, game, entries, panel, aloud, forms, unsettled, act, acts, record, steps });
    this.told = "";
    // Whatever makes the strip wider or lower: the screen, or what stands beside it.
    new ResizeObserver(() => this.fit(true)).observe(strip);
  }

  // The latest thing that is going on; a call for the director before all else.
  show(now) {
    const open = now.open ?? [];
    const called = open.find(({ name }) => name === "director-called");
    const shown = called ?? open.at(-1);
    const { correcting } = this.game;
    const unwritten = shown || correcting ? [] : this.unsettled.others;
    const told = JSON.stringify([shown, open.length, now.on_move, now.neutral, correcting?.line.version, unwritten, oneAct(this.game)?.act]);
    const hidden = !shown && !correcting && !unwritten.length;
    if (told === this.told) return;
    this.told = told;
    this.strip.hidden = hidden;
    if (hidden) {
      this.aloud.hear("going", "");
      return;
    }
    this.strip.className = `going ${called || unwritten.length ? "called" : ""}`;
    const step = shown && next(shown);
    this.going = { procedure: shown, step };
    const parts = correcting ? this.ofCorrection(correcting) : shown ? this.ofProcedure(shown, open) : this.unsettled.strip(() => this.act("outbox"));
    // A button that is taken away under a finger or a key is not pressed: where it would do the same, only
    // the words beside it change.
    const does = !correcting && shown && [shown.name, shown.seat, step?.answers, parts[1]?.outerHTML].join();
    const about = does && does === this.does && this.strip.firstChild;
    this.does = does;
    const focused = this.strip.contains(document.activeElement) && document.activeElement.textContent;
    (about || this.strip).replaceChildren(...(about ? parts[0].childNodes : parts));
    if (focused) [...this.strip.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
    this.words = [...this.strip.querySelectorAll(".words > *")].map((part) => [part, part.textContent]);
    this.strip.firstChild.title = this.words.map(([, words]) => words).join(". ");
    this.aloud.hear("going", this.strip.firstChild.title);
    this.fit();
  }

  fit(again) {
    if (!this.strip.hidden) fit(this.strip.querySelector(".words"), this.words, namesOf(this.game), ["", "small", "least"], again);
  }

  ofProcedure(procedure, open) {
    const step = next(procedure);
    const waiting = procedure.name === "director-called" && step?.asks === "director-comes";
    const { title } = procedure;
    const named = waiting || open.length === 1 ? title : say("entry.title-and-more", { title, n: open.length - 1 });
    return [
      make("button", { type: "button", className: "about", "aria-haspopup": "dialog", "aria-description": say("entry.all-steps"), onclick: () => this.all() }, [
        goingOn(named, step ? doing(this.game, procedure, step) : idle(procedure)),
      ]),
      step && hasWay(step) && !oneAct(this.game)?.covers?.includes(step.asks) && ways(
        button(verb(step), ({ target }) => this.acts.once(this.does, target, () => this.take(this.going.procedure, this.going.step)), {
          className: "go", "aria-label": waiting ? null : `${verb(step)}: ${step.does}`,
        }),
        step.asks === "release-hold" && button(say("entry.challenge"), () => this.act("challenge")),
      ),
    ].filter(Boolean);
  }

  ofCorrection({ line, seat }) {
    const title = seat ? say("entry.missed-before-line-seat", { line: moveWords(line), seat: this.game.playerOf(seat) }) : say("entry.correcting-line", { line: moveWords(line) });
    return [
      make("p", { className: "mending" }, [goingOn(title, say("entry.enter-play-as-was-then-big"))]),
      ways(button(say("entry.leave"), () => this.act("leave"))),
    ];
  }

  // Every step of everything that is going on, or of the procedure of this version.
  async all(version) {
    const { showSteps } = await this.steps();
    const answer = await showSteps(this, version);
    if (answer) await this.take(answer.procedure, answer.step);
  }

  // Records one step.
  async take(procedure, step) {
    await (await this.steps()).takeStep(this, procedure, step);
  }
}

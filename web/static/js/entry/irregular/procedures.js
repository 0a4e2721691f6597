// What is going on at the table, on a strip whose place is kept: the procedure, who does what next,
// whose clock runs. A tap shows every step; a step that is recorded has its button there and on the
// strip, unless it is what the big button does.

import { oneAct } from "../sheets/next_act.js";
import { moveWords } from "./in_words.js";
import { fit } from "../sheets/fit.js";
import { make } from "../sheets/panel.js";
import { namesOf } from "../sheets/page_shown.js";

const other = (seat) => (seat === "first" ? "second" : "first");

// Steps that have a way of their own on this page; every other step has a form.
const OWN_WAY = {
  "place-tiles": "board",
  "issue-challenge": "challenge",
  "call-hold": "hold",
  adjudicate: "verdict",
  "accept-play-out": "accept",
  "designate-blank": "blanks",
  "sign-result": "result",
  "sign-amendment": "result",
};

// What is still to be recorded here; what belongs to the director's desk is only shown.
const left = ({ steps }) => steps.filter(({ asks, done, room }) => asks && !done && room !== "director");
export const next = (procedure) => left(procedure).find(({ optional }) => !optional);
export const directors = ({ done, room }) => !done && room === "director";

// Where nobody waits for a step at the table.
const idle = (procedure) =>
  procedure.steps.some(directors) ? "The director does the rest."
  : left(procedure).length ? "Nothing has to be recorded; tap here for what may be."
  : "Nothing is left to record.";

export class Procedures {
  constructor(page) {
    this.page = page;
    this.strip = document.getElementById("going");
    this.told = "";
    addEventListener("resize", () => this.fit());
  }

  // The latest thing that is going on; a call for the director before all else.
  show(now) {
    const open = now.open ?? [];
    const called = open.find(({ name }) => name === "director-called");
    const shown = called ?? open.at(-1);
    const correcting = this.page.correcting;
    const unwritten = shown || correcting ? [] : this.page.unsettled.others;
    const told = JSON.stringify([shown, open.length, now.on_move, now.neutral, correcting?.line.version, unwritten, oneAct(this.page)?.act]);
    const hidden = !shown && !correcting && !unwritten.length;
    if (told === this.told) return;
    this.told = told;
    if (this.strip.hidden !== hidden) this.looks = "";
    this.strip.hidden = hidden;
    if (hidden) this.page.aloud.hear("going", "");
    if (this.strip.hidden) return;
    this.strip.className = `going ${called || unwritten.length ? "called" : ""}`;
    this.going = { procedure: shown, step: shown && next(shown) };
    const parts = correcting ? this.ofCorrection(correcting) : shown ? this.ofProcedure(shown, open) : this.page.unsettled.strip();
    // What looks the same stays as it is: a button that is taken away under a finger or a key is not pressed.
    const looks = correcting || !shown ? "" : parts.map(({ outerHTML }) => outerHTML).join("");
    if (looks && looks === this.looks && this.strip.firstChild) return;
    this.looks = looks;
    const focused = this.strip.contains(document.activeElement) && document.activeElement.textContent;
    this.strip.replaceChildren(...parts);
    if (focused) [...this.strip.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
    this.words = [...this.strip.querySelectorAll(".words > *")].map((part) => [part, part.textContent]);
    this.page.aloud.hear("going", this.words.map(([, words]) => words).join(". "));
    this.fit();
  }

  fit() {
    if (!this.strip.hidden) fit(this.strip.querySelector(".words"), this.words, namesOf(this.page), ["", "small", "small least"]);
  }

  ofProcedure(procedure, open) {
    const step = next(procedure);
    const more = open.length > 1 ? ` · and ${open.length - 1} more` : "";
    const waiting = procedure.name === "director-called" && step?.asks === "director-comes";
    return [
      make("button", { type: "button", className: "about", "aria-haspopup": "dialog", "aria-description": "All steps", onclick: () => this.all() }, [
        goingOn(procedure.title + (waiting ? "" : more), step ? this.doing(procedure, step) : idle(procedure)),
      ]),
      step && hasWay(step) && !oneAct(this.page)?.covers?.includes(step.asks) && make("button", {
        type: "button", className: "go", text: waiting ? "Director is here" : "Record",
        "aria-label": waiting ? null : `Record: ${step.does}`,
        onclick: () => this.take(this.going.procedure, this.going.step),
      }),
    ].filter(Boolean);
  }

  ofCorrection({ line, seat }) {
    const title = seat ? `Missed before ${moveWords(line)}: ${this.page.playerOf(seat)}` : `Correcting: ${moveWords(line)}`;
    return [
      make("p", { className: "mending" }, [goingOn(title, "Enter the play as it was, and press the big button.")]),
      make("button", { type: "button", text: "Leave it", onclick: () => this.page.acts.do("leave") }),
    ];
  }

  // Every step of everything that is going on.
  async all() {
    const { showSteps } = await import("./steps.js");
    const answer = await showSteps(this);
    if (answer) await this.take(answer.procedure, answer.step);
  }

  // Who "player" and "opponent" are in this procedure.
  nameOf({ seat }, who) {
    if (!seat) return who === "player" ? "Player" : "Opponent";
    return this.page.playerOf(who === "player" ? seat : other(seat));
  }

  // How long a step may take, and whose clock runs meanwhile.
  times(procedure, { seconds, clock }) {
    const { on_move: onMove } = this.page.now;
    const runs =
      clock === "neutral" ? (this.page.now.neutral || this.page.now.challenge ? "clocks stopped" : "both clocks should be stopped")
      : clock === "on-move" ? (onMove ? `clock of ${this.page.playerOf(onMove)} runs` : "")
      : clock ? `clock of ${this.nameOf(procedure, clock)} runs` : "";
    return [seconds != null && `${seconds} s`, runs].filter(Boolean);
  }

  doing(procedure, step) {
    const times = this.times(procedure, step);
    return [times.length ? step.does.replace(/\.$/, "") : step.does, ...times].join(" · ");
  }

  // Records one step: in its own way, by its form, or at once where there is nothing to ask.
  async take(procedure, step) {
    const { page } = this;
    const own = OWN_WAY[step.asks];
    if (own === "board") {
      page.say("Enter the play on the board.");
      return;
    }
    if (own) {
      await page.acts.do(own);
      return;
    }
    const { answers = [] } = step;
    const form = AT_ONCE.has(step.asks) ? null : await page.forms.get(step.asks, step.form);
    if (!form && !AT_ONCE.has(step.asks)) return;
    if (!form || (!form.fields.length && form.roles.includes(page.role))) {
      await page.settled({ ask: step.asks, ...Object.fromEntries(answers) });
      return;
    }
    const { record } = await import("./irregular.js");
    await record(page, {
      title: procedure.title, says: step.does, clause: step.clause, ask: step.asks, step,
      procedure: procedure.name,
    });
  }
}

// What goes on, and what is done about it, in the words of the strip.
export const goingOn = (title, about) => make("span", { className: "words" }, [make("b", { text: title }), " ", make("span", { text: about })]);

// Steps that ask nothing; they are known without the server.
const AT_ONCE = new Set(["director-comes"]);

export const hasWay = (step) => step.room !== "director" && (step.asks in OWN_WAY || AT_ONCE.has(step.asks) || Boolean(step.form));

// What is going on at the table, above the board: the procedure, who does what next, whose clock
// runs. A tap shows every step; a step that is recorded has its button there and on the strip.

import { cancel, make } from "./panel.js";
import { ruleOf } from "./rule.js";

const STAFF = { both: "Both", director: "Director", scorekeeper: "Scorekeeper", "word judge": "Word judge", staff: "Staff" };
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
};

// What is still to be recorded here; what belongs to the director's desk is only shown.
const left = ({ steps }) => steps.filter(({ asks, done, room }) => asks && !done && room !== "director");
const next = (procedure) => left(procedure).find(({ optional }) => !optional);
const directors = ({ done, room }) => !done && room === "director";

// Where nobody waits for a step at the table.
const idle = (procedure) =>
  procedure.steps.some(directors) ? "The director does the rest."
  : left(procedure).length ? "Nothing has to be recorded; what may be is under Steps."
  : "Nothing is left to record.";

export class Procedures {
  constructor(page) {
    this.page = page;
    this.strip = document.getElementById("going");
    this.told = "";
  }

  // The latest thing that is going on; a call for the director before all else.
  show(now) {
    const open = now.open ?? [];
    const called = open.find(({ name }) => name === "director-called");
    const shown = called ?? open.at(-1);
    const correcting = this.page.correcting;
    const unwritten = shown || correcting ? [] : this.page.unsettled.others;
    const told = JSON.stringify([shown, open.length, now.on_move, correcting?.line.version, unwritten]);
    const hidden = !shown && !correcting && !unwritten.length;
    const moves = hidden !== this.strip.hidden && !correcting;
    if (told === this.told || (moves && !this.page.draft.empty)) return; // not under the finger
    this.told = told;
    this.strip.hidden = hidden;
    this.page.parts.desk.classList.toggle("going-on", !this.strip.hidden);
    if (this.strip.hidden) return;
    this.strip.className = `going ${called || unwritten.length ? "called" : ""}`;
    this.strip.replaceChildren(...(correcting ? this.ofCorrection(correcting) : shown ? this.ofProcedure(shown, open) : this.page.unsettled.strip()));
  }

  ofProcedure(procedure, open) {
    const step = next(procedure);
    const more = open.length > 1 ? ` · and ${open.length - 1} more` : "";
    const waiting = procedure.name === "director-called" && step?.asks === "director-comes";
    return [
      make("p", {}, [
        make("b", { text: procedure.title + (waiting ? "" : more) }),
        make("span", { text: step ? this.doing(procedure, step) : idle(procedure) }),
      ]),
      step && hasWay(step) && make("button", {
        type: "button", className: "go", text: waiting ? "Director is here" : "Record",
        onclick: () => this.take(procedure, step),
      }),
      make("button", { type: "button", text: "Steps", "aria-haspopup": "dialog", onclick: () => this.all() }),
    ].filter(Boolean);
  }

  ofCorrection({ line }) {
    return [
      make("p", {}, [
        make("b", { text: `Correcting: ${line.move}` }),
        make("span", { text: "Enter the play as it was, and press the big button." }),
      ]),
      make("button", { type: "button", text: "Leave it", onclick: () => this.page.acts.do("leave") }),
    ];
  }

  // Every step of everything that is going on.
  async all() {
    const answer = await this.page.panel.ask("Going on at this table", (close) => [
      ...this.page.now.open.toReversed().map((procedure) => this.listed(procedure, close)),
      cancel(close, "Close"),
    ]);
    if (answer) await this.take(answer.procedure, answer.step);
  }

  listed(procedure, close) {
    const now = next(procedure);
    return make("section", { className: "procedure" }, [
      make("h3", { text: procedure.title }),
      make("p", { className: "quiet" }, [ruleOf(procedure.clause)]),
      procedure.needs_ruling && make("p", { className: "quiet", text: "The rulebook leaves this to the director’s ruling." }),
      procedure.counts.length && make("p", {
        className: "counts", text: procedure.counts.map(([what, count]) => `${what}: ${count}`).join(" · "),
      }),
      make("ol", {}, procedure.steps.map((step) =>
        make("li", {
          className: step.done ? "done" : step === now ? "now" : "",
          "aria-current": step === now ? "step" : null,
        }, [
          make("span", { className: "who", text: STAFF[step.who] ?? this.nameOf(procedure, step.who) }),
          make("span", {}, [
            make("span", { text: step.does }),
            make("small", {}, [
              this.times(procedure, step).map((time) => `${time} · `).join(""),
              step.clause && ruleOf(step.clause),
            ].filter(Boolean)),
            step.if_wrong && make("small", { text: step.if_wrong }),
            directors(step) && make("small", { text: "The director does this." }),
            step.optional && !step.done && make("small", { text: "If it comes to that." }),
          ].filter(Boolean)),
          !step.done && step.asks && hasWay(step) && make("button", {
            type: "button", text: "Record", "aria-label": `Record: ${step.does}`,
            onclick: () => close({ procedure, step }),
          }),
          step.done && make("small", { text: "done" }),
        ].filter(Boolean)),
      )),
    ].filter(Boolean));
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
      clock === "neutral" ? "clocks stopped"
      : clock === "on-move" ? (onMove ? `clock of ${this.page.playerOf(onMove)} runs` : "")
      : clock ? `clock of ${this.nameOf(procedure, clock)} runs` : "";
    return [seconds != null && `${seconds} s`, runs].filter(Boolean);
  }

  doing(procedure, step) {
    return [step.does, ...this.times(procedure, step)].join(" · ");
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
    const { form, answers = [] } = step;
    if (AT_ONCE.has(step.asks) || (!form.fields.length && form.roles.includes(page.role))) {
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

// Steps that ask nothing; they are known without the server.
const AT_ONCE = new Set(["director-comes"]);

const hasWay = (step) => step.room !== "director" && (step.asks in OWN_WAY || AT_ONCE.has(step.asks) || Boolean(step.form));

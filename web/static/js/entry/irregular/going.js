// Steps of what is going on at the table: which is next, whose it is, where it is recorded, and what
// is said of it.

import { make } from "../../frame/make.js";
import { other } from "../seats.js";
import { say } from "../../frame/say.js";

// Steps that have a way of their own on this page; every other step has a form.
export const OWN_WAY = {
  "place-tiles": "board",
  "issue-challenge": "challenge",
  "call-hold": "hold",
  adjudicate: "verdict",
  "accept-play-out": "accept",
  "designate-blank": "blanks",
  "sign-result": "result",
  "sign-amendment": "result",
};

// Steps that ask nothing; they are known without the server.
export const AT_ONCE = new Set(["director-comes", "release-hold"]);

export const hasWay = (step) => step.room !== "director" && (step.asks in OWN_WAY || AT_ONCE.has(step.asks) || Boolean(step.form));

// What the button of a step says: what is done, where one word says it.
const VERBS = { "release-hold": say("entry.accept"), "issue-challenge": say("entry.challenge"), "director-comes": say("entry.director-here") };
export const verb = ({ asks }) => VERBS[asks] ?? say("entry.record");

// What is still to be recorded here; what belongs to the director's desk is only shown.
const left = ({ steps }) => steps.filter(({ asks, done, room }) => asks && !done && room !== "director");
export const next = (procedure) => left(procedure).find(({ optional }) => !optional);
export const directors = ({ done, room }) => !done && room === "director";

// Where nobody waits for a step at the table.
export const idle = (procedure) =>
  procedure.steps.some(directors) ? say("entry.director-does-rest")
  : left(procedure).length ? say("entry.nothing-has-be-recorded-tap-here")
  : say("entry.nothing-left-record");

// Who "player" and "opponent" are in this procedure.
export function nameOf(game, { seat }, who) {
  if (!seat) return who === "player" ? say("entry.player") : say("entry.opponent");
  return game.playerOf(who === "player" ? seat : other(seat));
}

// How long a step may take, and whose clock runs meanwhile; who is named in `said` is not named again.
export function times(game, procedure, { seconds, clock }, said) {
  const { on_move: onMove, neutral, challenge } = game.now;
  const whose = clock === "on-move" ? onMove && game.playerOf(onMove) : nameOf(game, procedure, clock);
  const runs =
    clock === "neutral" ? (neutral || challenge ? say("entry.clocks-stopped") : say("entry.both-clocks-should-be-stopped"))
    : clock && whose ? (said.includes(whose) ? say("entry.their-clock-runs") : say("entry.clock-whose-runs", { whose })) : "";
  return [seconds != null && `${seconds} s`, runs].filter(Boolean);
}

export function doing(game, procedure, step) {
  const told = times(game, procedure, step, `${procedure.title} ${step.does}`);
  return [told.length ? step.does.replace(/\.$/, "") : step.does, ...told].join(" · ");
}

// What can be done about it, beside the words.
export const ways = (...buttons) => make("div", { className: "ways" }, buttons);

// What goes on, and what is done about it, in the words of the strip.
export const goingOn = (title, about) => make("span", { className: "words" }, [make("b", { text: title }), " ", make("span", { text: about })]);

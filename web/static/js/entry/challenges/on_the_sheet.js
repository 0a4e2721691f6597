// What entries about a challenge do to the state this tablet shows, until the server says. What a
// failed one costs the server told with the state (web/entry/table_view.py): no mode is known here.

import { nameOf } from "../board/scoring.js";
import { other, place } from "../seats.js";
import { say } from "../../frame/say.js";

const PLAYED = new Set(["play", "missed"]);
const FREE = {};

// What it costs `seat` that these words stand; null where only the server, or a director, can say.
function costOf(now, seat, words) {
  if (now.free?.[place(seat)] > 0) return FREE;
  const { costs, each_word: eachWord } = now.rules ?? {};
  if (!costs || (eachWord && !words.length)) return null; // not chosen, not noted
  const cost = costs[Math.min(now.failed[place(seat)], costs.length - 1)];
  const times = eachWord ? words.length : 1;
  return { ...cost, credited: (cost.credited ?? 0) * times, debited: (cost.debited ?? 0) * times };
}

const changed = (pair, at, by) => pair.map((had, each) => (each === at ? had + by : had));

function stands(model, now, { seat, words }) {
  const cost = costOf(now, seat, words);
  if (!cost) {
    now.open_questions += 1; // the challenge waits for who can say
    return;
  }
  const { credited, debited, turn_lost: turnLost, time_lost: timeLost } = cost;
  const about = { note: now.challenge_mode };
  const failed = say("entry.challenge-failed");
  now.challenge = null;
  now.failed = changed(now.failed, place(seat), 1);
  if (cost === FREE) now.free = changed(now.free, place(seat), -1);
  if (credited) model.line(now, other(seat), "bonus", failed, credited, about);
  if (debited) model.line(now, seat, "challenge-cost", failed, -debited, about);
  if (turnLost) {
    model.line(now, seat, "challenge-failed", say("entry.turn-lost-failed", { failed }), 0, about);
    now.on_move = now.ended ? null : other(seat);
  }
  if (timeLost && now.clocks) now.clocks = changed(now.clocks, place(seat), -timeLost);
  if (now.out) Object.assign(now, { ended: now.ended || "played-out", on_move: null });
  else if (turnLost) model.scoreless(now);
}

function comesOff(model, now) {
  const play = now.lines.findLast(({ kind }) => PLAYED.has(kind));
  now.challenge = null;
  if (!play) return;
  const laid = new Set(play.placed.map(([at]) => nameOf(at, true, model.board.size)));
  now.blanks = now.blanks.filter(({ square }) => !laid.has(square));
  model.takeUp(now, play);
  now.lines[now.lines.indexOf(play)] = { ...play, withdrawn: true };
  model.line(now, play.seat, "withdrawn", say("entry.challenged-off"), -play.score);
  now.on_move = now.ended ? null : other(play.seat);
  model.scoreless(now);
}

export const CHALLENGES = {
  "issue-challenge"(now, { seat, words = [] }) {
    now.held = now.hold === seat ? seat : null;
    Object.assign(now, { challenge: { seat, words }, hold: null });
  },

  "change-words"(now, { words }) {
    if (now.challenge) now.challenge = { ...now.challenge, words };
  },

  "confirm-slip"() {},
  "hand-over"() {},

  adjudicate(now, { acceptable }) {
    if (!now.challenge) return;
    if (acceptable) stands(this, now, now.challenge);
    else comesOff(this, now);
  },

  // Whoever is bound to a challenge stays so until the server says otherwise.
  "void-challenge"(now, { reason }) {
    if (!now.challenge) return;
    if (reason === "conceded" && now.rules?.concession) comesOff(this, now);
    else if (now.rules?.withdrawable?.includes(reason)) Object.assign(now, { challenge: null, hold: now.held ?? null });
    else now.open_questions += 1;
  },
};

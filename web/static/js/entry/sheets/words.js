// Words of the page: points, what the outbox is, never better than it is.

import { asRead } from "../../frame/make.js";

// Written only where they differ, into the text that is there: the browser would take out a new
// text and lay it out even if it reads the same, and a screen reader say it again.
export function write(element, words) {
  const text = element.firstChild;
  const read = asRead(words);
  if (text?.nodeType !== Node.TEXT_NODE) element.textContent = read;
  else if (text.data !== read) text.data = read;
}

export const signed = (points) => `${points < 0 ? "" : "+"}${points}`;

// `elsewhere`: how many entries of another tablet at this table were not written. Gives what of it
// is worth hearing; nothing while an entry is on its way, for that it was entered has been said.
export function showState(button, outbox, elsewhere) {
  const other = elsewhere && !["needs-you", "saved"].includes(outbox.state);
  const look = other ? "state needs-you" : `state ${outbox.state}`;
  const back = /away|needs-you/.test(button.className);
  if (button.className !== look) button.className = look;
  const words = other ? `Other tablet: ${elsewhere} not written` : stateWords(outbox);
  write(button, words);
  if (outbox.state === "asking" || (outbox.state === "nothing" && !back)) return "";
  return !words.startsWith("Saved") ? words : outbox.online === false ? "Saved here, offline" : "";
}

// Whether the record doesn't take what is entered here until the tablet is taken in again.
export const mustEnrol = ({ lost, halted }) => Boolean(lost) || halted?.refused === "no-device";

function stateWords(outbox) {
  const { state, waiting, troubles, online, halted, broken } = outbox;
  if (broken) return "Needs you: nothing can be saved";
  if (mustEnrol(outbox)) return "Needs you: enrol again";
  if (halted?.away) return waiting ? `Record away: ${waiting} saved here` : "Record away";
  if (halted && waiting) return `Needs you: sign in again (${waiting} saved here)`;
  if (halted) return "Needs you: sign in again";
  if (troubles.length) return `Needs you (${troubles.length})`;
  if (waiting) return online === false ? `Saved here (${waiting}), offline` : `Saved here (${waiting})`;
  return IDLE[state];
}

// With nothing waiting: whether anything is known to be at the server.
const IDLE = { sent: "Sent", nothing: "Nothing to send", away: "No network", asking: "Asking the server" };

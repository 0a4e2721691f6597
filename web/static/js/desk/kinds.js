// The kinds of what waits, the most pressing first, as the record orders them; their signs.

import { CALLS } from "../entry/irregular/calls.js";

const REASONS = new Map(CALLS);
const SIGNS = {
  call: "☎", "verdicts-differ": "≠", "turns-since": "↶", "for-a-ruling": "⚖", step: "▸", amendment: "✎", petition: "◷",
  unwritten: "⇄", finding: "?", "to-confirm": "✓", decision: "§", case: "§", appeal: "§", slip: "✉", silent: "◌", "not-started": "○",
  clock: "◔", unfinished: "…", "papers-differ": "≠", "under-protest": "!", result: "▤", arithmetic: "Σ",
};

// By kind: its sign, a word or two for it, how urgent it is, where it is counted, its rank.
export const KINDS = new Map(
  JSON.parse(document.getElementById("kinds").textContent)
    .map(([kind, short, urgency, family], rank) => [kind, { sign: SIGNS[kind] ?? "•", short, urgency, family, rank }]),
);

export const rankOf = ({ matter }) => KINDS.get(matter.kind).rank;

// The most pressing of some kinds; undefined where there is none.
export const foremost = (kinds) =>
  kinds.reduce((best, kind) => (KINDS.has(kind) && (best === undefined || KINDS.get(kind).rank < KINDS.get(best).rank) ? kind : best), undefined);

// What it is, in one line; a call in the words the table chose.
export const said = ({ says }) => REASONS.get(says) ?? says;

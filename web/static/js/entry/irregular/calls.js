// Why the director is called: what is kept, and what is said at the table and on the desk.

export const CALLS = [
  ["dispute", "A dispute"],
  ["rule-question", "A question of rules"],
  ["equipment", "Equipment"],
  ["conduct", "Conduct"],
  ["unwell", "A player is unwell"],
];

export async function callDirector({ entries, panel }) {
  const reason = await panel.choose("Director, please", CALLS);
  if (reason) await entries.settled({ ask: "call-director", reason });
}

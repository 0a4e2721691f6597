// What this tablet entered since the state it was told: what the server has written of it, then what
// waits. State, answers and queue are read one after the other and something may be answered in
// between, but nothing stands on the sheet twice for it.
export function sinceTold({ game: { version, last } }, written, waiting) {
  const newer = written.filter((row) => row.version > version);
  const there = new Set(newer.map(({ command_id: id }) => id));
  // The state may be here before the answer to what it holds.
  const held = waiting.findIndex(({ command_id: id }) => id === last);
  return [...newer, ...waiting.slice(held + 1).filter(({ command_id: id }) => !there.has(id))];
}

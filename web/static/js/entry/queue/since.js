// What this tablet entered since the state it was told: what the server has written of it, then what
// waits. Nothing stands on the sheet twice: while something is read another state may come, and a
// state may be here before the answer to what it holds. And nothing goes from it again: of two
// readings under way at once, what the one begun later found stays.
let begun = 0;
let kept = 0; // the reading that `game.since` is from

export async function readSince(game) {
  for (;;) {
    const { state } = game;
    const reading = ++begun;
    const { id, version, last } = state.game;
    const { waiting, written } = await game.store.since(id, version);
    if (state !== game.state) continue;
    if (reading < kept) return;
    kept = reading;
    const mine = waiting.filter(({ game }) => game === id);
    const held = mine.findIndex(({ command_id: one }) => one === last);
    game.since = [...written, ...mine.slice(held + 1)];
    return;
  }
}

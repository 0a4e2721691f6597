// What this tablet entered since the state it was told: what the server has written of it, then what
// waits. Nothing stands on the sheet twice: while something is read another state may come, and a
// state may be here before the answer to what it holds.
export async function sinceTold(page) {
  for (;;) {
    const { state } = page;
    const { id, version, last } = state.game;
    const { waiting, written } = await page.store.since(id, version);
    if (state !== page.state) continue;
    const mine = waiting.filter(({ game }) => game === id);
    const held = mine.findIndex(({ command_id: one }) => one === last);
    return [...written, ...mine.slice(held + 1)];
  }
}

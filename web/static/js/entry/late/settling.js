// What became of entries that were not written, told to the server.

export async function settle(game, entry, how) {
  const response = await fetch(`/api/games/${game}/unsettled/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(how),
  });
  return response.json();
}

// Of ours. Where the server can't take it yet, the next look tells again.
export async function tell(here, rows) {
  for (const { command_id: entry, game, became, why } of rows) {
    const how = became === "dropped" ? { reason: why || "dropped" } : { became };
    try {
      const told = await settle(game, entry, how);
      if (told.unsettled && game === here.state.game.id) here.state.unsettled = told.unsettled;
    } catch {
      // No network: it is told again.
    }
  }
}

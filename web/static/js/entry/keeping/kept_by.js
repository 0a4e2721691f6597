// Who keeps the record of this table, once it was handed over.

export function keptHere({ now: { keeper }, here: { badge, device } }) {
  return keeper?.badge === badge && [device, ""].includes(keeper.device);
}

// What a tablet that does not keep the table says; "" where it may write.
export function keptElsewhere(game) {
  const { keeper } = game.now;
  if (!keeper || game.here.role !== "scorekeeper" || keptHere(game)) return "";
  if (!keeper.badge) return "This table was handed over; nobody keeps it yet.";
  return `This table was handed over to badge ${keeper.badge} on ${keeper.device}.`;
}

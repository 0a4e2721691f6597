// Words of the page: what the outbox is, never better than it is; what a clock shows.

export function shownState(button, outbox) {
  const { state, waiting, troubles, lost, online, halted, broken } = outbox;
  button.className = `state ${state}`;
  if (broken) button.textContent = "Needs you: nothing can be saved";
  else if (lost || halted?.refused === "no-device") button.textContent = "Needs you: enrol again";
  else if (halted && waiting) button.textContent = `Needs you: sign in again (${waiting} saved here)`;
  else if (halted) button.textContent = "Needs you: sign in again";
  else if (troubles.length) button.textContent = `Needs you (${troubles.length})`;
  else if (waiting) button.textContent = online === false ? `Saved here (${waiting}), offline` : `Saved here (${waiting})`;
  else button.textContent = "Sent";
}

export const clockWords = (seconds) => {
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// What the outbox is, in words and never better than it is.

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

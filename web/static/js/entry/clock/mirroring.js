// Whether this tablet counts the clocks on between readings: off until somebody turns it on here.

const WANTED = "tilescribe-clocks";

export const mirroring = (wanted) => remember(WANTED, wanted) === true;

// What this tablet remembers under a name; with a value, it is remembered from now on.
export function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return value ?? null; // this browser remembers nothing
  }
}

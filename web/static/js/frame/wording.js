// How clocks and plays are written for people.

// A clock as it is read, "24:10", or "−0:35" past its end (as web/frame/wording.py has it).

export function clockWords(seconds, unknown = "–") {
  if (seconds == null) return unknown;
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// How it looks: nearly run down, past its end, or as any other.
export const clockLook = (seconds) => (seconds == null || seconds >= 120 ? "" : seconds < 0 ? "over" : "low");

// A play, the tiles that lay there already in brackets: "8D (W)AGE" for "8D .AGE" in WAGE (as
// ledger/vocabulary/names.py has it, which says where it is so written).
export function spelled(move, word = "") {
  const [laid, lies] = [move, `${move.split(" ")[0]} ${word}`].map((tiles) => tiles.match(/\[([^\]]+)\]|./gu));
  return laid.length === lies.length ? laid.map((tile, at) => (tile === "." ? `(${lies[at]})` : tile)).join("").replaceAll(")(", "") : move;
}

// A clock as it is read, "24:10", or "−0:35" past its end (as web/frame/wording.py has it).

export function clockWords(seconds, unknown = "–") {
  if (seconds == null) return unknown;
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

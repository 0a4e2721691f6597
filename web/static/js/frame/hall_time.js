// Times of day as the hall's clock shows them.

// The zone of the tournament's hall, as the page says it (web/frame/headers.py).
const { zone = "", zoneWords = "UTC" } = document.documentElement.dataset;
const hallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: zone || "UTC", hourCycle: "h23",
  year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
});

export function inTheHall(text) {
  const moment = new Date(text);
  if (Number.isNaN(+moment)) return null;
  return Object.fromEntries(hallClock.formatToParts(moment).map(({ type, value }) => [type, value]));
}

export function timeOfDay(text) {
  const at = inTheHall(text);
  return at ? `${at.hour}:${at.minute}:${at.second}` : text;
}

// A time of day with the zone it is told in: "16:10:00 Lisbon".
export const timeInZone = (text) => `${timeOfDay(text)} ${zoneWords}`;

// To the minute, "16:10", as it is written nearly everywhere.
export const minuteOfDay = (text) => timeOfDay(text).slice(0, 5);

// The same with the zone: "16:10 Lisbon".
export const minuteInZone = (text) => `${minuteOfDay(text)} ${zoneWords}`;

export const time = (at) => (at ? minuteInZone(at) : "");

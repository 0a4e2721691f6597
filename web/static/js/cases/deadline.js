// A time that runs, beside the moment at which it ends; by the clock of the server.

import { say } from "../frame/say.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function inWords(left) {
  const long = Math.abs(left);
  const days = Math.floor(long / DAY);
  const hours = Math.floor((long % DAY) / HOUR);
  const minutes = Math.floor((long % HOUR) / MINUTE);
  const words = days ? say("cases.days", { days, hours }) : hours ? say("cases.hours", { hours, minutes }) : say("cases.minutes", { minutes });
  return left < 0 ? say("cases.over-since", { words }) : say("cases.left", { words });
}

for (const line of document.querySelectorAll(".deadline")) {
  const ahead = Date.parse(line.dataset.now) - Date.now();
  const tell = () => {
    const left = Date.parse(line.dataset.until) - Date.now() - ahead;
    const words = inWords(left);
    const place = line.querySelector(".time-left");
    if (place.textContent !== words) place.textContent = words;
    place.classList.toggle("now", left < 0);
  };
  tell();
  setInterval(tell, 1000);
}

// A time that runs, beside the moment at which it ends; by the clock of the server.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function inWords(left) {
  const long = Math.abs(left);
  const days = Math.floor(long / DAY);
  const hours = Math.floor((long % DAY) / HOUR);
  const minutes = Math.floor((long % HOUR) / MINUTE);
  const words = days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`;
  return left < 0 ? `over since ${words}` : `${words} left`;
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

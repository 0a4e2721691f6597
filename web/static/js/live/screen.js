// A projector: as many lines as fit, page after page by itself, and fresh when something changes. Nobody
// need touch it; the space bar holds a page for whoever wants to read on.

import "./fresh.js";
import { setText } from "../replay/words.js";

const EACH = 12000;

let page = 0;
let held = false;

function lay() {
  const list = document.querySelector("[data-lines]");
  const lines = [...list.children];
  for (const line of lines) line.hidden = false;
  delete list.dataset.paged;
  const columns = Number(getComputedStyle(list).getPropertyValue("--columns")) || 1;
  const foot = document.querySelector(".screen-foot").offsetHeight;
  const room = Math.max(120, innerHeight - list.getBoundingClientRect().top - foot - 16);
  const on = pagesOf(lines.map((line) => line.getBoundingClientRect().height), room, columns);
  const pages = (on.at(-1) ?? 0) + 1;
  page %= pages;
  list.style.setProperty("--room", `${room}px`);
  list.dataset.paged = page;
  lines.forEach((line, place) => {
    line.hidden = on[place] !== page;
  });
  const words = pages > 1 ? `Page ${page + 1} of ${pages}` : "";
  setText(document.querySelector("[data-page]"), held ? `${words} · held` : words);
}

// The page of each line: down one column, then the next, then on the page behind.
function pagesOf(heights, room, columns) {
  let used = 0;
  let column = 0;
  return heights.map((high) => {
    if (used && used + high > room) {
      used = 0;
      column += 1;
    }
    used += high;
    return Math.floor(column / columns);
  });
}

function goOn() {
  page += 1;
  lay();
}

setInterval(() => held || goOn(), EACH);
document.addEventListener("next-page", goOn);
addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  held = !held;
  lay();
});
addEventListener("resize", lay);
document.addEventListener("fresh", lay);
document.fonts.ready.then(lay);
lay();

// The frame of every page: the tab that is open in sight, keys that lead to areas.

// On a phone the tabs, and the rounds of an event, are more than fit: the one that is open stands in sight.
for (const [list, open] of [[".tabs", "[aria-current]"], [".rounds > ol", "li:has(> [aria-current])"], [".rounds > ol", ".current"]]) {
  const row = document.querySelector(list);
  const here = row?.scrollWidth > row?.clientWidth && !row.scrollLeft && row.querySelector(open);
  if (here) row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}

// Keys of officials: `g d` leads to the desk, `/` finds, `?` lists them. What is typed into a field, and
// what the page itself answers, is none of ours.
const ways = [...document.querySelectorAll(".areas [data-key]")];
const TOGETHER = 1500; // milliseconds between `g` and what follows
const typing = ({ target }) => target.closest?.("input, select, textarea, dialog, [contenteditable]");
let led = 0;

const held = (event) => event.ctrlKey || event.metaKey || event.altKey || typing(event);

if (ways.length) {
  // Behind `g` a key is ours, whatever it does on the page itself.
  addEventListener("keydown", (event) => {
    if (held(event)) return;
    const way = led && event.timeStamp - led < TOGETHER && ways.find(({ dataset }) => dataset.key === event.key);
    led = event.key === "g" ? event.timeStamp : 0;
    if (!way) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(way.href);
  }, true);

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || held(event)) return;
    if (event.key !== "/" && event.key !== "?") return;
    event.preventDefault();
    finding(event.key);
  });
}

async function finding(key) {
  const { find, keys } = await import("./find.js");
  if (key === "?") keys(ways);
  else find(document.querySelector(".frame").dataset.find);
}

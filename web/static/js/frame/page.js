// The frame of every page: menus that close, the tab that is open in sight, keys that lead to areas.

// One menu is open at a time; Escape and a press elsewhere close it.
const menus = () => document.querySelectorAll("details.menu[open]");
addEventListener("click", ({ target }) => {
  for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  }
});

// On a phone the tabs are more than fit: the one that is open stands in sight.
const here = document.querySelector(".tabs [aria-current]");
const row = here?.parentElement;
if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;

// `g d`: the desk. What is typed into a field is no key of ours.
let led = 0;
const typing = ({ target }) => target.closest?.("input, select, textarea, dialog, [contenteditable]");
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
  const way = led && event.timeStamp - led < 1500 && document.querySelector(`.areas [data-key="${CSS.escape(event.key)}"]`);
  led = event.key === "g" ? event.timeStamp : 0;
  if (!way) return;
  event.preventDefault();
  location.assign(way.href);
});

// The frame of every page: the tab that is open in sight, keys that lead to areas.

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

// The frame of every page: the tab that is open in sight, what was pressed, menus, keys that lead to areas.

// On a phone the tabs, and the rounds of an event, are more than fit: the one that is open stands in sight.
const FADES = 24; // pixels at the edge, where what is there fades
for (const [list, open] of [[".tabs", "[aria-current]"], [".rounds > ol", "li:has(> [aria-current])"], [".rounds > ol", ".current"]]) {
  const row = document.querySelector(list);
  const here = row?.scrollWidth > row?.clientWidth && !row.scrollLeft && row.querySelector(open);
  if (here && here.offsetLeft - row.offsetLeft + here.offsetWidth > row.clientWidth - FADES) row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}

// What was pressed says at once that it works, and a second press does nothing.

const LONGEST = 10_000; // milliseconds; an answer that is a file leaves the page where it is

document.addEventListener("submit", (event) => {
  const pressed = event.submitter;
  if (event.defaultPrevented || !pressed?.matches(".button")) return;
  if (pressed.getAttribute("aria-busy")) return event.preventDefault();
  if (event.target.target || event.target.method !== "post") return; // what only asks writes nothing
  pressed.setAttribute("aria-busy", "true");
  setTimeout(() => rest(pressed), LONGEST);
});

// A page that comes back from the memory of the browser was left while it worked.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) document.querySelectorAll(".button[aria-busy=true]").forEach(rest);
});

function rest(button) {
  button.removeAttribute("aria-busy");
}

// One menu is open at a time; Escape and a press elsewhere close it.
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  }
});

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

// Without a network every page is answered by *Away*: its worker comes once the page is complete and nothing waits. A
// tablet's own worker, which knows *Away* too, stays.
const [, release] = /\/static\/([0-9a-f]+)\//.exec(import.meta.url) ?? [];
const LATEST = 4000; // milliseconds: a page that is never idle gets its worker all the same
const idle = (work) => (globalThis.requestIdleCallback ?? setTimeout)(work, globalThis.requestIdleCallback ? { timeout: LATEST } : 2000);
if (globalThis.isSecureContext && navigator.serviceWorker) {
  const again = () => setTimeout(() => standBy().catch(() => {}), LATEST); // the server may have been busy
  addEventListener("load", () => idle(() => standBy().catch(again)));
}

async function standBy() {
  const workers = navigator.serviceWorker;
  const there = await workers.getRegistration("/");
  const kinds = [there?.active, there?.waiting, there?.installing]; // a tablet's own may be on its way still
  if (kinds.some((one) => one && !/only=away/.test(one.scriptURL))) return;
  const address = `/sw.js?release=${release}&only=away`;
  const policy = globalThis.trustedTypes?.createPolicy("tilescribe-worker", { createScriptURL: () => address });
  await workers.register(policy ? policy.createScriptURL("") : address, { updateViaCache: "none" });
}

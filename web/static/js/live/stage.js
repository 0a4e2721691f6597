// A screen of a stream, and the page that switches one: always as it stands, standings that turn, a notice when a
// record falls. On air, what is no longer known to be so is not shown, and comes back by itself.

import { soon, stream } from "./fresh.js";
import { Pulse } from "./lasting.js";
import { say } from "../frame/say.js";

const STANDS = 12000; // a page of the standings
const SAYS = 12000; // a notice
const SILENT = 40000; // a stream says every 15 seconds that it lives
const AGAIN = 5000;
const SETTLED = 30000; // no screen is loaded again before that, whatever a server says
const next = document.querySelector("[data-next]");
const addressOf = (page) => page.querySelector('script[src*="live"]').getAttribute("src");
const release = addressOf(document);

// Every list is at the page that the time says, so that what is on air and its preview turn together.
function turn() {
  const nth = Math.floor(Date.now() / STANDS);
  for (const stage of document.querySelectorAll(".over-standings")) {
    const pages = [...stage.querySelectorAll("[data-page-of]")];
    pages.forEach((page, at) => (page.hidden = at !== nth % pages.length));
  }
}

let known = null;
const waiting = [];

// What the records were when this page began is no news, nor what the first round brings.
function listen() {
  const listed = [...document.querySelectorAll(".on-stream [data-records] li")];
  const now = new Map(listed.map((row) => [row.dataset.kind, Number(row.dataset.points)]));
  for (const row of known && now.size ? listed : []) {
    const before = known.get(row.dataset.kind);
    if (before && "says" in row.dataset && now.get(row.dataset.kind) > before) waiting.push({ row, before });
  }
  known = now.size ? now : null;
  if (waiting.length && !document.querySelector("[data-fallen]").childElementCount) tell();
}

function tell() {
  const told = waiting.shift();
  const place = document.querySelector("[data-fallen]");
  place.replaceChildren();
  if (!told) return;
  const plate = document.createElement("p");
  plate.className = "plate";
  plate.append(...[...told.row.children].map((part) => part.cloneNode(true)));
  plate.append(Object.assign(document.createElement("span"), { textContent: say("streams.before", { points: told.before }) }));
  place.append(plate);
  setTimeout(tell, SAYS);
}

let openedAt = performance.now();

// A network that went without a word, or a server that turned it away.
const pulse = new Pulse(() => {
  stream.anew();
  soon(0);
}, () => soon(0));

function tick() {
  const gone = !stream.source && performance.now() - openedAt > AGAIN;
  const silent = stream.stoodBack ? 0 : stream.silentFor; // it asks every few seconds instead
  document.body.toggleAttribute("data-silent", silent > SILENT || pulse.silentFor > SILENT);
  if (gone) {
    openedAt = performance.now();
    stream.anew();
    soon(0);
  }
  turn();
}

// What comes next is in the address: nothing is written until it is taken.
function choose() {
  history.replaceState(null, "", `${next.action}?${new URLSearchParams(new FormData(next))}`);
  soon(0);
}

next?.addEventListener("change", choose);
next?.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
});
document.addEventListener("told", ({ detail: asked }) => {
  if (addressOf(asked.response) !== release && performance.now() > SETTLED) location.reload();
  if (next) soon(AGAIN); // others may switch it too
});
document.addEventListener("fresh", () => {
  turn();
  listen();
});
setInterval(tick, 1000);
turn();
listen();
soon(0);

// The page of evidence: its keys.

document.getElementById("print").addEventListener("click", () => window.print());

const incidents = [...document.querySelectorAll(".incident")];
let at = incidents.findIndex((one) => one.matches("[aria-current]"));

function step(by) {
  at = Math.max(0, Math.min(incidents.length - 1, at + by));
  const link = incidents[at]?.querySelector(".incident-ways a");
  link?.focus();
  incidents[at]?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  const act = { i: () => step(1), I: () => step(-1), p: () => window.print(), d: () => go("states"), w: () => go("what-if") }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

function go(id) {
  const section = document.getElementById(id);
  section.scrollIntoView();
  section.querySelector("select")?.focus();
}

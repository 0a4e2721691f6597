// The page of a case works without this. With it the finding follows what is chosen, lines are
// added in place, and what a form would do is always in sight before it is given.

import { say } from "../frame/say.js";
import "./deadline.js";
import "./photos.js";

document.documentElement.classList.add("ready");

// Where there is no room beside it, what a case rests on is one line that opens.
const BESIDE = matchMedia("(width >= 1200px)");
const fold = document.getElementById("rests-on");
if (fold) {
  const room = () => {
    fold.open = BESIDE.matches;
  };
  BESIDE.addEventListener("change", room);
  room();
}

// The open step is in sight.
document.querySelector(".steps [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const step = document.querySelector(`.steps [aria-current]`)?.hash;
const part = step && !location.hash && document.querySelector(step);
if (part && part.getBoundingClientRect().top > 0.7 * innerHeight) part.scrollIntoView();

// The name of who is warned comes into the button.
for (const one of document.querySelectorAll("[name=player][data-name]")) {
  const named = () => one.checked && document.getElementById("who-is-warned").replaceChildren(one.dataset.name);
  one.addEventListener("change", named);
  named();
}

const said = (words) => Object.assign(document.createElement("div"), { className: "notice warn", textContent: words });

for (const pick of document.querySelectorAll(".pick")) {
  pick.addEventListener("click", () => {
    const finding = pick.closest("form").elements.finding;
    finding.value = pick.textContent;
    finding.focus();
    finding.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// What is decided is the finding, unless another was written.
for (const choice of document.querySelectorAll("[name=decides]")) {
  choice.addEventListener("change", () => {
    const { finding, decides } = choice.form.elements;
    const known = [...decides].map(({ dataset }) => dataset.finding);
    if (!finding.value || known.includes(finding.value)) finding.value = choice.dataset.finding;
  });
}

// Adds a line of what follows; of clocks and a result there is one at most.
function addLine(form, kind) {
  const there = ["clocks", "result"].includes(kind) && form.querySelector(`.lines [data-kind=${kind}]`);
  if (there) return there;
  const made = form.querySelector(`template[data-kind=${kind}]`).content.firstElementChild.cloneNode(true);
  form.querySelector(".lines").append(made);
  return made;
}

for (const form of document.querySelectorAll(".looked-at")) {
  for (const button of form.querySelectorAll("button.add, button.drop")) button.type = "button";
  for (const template of form.querySelectorAll("template")) {
    template.content.querySelector(".drop").type = "button";
  }
  form.addEventListener("click", ({ target }) => {
    if (target.matches("button.add")) {
      addLine(form, target.value).querySelector("select, input").focus();
      form.dispatchEvent(new Event("input"));
    } else if (target.matches("button.drop")) {
      target.closest(".follow").remove();
      form.querySelector("button.add").focus();
      form.dispatchEvent(new Event("input"));
    }
  });
  previewed(form);
}

// Clocks as somebody remembers or read them: a tap puts them into both fields.
for (const use of document.querySelectorAll(".set-times")) {
  use.addEventListener("click", () => {
    const form = use.closest("form");
    addLine(form, "clocks");
    for (const seat of ["first", "second"]) {
      form.elements[`times_${seat}`].value = use.dataset[seat].replace("−", "-");
    }
    form.elements.times_second.focus();
    form.dispatchEvent(new Event("input"));
  });
}

// Keeps the preview of a form as the form is. What was not looked at is not given: a press shows it first.
function previewed(form) {
  const seen = form.querySelector(".case-seen");
  const give = form.querySelector(".give");
  let asked = 0;
  let waits = 0;
  let pressed = false; // and what it does was not in sight
  let shown = told();

  // What the form says; the preview itself is no part of it.
  function entered() {
    const body = new FormData(form);
    for (const name of ["previewed", "game_seen"]) body.delete(name);
    return body;
  }
  function told() {
    return JSON.stringify([...entered()].filter(([, value]) => typeof value === "string"));
  }

  function show() {
    clearTimeout(waits);
    asked += 1;
    const mine = asked;
    shown = told();
    const body = entered();
    body.set("preview", "live");
    const request = new XMLHttpRequest();
    request.responseType = "document"; // read by the browser as a page, of which nothing is run
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "text/html");
    request.addEventListener("loadend", () => {
      if (mine !== asked) return;
      const found = request.response?.querySelector(".foreseen");
      seen.replaceChildren(found ? document.importNode(found, true) : said(say("cases.what-this-does-cant")));
      if (pressed) missing();
    });
    request.send(body);
  }

  // After a press that came too early: what it does, or what is missing, and what to do.
  function missing() {
    pressed = false;
    give.removeAttribute("aria-busy");
    if (seen.querySelector("[name=previewed]")) seen.prepend(said(say("cases.nothing-is-written-yet-look", { text_content: give.textContent })));
    seen.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("submit", (event) => {
    if (event.submitter !== give || (seen.querySelector("[name=previewed]") && told() === shown)) return;
    event.preventDefault();
    pressed = true;
    give.setAttribute("aria-busy", "true");
    show();
  });
  // The second half of a double press has seen nothing.
  give.addEventListener("click", (event) => event.detail > 1 && event.preventDefault());
  form.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());

  // A field that is left tells of a change once more: a tap on the button must not be lost by it.
  function changed() {
    if (told() === shown) return;
    shown = told();
    asked += 1;
    seen.querySelector("[name=previewed]")?.remove();
    clearTimeout(waits);
    waits = setTimeout(show, 250);
  }
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  const begun = form.elements.finding?.value || form.elements.reason?.value;
  if (begun && !seen.querySelector("[name=previewed]")) show();
}

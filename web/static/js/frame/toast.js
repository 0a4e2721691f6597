// What was written, said at the bottom of the page for a while; it stays under the pointer and the focus.

import { say } from "./say.js";

const STAYS = 6000; // milliseconds

const place = () => document.querySelector(".toasts") ?? document.body.appendChild(Object.assign(document.createElement("div"), { className: "toasts" }));

// `undo` takes it back; nothing is said of errors here.
export function toast(words, undo) {
  const said = Object.assign(document.createElement("div"), { className: "toast" });
  said.setAttribute("role", "status");
  const text = document.createElement("p");
  text.textContent = words;
  said.append(text);
  if (undo) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button text", textContent: say("frame.undo") });
    button.onclick = () => {
      said.remove();
      undo();
    };
    said.append(button);
  }
  show(said);
  return said;
}

function show(said) {
  place().append(said);
  let over = null;
  const wait = () => {
    clearTimeout(over);
    over = setTimeout(() => (said.matches(":hover, :focus-within") ? wait() : said.remove()), STAYS);
  };
  said.addEventListener("pointerleave", wait);
  said.addEventListener("focusout", wait);
  wait();
}

for (const said of document.querySelectorAll(".toast")) if (!said.closest("[data-shown]")) show(said);

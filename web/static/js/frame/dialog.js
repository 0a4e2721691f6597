// Questions over the page: what opens them, and the ways out. <dialog> itself keeps the focus
// inside and gives it back to what opened it.

import { say } from "./say.js";

// Fields in which something was typed or chosen since the dialog was opened.
const FIELDS = "input:not([type=hidden]), select, textarea";
const filled = (dialog) => [...dialog.querySelectorAll(FIELDS)].map((field) => (/^(radio|checkbox)$/.test(field.type) ? field.checked : field.value)).join("\n");
const atOpening = new WeakMap();

export function open(dialog) {
  dialog.removeAttribute("open"); // it may stand open in the page, for who has no scripts
  dialog.showModal();
  atOpening.set(dialog, filled(dialog));
}

// Cancel: at once where nothing was typed, else it asks.
export function leave(dialog) {
  if (filled(dialog) === (atOpening.get(dialog) ?? "")) close(dialog);
  else if (!dialog.querySelector(".leaving")) ask(dialog);
}

function close(dialog) {
  dialog.querySelector(".leaving")?.remove();
  dialog.querySelector("form")?.reset();
  dialog.close("cancel");
  // The browser takes the focus out of it at its next drawing: a key pressed before that would be held for typing.
  if (dialog.contains(document.activeElement)) document.activeElement.blur();
}

function ask(dialog) {
  const asked = document.createElement("div");
  asked.className = "leaving";
  asked.setAttribute("role", "alert");
  const words = document.createElement("p");
  words.textContent = say("frame.discard-what-you-typed");
  const ways = document.createElement("p");
  ways.className = "ways-out";
  ways.append(way(say("frame.discard-it"), () => close(dialog)), way(say("frame.keep-typing"), () => {
    asked.remove();
    dialog.querySelector(FIELDS)?.focus();
  }));
  asked.append(words, ways);
  (dialog.querySelector(".answers") ?? dialog.lastElementChild).before(asked);
  ways.lastElementChild.focus();
}

function way(words, onclick) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button", textContent: words, onclick });
  return button;
}

document.addEventListener("click", (event) => {
  const { target, clientX, clientY, detail } = event;
  const opener = target.closest("[data-opens]");
  const dialog = target.closest("dialog:is(.dialog, .sheet)");
  const closer = dialog && target.closest("[data-closes]");
  if (opener || closer) event.preventDefault(); // either may be a link, for pages without scripts
  if (opener) return open(document.getElementById(opener.dataset.opens));
  if (closer) return leave(dialog);
  if (dialog === target && detail) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) leave(dialog);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const dialog = event.target.closest?.("dialog:is(.dialog, .sheet)[open]");
  if (!dialog) return;
  event.preventDefault();
  leave(dialog);
});

// The way back of a phone cancels too.
document.addEventListener("cancel", (event) => {
  if (event.target.matches("dialog:is(.dialog, .sheet)")) {
    event.preventDefault();
    leave(event.target);
  }
}, true);

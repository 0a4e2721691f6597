// What can be done at the desk by hand: the buttons of its head, the number pad, the keys.

import { Keys } from "./keys.js";
import { signsTold } from "./wall.js";

export function byHand(desk) {
  const open = (dialog) => document.getElementById(dialog).showModal();
  const view = document.getElementById("view");
  const wallOnly = () => {
    const only = document.body.classList.toggle("wall-only");
    view.setAttribute("aria-pressed", String(only));
    desk.wall.fit();
    if (only) desk.peek.close(); // it would lie over tables
    else desk.chooseFirst();
  };
  // On the table that is looked at: the first control that this key is for.
  const press = (hand) => document.querySelector(`#peek:not([hidden]) [data-hand=${hand}]`)?.click();
  view.addEventListener("click", wallOnly);
  const whose = document.getElementById("whose");
  whose?.addEventListener("change", () => location.assign(whose.value || "/desk"));
  document.getElementById("sign-list").replaceChildren(...signsTold());
  document.getElementById("keys-open").addEventListener("click", () => open("keys"));
  const field = document.getElementById("table-number");
  document.getElementById("number-pad").addEventListener("submit", (event) => {
    event.preventDefault();
    desk.look(Number(field.value));
    field.value = "";
  });
  desk.wanted = Number(new URLSearchParams(location.search).get("table")); // the pad, sent before this script came
  new Keys({
    look: (number) => desk.look(number),
    list: () => desk.list.visible,
    row: () => document.activeElement?.closest?.(".matter") ?? desk.list.visible.find((row) => row.getAttribute("aria-current")),
    say: (words) => {
      const typed = document.getElementById("typed");
      typed.hidden = !words;
      typed.textContent = words;
    },
    hands: {
      ...Object.fromEntries([..."gaecrwl"].map((hand) => [hand, () => press(hand)])),
      p: () => desk.print(),
      v: wallOnly,
      s: () => document.getElementById("sound").click(),
      "/": () => document.getElementById("find").focus(),
      "?": () => open("keys"),
      Escape: () => desk.peek.isOpen && desk.peek.close(),
    },
  });
}

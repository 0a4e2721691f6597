// Finding one of many buttons by typing a part of what it says, or of what people call it.

import { make } from "../../frame/make.js";

const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// How well words that were typed are found in what is said: 2 where each begins a word, 1 where each
// is a part of one, else 0.
function fit(said, wanted) {
  const words = said.split(/[^\p{L}\p{N}]+/u);
  if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) return 2;
  return wanted.every((typed) => said.includes(typed)) ? 1 : 0;
}

// A field that leaves visible, among the `buttons()`, those that hold every word typed; a section
// of which none is left goes too. `also(button)` gives other words for it.
export function finder(buttons, also = () => "") {
  const input = make("input", { type: "search", className: "find", "aria-label": "Find", placeholder: "Find…", autocomplete: "off", maxlength: 40 });
  const none = make("p", { className: "quiet", role: "status", hidden: true, text: "Nothing is called that. Look under another word, or call the director." });
  input.addEventListener("input", () => {
    const wanted = plain(input.value).split(/\s+/).filter(Boolean);
    const all = buttons();
    const fits = all.map((button) => fit(plain(`${button.textContent} ${also(button)}`), wanted));
    const best = Math.max(0, ...fits); // "sign" is no part of "resigns" where something begins with it
    all.forEach((button, at) => (button.hidden = !fits[at] || fits[at] < best));
    for (const section of new Set(all.map((button) => button.closest("section")).filter(Boolean))) {
      section.hidden = ![...section.querySelectorAll("button")].some(({ hidden }) => !hidden);
    }
    none.hidden = all.some(({ hidden }) => !hidden);
  });
  // A letter typed anywhere on the sheet goes into the field; with no text in it, none does.
  const typed = (key) => {
    if (!/^\p{L}$/u.test(key)) return false;
    input.focus();
    input.value += key;
    input.dispatchEvent(new Event("input"));
    return true;
  };
  return { parts: [input, none], typed };
}

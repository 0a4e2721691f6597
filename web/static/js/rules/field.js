// A field in which a rule is named (rules/_field.html): a list opens while one types, by the combobox
// pattern of WAI-ARIA. Without this the button next to it does the same, by sending the form.
import { say } from "../frame/say.js";

const PAUSE = 150; // milliseconds without a key before the service is asked

for (const field of document.querySelectorAll(".rule-field")) combobox(field);

function combobox(field) {
  const input = field.querySelector("input");
  const words = field.querySelector(".rule-words");
  const list = Object.assign(document.createElement("div"), { id: `${input.id}-list`, className: "menu-items", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.querySelector("label").textContent.trim());
  field.querySelector(".rule-line").append(list);
  field.querySelector("button").hidden = true;
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) {
    input.setAttribute(name, value);
  }
  let waits, asked = "", books = [], others = false, at = -1, typed = false;

  const options = () => [...list.querySelectorAll("[role=option]")];

  function open(shown) {
    list.hidden = !shown;
    input.setAttribute("aria-expanded", String(shown));
    if (!shown) mark(-1);
  }

  function mark(next) {
    const all = options();
    at = all.length ? Math.max(-1, Math.min(next, all.length - 1)) : -1;
    all.forEach((one, nth) => one.setAttribute("aria-selected", String(nth === at)));
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", all[at].id);
      all[at].scrollIntoView({ block: "nearest" });
    }
  }

  function option(text, chosen) {
    const one = Object.assign(document.createElement("div"), { id: `${list.id}-${options().length}` });
    one.setAttribute("role", "option");
    one.setAttribute("aria-selected", "false");
    one.append(...text);
    one.addEventListener("pointerdown", (pressed) => pressed.preventDefault()); // the field keeps the focus
    one.addEventListener("click", chosen);
    list.append(one);
  }

  function show() {
    list.replaceChildren();
    const [own, ...rest] = books;
    for (const book of others ? books : [own]) {
      const title = Object.assign(document.createElement("p"), { className: "quiet", textContent: book.title });
      title.setAttribute("role", "presentation");
      list.append(title);
      for (const rule of book.rules) {
        const number = Object.assign(document.createElement("b"), { textContent: rule.number });
        option([number, ` ${rule.words}`], () => choose(rule));
      }
      if (!book.rules.length) title.textContent = say("rules.book-has-none", { title: book.title });
    }
    if (!others && rest.length) {
      option([say("rules.other-books", { books: rest.map(({ book }) => book).join(", ") })], () => { others = true; show(); });
    }
    open(true);
    mark(-1);
    words.textContent = own.rules.length ? say("rules.found-arrows-choose", { n: own.rules.length }) : say("rules.no-rule-book-has-these", { book: own.book });
    words.classList.remove("field-wrong");
  }

  function choose({ citation, words: said }) {
    input.value = citation;
    typed = false;
    input.removeAttribute("aria-invalid");
    tell({ citation, words: said });
    for (const radio of field.querySelectorAll("input[type=radio]")) radio.checked = false;
    open(false);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Below the field stand the words of the rule that is named in it, or none.
  function tell(rule) {
    words.classList.remove("field-wrong");
    words.replaceChildren();
    if (rule) words.append(Object.assign(document.createElement("b"), { textContent: rule.citation }), ` ${rule.words}`);
  }

  // What was typed names a rule by its citation, or by its number in the tournament's book.
  function named() {
    const value = input.value.trim();
    const own = (asked === value && books[0]?.rules) || [];
    return own.find(({ citation, number }) => value === citation || value === number);
  }

  async function look() {
    asked = input.value.trim();
    const wanted = asked;
    if (!wanted) return open(false);
    const answer = await fetch(`${field.dataset.look}?q=${encodeURIComponent(wanted)}`).catch(() => null);
    if (!answer?.ok || asked !== wanted || document.activeElement !== input) return;
    ({ books } = await answer.json());
    others = false;
    show();
  }

  input.addEventListener("input", () => {
    clearTimeout(waits);
    typed = true;
    tell();
    for (const radio of field.querySelectorAll("input[type=radio]")) radio.checked = false;
    waits = setTimeout(look, PAUSE);
  });
  input.addEventListener("blur", () => {
    open(false);
    if (typed) tell(named());
  });
  input.addEventListener("keydown", (pressed) => {
    const { key } = pressed;
    if (key === "ArrowDown" && list.hidden) look();
    else if (key === "ArrowDown") mark(at + 1);
    else if (key === "ArrowUp" && !list.hidden) mark(at - 1);
    else if (key === "Enter" && !list.hidden && at >= 0) options()[at].click();
    else if (key === "Escape" && !list.hidden) open(false);
    else return;
    pressed.preventDefault();
  });
}

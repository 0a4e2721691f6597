// Questions on a sheet over the page: one at a time, answered with a tap, closed with Escape.

import { ruleOf } from "./rule.js";

export const make = (tag, { text, ...more } = {}, children = []) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "className" || name === "value" || name === "hidden") element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
};

export class Panel {
  constructor(dialog) {
    this.dialog = dialog;
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault(); // what follows may be the next question, on the same sheet
      this.close(null);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) this.close(null);
    });
  }

  // Shows `build(close)` and resolves with what it is closed with; null where it was left.
  // `look`: "full" covers the screen, "wide" is wider; others are for the sheet of styles.
  ask(title, build, look = "") {
    return new Promise((resolve) => {
      this.done = resolve;
      const close = (answer) => this.close(answer);
      const parts = build(close).flat().filter(Boolean);
      this.dialog.replaceChildren(make("h2", { id: "panel-title", text: title }), ...parts);
      this.dialog.className = `panel ${look}`;
      if (!this.dialog.open) this.dialog.showModal();
      this.dialog.scrollTop = 0;
      this.dialog.querySelector("[autofocus]")?.focus();
    });
  }

  // For whoever sits on the other side of the table.
  turn() {
    this.dialog.classList.toggle("turned");
  }

  close(answer) {
    const { done } = this;
    this.done = null;
    this.dialog.close();
    done?.(answer);
  }

  // One of several, each [value, words].
  choose(title, choices, { note = "", numbers = false } = {}) {
    return this.ask(title, (close) => [
      note && make("p", { className: "quiet", text: note }),
      make(
        "div",
        { className: numbers ? "numbers" : "choices" },
        choices.map(([value, text]) =>
          make("button", { type: "button", text, onclick: () => close({ value }) }),
        ),
      ),
      cancel(close),
    ]).then((answer) => (answer ? answer.value : null));
  }

  confirm(title, words, yes) {
    return this.ask(title, (close) => [
      make("p", { text: words }),
      make("div", { className: "row" }, [
        make("button", { type: "button", className: "go", text: yes, autofocus: true, onclick: () => close(true) }),
        make("button", { type: "button", text: "Cancel", onclick: () => close(null) }),
      ]),
    ]);
  }

  // Says something; the rule it rests on, if any, is linked to its help.
  tell(title, words, clause = "") {
    return this.ask(title, (close) => [
      ...words.map((text) => make("p", { text })),
      ...(clause ? [make("p", { className: "quiet" }, [ruleOf(clause)])] : []),
      make("div", { className: "row" }, [
        make("button", { type: "button", className: "go", text: "Close", autofocus: true, onclick: () => close(null) }),
      ]),
    ]);
  }

  // A number, by our own keys, so that no system keyboard covers the board.
  number(title, { start = "", sign = false, note = "", yes = "Enter" } = {}) {
    return this.ask(title, (close) => {
      let typed = String(start);
      let fresh = true;
      const shown = make("output", { className: "typed", text: typed || "0" });
      const show = () => {
        shown.textContent = typed || "0";
      };
      const press = (digit) => () => {
        typed = fresh ? digit : (typed + digit).slice(0, 5);
        fresh = false;
        show();
      };
      const keys = [..."123456789"].map((digit) =>
        make("button", { type: "button", text: digit, onclick: press(digit) }),
      );
      keys.push(
        make("button", {
          type: "button",
          text: sign ? "±" : "⌫",
          "aria-label": sign ? "change the sign" : "take the last digit back",
          onclick: () => {
            typed = sign ? (typed.startsWith("-") ? typed.slice(1) : `-${typed}`) : typed.slice(0, -1);
            fresh = false;
            show();
          },
        }),
        make("button", { type: "button", text: "0", onclick: press("0") }),
        make("button", {
          type: "button",
          className: "go",
          text: yes,
          onclick: () => close({ value: Number(typed || 0) }),
        }),
      );
      const pad = make("div", { className: "pad" }, keys);
      pad.addEventListener("keydown", (event) => {
        if (/^\d$/.test(event.key)) press(event.key)();
        if (event.key === "Backspace") {
          typed = typed.slice(0, -1);
          show();
        }
      });
      return [note && make("p", { className: "quiet", text: note }), shown, pad, cancel(close)];
    }).then((answer) => (answer ? answer.value : null));
  }
}

export const cancel = (close, text = "Cancel") =>
  make("div", { className: "row" }, [
    make("button", { type: "button", text, onclick: () => close(null) }),
  ]);

// Questions on a sheet over the page: one at a time, answered with a tap or by keys, left with Escape
// or a press beside it. What was typed or chosen is not thrown away by that: it is asked about. The focus begins on its title, where Enter does nothing, unless one answer is what
// everybody means.

import { button, make, ruleOf } from "../../frame/make.js";
import { cancel, row, says } from "./pieces.js";
import { say } from "../../frame/say.js";

const BOUNCE = 250; // milliseconds in which a press still belongs to what was there before
const LATE = 350; // milliseconds after which nobody expects a sheet any more
const TWICE = 300; // milliseconds between the two taps of a double tap, which lie as close
const FINGER = 24; // pixels
const ALONG = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// What was typed, chosen or drawn on a sheet, to be compared.
const filled = (dialog) =>
  [...dialog.querySelectorAll("input:not(.find), output, .rack span, .drawn, .go, [aria-pressed], [role=radio]")]
    .map((one) => [one.value ?? one.textContent, one.getAttribute("aria-pressed"), one.getAttribute("aria-checked"), one.disabled]).join();

export class Panel {
  // `left()` is called when it has closed.
  constructor(dialog, left) {
    this.dialog = dialog;
    this.left = left;
    this.keyed = null; // what the question on it makes of a key
    // The way back of a phone: the browser closes it by itself.
    dialog.addEventListener("close", () => {
      if (dialog.open || !this.done) return;
      dialog.showModal();
      this.leave();
    });
    // Beside the sheet, from beginning to end: a stroke of a pen may leave it, or miss a button.
    let beside = false;
    const outside = ({ target, clientX: x, clientY: y }) => {
      const { left: l, right, top, bottom } = dialog.getBoundingClientRect();
      return target === dialog && (x < l || x > right || y < top || y > bottom);
    };
    dialog.addEventListener("pointerdown", (event) => {
      beside = outside(event);
    });
    this.again = false; // what the finger does now is the rest of what it did to a sheet
    this.lifted = 0; // when a finger was last on the page
    this.gone = -Infinity; // when a sheet last went by itself
    document.addEventListener("pointerdown", (event) => {
      [this.before, this.down] = [this.down, event];
      this.again = !dialog.open && event.pointerType === "touch" && this.bounced(event);
      this.pressed = null;
    }, true);
    document.addEventListener("pointerup", (event) => {
      this.lifted = event.timeStamp;
    }, true);
    // A finger that was on its way to something else when a sheet came under it, or that came down
    // twice where once was meant: the second time is no answer to what the first one asked.
    dialog.addEventListener("click", (event) => {
      if (event.pointerType !== "touch" || !(this.between(this.before, this.down) || (this.late && event.timeStamp - this.shown <= BOUNCE))) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    dialog.addEventListener("click", (event) => {
      if (event.pointerType === "touch") this.pressed = event;
      if (beside && outside(event)) this.leave();
      else this.keepFocus(event.target.closest("button"));
    });
  }

  // Whether a finger came down twice, on the sheet and then on what was under it; or on what a
  // sheet had covered until this moment.
  bounced({ clientX: x, clientY: y, timeStamp: time }) {
    const { pressed } = this;
    if (time - this.gone < BOUNCE) return true;
    if (!pressed || time - pressed.timeStamp > TWICE) return false;
    return Math.hypot(x - pressed.clientX, y - pressed.clientY) < FINGER;
  }

  // Whether it came between two taps that are one double tap, the second of them here.
  between(before, { clientX: x, clientY: y, timeStamp: time }) {
    if (!before || before.timeStamp > this.shown || time - before.timeStamp > TWICE) return false;
    return Math.hypot(x - before.clientX, y - before.clientY) < FINGER;
  }

  // Whether a finger's press counts by now.
  get takes() {
    return this.dialog.open && (!this.late || performance.now() - this.shown > BOUNCE);
  }

  // Keys while it is open; wherever the focus is, it has no fields then that they belong to.
  press(event) {
    const { target, key } = event;
    if (key === "Escape") this.leave();
    if (key === "Escape" || (key === "Enter" && event.timeStamp - this.shown < BOUNCE)) event.preventDefault();
    else if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, textarea, select")) return;
    else if (key in ALONG && target.role === "radio") {
      const radios = [...target.parentElement.children];
      radios.at((radios.indexOf(target) + ALONG[key]) % radios.length).focus();
      event.preventDefault();
    } else if (this.keyed?.(key, event)) event.preventDefault();
    // Somebody types on who has not looked up: the Enter after it is for what is typed.
    else if (/^[\p{L}\d]$/u.test(key) && target.matches("[autofocus]")) this.dialog.firstChild.focus();
  }

  // What was pressed may be gone by that: the focus goes to what is next to it.
  keepFocus(pressed) {
    if (!this.dialog.open || !pressed?.matches(":disabled, [hidden]") || pressed !== document.activeElement) return;
    const near = [...pressed.parentElement.querySelectorAll("button:not(:disabled, [hidden])")];
    const after = near.find((one) => pressed.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    (after ?? near.at(-1) ?? this.dialog.firstChild).focus();
  }

  // Shows `build(close)` and resolves with what it is closed with; null where it was left.
  // `look`: "full" covers the screen, "wide" is wider; others are for the sheet of styles.
  ask(title, build, look = "") {
    this.done?.(null); // one question takes the place of another, which was left
    return new Promise((resolve) => {
      this.done = resolve;
      this.keyed = null;
      const close = (answer) => this.close(answer);
      const parts = build(close).flat().filter(Boolean);
      const heading = make("h2", { id: "panel-title", tabindex: -1, text: title });
      this.dialog.replaceChildren(heading, ...parts);
      this.dialog.className = `panel ${look}`;
      if (!this.dialog.open) this.dialog.showModal();
      this.untouched = filled(this.dialog);
      this.anew();
    });
  }

  // As by Cancel where nothing was typed or chosen; else that is asked, at the foot of the sheet.
  leave() {
    if (filled(this.dialog) === this.untouched) this.close(null);
    else import("../keys/time_field.js").then(({ discard }) => discard(this), () => {}); // it stays, then
  }

  // What is on the sheet has just come.
  anew() {
    const { dialog } = this;
    this.shown = performance.now();
    this.late = this.shown - this.lifted > LATE;
    dialog.scrollTop = 0;
    (dialog.querySelector("[autofocus]") ?? dialog.firstChild).focus();
  }

  // For whoever sits on the other side of the table.
  turn() {
    this.dialog.classList.toggle("turned");
  }

  // What it asked has been answered elsewhere.
  vanish() {
    this.gone = performance.now();
    this.close(null);
  }

  close(answer) {
    const { done } = this;
    this.done = null;
    this.dialog.close();
    this.left();
    done?.(answer);
  }

  // One of several, each [value, words].
  choose(title, choices, { note = "", numbers = false } = {}) {
    return this.ask(title, (close) => {
      if (numbers) this.keyed = (key) => choices.some(([, text]) => text === key) && !close({ value: Number(key) });
      return [
        says(note && [make("p", { className: "quiet", text: note })]),
        make(
          "div",
          { className: numbers ? "numbers" : "choices" },
          choices.map(([value, text]) =>
            button(text, () => close({ value })),
          ),
        ),
        cancel(close),
      ];
    }).then((answer) => (answer ? answer.value : null));
  }

  // `meant`: it was asked for; what only came up while somebody typed is not answered by Enter alone.
  confirm(title, words, yes, meant = true) {
    return this.ask(title, (close) => [
      says([make("p", { text: words })]),
      row(
        button(yes, () => close(true), { className: "go", autofocus: meant }),
        button(say("entry.cancel"), () => close(null)),
      ),
    ]);
  }

  // Says something; the rule it rests on, if any, is linked to its help. `ruleOn`: where a director rules on it.
  tell(title, words, clause = "", ruleOn = "") {
    return this.ask(title, (close) => [
      says([
        ...words.map((text) => make("p", { text })),
        ...(clause ? [make("p", { className: "quiet" }, [ruleOf(clause)])] : []),
      ]),
      row(
        button(say("entry.close"), () => close(null), { className: "go", autofocus: true }),
        ruleOn && make("a", { href: ruleOn, className: "button", text: say("entry.rule-on") }),
      ),
    ]);
  }

  // A number, by our own keys, so that no system keyboard covers the board; null where it was left.
  async number(title, how) {
    const { number } = await import("../keys/time_field.js");
    return number(this, title, how);
  }
}

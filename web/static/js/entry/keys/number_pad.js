// A number on a sheet, by our own keys, so that no system keyboard covers the board.

import { button, make } from "../../frame/make.js";
import { cancel, says } from "../sheets/pieces.js";

export function number(panel, title, { start = "", sign = false, note = "", yes = "Enter" } = {}) {
  return panel.ask(title, (close) => {
    let typed = `${start}`;
    let fresh = true;
    const shown = make("output", { className: "typed" });
    const type = (words) => {
      typed = words;
      fresh = false;
      show();
    };
    const press = (digit) => () => type(fresh ? digit : (typed + digit).slice(0, 5));
    const back = () => type(typed.slice(0, -1));
    const turn = () => type(typed.startsWith("-") ? typed.slice(1) : `-${typed}`);
    const done = () => known() && close({ value: Number(typed) });
    const known = () => /\d/.test(typed);
    const keys = [..."123456789"].map((digit) =>
      button(digit, press(digit)),
    );
    const last = button("⌫", back, { "aria-label": "take the last digit back" });
    const other = button("±", turn, { "aria-label": "change the sign" });
    const nought = button("0", press("0"));
    keys.push(...(sign ? [other, nought, last] : [last, nought]));
    const go = button(yes, done, { className: "go" });
    const show = () => {
      shown.textContent = typed || "–";
      go.disabled = !known(); // nothing typed is no nought
    };
    show();
    panel.keyed = (key, { target }) => {
      if (/^\d$/.test(key)) press(key)();
      else if (key === "Backspace") back();
      else if (key === "-" && sign) turn();
      else if (key === "Enter" && !target.closest("button")) done();
      else return false;
      return true;
    };
    return [says(note && [make("p", { className: "quiet", text: note })]), shown, make("div", { className: "pad" }, [...keys, go]), cancel(close)];
  }).then((answer) => (answer ? answer.value : null));
}

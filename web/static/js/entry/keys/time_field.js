// A time, as a timer shows it, by our own keys: digits come in from the right, so 1, 3, 0 is 1:30.
// No time has 60 seconds or more after its colon, and one that hardly can be so is asked about.

import { asRead, button, make } from "../../frame/make.js";
import { clockWords } from "../../frame/wording.js";
import { place } from "../seats.js";
import { row, cancel, says } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

const LONGEST = 4; // digits

// What was typed: { text, seconds, wrong }; `seconds` is undefined where it is no time.
export function readTime(words) {
  const minus = /^\s*[-−]/.test(words);
  const digits = words.replace(/\D/g, "").replace(/^0+(?=\d)/, "").slice(0, LONGEST);
  if (!digits) return { text: minus ? "−" : "", seconds: undefined };
  const [minutes, rest] = [digits.slice(0, -2) || "0", digits.slice(-2).padStart(2, "0")];
  const text = `${minus ? "−" : ""}${minutes}:${rest}`;
  if (Number(rest) > 59) return { text, seconds: undefined, wrong: true };
  return { text, seconds: (minus ? -1 : 1) * (60 * Number(minutes) + Number(rest)) };
}

// The element that asks for it. `set` is told the seconds, or undefined while they are none or not
// sure; `odd(seconds)` gives a question about a time that is hardly meant, or "".
export function timeField(label, { value, sign = false, odd = () => "", set, autofocus = false }) {
  let sure = value; // what somebody has said it is
  const input = make("input", {
    className: "time", inputMode: "none", autocomplete: "off", "aria-label": label, placeholder: "–:––", autofocus,
    value: value == null ? "" : clockWords(value),
  });
  const asks = make("p", { className: "odd", role: "status" });
  const yes = button("", () => {
    sure = readTime(input.value).seconds;
    show();
    input.focus();
  });
  const about = make("div", { className: "about-time", hidden: !autofocus }, [asks, yes]);
  const pad = make("div", { className: "pad", role: "group", "aria-label": `${label}: keys`, hidden: !autofocus }, [
    ...[..."123456789"].map((digit) => button(digit, () => put(input.value + digit))),
    sign ? button("−", () => put(/^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`), { "aria-label": say("entry.change-sign") }) : make("span"),
    button("0", () => put(`${input.value}0`)),
    button("⌫", () => put(input.value.slice(0, -1)), { "aria-label": say("entry.take-last-digit-back") }),
  ]);
  const put = (words) => {
    const { text } = readTime(sign ? words : words.replace(/[-−]/g, ""));
    input.value = text;
    show();
  };
  const show = () => {
    const { seconds, wrong } = readTime(input.value);
    const question = seconds === undefined || seconds === sure ? "" : odd(seconds);
    asks.textContent = wrong ? say("entry.seconds-go-from-00-59") : question;
    yes.textContent = say("entry.yes-time", { time: clockWords(seconds) });
    yes.style.visibility = question ? "" : "hidden"; // its place is kept, under whose fingers keys are
    set(question ? undefined : seconds);
  };
  input.addEventListener("input", () => put(input.value));
  input.addEventListener("focus", () => {
    pad.hidden = about.hidden = false;
  });
  show();
  return make("div", { className: "time-field" }, [input, about, pad]);
}

// What to ask about overtime of this player: longer than the book lets a clock run over, or, where it
// sets no end, than the whole time of the game.
export const oddOvertime = ({ rules, limits }, seat) => (over) => {
  const end = rules?.overtime_forfeit ?? null;
  const most = end ?? (seat ? limits[place(seat)] : Math.max(...limits));
  if (over <= most) return "";
  const why = end === null ? say("entry.all-time-player-has") : say("entry.with-which-game-lost");
  return say("entry.over-more-than-most-why-what", { over: clockWords(over), most: clockWords(most), why });
};

// What to ask about a time that is said to have passed, or to be given.
export const oddTime = ({ limits }) => (seconds) => {
  const [long, most] = [Math.abs(seconds), Math.max(...limits)];
  return long <= most ? "" : say("entry.long-more-than-most-all-time", { long: clockWords(long), most: clockWords(most) });
};

// About a time that a clock shows, which may be past its end.
export const oddClock = (now, seat) => (seconds) => (seconds < 0 ? oddOvertime(now, seat)(-seconds) : oddTime(now)(seconds));

// What carries a sheet out, never disabled: pressed too early it says in its row what is missing, until
// something else is pressed or typed. `missing()` gives that as a sentence, or "". A line and a button.
export function whenComplete(text, missing, done, more = {}) {
  const lacks = make("p", { className: "odd", role: "alert", hidden: true });
  const go = button(text, () => {
    const words = missing();
    if (!words) return void done();
    lacks.textContent = words;
    lacks.hidden = false;
    lacks.style.visibility = "";
    // Its room is kept: nothing moves under the finger that puts it right.
    for (const kind of ["input", "pointerup"]) addEventListener(kind, () => (lacks.style.visibility = "hidden"), { once: true });
  }, { className: "go", ...more });
  return [lacks, go];
}

// Overtime of a player, in seconds; null where it was left. `points(over)` says what it costs.
export function askOvertime({ game, panel }, seat, { value, points }) {
  return panel.ask(say("entry.how-long-was-seat-over-time", { seat: game.playerOf(seat) }), (close) => {
    let over;
    const shown = make("p", { className: "says", role: "status" });
    const set = (seconds) => {
      over = seconds;
      shown.textContent = over === undefined ? "" : asRead(points(over));
    };
    const field = timeField(say("entry.overtime"), { value, odd: oddOvertime(game.now, seat), set, autofocus: true });
    const missing = () => {
      if (over !== undefined) return "";
      return readTime(field.querySelector("input").value).seconds === undefined ? say("entry.type-overtime-first") : say("entry.say-first-whether-what-timer-shows");
    };
    return [
      make("p", { className: "quiet", text: say("entry.beyond-time-allowed-in-minutes-and") }),
      field,
      shown,
      row(...whenComplete(say("entry.record-overtime"), missing, () => close({ over })), button(say("entry.cancel"), () => close(null))),
    ];
  }).then((answer) => answer?.over ?? null);
}

// Whether what was typed or chosen on a sheet is thrown away, asked at its foot.
export function discard(panel) {
  const { dialog } = panel;
  const { activeElement } = document;
  if (dialog.querySelector(".discard")) return;
  const asks = row(
    make("p", { className: "discard", role: "alert", text: say("entry.discard-what-you-entered") }),
    button(say("entry.discard"), () => panel.close(null)),
    button(say("entry.keep"), () => {
      asks.remove();
      activeElement.focus();
    }, { className: "go" }),
  );
  dialog.append(asks);
  asks.lastChild.focus();
}

// A number on a sheet, by our own keys, so that no system keyboard covers the board.

export function number(panel, title, { start = "", sign = false, note = "", yes = say("cases.enter-it") } = {}) {
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
    const last = button("⌫", back, { "aria-label": say("entry.take-last-digit-back") });
    const other = button("±", turn, { "aria-label": say("entry.change-sign") });
    const nought = button("0", press("0"));
    keys.push(...(sign ? [other, nought, last] : [last, nought]));
    const [lacks, go] = whenComplete(yes, () => (known() ? "" : say("entry.type-number-first")), done); // nothing typed is no nought
    const show = () => {
      shown.textContent = asRead(typed) || "–";
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
    return [says(note && [make("p", { className: "quiet", text: note })]), shown, make("div", { className: "pad" }, [...keys, go]), lacks, cancel(close)];
  }).then((answer) => (answer ? answer.value : null));
}

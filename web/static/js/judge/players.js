// Both players at the judge's screen: one types the words, the other looks at them, and the word
// list gives one verdict. What was typed must be what stands on the slip.

import { button, make } from "../frame/make.js";
import { say } from "../frame/say.js";
import { asWritten, tool } from "./pieces.js";

const inOrder = (words) => words.map((word) => word.toUpperCase()).sort().join(" ");

export function playersAsk(screen, before = "") {
  const { slip } = screen.one;
  const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: before });
  const wrong = make("div", { className: "notice now", hidden: true, role: "alert", text: say("judge.that-is-not-what-stands") });
  const next = () => {
    const words = asWritten(typed.value);
    wrong.hidden = inOrder(words) === inOrder(slip.words);
    if (wrong.hidden) check(screen, words);
  };
  typed.addEventListener("keydown", (event) => event.key === "Enter" && !event.repeat && next());
  screen.show(say("judge.types", { challenger: slip.challenger }), [
    make("label", { text: say("judge.challenged-words", { n: slip.words.length }) }, [typed]),
    wrong,
  ], [make("div", { className: "ways-out" }, [
    button(say("judge.show-it-to", { challenged: slip.challenged }), next, { className: "button primary" }),
    tool(say("judge.back"), () => screen.ask()),
  ])]);
  typed.focus();
}

function check(screen, words) {
  const { slip } = screen.one;
  const run = button(say("judge.yes-look-it-up"), () => screen.give(say("judge.looking-up"), { by_players: true }), { className: "button verdict record plain primary", disabled: true });
  screen.steady(run);
  screen.show(say("judge.checks", { challenged: slip.challenged }), [
    screen.words(words),
    make("p", { className: "says", text: say("judge.are-these-the-words") }),
  ], [make("div", { className: "verdicts" }, [
    button(say("judge.no-type-again"), () => playersAsk(screen, words.join(" ")), { className: "button verdict other" }),
    run,
  ])]);
}

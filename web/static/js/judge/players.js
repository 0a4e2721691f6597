// Both players at the judge's screen: one types the words, the other looks at them, and the word
// list gives one verdict. What was typed must be what stands on the slip.

import { button, make } from "../frame/make.js";
import { asWritten, tool } from "./pieces.js";

const inOrder = (words) => words.map((word) => word.toUpperCase()).sort().join(" ");

export function playersAsk(screen, before = "") {
  const { slip } = screen.one;
  const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: before });
  const wrong = make("div", { className: "notice now", hidden: true, role: "alert", text: "That is not what stands on the slip. Type it again, or let the slip be written anew at the table." });
  const next = () => {
    const words = asWritten(typed.value);
    wrong.hidden = inOrder(words) === inOrder(slip.words);
    if (wrong.hidden) check(screen, words);
  };
  typed.addEventListener("keydown", (event) => event.key === "Enter" && !event.repeat && next());
  screen.show(`${slip.challenger} types`, [
    make("label", { text: slip.words.length === 1 ? "The challenged word" : `The ${slip.words.length} challenged words` }, [typed]),
    wrong,
  ], [make("div", { className: "ways-out" }, [
    button(`Show it to ${slip.challenged}`, next, { className: "button primary" }),
    tool("Back", () => screen.ask()),
  ])]);
  typed.focus();
}

function check(screen, words) {
  const { slip } = screen.one;
  const run = button("Yes: look it up", () => screen.give("Looking up…", { by_players: true }), { className: "button verdict record plain primary", disabled: true });
  screen.steady(run);
  screen.show(`${slip.challenged} checks`, [
    screen.words(words),
    make("p", { className: "says", text: "Are these the words as they lie on the board? One verdict on all of it is recorded." }),
  ], [make("div", { className: "verdicts" }, [
    button("No, type again", () => playersAsk(screen, words.join(" ")), { className: "button verdict other" }),
    run,
  ])]);
}

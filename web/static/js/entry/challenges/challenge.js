// A challenge from the word to the verdict: the slip, the opponent's look at it, who judges, and
// one verdict on the whole play. Nothing here ever says anything about a single word. `table`:
// { game, entries, panel, forms, news, say, strip, report }.

import { field } from "../irregular/fields.js";
import { button, asRead, make } from "../../frame/make.js";
import { cancel, row } from "../sheets/pieces.js";
import { moveWords } from "../irregular/in_words.js";
import { seenOf } from "../queue/as_seen.js";
import { other } from "../seats.js";

const METHODS = {
  "self-adjudicated": "Both at the device",
  "external-device": "Device of the event",
  "smart-device": "A phone, if both agree",
  runner: "By runner",
  "self-run": "Carried to the judge",
  "word-judge": "Word judge",
  director: "The director",
  "not-known": "Not noted",
};
const SHORT = new Set(["seat", "words", "method"]);
const SOON = 300; // how often it is looked whether a judge elsewhere has said
const JUDGED_SOON = 3000; // and how often it is asked, where no news come
let watching = 0;

// The slip as PDF, filled from the record; without a network the screen itself is printed.
export const paper = (form) =>
  make("a", {
    className: "link", href: location.pathname.replace(/enter$/, `${form}.pdf`), target: "_blank", rel: "noopener", text: "Print",
    onclick: (event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      print();
    },
  });

// The verdict may come from the judge's own screen, and is then told like any news of the table; where
// there is none, it is asked for often. The question about it closes when it is there.
function awaitVerdict({ game, entries, panel, news, say, strip }) {
  clearInterval(watching);
  const judged = game.now.lines.findLast(({ kind }) => kind === "play" || kind === "missed");
  let asked = Date.now();
  watching = setInterval(async () => {
    if (!news.live && Date.now() - asked > JUDGED_SOON) {
      asked = Date.now();
      await entries.reload();
    }
    if (game.now.challenge) return;
    clearInterval(watching);
    const line = game.now.lines.find(({ version }) => version === judged?.version);
    // Where the strip above the board does not say so already.
    if (strip.hidden) say(line && !line.withdrawn ? `${moveWords(line)} stands.` : "The play comes off.");
    if (panel.dialog.open && panel.dialog.classList.contains("awaiting")) panel.vanish();
  }, SOON);
}

const asWritten = (typed) => typed.toUpperCase().split(/[\s,;]+/).filter(Boolean);

// Writes a slip for the play just made, shows it to the opponent, and waits.
export async function begin(table) {
  const { game, entries, panel, forms } = table;
  await entries.upToDate();
  const { now, state } = game;
  const play = now.lines.findLast(({ kind, withdrawn }) => (kind === "play" || kind === "missed") && !withdrawn);
  if (!play) return;
  const seat = other(play.seat);
  const seen = seenOf(now);
  const form = forms.of("issue-challenge", now.forms?.["issue-challenge"]);
  const late = (form?.fields ?? []).filter(({ asked, name }) => asked && !SHORT.has(name));
  const known = now.rules?.methods ?? [];
  const answer = await panel.ask(`${game.playerOf(seat)} challenges`, (close) => {
    const chosen = new Set(play.words.map(({ word }) => word.toUpperCase()));
    const answers = new Map();
    let method = now.rules?.method && known.includes(now.rules.method) ? now.rules.method : undefined;
    const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", "aria-label": "Other words, as written on the slip" });
    const go = make("button", { type: "button", className: "go" });
    const told = () => [...chosen, ...asWritten(typed.value).filter((word) => !chosen.has(word))];
    const check = () => {
      go.disabled = !told().length;
      go.textContent = told().length ? asRead(`Show the slip to ${game.playerOf(play.seat)}`) : "Choose the words";
    };
    const words = play.words.map(({ word }) => {
      const text = word.toUpperCase();
      const button = make("button", { type: "button", "aria-pressed": "true", text });
      button.addEventListener("click", () => {
        const on = !chosen.delete(text);
        if (on) chosen.add(text);
        button.setAttribute("aria-pressed", on);
        check();
      });
      return button;
    });
    typed.addEventListener("input", check);
    go.addEventListener("click", () => close({ words: told(), method, ...Object.fromEntries(answers) }));
    check();
    const about = (spec) => ({
      state, now, value: undefined,
      set: (value) => (value === undefined ? answers.delete(spec.name) : answers.set(spec.name, value)),
    });
    const ways = { name: "method", kind: "choice", words: "How is it judged?", open: true, default: method, choices: known.map((name) => [name, METHODS[name] ?? name.replaceAll("-", " ")]) };
    return [
      make("p", { className: "quiet", text: "Which words? Those named stand on the slip." }),
      words.length && make("div", { className: "choices" }, words),
      make("label", { text: "Or type them" }, [typed]),
      known.length > 1 && field(ways, { state, now, set: (value) => { method = value; } }),
      late.length && make("details", {}, [make("summary", { text: "When was it? (if anybody doubts it came in time)" }), ...late.map((spec) => field(spec, about(spec)))]),
      row(go, button("Cancel", () => close(null))),
    ];
  }, "wide");
  if (!answer) return;
  if (!(await entries.settled({ ask: "issue-challenge", seat, ...answer }, { seen }))) return;
  awaitVerdict(table);
  if (game.now.challenge) await showSlip(table);
}

// The slip, large enough for both to read: the opponent says that it names the words as played.
async function showSlip(table) {
  const { game, entries, panel } = table;
  const { challenge } = game.now;
  const opponent = other(challenge.seat);
  const answer = await panel.ask("Challenge slip", (close) => [
    make("p", { className: "quiet", text: `Table ${game.state.game.table}, round ${game.state.game.round} · ${game.playerOf(challenge.seat)} challenges the play of ${game.playerOf(opponent)}` }),
    make("ul", { className: "words" }, challenge.words.map((word) => make("li", { text: word }))),
    make("div", { className: "verdict-boxes", "aria-hidden": "true" }, [make("span", { text: "□ acceptable" }), make("span", { text: "□ unacceptable" })]),
    make("p", { className: "says", text: `${game.playerOf(opponent)}: are these the words on the board?` }),
    row(
      button(`${game.playerOf(opponent)} confirms`, () => close({ confirmed: true }), { className: "go" }), // by Enter alone nobody says it for another
      button("Other words", () => close({ change: true })),
      button("⟲ Turn round", () => panel.turn()),
      paper("challenge-slip"),
      button("Later", () => close(null)),
    ),
  ], "full slip awaiting");
  if (answer?.confirmed) await entries.settled({ ask: "confirm-slip", seat: opponent });
  else if (answer?.change) await otherWords(table);
}

async function otherWords(table) {
  const { game, entries, panel } = table;
  const { challenge } = game.now;
  const words = await panel.ask("Which words are challenged?", (close) => {
    const typed = make("input", { autofocus: true, maxlength: 120, autocomplete: "off", value: challenge.words.join(" ") });
    return [
      make("label", { text: "The words on the slip" }, [typed]),
      row(button("Write the slip", () => close(asWritten(typed.value)), { className: "go" })),
      cancel(close),
    ];
  });
  if (words?.length) {
    await entries.settled({ ask: "change-words", seat: challenge.seat, words });
    if (game.now.challenge) await showSlip(table);
  }
}

// Waiting for the verdict. The words stay hidden until somebody wants to see them.
export async function verdict(table) {
  const { game, entries, panel, report } = table;
  const { challenge, offers, open } = game.now;
  const handed = open.find(({ name }) => name === "challenge")?.steps.find(({ asks, done }) => asks === "hand-over" && !done);
  awaitVerdict(table);
  const mismatch = offers.find(({ asks }) => asks === "reissue-challenge");
  const answer = await panel.ask("What is the verdict?", (close) => {
    const words = make("p", { className: "words", hidden: true, text: challenge.words.join(" · ") });
    const show = button("Show the words", () => {
      words.hidden = !words.hidden;
      show.setAttribute("aria-expanded", !words.hidden);
      show.textContent = words.hidden ? "Show the words" : "Hide the words";
    }, { "aria-expanded": "false" });
    return [
      make("p", { className: "quiet", text: `${game.playerOf(challenge.seat)} challenged ${challenge.words.length === 1 ? "one word" : `${challenge.words.length} words`}. One verdict on the whole play; never which word.` }),
      make("div", { className: "verdicts" }, [
        make("button", { type: "button", className: "good", onclick: () => close({ acceptable: true }) }, [make("b", { text: "✓", "aria-hidden": "true" }), make("span", { text: "Acceptable: the play stands" })]),
        make("button", { type: "button", className: "bad", onclick: () => close({ acceptable: false }) }, [make("b", { text: "✗", "aria-hidden": "true" }), make("span", { text: "Not acceptable: it comes off" })]),
      ]),
      words,
      row(
        show,
        button("The slip", () => close({ slip: true })),
        handed && button("Handed over", () => close({ handed: true })),
        mismatch && button(mismatch.title, () => close({ mismatch: true })),
        button("Withdrawn…", () => close({ withdraw: true })),
        button("Wait", () => close(null)),
      ),
    ];
  }, "wide awaiting");
  if (!answer) return;
  if (answer.acceptable !== undefined) {
    await entries.settled({ ask: "adjudicate", acceptable: answer.acceptable });
  } else if (answer.slip) {
    await showSlip(table);
  } else if (answer.handed) {
    await entries.settled({ ask: "hand-over" });
    await verdict(table);
  } else if (answer.mismatch) {
    await report(mismatch);
  } else await withdrawn(table);
}

// Whether a challenge can be undone is the rulebook's; the server refuses in its words.
async function withdrawn({ game, entries, panel }) {
  const { rules } = game.now;
  const reason = await panel.choose("End the challenge without a verdict", [
    ...new Set([...(rules?.withdrawable ?? []), "withdrawn", ...(rules?.concession ? ["conceded"] : [])]),
  ].map((value) => [value, WITHDRAWN[value] ?? value.replaceAll("-", " ")]), {
    note: rules?.concession || rules?.withdrawable?.length ? "As the rulebook allows." : "This rulebook binds who challenged; the director may rule otherwise.",
  });
  if (reason) await entries.settled({ ask: "void-challenge", reason });
}

const WITHDRAWN = {
  withdrawn: "The challenge is withdrawn",
  conceded: "The play is taken back",
};

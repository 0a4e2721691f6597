// A challenge from the word to the verdict: the slip, the opponent's look at it, who judges, and
// one verdict on the whole play. Nothing here ever says anything about a single word.

import { field } from "../irregular/fields.js";
import { cancel, make } from "../sheets/panel.js";
import { seenOf } from "../queue/as_seen.js";

const other = (seat) => (seat === "first" ? "second" : "first");
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
function awaitVerdict(page) {
  clearInterval(watching);
  const judged = page.now.lines.findLast(({ kind }) => kind === "play" || kind === "missed");
  let asked = Date.now();
  watching = setInterval(async () => {
    if (!page.news.live && Date.now() - asked > JUDGED_SOON) {
      asked = Date.now();
      await page.reload();
    }
    if (page.now.challenge) return;
    clearInterval(watching);
    const line = page.now.lines.find(({ version }) => version === judged?.version);
    // Where the strip above the board does not say so already.
    if (page.procedures.strip.hidden) page.say(line && !line.withdrawn ? `${line.move} stands.` : "The play comes off.");
    if (page.panel.dialog.open && page.panel.dialog.classList.contains("awaiting")) page.panel.vanish();
  }, SOON);
}

const asWritten = (typed) => typed.toUpperCase().split(/[\s,;]+/).filter(Boolean);

// Writes a slip for the play just made, shows it to the opponent, and waits.
export async function begin(page) {
  await page.upToDate();
  const { now, state } = page;
  const play = now.lines.findLast(({ kind, withdrawn }) => (kind === "play" || kind === "missed") && !withdrawn);
  if (!play) return;
  const seat = other(play.seat);
  const seen = seenOf(now);
  const form = page.forms.of("issue-challenge", now.forms?.["issue-challenge"]);
  const late = (form?.fields ?? []).filter(({ asked, name }) => asked && !SHORT.has(name));
  const known = now.rules?.methods ?? [];
  const answer = await page.panel.ask(`${page.playerOf(seat)} challenges`, (close) => {
    const chosen = new Set(play.words.map(({ word }) => word.toUpperCase()));
    const answers = new Map();
    let method = now.rules?.method && known.includes(now.rules.method) ? now.rules.method : undefined;
    const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", "aria-label": "Other words, as written on the slip" });
    const go = make("button", { type: "button", className: "go" });
    const told = () => [...chosen, ...asWritten(typed.value).filter((word) => !chosen.has(word))];
    const check = () => {
      go.disabled = !told().length;
      go.textContent = told().length ? `Show the slip to ${page.playerOf(play.seat)}` : "Choose the words";
    };
    const words = play.words.map(({ word }) => {
      const text = word.toUpperCase();
      const button = make("button", { type: "button", "aria-pressed": "true", text });
      button.addEventListener("click", () => {
        const on = !chosen.delete(text);
        if (on) chosen.add(text);
        button.setAttribute("aria-pressed", String(on));
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
      make("div", { className: "row" }, [go]),
      cancel(close),
    ];
  }, "wide");
  if (!answer) return;
  if (!(await page.settled({ ask: "issue-challenge", seat, ...answer }, { seen }))) return;
  awaitVerdict(page);
  if (page.now.challenge) await showSlip(page);
}

// The slip, large enough for both to read: the opponent says that it names the words as played.
export async function showSlip(page) {
  const { challenge } = page.now;
  const opponent = other(challenge.seat);
  const answer = await page.panel.ask("Challenge slip", (close) => [
    make("p", { className: "quiet", text: `Table ${page.state.game.table}, round ${page.state.game.round} · ${page.playerOf(challenge.seat)} challenges the play of ${page.playerOf(opponent)}` }),
    make("ul", { className: "words" }, challenge.words.map((word) => make("li", { text: word }))),
    make("div", { className: "verdict-boxes", "aria-hidden": "true" }, [make("span", { text: "□ acceptable" }), make("span", { text: "□ unacceptable" })]),
    make("p", { className: "quiet", text: `${page.playerOf(opponent)}: are these the words as they lie on the board?` }),
    make("div", { className: "row" }, [
      make("button", { type: "button", className: "go", text: `${page.playerOf(opponent)} confirms`, autofocus: true, onclick: () => close({ confirmed: true }) }),
      make("button", { type: "button", text: "Other words", onclick: () => close({ change: true }) }),
      make("button", { type: "button", text: "⟲ Turn round", onclick: () => page.panel.turn() }),
      paper("challenge-slip"),
      make("button", { type: "button", text: "Later", onclick: () => close(null) }),
    ]),
  ], "full slip awaiting");
  if (answer?.confirmed) await page.settled({ ask: "confirm-slip", seat: opponent });
  else if (answer?.change) await otherWords(page);
}

async function otherWords(page) {
  const { challenge } = page.now;
  const words = await page.panel.ask("Other words", (close) => {
    const typed = make("input", { autofocus: true, maxlength: 120, autocomplete: "off", value: challenge.words.join(" ") });
    return [
      make("label", { text: "The words on the slip" }, [typed]),
      make("div", { className: "row" }, [make("button", { type: "button", className: "go", text: "Write the slip", onclick: () => close(asWritten(typed.value)) })]),
      cancel(close),
    ];
  });
  if (words?.length) {
    await page.settled({ ask: "change-words", seat: challenge.seat, words });
    if (page.now.challenge) await showSlip(page);
  }
}

// Waiting for the verdict. The words stay hidden until somebody wants to see them.
export async function verdict(page) {
  const { challenge, offers, open } = page.now;
  const handed = open.find(({ name }) => name === "challenge")?.steps.find(({ asks, done }) => asks === "hand-over" && !done);
  awaitVerdict(page);
  const mismatch = offers.find(({ asks }) => asks === "reissue-challenge");
  const answer = await page.panel.ask("Waiting for the verdict", (close) => {
    const words = make("p", { className: "words", hidden: true, text: challenge.words.join(" · ") });
    const show = make("button", {
      type: "button", "aria-expanded": "false", text: "Show the words", onclick: () => {
        words.hidden = !words.hidden;
        show.setAttribute("aria-expanded", String(!words.hidden));
        show.textContent = words.hidden ? "Show the words" : "Hide the words";
      },
    });
    return [
      make("p", { className: "quiet", text: `${page.playerOf(challenge.seat)} challenged ${challenge.words.length === 1 ? "one word" : `${challenge.words.length} words`}. One verdict on the whole play; never which word.` }),
      make("div", { className: "verdicts" }, [
        make("button", { type: "button", className: "good", onclick: () => close({ acceptable: true }) }, [make("b", { text: "✓", "aria-hidden": "true" }), make("span", { text: "Acceptable: the play stands" })]),
        make("button", { type: "button", className: "bad", onclick: () => close({ acceptable: false }) }, [make("b", { text: "✗", "aria-hidden": "true" }), make("span", { text: "Not acceptable: it comes off" })]),
      ]),
      words,
      make("div", { className: "row" }, [
        show,
        make("button", { type: "button", text: "The slip", onclick: () => close({ slip: true }) }),
        handed && make("button", { type: "button", text: "Handed over", onclick: () => close({ handed: true }) }),
        mismatch && make("button", { type: "button", text: mismatch.title, onclick: () => close({ mismatch: true }) }),
        make("button", { type: "button", text: "Withdrawn…", onclick: () => close({ withdraw: true }) }),
        make("button", { type: "button", text: "Wait", onclick: () => close(null) }),
      ].filter(Boolean)),
    ];
  }, "wide awaiting");
  if (!answer) return;
  if (answer.acceptable !== undefined) {
    await page.settled({ ask: "adjudicate", acceptable: answer.acceptable });
  } else if (answer.slip) {
    await showSlip(page);
  } else if (answer.handed) {
    await page.settled({ ask: "hand-over" });
    await verdict(page);
  } else if (answer.mismatch) {
    const { report } = await import("../irregular/irregular.js");
    await report(page, mismatch);
  } else await withdrawn(page);
}

// Whether a challenge can be undone is the rulebook's; the server refuses in its words.
async function withdrawn(page) {
  const { rules } = page.now;
  const reason = await page.panel.choose("End the challenge without a verdict", [
    ...new Set([...(rules?.withdrawable ?? []), "withdrawn", ...(rules?.concession ? ["conceded"] : [])]),
  ].map((value) => [value, WITHDRAWN[value] ?? value.replaceAll("-", " ")]), {
    note: rules?.concession || rules?.withdrawable?.length ? "As the rulebook allows." : "This rulebook binds who challenged; the director may rule otherwise.",
  });
  if (reason) await page.settled({ ask: "void-challenge", reason });
}

const WITHDRAWN = {
  withdrawn: "The challenge is withdrawn",
  conceded: "The play is taken back",
};

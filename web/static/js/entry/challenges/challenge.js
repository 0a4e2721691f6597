// A challenge from the word to the verdict: the slip, the opponent's look at it, who judges, and
// one verdict on the whole play. Nothing here ever says anything about a single word. `table`:
// { game, entries, panel, forms, news, say, strip, report }.

import { field } from "../irregular/fields.js";
import { button, asRead, make } from "../../frame/make.js";
import { cancel, row } from "../sheets/pieces.js";
import { moveWords } from "../irregular/in_words.js";
import { seenOf } from "../queue/as_seen.js";
import { other } from "../seats.js";
import { say } from "../../frame/say.js";

const METHODS = {
  "self-adjudicated": say("entry.both-at-device"),
  "external-device": say("entry.device-event"),
  "smart-device": say("entry.phone-if-both-agree"),
  runner: say("entry.by-runner"),
  "self-run": say("entry.carried-judge"),
  "word-judge": say("entry.word-judge"),
  director: say("entry.director"),
  "not-known": say("entry.not-noted"),
};
const SHORT = new Set(["seat", "words", "method"]);
const SOON = 300; // how often it is looked whether a judge elsewhere has said
const JUDGED_SOON = 3000; // and how often it is asked, where no news come
let watching = 0;

// The slip as PDF, filled from the record; without a network the screen itself is printed.
export const paper = (form) =>
  make("a", {
    className: "link", href: location.pathname.replace(/enter$/, `${form}.pdf`), target: "_blank", rel: "noopener", text: say("entry.print"),
    onclick: (event) => {
      if (navigator.onLine) return;
      event.preventDefault();
      print();
    },
  });

// The verdict may come from the judge's own screen, and is then told like any news of the table; where
// there is none, it is asked for often. The question about it closes when it is there.
function awaitVerdict({ game, entries, panel, news, voice, strip }) {
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
    if (strip.hidden) voice(line && !line.withdrawn ? say("entry.play-stands-words", { play: moveWords(line) }) : say("entry.play-comes-off"));
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
  const answer = await panel.ask(say("entry.player-challenges", { player: game.playerOf(seat) }), (close) => {
    const chosen = new Set(play.words.map(({ word }) => word.toUpperCase()));
    const answers = new Map();
    let method = now.rules?.method && known.includes(now.rules.method) ? now.rules.method : undefined;
    const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", "aria-label": say("entry.other-words-as-written-on-slip") });
    const go = make("button", { type: "button", className: "go" });
    const told = () => [...chosen, ...asWritten(typed.value).filter((word) => !chosen.has(word))];
    const check = () => {
      go.disabled = !told().length;
      go.textContent = told().length ? asRead(say("entry.show-slip-seat", { seat: game.playerOf(play.seat) })) : say("entry.choose-words");
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
    const ways = { name: "method", kind: "choice", words: say("entry.how-judged"), open: true, default: method, choices: known.map((name) => [name, METHODS[name]]) };
    return [
      make("p", { className: "quiet", text: say("entry.which-words-those-named-stand-on") }),
      words.length && make("div", { className: "choices" }, words),
      make("label", { text: say("entry.or-type-them") }, [typed]),
      known.length > 1 && field(ways, { state, now, set: (value) => { method = value; } }),
      late.length && make("details", {}, [make("summary", { text: say("entry.when-was-if-anybody-doubts-came") }), ...late.map((spec) => field(spec, about(spec)))]),
      row(go, button(say("entry.cancel"), () => close(null))),
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
  const answer = await panel.ask(say("entry.challenge-slip"), (close) => [
    make("p", { className: "quiet", text: say("entry.table-table-round-round-seat-challenges", { table: game.state.game.table, round: game.state.game.round, seat: game.playerOf(challenge.seat), opponent: game.playerOf(opponent) }) }),
    make("ul", { className: "words" }, challenge.words.map((word) => make("li", { text: word }))),
    make("div", { className: "verdict-boxes", "aria-hidden": "true" }, [make("span", { text: say("entry.box-acceptable") }), make("span", { text: say("entry.box-unacceptable") })]),
    make("p", { className: "says", text: say("entry.opponent-these-words-on-board", { opponent: game.playerOf(opponent) }) }),
    row(
      button(say("entry.player-confirms", { player: game.playerOf(opponent) }), () => close({ confirmed: true }), { className: "go" }), // by Enter alone nobody says it for another
      button(say("entry.other-words"), () => close({ change: true })),
      button(say("entry.turn-round"), () => panel.turn()),
      paper("challenge-slip"),
      button(say("entry.later"), () => close(null)),
    ),
  ], "full slip awaiting");
  if (answer?.confirmed) await entries.settled({ ask: "confirm-slip", seat: opponent });
  else if (answer?.change) await otherWords(table);
}

async function otherWords(table) {
  const { game, entries, panel } = table;
  const { challenge } = game.now;
  const words = await panel.ask(say("entry.which-words-challenged"), (close) => {
    const typed = make("input", { autofocus: true, maxlength: 120, autocomplete: "off", value: challenge.words.join(" ") });
    return [
      make("label", { text: say("entry.words-on-slip") }, [typed]),
      row(button(say("entry.write-slip"), () => close(asWritten(typed.value)), { className: "go" })),
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
  const answer = await panel.ask(say("entry.what-verdict"), (close) => {
    const words = make("p", { className: "words", hidden: true, text: challenge.words.join(" · ") });
    const show = button(say("entry.show-words"), () => {
      words.hidden = !words.hidden;
      show.setAttribute("aria-expanded", !words.hidden);
      show.textContent = words.hidden ? say("entry.show-words") : say("entry.hide-words");
    }, { "aria-expanded": "false" });
    return [
      make("p", { className: "quiet", text: say("entry.challenged-words", { name: game.playerOf(challenge.seat), n: challenge.words.length }) }),
      make("div", { className: "verdicts" }, [
        make("button", { type: "button", className: "good", onclick: () => close({ acceptable: true }) }, [make("b", { text: "✓", "aria-hidden": "true" }), make("span", { text: say("entry.acceptable-play-stands") })]),
        make("button", { type: "button", className: "bad", onclick: () => close({ acceptable: false }) }, [make("b", { text: "✗", "aria-hidden": "true" }), make("span", { text: say("entry.not-acceptable-comes-off") })]),
      ]),
      words,
      row(
        show,
        button(say("entry.slip"), () => close({ slip: true })),
        handed && button(say("entry.handed-over"), () => close({ handed: true })),
        mismatch && button(mismatch.title, () => close({ mismatch: true })),
        button(say("entry.withdrawn"), () => close({ withdraw: true })),
        button(say("entry.wait"), () => close(null)),
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
  const reason = await panel.choose(say("entry.end-challenge-without-verdict"), [
    ...new Set([...(rules?.withdrawable ?? []), "withdrawn", ...(rules?.concession ? ["conceded"] : [])]),
  ].map((value) => [value, WITHDRAWN[value]]), {
    note: rules?.concession || rules?.withdrawable?.length ? say("entry.as-rulebook-allows") : say("entry.rulebook-binds-who-challenged-director-may"),
  });
  if (reason) await entries.settled({ ask: "void-challenge", reason });
}

const WITHDRAWN = {
  withdrawn: say("entry.challenge-withdrawn"),
  conceded: say("entry.play-taken-back"),
  "misunderstood-blank": say("entry.withdrawn-misunderstood-blank"),
  "score-verification": say("entry.withdrawn-score-verification"),
  ruling: say("entry.withdrawn-ruling"),
};

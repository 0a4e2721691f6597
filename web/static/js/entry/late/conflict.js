// What became of what was entered here: what waits, what was not written and why, and beside it
// what somebody else wrote meanwhile. A person decides about each; nothing is decided for them.
// `table`: { game, entries, outbox, panel, unsettled, showCodes }.

import { moveWords, wordsOf } from "../irregular/in_words.js";
import { sidesOf, whyDropped } from "./elsewhere.js";
import { lacking, mended } from "./mending.js";
import { handedWords } from "../queue/handed_in_again.js";
import { missing } from "../queue/offline.js";
import { button, make, ruleOf } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { time } from "../../frame/hall_time.js";
import { mustEnrol } from "../sheets/words.js";

export async function showOutbox(table) {
  const { game, entries, outbox, panel } = table;
  // What was written first is on the sheet this person looks at, before anything is decided.
  const mine = outbox.troubles.filter((trouble) => trouble.game === game.state.game.id);
  const first = mine.flatMap(({ answer }) => (answer.events ?? []).map(({ version }) => version));
  if (Math.max(0, ...first) > game.state.game.version) await entries.reload();
  for (;;) {
    const before = await madeAfter(outbox);
    const chosen = await panel.ask("What was entered here", (close) => parts({ ...table, before }, close), "wide outbox");
    if (!chosen) return;
    if (chosen === table.start) return table.start();
    await chosen();
  }
}

// The entries of this tablet that those which were not written were made after, by their numbers.
async function madeAfter({ store, troubles }) {
  const kept = await Promise.all(troubles.map(({ after }) => after && store.get("answered", after).catch(() => null)));
  return new Map(kept.filter(Boolean).map((row) => [row.command_id, row]));
}

function parts(table, close) {
  const { game, outbox } = table;
  const seen = game.now.last; // by who reads this; news may come while they do
  return [
    ...troubleWithAll(outbox),
    mustEnrol(outbox) && !game.now.started && !game.now.ended && startAnyway(table, close),
    ...chains(outbox).flatMap((chain) => shownChain(table, chain, seen, close)),
    ...sidesOf(table, close),
    outbox.handed && make("p", { className: "handed", text: handedWords(outbox.handed).join(" ") }),
    outbox.same > 0 && make("p", { className: "same", text: sameWords(outbox) }),
    waitingWords(outbox),
    outbox.waiting > 0 &&
      button("Hand over as a QR code", () => close(() => give(table))),
    missing() && make("p", { className: "quiet missing", text: missing() }),
    row(button("Close", () => close(null), { className: "go", autofocus: true })),
  ];
}

// The director may be far: what is entered then waits here until the tablet is taken in again.
const startAnyway = ({ start }, close) => button("Start the game all the same: it is kept here", () => close(start));

const sameWords = ({ same }) =>
  `The other tablet had entered ${same === 1 ? "one entry" : `${same} entries`} of this one just the same; nothing is written twice.`;

function waitingWords({ waiting, reached, acknowledged, troubles }) {
  const network = reached === false ? " There is no network." : "";
  if (waiting) {
    const entries = waiting === 1 ? "1 entry is" : `${waiting} entries are`;
    return make("p", { text: `${entries} saved on this tablet and not yet at the server.${network}` });
  }
  const words = acknowledged ? "Everything entered here is at the server." : "Nothing was entered on this tablet yet.";
  return !troubles.length && make("p", { text: words + network });
}

const link = (href, text) => make("p", {}, [make("a", { href, text, className: "button" })]);

// What keeps every entry from getting there, and where that is put right.
function troubleWithAll({ broken, lost, halted }) {
  const words = (text) => make("p", { className: "wrong", role: "alert", text });
  const back = encodeURIComponent(location.pathname);
  if (broken) return [words(`This browser's storage fails (${broken.name}): write on paper, and load the page again.`)];
  if (lost) {
    return [
      words("The count of this tablet and the server's differ: one of them lost something. A browser may throw its storage away when a page was not used for a week. Nothing that is here is dropped."),
      make("p", { text: "Ask the director for a code. What waits here is sent when the tablet has been taken in again." }),
      link("/enrol", "Enrol again"),
    ];
  }
  if (!halted) return [];
  const enrol = halted.refused === "no-device";
  return [
    words(`${halted.what} What was entered stays on this tablet.`),
    make("p", { text: halted.next }),
    !halted.away && (enrol ? link("/enrol", "Enrol again") : link(`/sign-in?then=${back}`, "Sign in again")),
  ];
}

// Entries that were not written, each with those that were queued behind it.
function chains({ troubles }) {
  const all = [];
  const byId = new Map();
  for (const trouble of troubles) {
    const chain = byId.get(trouble.after) ?? [];
    if (!chain.length) all.push(chain);
    chain.push(trouble);
    byId.set(trouble.command_id, chain);
  }
  return all;
}

function shownChain(table, chain, seen, close) {
  const { now, state: { players, game } } = table.game;
  const [head] = chain;
  const here = head.game === game.id;
  const stale = head.answer.kind === "stale";
  const lacks = stale && head.answer.events[0]?.version === 1; // not even a part of what it follows
  const last = now.lines.at(-1);
  const why = lacks && lacking(head, table.before.get(head.after), (entry) => wordsOf(entry, players));
  const meanwhile = why?.theirs ? make("div", { className: "theirs" }, [make("h4", { text: why.theirs[0] }), make("p", { text: why.theirs[1] })]) : stale
    ? make("div", { className: "theirs" }, [
        make("h4", { text: "On the sheet" }),
        make("ol", {}, head.answer.events.map(({ told, written_by: by, device, written_at: at }) =>
          make("li", {}, [make("b", { text: told }), make("small", { text: `badge ${by}, ${device}, ${time(at)}` })]),
        )),
      ])
    : make("div", { className: "theirs" }, [
        make("h4", { text: "Refused" }),
        make("p", { text: [head.answer.what, head.answer.next_step].filter(Boolean).join(" ") }),
        head.answer.clause && make("p", { className: "quiet" }, [ruleOf(head.answer.clause)]),
        head.answer.rule_on && link(head.answer.rule_on, "Rule on it"),
      ]);
  const mine = chain.map((trouble, at) =>
    make("li", {}, [
      make("b", { text: wordsOf(trouble, players) }),
      make("small", { text: `${trouble.by ? `badge ${trouble.by}, ` : ""}this tablet, ${time(trouble.occurred_at)}${at ? ", entered behind it" : ""}` }),
      trouble.answer.kind === "refused" && at > 0 && make("p", { text: trouble.answer.what }),
      here &&
        row(
          !signedForAnother(trouble) && button("Enter it again", () => close(() => again(table, [trouble], seen)), {
            "aria-label": `Enter it again: ${wordsOf(trouble, players)}`,
          }),
          button("Drop it", () => close(() => drop(table, trouble)), { "aria-label": `Drop it: ${wordsOf(trouble, players)}` }),
        ),
    ]),
  );
  const mend = here && mended(table.game, chain);
  return [
    make("section", { className: "differ" }, [
      make("h3", { text: !here ? "Not written, at another table" : why ? why.title : stale ? "Another tablet was first" : "Not written" }),
      here && make("p", { text: signedForAnother(head) ? SIGN_ANEW : why ? why.text : stale ? FIRST : REFUSED }),
      make("div", { className: "sides" }, [
        meanwhile,
        make("div", { className: "ours" }, [make("h4", { text: "Not on the sheet" }), make("ol", {}, mine)]),
      ]),
      mend && row(button(mend.words, () => close(() => again(table, chain, seen, mend.asked)), { className: "go mend" })),
      here
        ? make("p", {
            className: "quiet",
            text: `The sheet now: ${now.totals.join(" – ")}${last ? `, last ${moveWords(last)}` : ""}.`,
          })
        : make("p", { className: "quiet", text: "Open that table's page to decide." }),
    ]),
  ];
}

const FIRST =
  "Both were entered for the same place in the game. Ask both players: where what is on the sheet is " +
  "right, drop this one; where this one comes after it, enter it again; where the sheet is wrong, correct its line.";
// A signature refused because the result changed is for nothing that stands: only its player signs anew.
const signedForAnother = ({ asked, answer }) => asked.ask.startsWith("sign-") && answer.kind === "refused";
const SIGN_ANEW = "A signature can't be entered again for a player. Drop it, show the result as it stands, and let the player sign that.";
const REFUSED = "Nothing was lost: put right what is named, then enter it again, or drop it.";

// The sheet has to be the one this person has looked at: if it goes on meanwhile, they look again.
// Each goes after the one before it; `asked`: as what, where it was not what was entered.
async function again({ game, entries, outbox, panel }, chain, seen, asked = chain.map((trouble) => trouble.asked)) {
  if (!(await entries.reload())) {
    const { what, next_step: next } = entries.unheard ?? { what: "Without a network nobody knows the sheet as it is now." };
    await panel.tell("Not yet", [what, next, "Nothing is dropped."].filter(Boolean));
    return;
  }
  if (game.now.last !== seen) {
    await panel.tell("Look again", ["The sheet has gone on in the meantime. Look at it, then choose."]);
    return;
  }
  let after = seen;
  for (const [at, trouble] of chain.entries()) {
    const kept = await outbox.enterAgain({ ...trouble, asked: asked[at] }, after);
    if (!kept) break; // decided in another tab
    after = kept.command_id;
  }
  await outbox.flush();
  await entries.reload();
}

async function drop({ game, entries, outbox, panel }, trouble) {
  const why = await whyDropped(panel, wordsOf(trouble, game.state.players));
  if (!why) return;
  await outbox.drop(trouble.command_id, why);
  await entries.reload(); // and the server hears of it
}

async function give({ panel, showCodes }) {
  try {
    await showCodes();
  } catch (trouble) {
    await panel.tell("No code", [`It could not be drawn here: ${trouble.message}.`]);
  }
}

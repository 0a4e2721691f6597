// What became of what was entered here: what waits, what was not written and why, and beside it
// what somebody else wrote meanwhile. A person decides about each; nothing is decided for them.

import { moveWords, wordsOf } from "../irregular/in_words.js";
import { sidesOf, whyDropped } from "./elsewhere.js";
import { handedWords } from "../queue/handed_in_again.js";
import { missing } from "../queue/offline.js";
import { make } from "../sheets/panel.js";
import { ruleOf } from "../irregular/rule.js";

const time = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "");

export async function showOutbox(page) {
  // What was written first is on the sheet this person looks at, before anything is decided.
  const mine = page.outbox.troubles.filter(({ game }) => game === page.state.game.id);
  const first = mine.flatMap(({ answer }) => (answer.events ?? []).map(({ version }) => version));
  if (Math.max(0, ...first) > page.state.game.version) await page.reload();
  for (;;) {
    const chosen = await page.panel.ask("What was entered here", (close) => parts(page, close), "wide outbox");
    if (!chosen) return;
    await chosen();
  }
}

function parts(page, close) {
  const { outbox } = page;
  const seen = page.now.last; // by who reads this; news may come while they do
  return [
    ...troubleWithAll(outbox),
    ...chains(page).flatMap((chain) => shownChain(page, chain, seen, close)),
    ...sidesOf(page, close),
    outbox.handed && make("p", { className: "handed", text: handedWords(outbox.handed).join(" ") }),
    outbox.same > 0 && make("p", { className: "same", text: sameWords(outbox) }),
    waitingWords(outbox),
    outbox.waiting > 0 &&
      make("button", { type: "button", text: "Hand over as a QR code", onclick: () => close(() => give(page)) }),
    missing() && make("p", { className: "quiet missing", text: missing() }),
    make("div", { className: "row" }, [
      make("button", { type: "button", className: "go", text: "Close", autofocus: true, onclick: () => close(null) }),
    ]),
  ];
}

export const sameWords = ({ same }) =>
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

// What keeps every entry from getting there, and where that is put right.
function troubleWithAll({ broken, lost, halted }) {
  const link = (href, text) => make("p", {}, [make("a", { href, text, className: "button" })]);
  const words = (text) => make("p", { className: "wrong", role: "alert", text });
  const back = encodeURIComponent(location.pathname);
  if (broken) return [words(`This browser's storage fails (${broken.name}): write on paper, and load the page again.`)];
  if (lost) {
    return [
      words("The count of this tablet and the server's differ: one of them lost something. Nothing here is dropped."),
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
function chains({ outbox }) {
  const all = [];
  const byId = new Map();
  for (const trouble of outbox.troubles) {
    const chain = byId.get(trouble.after) ?? [];
    if (!chain.length) all.push(chain);
    chain.push(trouble);
    byId.set(trouble.command_id, chain);
  }
  return all;
}

function shownChain(page, chain, seen, close) {
  const { players, game } = page.state;
  const [head] = chain;
  const here = head.game === game.id;
  const stale = head.answer.kind === "stale";
  const lacks = stale && head.answer.events[0]?.version === 1; // not even a part of what it follows
  const last = page.now.lines.at(-1);
  const meanwhile = stale
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
      ].filter(Boolean));
  const mine = chain.map((trouble, at) =>
    make("li", {}, [
      make("b", { text: wordsOf(trouble, players) }),
      make("small", { text: `${trouble.by ? `badge ${trouble.by}, ` : ""}this tablet, ${time(trouble.occurred_at)}${at ? ", entered behind it" : ""}` }),
      trouble.answer.kind === "refused" && at > 0 && make("p", { text: trouble.answer.what }),
      here &&
        make("div", { className: "row" }, [
          !signedForAnother(trouble) && make("button", {
            type: "button", text: "Enter it again", "aria-label": `Enter it again: ${wordsOf(trouble, players)}`,
            onclick: () => close(() => again(page, trouble, seen)),
          }),
          make("button", { type: "button", text: "Drop it", "aria-label": `Drop it: ${wordsOf(trouble, players)}`, onclick: () => close(() => drop(page, trouble)) }),
        ].filter(Boolean)),
    ].filter(Boolean)),
  );
  return [
    make("section", { className: "differ" }, [
      make("h3", { text: !here ? "Not written, at another table" : lacks ? "What came before it is missing" : stale ? "Another tablet was first" : "Not written" }),
      here && make("p", { text: signedForAnother(head) ? SIGN_ANEW : lacks ? LACKS : stale ? FIRST : REFUSED }),
      make("div", { className: "sides" }, [
        meanwhile,
        make("div", { className: "ours" }, [make("h4", { text: "Not on the sheet" }), make("ol", {}, mine)]),
      ]),
      here
        ? make("p", {
            className: "quiet",
            text: `The sheet now: ${page.now.totals.join(" – ")}${last ? `, last ${moveWords(last)}` : ""}.`,
          })
        : make("p", { className: "quiet", text: "Open that table's page to decide." }),
    ].filter(Boolean)),
  ];
}

const LACKS =
  "Nobody was faster. The record was restored from an older copy, and what this was entered after is no longer in it: " +
  "perhaps another tablet has still to hand it in. Look at the sheet with both players; where this comes next, enter it again.";
const FIRST =
  "Both were entered for the same place in the game. Ask both players: where what is on the sheet is " +
  "right, drop this one; where this one comes after it, enter it again; where the sheet is wrong, correct its line.";
// A signature refused because the result changed is for nothing that stands: only its player signs anew.
const signedForAnother = ({ asked, answer }) => asked.ask.startsWith("sign-") && answer.kind === "refused";
const SIGN_ANEW = "A signature can't be entered again for a player. Drop it, show the result as it stands, and let the player sign that.";
const REFUSED = "Nothing was lost: put right what is named, then enter it again, or drop it.";

// The sheet has to be the one this person has looked at: if it goes on meanwhile, they look again.
async function again(page, trouble, seen) {
  if (!(await page.reload())) {
    const { what, next_step: next } = page.unheard ?? { what: "Without a network nobody knows the sheet as it is now." };
    await page.panel.tell("Not yet", [what, next, "Nothing is dropped."].filter(Boolean));
    return;
  }
  if (page.now.last !== seen) {
    await page.panel.tell("Look again", ["The sheet has gone on in the meantime. Look at it, then choose."]);
    return;
  }
  await page.outbox.enterAgain(trouble, seen);
  await page.outbox.flush();
  await page.reload();
}

async function drop(page, trouble) {
  const why = await whyDropped(page, wordsOf(trouble, page.state.players));
  if (!why) return;
  await page.outbox.drop(trouble.command_id, why);
  await page.reload(); // and the server hears of it
}

async function give(page) {
  try {
    const { showCodes } = await import("../queue/qr_handover.js");
    await showCodes(page);
  } catch (trouble) {
    await page.panel.tell("No code", [`It could not be drawn here: ${trouble.message}.`]);
  }
}

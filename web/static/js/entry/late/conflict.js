// What became of what was entered here: what waits, what was not written and why, and beside it
// what somebody else wrote meanwhile. A person decides about each; nothing is decided for them.
// `table`: { game, entries, outbox, panel, unsettled, showCodes }.

import { time } from "../../frame/hall_time.js";
import { score } from "../../frame/figures.js";
import { button, make, ruleOf } from "../../frame/make.js";
import { moveWords, wordsOf } from "../irregular/in_words.js";
import { missing } from "../queue/offline.js";
import { other } from "../seats.js";
import { row } from "../sheets/pieces.js";
import { mustEnrol } from "../sheets/words.js";
import { TURNS } from "../turns/undoable.js";

export async function showOutbox(table) {
  const { game, entries, outbox, panel } = table;
  // What was written first is on the sheet this person looks at, before anything is decided.
  const mine = outbox.troubles.filter((trouble) => trouble.game === game.state.game.id);
  const first = mine.flatMap(({ answer }) => (answer.events ?? []).map(({ version }) => version));
  if (Math.max(0, ...first) > game.state.game.version) await entries.reload();
  else await game.refresh(); // of what was refused a moment ago nothing stands on the sheet any more
  for (;;) {
    const before = await madeAfter(outbox);
    const waiting = await queueShown(table);
    const chosen = await panel.ask("Entries on this tablet", (close) => parts({ ...table, before, waiting }, close), "wide outbox");
    waiting.stop();
    if (!chosen) return;
    if (chosen === table.start) return table.start();
    await chosen();
  }
}

// What waits here, as it is while somebody looks: { part, codes, stop }.
async function queueShown({ game: { state }, outbox }) {
  const part = make("section", { role: "status", className: "queue" });
  const about = { part, codes: null };
  const show = async () => {
    const queue = await outbox.store.queued().catch(() => []);
    const here = queue.filter(({ game }) => game === state.game.id);
    const elsewhere = queue.length - here.length;
    part.replaceChildren(...[
      waitingWords(outbox),
      here.length > 0 && make("ol", { className: "lines" }, here.map((entry) => make("li", { text: wordsOf(entry, state.players) }))),
      elsewhere > 0 && make("p", { className: "quiet", text: `${elsewhere === 1 ? "1 is" : `${elsewhere} are`} of another table.` }),
    ].filter(Boolean));
    if (about.codes) about.codes.hidden = !queue.length;
  };
  const now = () => [outbox.waiting, outbox.reached, outbox.troubles.length].join();
  let shown = now();
  const timer = setInterval(() => {
    if (shown === now()) return;
    shown = now();
    show();
  }, LOOK);
  await show();
  return Object.assign(about, { stop: () => clearInterval(timer) });
}

const LOOK = 500; // milliseconds between two looks whether something was sent

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
    table.waiting.part,
    (table.waiting.codes = button("Show them as a QR code", () => close(() => give(table)), { hidden: !outbox.waiting })),
    missing() && make("p", { className: "quiet missing", text: isSecureContext ? NO_WORKER : PLAIN_HTTP }),
    row(button("Close", () => close(null), { className: "go", autofocus: true })),
  ];
}

const PLAIN_HTTP =
  "This address is plain HTTP. Entries are kept on this tablet and sent when the network is back, " +
  "but without a network this page can't be loaded again: keep it open. Over HTTPS (tilescribe serve --hall) it could.";
const NO_WORKER = "This browser can't load the page again without a network, as in a private window: keep it open.";

// The director may be far: what is entered then waits here until the tablet is taken in again.
const startAnyway = ({ start }, close) => button("Start the game all the same: it is kept here", () => close(start));

const sameWords = ({ same }) =>
  `The other tablet had entered ${same === 1 ? "one entry" : `${same} entries`} of this one just the same; nothing is written twice.`;

function waitingWords({ waiting, reached, acknowledged, troubles }) {
  const network = reached === false ? " There is no network." : "";
  if (waiting) {
    const entries = waiting === 1 ? "1 entry is" : `${waiting} entries are`;
    return make("p", { text: `${entries} saved on this tablet and not yet at the server.${network} Go on with the game: this tablet sends ${waiting === 1 ? "it" : "them"} by itself.` });
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
      link("/enrol", "Take it in"),
    ];
  }
  if (!halted) return [];
  const enrol = halted.refused === "no-device";
  return [
    words(`${halted.what} What was entered stays on this tablet.`),
    make("p", { text: halted.next }),
    !halted.away && (enrol ? link("/enrol", "Take it in") : link(`/sign-in?then=${back}`, "Sign in again")),
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
            text: `The sheet now: ${score(now.totals)}${last ? `, last ${moveWords(last)}` : ""}.`,
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
  const became = new Map();
  for (const [at, trouble] of chain.entries()) {
    const kept = await outbox.enterAgain({ ...trouble, asked: asked[at] }, after);
    if (!kept) break; // decided in another tab
    after = kept.command_id;
    became.set(trouble, after);
  }
  await outbox.flush();
  for (const [trouble, anew] of became) if (trouble.answer.ruling) await settle(game.state.game.id, trouble.command_id, { became: anew }).catch(() => {});
  await entries.reload();
}

async function drop({ game, entries, outbox, panel }, trouble) {
  const why = await whyDropped(panel, wordsOf(trouble, game.state.players));
  if (!why) return;
  if (trouble.answer.ruling && !(await told(game, panel, trouble, why))) return;
  await outbox.drop(trouble.command_id, why);
  await entries.reload(); // and the server hears of it
}

// What a ruling could overcome waits at the director's desk: first of all it is called off there.
async function told(game, panel, { command_id: entry }, reason) {
  const away = { what: "There is no network, and the director would still wait to rule on it.", next_step: "Nothing is dropped." };
  const { refused, what, next_step: next } = await settle(game.state.game.id, entry, { reason }).catch(() => away);
  if (!what || refused === "no-such-entry") return true; // a record restored from a copy may lack it
  await panel.tell("Not yet", [what, next].filter(Boolean));
  return false;
}

async function give({ panel, showCodes }) {
  try {
    await showCodes();
  } catch (trouble) {
    await panel.tell("No code", [`It could not be drawn here: ${trouble.message}.`]);
  }
}

// What would mend entries that were not written, tried on the sheet as it is now: all of them again,
// in their order, or each as the other player's.

const ANSWERS = new Set(["call-hold", "release-hold", "issue-challenge", "change-words", "confirm-slip", "adjudicate", "designate-blank"]);

// Whether these requests, one after the other, come to turns of whoever is on move then.
function fits({ now, model }, asked) {
  let then = now;
  for (const one of asked) {
    const turn = TURNS.has(one.ask);
    if (!turn && !ANSWERS.has(one.ask)) return false;
    if (turn && (!then.started || then.ended || then.challenge || then.out || then.on_move !== one.seat)) return false;
    then = model.with({ ...then, told: null }, [{ asked: one }]);
    if (then.open_questions) return false;
  }
  return true;
}

const asOthers = (asked) => (asked.seat ? { ...asked, seat: other(asked.seat) } : asked);

// The requests of a chain as they would fit: { words, asked }, one way or none.
export function mended(game, chain) {
  const asked = chain.map((trouble) => trouble.asked);
  if (!asked.some(({ ask }) => TURNS.has(ask))) return null;
  if (asked.length > 1 && fits(game, asked)) return { words: `Enter all ${asked.length} again, in order`, asked };
  const others = asked.map(asOthers);
  if (!fits(game, others)) return null;
  return { words: asked.length > 1 ? "These turns were the other player’s" : "This turn was the other player’s", asked: others };
}

const BEHIND = "Look at the sheet with both players: where this comes next, enter it again; where it belongs nowhere, drop it.";

// Why an entry stands alone whose forerunner the record does not have: { title, text, theirs }, and
// nothing that nobody knows. `before`: the entry of this tablet it was made after, if it was one.
export function lacking({ answer }, before, words) {
  if (before && (before.became || before.answer.kind !== "written")) {
    const what = before.became === "dropped" ? "which was not written and has been dropped" : before.became ? "which was not written, and has been entered again since" : "which was not written";
    return {
      title: "It was entered behind another", text: `This came after “${words(before)}”, ${what}. ${BEHIND}`,
      theirs: ["The one before it", [before.answer.what, before.answer.next_step].filter(Boolean).join(" ")],
    };
  }
  const why = answer.restored
    ? "Nobody was faster. The record was restored from an older copy, and what this was entered after is no longer in it: perhaps another tablet has still to hand it in."
    : "Nobody was faster. What this was entered after is not in the record: perhaps another tablet has still to hand it in.";
  return { title: "What came before it is missing", text: `${why} ${BEHIND}` };
}

// An entry of another tablet that was not written: both sides of it, how a director drops it, and
// what the server is told of what became of any.

const WHY = ["It is on the sheet already", "What is on the sheet is right", "It was entered by mistake"];

// For the sheet of what was entered: both sides of each.
export const sidesOf = (table, close) =>
  table.unsettled.others.map((one) =>
    make("section", { className: "differ" }, [
      make("h3", { text: "The other tablet has an entry that was not written" }),
      make("div", { className: "sides" }, [
        make("div", { className: "theirs" }, [
          make("h4", { text: "Written" }),
          make("ol", {}, one.meanwhile.map(({ told, written_by: by, device, written_at: at }) =>
            make("li", {}, [make("b", { text: told }), make("small", { text: ` badge ${by}, ${device}, ${time(at)}` })]),
          )),
        ]),
        make("div", { className: "ours" }, [
          make("h4", { text: "Not written" }),
          make("p", {}, [make("b", { text: one.told }), make("small", { text: ` badge ${one.by}, ${one.device}, ${time(one.occurred_at)}` })]),
        ]),
      ]),
      table.game.here.role === "director"
        ? row(button("Drop it, as the director", () => close(() => dropFor(table, one))))
        : make("p", { className: "quiet", text: "Compare both. It goes away once its tablet has settled it; if that is gone, call the director." }),
    ]),
  );

async function dropFor({ game, entries, panel }, { entry, told }) {
  const reason = await whyDropped(panel, told);
  if (!reason) return;
  const { what, next_step: next } = await settle(game.state.game.id, entry, { reason }).catch(() => ({ what: "There is no network." }));
  if (what) await panel.tell("Not settled", [what, next].filter(Boolean));
  await entries.reload();
}

// Why an entry is not to be on the sheet; null where it is kept after all.
export function whyDropped(panel, words) {
  return panel.choose("Why drop it?", WHY.map((why) => [why, why]), { note: `“${words}” will not be on the sheet.` });
}

async function settle(game, entry, how) {
  return (await fetch(`/api/games/${game}/unsettled/${entry}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(how),
  })).json();
}

// Of ours. Where the server can't take it yet, the next look tells again.
export async function tell(here, rows) {
  for (const { command_id: entry, game, became, why } of rows) {
    const how = became === "dropped" ? { reason: why || "dropped" } : { became };
    try {
      const told = await settle(game, entry, how);
      if (told.unsettled && game === here.state.game.id) here.state.unsettled = told.unsettled;
    } catch {
      // No network: it is told again.
    }
  }
}

// What became of the entries that this tablet kept and handed in once more, because the record may
// have been restored from a copy that lacks them.

const one = (count) => (count === 1 ? "1 entry" : `${count} entries`);

const isDone = ({ count, there, written, not }) => there + written + not >= count;

// In words, a line each.
export function handedWords(handed) {
  const { count, there, written, not } = handed;
  if (!isDone(handed)) return [`${one(count)} of before are handed in once more; what the record still has is not written twice.`];
  return [
    `This tablet had kept ${one(count)} of before, and has handed them in once more.`,
    written && `The record had lost ${written === count ? "them" : written}; they are written again, in their order.`,
    there && `${there === count ? "All" : there} ${there === 1 ? "was" : "were"} there still.`,
    not && `${one(not)} could not be written: see below, or they belong to games that are not in this record.`,
  ].filter(Boolean);
}

// Says it once, where something had been lost, and nobody is in the middle of something else.
export async function tellHanded({ outbox, panel }) {
  const { handed } = outbox;
  if (!handed || handed.told || !isDone(handed) || panel.dialog.open) return;
  await outbox.store.put("meta", { ...handed, told: true }, "handed");
  outbox.handed = { ...handed, told: true };
  if (handed.written) await panel.tell("Handed in once more", handedWords(handed));
}

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
import { say } from "../../frame/say.js";

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
    const chosen = await panel.ask(say("entry.entries-on-tablet"), (close) => parts({ ...table, before, waiting }, close), "wide outbox");
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
      elsewhere > 0 && make("p", { className: "quiet", text: say("entry.of-another-table", { n: elsewhere }) }),
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
    (table.waiting.codes = button(say("entry.show-them-as-qr-code"), () => close(() => give(table)), { hidden: !outbox.waiting })),
    missing() && make("p", { className: "quiet missing", text: isSecureContext ? NO_WORKER : PLAIN_HTTP }),
    row(button(say("entry.close"), () => close(null), { className: "go", autofocus: true })),
  ];
}

const PLAIN_HTTP = say("entry.plain-http-kept");
const NO_WORKER = say("entry.browser-cant-load-page-again-without");

// The director may be far: what is entered then waits here until the tablet is taken in again.
const startAnyway = ({ start }, close) => button(say("entry.start-game-all-same-kept-here"), () => close(start));

const sameWords = ({ same }) => say("entry.same-entries", { n: same });

function waitingWords({ waiting, reached, acknowledged, troubles }) {
  if (waiting) return make("p", { text: reached === false ? say("entry.waiting-offline", { n: waiting }) : say("entry.waiting-here", { n: waiting }) });
  const words = acknowledged ? say("entry.everything-entered-here-at-server") : say("entry.nothing-was-entered-on-tablet-yet");
  return !troubles.length && make("p", { text: reached === false ? `${words} ${say("entry.there-no-network")}` : words });
}

const link = (href, text) => make("p", {}, [make("a", { href, text, className: "button" })]);

// What keeps every entry from getting there, and where that is put right.
function troubleWithAll({ broken, lost, halted }) {
  const words = (text) => make("p", { className: "wrong", role: "alert", text });
  const back = encodeURIComponent(location.pathname);
  if (broken) return [words(say("entry.browsers-storage-fails-name-write-on", { name: broken.name }))];
  if (lost) {
    return [
      words(say("entry.count-tablet-and-servers-differ-one")),
      make("p", { text: say("entry.ask-director-for-code-what-waits") }),
      link("/enrol", say("entry.take-in")),
    ];
  }
  if (!halted) return [];
  const enrol = halted.refused === "no-device";
  return [
    words(say("entry.what-what-was-entered-stays-on", { what: halted.what })),
    make("p", { text: halted.next }),
    !halted.away && (enrol ? link("/enrol", say("entry.take-in")) : link(`/sign-in?then=${back}`, say("entry.sign-in-again"))),
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
        make("h4", { text: say("entry.on-sheet") }),
        make("ol", {}, head.answer.events.map(({ told, written_by: by, device, written_at: at }) =>
          make("li", {}, [make("b", { text: told }), make("small", { text: say("entry.by-badge-at", { badge: by, device, time: time(at) }) })]),
        )),
      ])
    : make("div", { className: "theirs" }, [
        make("h4", { text: say("entry.refused") }),
        make("p", { text: [head.answer.what, head.answer.next_step].filter(Boolean).join(" ") }),
        head.answer.clause && make("p", { className: "quiet" }, [ruleOf(head.answer.clause)]),
        head.answer.rule_on && link(head.answer.rule_on, say("entry.rule-on")),
      ]);
  const mine = chain.map((trouble, at) =>
    make("li", {}, [
      make("b", { text: wordsOf(trouble, players) }),
      make("small", { text: say(`entry.from.${trouble.by ? "badge" : "tablet"}${at ? "-behind" : ""}`, { badge: trouble.by, time: time(trouble.occurred_at) }) }),
      trouble.answer.kind === "refused" && at > 0 && make("p", { text: trouble.answer.what }),
      here &&
        row(
          !signedForAnother(trouble) && button(say("entry.enter-again"), () => close(() => again(table, [trouble], seen)), {
            "aria-label": say("entry.enter-again-wordsof", { wordsOf: wordsOf(trouble, players) }),
          }),
          button(say("entry.drop"), () => close(() => drop(table, trouble)), { "aria-label": say("entry.drop-wordsof", { wordsOf: wordsOf(trouble, players) }) }),
        ),
    ]),
  );
  const mend = here && mended(table.game, chain);
  return [
    make("section", { className: "differ" }, [
      make("h3", { text: !here ? say("entry.not-written-at-another-table") : why ? why.title : stale ? say("entry.another-tablet-was-first") : say("entry.not-written") }),
      here && make("p", { text: signedForAnother(head) ? SIGN_ANEW : why ? why.text : stale ? FIRST : REFUSED }),
      make("div", { className: "sides" }, [
        meanwhile,
        make("div", { className: "ours" }, [make("h4", { text: say("entry.not-on-sheet") }), make("ol", {}, mine)]),
      ]),
      mend && row(button(mend.words, () => close(() => again(table, chain, seen, mend.asked)), { className: "go mend" })),
      here
        ? make("p", {
            className: "quiet",
            text: last ? say("entry.sheet-now-last", { score: score(now.totals), move: moveWords(last) }) : say("entry.sheet-now", { score: score(now.totals) }),
          })
        : make("p", { className: "quiet", text: say("entry.open-tables-page-decide") }),
    ]),
  ];
}

const FIRST = say("entry.first-in-place");
// A signature refused because the result changed is for nothing that stands: only its player signs anew.
const signedForAnother = ({ asked, answer }) => asked.ask.startsWith("sign-") && answer.kind === "refused";
const SIGN_ANEW = say("entry.signature-cant-be-entered-again-for");
const REFUSED = say("entry.nothing-was-lost-put-right-what");

// The sheet has to be the one this person has looked at: if it goes on meanwhile, they look again.
// Each goes after the one before it; `asked`: as what, where it was not what was entered.
async function again({ game, entries, outbox, panel }, chain, seen, asked = chain.map((trouble) => trouble.asked)) {
  if (!(await entries.reload())) {
    const { what, next_step: next } = entries.unheard ?? { what: say("entry.without-network-nobody-knows-sheet-as") };
    await panel.tell(say("entry.not-yet"), [what, next, say("entry.nothing-dropped")].filter(Boolean));
    return;
  }
  if (game.now.last !== seen) {
    await panel.tell(say("entry.look-again"), [say("entry.sheet-has-gone-on-in-meantime")]);
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
  const away = { what: say("entry.there-no-network-and-director-would"), next_step: say("entry.nothing-dropped") };
  const { refused, what, next_step: next } = await settle(game.state.game.id, entry, { reason }).catch(() => away);
  if (!what || refused === "no-such-entry") return true; // a record restored from a copy may lack it
  await panel.tell(say("entry.not-yet"), [what, next].filter(Boolean));
  return false;
}

async function give({ panel, showCodes }) {
  try {
    await showCodes();
  } catch (trouble) {
    await panel.tell(say("entry.no-code"), [say("entry.could-not-be-drawn-here-message", { message: trouble.message })]);
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
  if (asked.length > 1 && fits(game, asked)) return { words: say("entry.enter-all-asked-again-in-order", { asked: asked.length }), asked };
  const others = asked.map(asOthers);
  if (!fits(game, others)) return null;
  return { words: asked.length > 1 ? say("entry.these-turns-were-other-players") : say("entry.turn-was-other-players"), asked: others };
}

const BEHIND = say("entry.look-at-sheet-with-both-players");

// Why an entry stands alone whose forerunner the record does not have: { title, text, theirs }, and
// nothing that nobody knows. `before`: the entry of this tablet it was made after, if it was one.
export function lacking({ answer }, before, words) {
  if (before && (before.became || before.answer.kind !== "written")) {
    const what = before.became === "dropped" ? say("entry.which-was-not-written-and-has") : before.became ? say("entry.which-was-not-written-and-has-2") : say("entry.which-was-not-written");
    return {
      title: say("entry.was-entered-behind-another"), text: say("entry.came-after-before-what-behind", { before: words(before), what, BEHIND }),
      theirs: [say("entry.one-before"), [before.answer.what, before.answer.next_step].filter(Boolean).join(" ")],
    };
  }
  const why = answer.restored
    ? say("entry.nobody-was-faster-record-was-restored")
    : say("entry.nobody-was-faster-what-was-entered");
  return { title: say("entry.what-came-before-missing"), text: `${why} ${BEHIND}` };
}

// An entry of another tablet that was not written: both sides of it, how a director drops it, and
// what the server is told of what became of any.

const WHY = [
  say.offered("lines.reason-it-is-on-the-sheet-already"),
  say.offered("lines.reason-what-is-on-the-sheet-is-right"),
  say.offered("lines.reason-it-was-entered-by-mistake"),
];

// For the sheet of what was entered: both sides of each.
export const sidesOf = (table, close) =>
  table.unsettled.others.map((one) =>
    make("section", { className: "differ" }, [
      make("h3", { text: say("entry.other-tablet-has-entry-was-not-2") }),
      make("div", { className: "sides" }, [
        make("div", { className: "theirs" }, [
          make("h4", { text: say("entry.written") }),
          make("ol", {}, one.meanwhile.map(({ told, written_by: by, device, written_at: at }) =>
            make("li", {}, [make("b", { text: told }), " ", make("small", { text: say("entry.by-badge-at", { badge: by, device, time: time(at) }) })]),
          )),
        ]),
        make("div", { className: "ours" }, [
          make("h4", { text: say("entry.not-written") }),
          make("p", {}, [make("b", { text: one.told }), " ", make("small", { text: say("entry.by-badge-at", { badge: one.by, device: one.device, time: time(one.occurred_at) }) })]),
        ]),
      ]),
      table.game.here.role === "director"
        ? row(button(say("entry.drop-as-director"), () => close(() => dropFor(table, one))))
        : make("p", { className: "quiet", text: say("entry.compare-both-goes-away-once-its") }),
    ]),
  );

async function dropFor({ game, entries, panel }, { entry, told }) {
  const reason = await whyDropped(panel, told);
  if (!reason) return;
  const { what, next_step: next } = await settle(game.state.game.id, entry, { reason }).catch(() => ({ what: say("entry.there-no-network") }));
  if (what) await panel.tell(say("entry.not-settled"), [what, next].filter(Boolean));
  await entries.reload();
}

// Why an entry is not to be on the sheet; null where it is kept after all.
export function whyDropped(panel, words) {
  return panel.choose(say("entry.why-drop"), WHY, { note: say("entry.words-will-not-be-on-sheet", { words }) });
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

const one = (count) => say("entry.entries", { n: count });

const isDone = ({ count, there, written, not }) => there + written + not >= count;

// In words, a line each.
export function handedWords(handed) {
  const { count, there, written, not } = handed;
  if (!isDone(handed)) return [say("entry.count-before-handed-in-once-more", { count: one(count) })];
  return [
    say("entry.tablet-had-kept-count-before-and", { count: one(count) }),
    written && (written === count ? say("entry.lost-all") : say("entry.lost-some", { n: written })),
    there && (there === count ? say("entry.all-were-there", { n: there }) : say("entry.were-there", { n: there })),
    not && say("entry.not-could-not-be-written-see", { not: one(not) }),
  ].filter(Boolean);
}

// Says it once, where something had been lost, and nobody is in the middle of something else.
export async function tellHanded({ outbox, panel }) {
  const { handed } = outbox;
  if (!handed || handed.told || !isDone(handed) || panel.dialog.open) return;
  await outbox.store.put("meta", { ...handed, told: true }, "handed");
  outbox.handed = { ...handed, told: true };
  if (handed.written) await panel.tell(say("entry.handed-in-once-more"), handedWords(handed));
}

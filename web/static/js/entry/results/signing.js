// Each player signs the same sheet, under the digest of exactly what it says: a stroke, a
// director as witness, or a slip of paper. Then the winner hands the result in.
// `table`: { game, entries, panel, take, byDirector, report }.

import { score } from "../../frame/figures.js";
import { time } from "../../frame/hall_time.js";
import { button, make } from "../../frame/make.js";
import SignaturePad from "../../vendor/signature_pad.js";
import { NO_BADGE, badgeFields } from "../irregular/irregular.js";
import { whenComplete } from "../keys/time_field.js";
import { seenOf } from "../queue/as_seen.js";
import { BOTH, cancel, row } from "../sheets/pieces.js";
import { partsOf, resultOf, shownText, resultTable, shownSheet } from "./result_table.js";
import { digestOf, keptStrokes, lengthOf, pointsOf } from "./strokes.js";
import { kept, say } from "../../frame/say.js";

const SHORTEST_LINE = 60;

// Whatever the slip needs next: an amendment decided, a signature, handing in, or only to be read.
export async function sign(table) {
  const { now, state } = table.game;
  if (now.amending?.now) return amend(table);
  const open = state.players.filter(({ seat }) => !now.signed_by.includes(seat));
  if (now.final || !open.length) return handIn(table);
  const seat = open.length === 1 ? open[0].seat : await whoSigns(table, open);
  const done = seat && (await signature(table, seat));
  if (done?.takeBack !== undefined) return backAgain(table, done.takeBack, true);
  if (!done) return undefined;
  return table.game.now.signed_by.includes(seat) ? sign(table) : undefined;
}

// A signature was another person's: it is taken back, and its player signs.
async function backAgain(table, seat, alone) {
  await takeBack(table, seat, alone);
  return sign(table);
}

const signers = (open, close) =>
  make("div", { className: "row signers" }, open.map(({ seat, name }) =>
    make("button", { type: "button", className: "go", onclick: () => close({ seat }) }, [
      make("b", { text: name }), make("small", { text: SEATS[seat] }),
    ]),
  ));

const whoSigns = async ({ game, panel }, open) =>
  (await panel.ask(say("entry.who-signs-now"), (close) => [
    ...resultTable(game.state, game.now),
    make("p", { className: "quiet", text: game.now.rules?.signing ?? "" }),
    givenFor(game),
    signers(open, close),
    row(button(say("entry.not-now"), () => close(null))),
  ], "full sheet-of"))?.seat;

const HOW = { stroke: say("entry.by-hand-on-screen"), pin: say("entry.with-code"), witness: say("entry.before-witness"), paper: say("entry.on-paper") };

function givenAndStands(given, stands, ifAmended) {
  if (stands) return say("entry.given-stands", { given });
  return ifAmended ? say("entry.given-if-amended", { given }) : say("entry.given-no-more", { given });
}

// What each signature given so far is for, and whether that still stands.
function givenFor(game) {
  const given = game.state.signatures ?? [];
  const { amending } = game.now;
  if (!given.length) return "";
  return make("ul", { className: "explained given" }, given.map(({ seat, totals, how, witness, at, stands, amendment, under_protest: protest }) =>
    make("li", { className: stands ? "" : "void", text: givenAndStands(
      say(`entry.given.${witness ? "before" : "how"}${protest ? "-protest" : ""}`, { name: game.playerOf(seat), score: score(totals), witness, how: HOW[how] ?? how, time: time(at) }),
      stands, amendment && amending?.signed_by.includes(seat) && totals.join() === amending.now?.join(),
    ) }),
  ));
}

// An amendment was asked for: who agrees signs for the scores as they would stand.
async function amend(table) {
  const { game, panel, take } = table;
  const { amending } = game.now;
  const procedure = game.now.open.find(({ name }) => name === "amendment");
  const steps = procedure?.steps ?? [];
  const open = steps.filter(({ asks, done }) => asks === "sign-amendment" && !done)
    .map(({ answers }) => game.state.players.find(({ seat }) => seat === Object.fromEntries(answers).seat));
  const directors = steps.filter(({ who, done }) => who === "director" && !done);
  const signed = amending.signed_by.map((seat) => game.playerOf(seat));
  const answer = await panel.ask(say("entry.amendment-asked-for"), (close) => [
    ...shownSheet(amending.shown.first),
    make("p", { className: "quiet", text: signed.length ? (signed[1] ? say("entry.both-signed-for-it", { name: signed[0], other: signed[1] }) : say("entry.one-signed-for-it", { name: signed[0] })) : say("entry.nobody-has-signed-for-yet") }),
    open.length
      ? make("p", { text: say("entry.who-agrees-looks-at-these-scores") })
      : make("p", { text: say("entry.director-decides") }),
    givenFor(game),
    signers(open, close),
    row(
      ...directors.map((step) => button(TO_DIRECTOR[step.asks], () => close({ step }))),
      ...notTheirs(game.state, amending.signed_by, close),
      button(say("entry.back-board"), () => close(null)),
    ),
  ], "full sheet-of");
  if (answer?.step) return take(procedure, answer.step);
  if (answer?.takeBack !== undefined) return backAgain(table, answer.takeBack, true);
  if (!answer || !(await signature(table, answer.seat, amending))) return undefined;
  return sign(table);
}

const TO_DIRECTOR = { "amend-result": say("entry.director-amends"), "refuse-amendment": say("entry.director-refuses") };

const SEATS = { first: say("entry.played-first"), second: say("entry.played-second") };

// One player's sheet: whose it is, what it says, where to sign.
async function signature({ game, entries, panel, byDirector }, seat, amending = null) {
  const { state, now } = game;
  const text = amending ? amending.shown[seat] : shownText(state, now, seat);
  const totals = amending ? amending.now : resultOf(state, now).totals;
  const player = state.players.find((one) => one.seat === seat);
  const signed = (amending ?? now).signed_by.map((one) => game.playerOf(one));
  let contested = false;
  const answer = await panel.ask(say("entry.player-signs"), (close) => {
    const pen = penArea(player.name);
    const how = make("div", { className: "how" });
    const ways = {
      stroke: () => strokeWay(pen, close), witness: () => witnessWay(close, player),
      ...(!amending && { paper: () => paperWay(close, seenOnPaper(game)) }), // paper is seen by one person only
    };
    const choose = (way) => {
      how.replaceChildren(...ways[way](), contest, wrong);
      for (const button of tabs.children) button.setAttribute("aria-pressed", button.dataset.way === way);
      if (way === "stroke") pen.fit();
    };
    const tabs = make("div", { className: "choices ways", role: "group", "aria-label": say("entry.how-sign") },
      Object.keys(ways).map((way) => button(WAYS[way], () => choose(way), { "data-way": way })));
    const protest = button(say("entry.under-protest"), () => {
      contested = !contested;
      protest.setAttribute("aria-pressed", contested);
    }, { "aria-pressed": "false" });
    const contest = amending ? "" : make("div", { className: "protest" }, [protest, make("small", { className: "quiet", text: say("entry.something-contested-director-shown") })]);
    const wrong = !amending && now.signed_by.length ? row(...notTheirs(state, now.signed_by, close)) : "";
    choose("stroke");
    requestAnimationFrame(pen.fit); // as large as it is drawn
    return [
      make("p", { className: `signer ${seat}`, id: "panel-says" }, [make("b", { text: partsOf(text).signer }), make("span", { text: say(`entry.signs-now.${["alone", "after", "after-both"][signed.length]}`, { seat: SEATS[seat], name: signed[0], other: signed[1] }) })]),
      make("div", { className: "slip-side" }, shownSheet(text)),
      make("div", { className: "pen-side" }, [tabs, how]),
    ];
  }, "full sheet-of signing");
  if (!answer || answer.takeBack !== undefined) return answer ?? false;
  const asked = {
    ask: amending ? "sign-amendment" : "sign-result", seat, totals, how: answer.how, shown: digestOf(text),
    ...(answer.kept && { words: answer.kept.digest }),
    ...(contested && { under_protest: true }),
    ...(answer.director && { witness: answer.director.badge }),
  };
  if (answer.director) return byDirector(answer.director, asked);
  return entries.settled(asked, answer.kept ? { words: answer.kept.words } : {});
}

const WAYS = { stroke: say("entry.sign-here"), witness: say("entry.director-witnesses"), paper: say("entry.on-paper-2") };

const buttons = (close, ...ways) => row(...ways, button(say("entry.not-now"), () => close(null)));

function penArea(name) {
  const canvas = make("canvas", { className: "pen", role: "img", "aria-label": say("entry.where-name-signs-with-finger-or", { name }) });
  const pad = new SignaturePad(canvas, { minWidth: 1, maxWidth: 3 });
  const fit = () => {
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.offsetWidth * ratio;
    canvas.height = canvas.offsetHeight * ratio;
    canvas.getContext("2d").scale(ratio, ratio);
    pad.penColor = getComputedStyle(canvas).color;
    pad.redraw?.();
  };
  return { canvas, pad, fit };
}

function strokeWay({ canvas, pad }, close) {
  const done = async () => close({ how: "stroke", kept: await keptStrokes(pointsOf(pad.toData())) });
  const isDrawn = () => lengthOf(pointsOf(pad.toData())) >= SHORTEST_LINE;
  const sign = whenComplete(say("entry.i-sign-result"), () => (isDrawn() ? "" : say("entry.sign-in-box-first-with-finger")), done);
  const check = () => canvas.classList.toggle("drawn", isDrawn()); // what is drawn is not thrown away unasked
  pad.addEventListener("endStroke", check);
  check();
  const clear = button(say("entry.clear"), () => {
    pad.clear();
    check();
  });
  return [canvas, buttons(close, ...sign, clear)];
}

function witnessWay(close, player) {
  const badge = badgeFields(say("entry.director-saw-name-agree", { name: player.name }));
  const missing = () => (badge.complete() ? "" : NO_BADGE);
  return [badge.element, buttons(close, ...whenComplete(say("entry.director-witnesses-2"), missing, () => close({ how: "witness", director: badge.told() })))];
}

// One scorekeeper sees one of two signatures on paper; both are for the results desk, or a director.
const seenOnPaper = ({ state, here }) =>
  here.role === "scorekeeper" && (state.signatures ?? []).some(({ stands, how }) => stands && how === "paper");

const paperWay = (close, seen) => seen
  ? [
      make("p", { className: "quiet", text: say("entry.other-signature-was-seen-on-paper") }),
      buttons(close),
    ]
  : [
      make("p", { className: "quiet", text: say("entry.player-has-signed-paper-slip-which") }),
      buttons(close, button(say("entry.signed-on-paper"), () => close({ how: "paper" }), { className: "go" })),
    ];

// Both have signed: the winner brings the result, staff where nobody won; then it is only read.
async function handIn(table) {
  const { game, entries, panel, report } = table;
  const { state, now } = game;
  const { winner } = resultOf(state, now);
  const amendments = now.offers.filter(({ asks }) => asks === "ask-amendment");
  const others = now.offers.filter(({ asks }) => asks === "gather-set");
  const answer = await panel.ask(now.handed_in ? say("entry.result-in") : now.by_ruling ? say("entry.director-has-ruled") : say("entry.signed-by-both-hand-result-in"), (close) => [
    ...resultTable(state, now),
    now.by_ruling ? make("p", { text: say("entry.director-has-ruled-stands-without-signatures") }) : givenFor(game),
    make("p", { className: "quiet", text: now.handed_in ? say("entry.only-what-offered-below-can-still") : winner ? say("entry.winner-who-won-hands-result-in", { winner: game.playerOf(winner) }) : say("entry.nobody-won-staff-say-who-hands") }),
    make("div", { className: "row" }, now.handed_in ? [button(say("entry.go-tables-round"), () => location.assign(location.pathname.replace(/t\d+\/(\d+\/)?enter$/, "")), { className: "go" })] : state.players
      .filter(({ seat }) => !winner || seat === winner || !now.rules?.winner_hands_in)
      .map(({ seat, name }) => button(say("entry.name-hands-in", { name }), () => close({ seat }), { className: "go" }))),
    row(
      make("a", { className: "link", href: location.pathname.replace(/enter$/, "result-slip.pdf"), target: "_blank", rel: "noopener", text: say("entry.print-slip") }),
      ...[...others, ...amendments].map((offer) => button(offer.title, () => close({ offer }))),
      ...(now.handed_in || now.by_ruling ? [] : notTheirs(state, now.signed_by, close)),
      button(say("entry.back-board"), () => close(null)),
    ),
  ], "full sheet-of");
  if (answer?.takeBack !== undefined) await backAgain(table, answer.takeBack, false);
  else if (answer?.offer) {
    await report(answer.offer);
    await entries.reload();
    if (game.now.amending?.now) await amend(table);
  } else if (answer) {
    await entries.settled({ ask: "hand-in", seat: answer.seat });
    await handIn(table);
  }
}

// A signature given by the wrong person, put right at the table: one alone by both players, and once
// both have signed by the director, with badge and PIN. The slip must not be in yet.

// For each of these players who signed a button that says it was somebody else; and one for all.
export function notTheirs({ players }, seats, close) {
  const signed = players.filter(({ seat }) => seats.includes(seat));
  return [
    ...signed.map(({ seat, name }) => button(say("entry.was-not-name", { name }), () => close({ takeBack: seat }))),
    signed.length > 1 && button(say("entry.take-both-signatures-back"), () => close({ takeBack: null })),
  ];
}

const ANOTHER = say.offered("lines.reason-another-person-signed");
const BY_MISTAKE = say.offered("lines.reason-signed-by-mistake");

// Asks why, and who agreed; true once it is taken back. `alone`: both players may say so.
export async function takeBack({ game, entries, panel, byDirector }, seat, alone) {
  const seen = seenOf(game.now);
  const name = seat && game.playerOf(seat);
  const answer = await panel.ask(name ? say("entry.was-not-name", { name }) : say("entry.take-both-signatures-back"), (close) => {
    const offered = name ? [ANOTHER, BY_MISTAKE] : [BY_MISTAKE];
    const reason = make("input", { "aria-label": say("entry.reason"), maxlength: 200, autocomplete: "off", value: offered[0][1] });
    const badge = badgeFields(alone ? say("entry.or-director-badge-and-pin") : say("entry.only-director-badge-and-pin"));
    const told = () => reason.value.trim();
    const unsaid = () => (told() ? "" : say("entry.say-why-first"));
    const both = whenComplete(say("entry.both-players-agree"), unsaid, () => close({ reason: kept(told(), offered), approved_by: BOTH }));
    const director = whenComplete(say("entry.director-takes-back"), () => unsaid() || (badge.complete() ? "" : NO_BADGE), () => close({ reason: kept(told(), offered), approved_by: badge.told().badge, director: badge.told() }), { className: "" });
    return [
      make("p", { text: name ? say("entry.signature-name-counts-no-more-and", { name }) : say("entry.neither-signature-counts-any-more-and") }),
      make("fieldset", {}, [
        make("legend", { text: say("entry.why-2") }),
        make("div", { className: "choices" }, offered.map(([, text]) => button(text, () => { reason.value = text; }))),
        reason,
      ]),
      alone && row(...both),
      badge.element,
      row(...director),
      cancel(close),
    ];
  }, "wide");
  if (!answer) return false;
  const { director, ...told } = answer;
  const asked = { ask: "take-back-signature", ...(seat && { seat }), ...told };
  return director ? byDirector(director, asked) : entries.settled(asked, { now: true, seen });
}

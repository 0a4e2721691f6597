// The page of results: the line, the tables, and what was typed here, sent in order.

import { score, tableName } from "../frame/figures.js";
import { button, asRead, make } from "../frame/make.js";
import { smaller } from "../frame/smaller_photo.js";
import { offerCamera } from "./camera.js";
import { Grid } from "./grid.js";
import { showRows } from "../frame/rows.js";
import { Line } from "./line.js";
import { Sending } from "./sending.js";
import { say } from "../frame/say.js";

const POLL = 10_000; // milliseconds: others type too
const MOST_SENT = 480 * 1024; // bytes of a picture that this browser can't make smaller
const UNREAD = { what: say("results.browser-cant-read-picture-damaged-or"), next_step: say("results.take-again-as-jpeg") };
const SHOWN = 5; // slips that are listed: those typed here, then the last of this official

const card = document.getElementById("line-card");
const { here, now, takenBack, photo, slug } = card.dataset;
const said = document.getElementById("said");
const list = document.getElementById("written");
const undo = document.getElementById("undo");
const written = []; // slips typed here, the latest first

document.getElementById("plain").hidden = true;
document.getElementById("fast").hidden = false;

const report = (words, wrong = false) => {
  said.textContent = asRead(words);
  if (wrong) note({ words });
};

const grid = new Grid(JSON.parse(document.getElementById("told").textContent).tables, (table) => line.choose(table));
const usual = JSON.parse(card.dataset.usual);
const line = new Line({ grid, usual, slug, onSlip: type, report });
grid.onDrawn = () => drawWritten();
const sending = new Sending(() => drawWritten());

const placeOf = (table) => [["table", String(table.table)], ["division", table.division], ["round", String(table.round)]];

async function type(slip) {
  const entry = { ...slip, state: "sending" };
  note(entry);
  const fields = [
    ...placeOf(slip.table), ["first", String(slip.scores[0])], ["second", String(slip.scores[1])],
    ["starter", String(slip.starter)], ["whose", String(slip.whose)], ...slip.unsigned.map((player) => ["unsigned", String(player)]),
    ...(slip.sure ? [["sure", "yes"]] : []),
  ];
  settled(entry, await sending.send(entry, here, fields), "written");
}

// What became of a slip: the table as it is now, or why it was not written.
function settled(entry, { told, refused }, state) {
  entry.refused = refused ?? null;
  entry.state = refused ? "not-written" : state;
  if (told) {
    entry.told = told;
    grid.put(told);
  }
  const what = say("results.table-and-scores", { table: tableName(entry.table), scores: score(entry.scores) });
  said.textContent = refused ? `${what}: ${refused.what} ${refused.next_step}` : `${what}: ${inWords(entry)}`;
  drawWritten();
}

function note(entry) {
  written.unshift(entry);
  written.splice(SHOWN * 4);
  drawWritten();
}

// The slips that this official typed and may take back, the last first: here or before the page was loaded.
const ours = () => grid.tables.filter(({ slip }) => slip?.mine).sort((one, other) => (one.slip.at < other.slip.at ? 1 : -1));

const earlier = new Map(); // those of before the page was loaded, by table and version

function typedBefore(table) {
  const key = `${table.game} ${table.slip.version}`;
  if (!earlier.has(key)) earlier.set(key, { table, scores: table.slip.scores, state: "written", told: table });
  return earlier.get(key);
}

function drawWritten() {
  const listed = new Set(written.map(({ told }) => told?.game));
  const mine = ours();
  const shown = [...written, ...mine.filter(({ game }) => !listed.has(game)).map(typedBefore)].slice(0, SHOWN);
  const mayTakeBack = (entry) => entry.state === "written" && mine.some(({ game, slip }) => game === entry.told.game && slip.version === entry.told.slip?.version);
  showRows(list, shown.map((entry) => ({ entry, back: mayTakeBack(entry) })), ({ entry, back }) => row(entry, back));
  list.closest(".last-typed").hidden = !shown.length;
  offerUndo();
}

// The slip that Ctrl+Z takes back: of the table that is chosen, else the last one.
function toTakeBack() {
  const mine = ours();
  const chosen = mine.find(({ game }) => game === line.table?.game);
  const typedHere = written.filter(({ state }) => state === "written").map(({ told }) => mine.find(({ game }) => game === told?.game));
  return chosen ?? typedHere.find(Boolean) ?? mine[0] ?? null;
}

// A chosen table has a button for its slip; those typed last have theirs in the list.
function offerUndo() {
  const table = toTakeBack();
  undo.hidden = !table || table.game !== line.table?.game;
  if (table) undo.textContent = say("results.take-back-scores", { scores: score(table.slip.scores) });
}

// What became of a slip, and what it lacks.
function inWords({ state, told }) {
  if (state === "written" && told?.differs) return say("results.slip.written-differs");
  if (state === "written" && told?.lacks) return say("results.slip.written-not-signed");
  return say(`results.slip.${state}`);
}

function row(entry, back) {
  if (entry.words) return make("li", { className: "not-written", text: entry.words });
  const { table, scores, state, refused, told } = entry;
  return make("li", { className: refused ? "not-written" : state === "written" ? "is-written" : "" }, [
    make("b", { text: tableName(table) }),
    make("span", { className: "slip-said", text: `${table.players[0]} ${score(scores)} ${table.players[1]}` }),
    make("span", { className: "slip-state", text: refused ? say("results.not-written-what", { what: refused.what }) : inWords(entry) }),
    make("span", { className: "ways-out" }, [
      refused?.refused === "unlikely-slip" && button(say("results.i-am-sure"), () => again(entry), { className: "button text" }),
      refused && button(say("results.type-again"), () => again(entry, true), { className: "button text" }),
      state === "written" && photoOf(entry),
      back && button(say("results.take-back"), () => takeBack(grid.tables.find(({ game }) => game === told.game)), { className: "button text", "aria-label": say("results.take-back-scores-at-table-table", { scores: score(scores), table: tableName(table) }) }),
    ]),
  ]);
}

function again(entry, anew = false) {
  written.splice(written.indexOf(entry), 1);
  drawWritten();
  if (anew) line.choose(grid.tables.find(({ game }) => game === entry.table.game) ?? null);
  else type({ ...entry, refused: null, sure: true });
}

// A photo of the paper, put with the slip.
function photoOf(entry) {
  const file = make("input", { type: "file", accept: "image/jpeg,image/png", capture: "environment", className: "unseen-title" });
  const label = make("label", { className: "photo-of button text" }, [file, make("span", { text: entry.photo ?? say("results.photo") })]);
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    entry.photo = say("results.sending");
    drawWritten();
    const small = await smaller(file.files[0]);
    const unread = small === file.files[0] && small.size > MOST_SENT;
    const { refused } = unread ? { refused: UNREAD } : await sending.send({}, photo, [...placeOf(entry.table), ["photo", small]]);
    entry.photo = refused ? say("results.photo-not-taken") : "Photo ✓";
    if (refused) report(say("results.table-table-photo-not-taken-what", { table: tableName(entry.table), what: refused.what, next_step: refused.next_step }), true);
    drawWritten();
  });
  return label;
}

function takeBack(table) {
  const { version, scores } = table.slip;
  const entry = written.find(({ told }) => told?.game === table.game && told.slip?.version === version) ?? { table, scores, told: table };
  const back = (why, then) => async () => {
    if (!written.includes(entry)) note(entry);
    const answer = await sending.send(entry, takenBack, [...placeOf(table), ["version", String(version)], ["why", why]]);
    settled(entry, answer, "taken-back");
    if (!answer.refused) then(answer.told);
  };
  line.ask(say("results.take-back-scores-at-table-table-2", { scores: score(scores), table: tableName(table) }), {
    Enter: { text: say("results.typed-wrong-type-again"), act: back("typed-wrong", (told) => line.choose(told)) },
    T: { text: say("results.wrong-table"), act: back("wrong-table", () => line.choose(null)) },
  });
}

undo.addEventListener("click", () => takeBack(toTakeBack()));

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && toTakeBack() && !document.getElementById("typed").value) {
    event.preventDefault();
    takeBack(toTakeBack());
  }
});

offerCamera(document.getElementById("camera"), document.getElementById("seen"), (text) => line.scanned(text), (words) => {
  document.getElementById("camera-says").textContent = words;
});

setInterval(async () => {
  if (document.hidden || sending.waiting.length) return;
  const answer = await fetch(now, { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok && !sending.waiting.length) grid.putAll((await answer.json()).tables);
}, POLL);

if (matchMedia("(pointer: fine)").matches) document.getElementById("typed").focus();
drawWritten();

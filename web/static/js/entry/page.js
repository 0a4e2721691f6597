// The scorekeeper's page: squares and keys make a play, the big button makes it an entry. Its parts
// are made here, and each is handed what it uses; nothing else knows them all.

import { Grid } from "./board/grid.js";
import { Play } from "./board/play.js";
import { mirroring, Clocks } from "./clock/when_wanted.js";
import { Game } from "./game.js";
import { Forms } from "./irregular/forms.js";
import { Procedures } from "./irregular/procedures.js";
import { Keyboard } from "./keys/keyboard.js";
import { onKey, sliding } from "./keys/keypad.js";
import { Unsettled } from "./late/late_entries.js";
import { Entries } from "./queue/entries.js";
import { News } from "./queue/news.js";
import { fetchAhead, goOnOffline, sayWhatIsMissing } from "./queue/offline.js";
import { Outbox, post, watch } from "./queue/outbox.js";
import { Store } from "./queue/store.js";
import { other } from "./seats.js";
import { Acts } from "./sheets/acts.js";
import { Aloud } from "./sheets/aloud.js";
import { Panel } from "./sheets/panel.js";
import { Shown } from "./sheets/shown.js";
import { mustEnrol, showState } from "./sheets/words.js";
import { exchange, hold, pass } from "./turns/scoreless.js";
import { undoable } from "./turns/undoable.js";
import { say } from "../frame/say.js";

// What comes when it is asked for; all of it is fetched ahead where no worker keeps files.
const later = {
  blanks: () => import("./board/blank_slip.js"),
  rack: () => import("./board/rack.js"),
  challenges: () => import("./challenges/challenge.js"),
  clocks: () => import("./clock/clocks.js"),
  calls: () => import("./irregular/calls.js"),
  irregular: () => import("./irregular/irregular.js"),
  menu: () => import("./irregular/more_menu.js"),
  director: () => import("./keeping/director.js"),
  start: () => import("./keeping/start.js"),
  keepers: () => import("./keeping/two_scorekeepers.js"),
  numbers: () => import("./keys/time_field.js"),
  outbox: () => import("./late/conflict.js"),
  codes: () => import("./queue/qr_handover.js"),
  result: () => import("./results/result.js"),
  signing: () => import("./results/signing.js"),
  corrections: () => import("./turns/corrections.js"),
  undo: () => import("./turns/undo.js"),
};

const [desk, board, keys, preview, commit, stateButton, lines, strip] = [
  "desk", "board", "keys", "preview", "commit", "state", "lines", "going",
].map((id) => document.getElementById(id));
const state = JSON.parse(document.getElementById("state-now").textContent);
const typed = sessionStorage[state.game.id]; // the play that this page was typing when it was loaded again

const panel = new Panel(document.getElementById("panel"), () => {
  aloud.left();
  keyboard.left();
});
const aloud = new Aloud({
  done: document.getElementById("said"), changes: document.getElementById("told"), quiet: () => panel.dialog.open,
});
aloud.hear("state", say("entry.sent")); // which is worth hearing only after something else
const voice = (words) => aloud.voice(words);

const store = new Store();
const outbox = new Outbox({ store, send: post, changed: () => entries.sent(), by: desk.dataset.badge });
const game = new Game(state, {
  here: desk.dataset, store,
  changed: async () => {
    await unsettled.look();
    show();
  },
});
const entries = new Entries({
  game, outbox, panel, voice, told: () => forms.meet(), entered: (before) => play.goesOn(before),
  emptied: () => tellHanded(),
});
const news = new News({ game, entries, outbox });
const unsettled = new Unsettled({ game, outbox, settling: later.outbox });
const table = { game, entries, panel }; // what nearly all use that ask and enter something
const forms = new Forms(table);

const play = new Play({
  ...table, show,
  typed: () => {
    showPlay();
    keyboard.keepFocus();
  },
});
const grid = new Grid(board, {
  size: game.board.size,
  premiums: state.board.premiums,
  faces: game.faces,
  onTap: (at) => play.tap(at),
  onSwipe: (at, across) => play.point(at, across),
});
const shown = new Shown({
  game, play, grid, aloud, clock: (place) => clocks.value(place),
  parts: { desk, keys, commit, preview, lines },
});

const byDirector = async (...asked) => (await later.director()).byDirector({ ...table, outbox, voice }, ...asked);
const record = async (what) => (await later.irregular()).record({ ...table, forms, byDirector }, what);
const report = async (offer) => (await later.irregular()).report({ ...table, forms, byDirector }, offer);
// Without a network it is told another time.
const tellHanded = () =>
  outbox.handed && later.outbox().then((told) => told.tellHanded({ outbox, panel }), () => {});
const showCodes = async () => (await later.codes()).showCodes({ game, store, panel });
const act = (name, about) => acts.do(name, about);
const take = (procedure, step) => procedures.take(procedure, step);
const sign = async () => (await later.signing()).sign({ ...table, take, byDirector, report });

// What each button, and what is behind "More", does.
const ways = {
  exchange: () => exchange(table),
  pass: () => pass(table),
  hold: () => hold(table),
  async undo() {
    // What is typed goes at once: meanwhile it could become a turn, which is asked about.
    if (undoable({ game, play }).typed) play.back();
    else await (await later.undo()).undo({ ...table, outbox, play, voice });
  },
  start: async () => (await later.start()).start({ ...table, outbox, report }),
  challenge: async () => (await later.challenges()).begin({ ...table, forms, news, voice, strip, report }),
  async verdict() {
    const { verdict } = await later.challenges();
    if (game.now.challenge) await verdict({ ...table, forms, news, voice, strip, report });
  },
  blanks: async () => (await later.blanks()).showBlanks({ ...table, report }),
  async accept() {
    const { now } = game;
    if (now.out && !now.ended) await entries.settled({ ask: "accept-play-out", seat: other(now.out) });
    await ways.result();
  },
  async result() {
    const { goOn } = await later.result();
    await entries.upToDate();
    await goOn({ ...table, act, sign });
  },
  sheet: async () => (await later.corrections()).scoreSheet({ ...table, play, voice }),
  correct: async (line) => (await later.corrections()).correct({ ...table, play, voice }, line),
  corrected: async () => (await later.corrections()).commit({ ...table, play }),
  starter: async () => (await later.corrections()).correctStart({ ...table, forms }),
  leave: async () => (await later.corrections()).leave({ game, play }),
  clocks: async () => (await clocks.mirrored()).open(),
  rack: async () => (await later.rack()).writeRack({ game, play, panel, voice, show }),
  over: async () => (await later.keepers()).handOver({ entries, outbox, panel, showCodes }),
  take: async () => (await later.keepers()).takeOver({ ...table, voice }),
  verify: async () => (await later.keepers()).verify(table),
  more: async () => (await later.menu()).more({ ...table, play, acts, report }),
  announced: async () => (await later.menu()).announced({ panel, play }),
  missed: async () => (await later.menu()).missed(table),
  neutral: async () => (await later.menu()).neutral({ ...table, forms }),
  steps: (version) => procedures.all(version),
  director: async () => (await later.calls()).callDirector({ ...table, forms }),
  outbox: async () => (await later.outbox()).showOutbox({ ...table, outbox, unsettled, showCodes, start: ways.start }),
};
const acts = new Acts({ game, play, ways });
const procedures = new Procedures({ ...table, strip, aloud, forms, unsettled, act, acts, record, steps: later.irregular });
const clocks = new Clocks(later.clocks, { ...table, play, players: shown.players, voice, show, act });
const keyboard = new Keyboard({ game, play, panel, acts, grid, preview, show });

// Everything, as the record and the play have it now.
function show() {
  if (!game.now) return;
  game.unheard = mustEnrol(outbox);
  showPlay();
  clocks.mirror?.follow(game.now);
  shown.showPlayers();
  const words = showState(stateButton, outbox, unsettled.others.length);
  if (words) aloud.hear("state", words);
  acts.show(game.now);
  procedures.show(game.now);
  shown.showLines();
  keyboard.keepFocus();
}

function showPlay() {
  play.keep();
  shown.showPlay();
  acts.typed();
}

function listen() {
  // The rest of a double tap on a sheet presses nothing that lay under it.
  desk.addEventListener("click", (event) => {
    if (panel.again && event.pointerType === "touch") event.stopPropagation();
  }, true);
  onKey(keys, ({ tile, key }) => {
    if (panel.again) return;
    if (tile) play.type(tile);
    else if (key === "blank") play.blank();
    else play.back();
  }, sliding({ play, grid }));
  commit.addEventListener("click", () => acts.commit());
  desk.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]")?.dataset.do;
    if (pressed === "hold" && event.detail > 1) return; // a finger that came twice would release it
    if (pressed) act(pressed);
  });
  stateButton.addEventListener("click", () => act("outbox"));
  lines.addEventListener("click", (event) => {
    const at = [...lines.children].indexOf(event.target.closest("li"));
    if (at >= 0) act("correct", game.now.lines[at]);
  });
  watch(outbox);
  addEventListener("resize", show); // what fits is another thing now
}

async function start() {
  goOnOffline();
  await game.remember();
  await forms.recall();
  await outbox.start();
  await news.follow();
  if (typed) (await later.rack()).goOn(play, typed);
  forms.meet();
  tellHanded();
  fetchAhead(later.codes, Object.values(later));
  // The director's desk leads to the very part.
  const [, part, version] = location.hash.match(/^#(outbox|result|sheet|start|steps)(\d*)$/) ?? [];
  if (part) act(part, version);
  if (mirroring()) await clocks.mirrored().catch(() => {});
  await stayAwake();
  document.addEventListener("visibilitychange", stayAwake); // a hidden page loses it
}

async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

listen();
sayWhatIsMissing(panel);
// For people who look, and for tests.
window.tilescribe = { game, entries, outbox, store, news, forms, unsettled, play, panel, aloud, acts, procedures, clocks };
start();

// The end of a game, one question after the other: the play-out answered, the tiles left, overtime,
// then the result with every adjustment explained, and the players' signatures. `table`:
// { game, entries, panel, act, sign }.

import { COUNTED } from "../sheets/next_act.js";
import { unseenTiles, spell } from "../board/scoring.js";
import { overtimePoints, unplayed, worthOf } from "./ending.js";
import { askOvertime } from "../keys/time_field.js";
import { asRead, button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { other, place } from "../seats.js";
import { signed } from "../sheets/words.js";
import { resultTable } from "./result_table.js";
import { say } from "../../frame/say.js";

// Goes on with whatever the end of the game needs now.
export async function goOn(table) {
  const { now } = table.game;
  if (now.out && !now.ended) return playedOut(table);
  if (!now.ended) return undefined;
  if (!now.unplayed_counted && COUNTED.has(now.ended)) {
    if (await tilesLeft(table)) await goOn(table);
    return undefined;
  }
  return sheet(table);
}

async function playedOut(table) {
  const { game, entries, panel, act } = table;
  const { now } = game;
  const [out, them] = [game.playerOf(now.out), game.playerOf(other(now.out))];
  const procedure = now.open.find(({ name }) => name === "play-out");
  const step = procedure?.steps.find(({ asks }) => asks === "accept-play-out");
  const closes = procedure?.steps.find(({ asks, done }) => asks === "close-window" && !done);
  const answer = await panel.choose(say("entry.out-out", { out }), [
    ["accept", say("entry.player-accepts", { player: them })],
    ...(now.offers.some(({ asks }) => asks === "call-hold") ? [["hold", now.hold ? say("entry.hold-given-up") : say("entry.player-holds", { player: them })]] : []),
    ["challenge", say("entry.player-challenges", { player: them })],
    ...(closes ? [["closes", say("entry.no-answer-within-seconds-s", { seconds: closes.seconds })]] : []),
  ], { note: [step?.does, step?.seconds != null && say("entry.so-many-seconds", { n: step.seconds })].filter(Boolean).join(" ") || say("entry.both-clocks-stopped") });
  if (answer === "accept") {
    await entries.settled({ ask: "accept-play-out", seat: other(now.out) });
    await goOn(table);
  } else if (answer === "closes") {
    await entries.settled({ ask: "close-window", seat: other(now.out), after: closes.seconds });
    if (game.now.out && !game.now.ended) await entries.settled({ ask: "accept-play-out", seat: other(now.out) });
    await goOn(table);
  } else if (answer) await act(answer);
}

const called = (tile) => (tile === "?" ? say("entry.page-blank") : tile);

// The tiles on both racks; after a play-out they are those nobody has seen.
async function tilesLeft({ game, entries, panel }) {
  const { now, state, faces } = game;
  const unseen = unseenTiles(state.tiles, now.squares);
  const left = [...unseen].flatMap(([tile, count]) => Array(Math.max(0, count)).fill(tile));
  const certain = now.out && left.length <= 7 && [...unseen.values()].every((count) => count >= 0);
  const open = now.out ? [other(now.out)] : ["first", "second"];
  const racks = { first: [], second: [] };
  if (certain) racks[open[0]] = left;
  const told = () => state.players.map(({ seat }) => (racks[seat].length ? spell(racks[seat]) : "-"));
  return panel.ask(say("entry.which-tiles-left"), (close) => {
    let [active] = open;
    const sum = make("p", { className: "says", role: "status" });
    const keys = [...unseen.keys()].map((tile) =>
      make("button", { type: "button", className: "key", "data-tile": tile, onclick: () => add(tile) }, [
        make("b", { text: called(tile) }), " ", make("small"),
      ]),
    );
    const rows = open.map((seat) =>
      make("button", {
        type: "button", className: "rack", "data-seat": seat,
        onclick: () => {
          active = seat;
          show();
        },
      }),
    );
    const back = () => {
      racks[active].pop();
      show();
    };
    panel.keyed = (key) => {
      if (key === "Backspace") back();
      else if (unseen.has(key.toUpperCase())) add(key.toUpperCase());
      else return false;
      return true;
    };
    const add = (tile) => {
      if (racks[active].length < 8) racks[active].push(tile);
      show();
    };
    const show = () => {
      const counts = new Map(unseen);
      for (const tile of [...racks.first, ...racks.second]) counts.set(tile, counts.get(tile) - 1);
      for (const key of keys) {
        const { tile } = key.dataset;
        key.lastChild.textContent = counts.get(tile);
        key.classList.toggle("none", counts.get(tile) <= 0);
        key.setAttribute("aria-label", say("entry.unseen-of-tile", { tile: called(tile), left: counts.get(tile) }));
      }
      rows.forEach((row, at) => {
        const tiles = racks[open[at]];
        row.setAttribute("aria-pressed", open[at] === active);
        row.replaceChildren(
          make("b", { text: game.playerOf(open[at]) }),
          make("span", { text: tiles.length ? tiles.map(called).join(" ") : say("entry.no-tiles") }),
          make("small", { text: say("entry.so-many-points", { n: worthOf(tiles, faces) }) }),
        );
      });
      const found = unplayed(now, told(), faces);
      sum.textContent = found
        ? asRead(found.changes.map((change, at) => change && `${state.players[at].name} ${signed(change)}`).filter(Boolean).join(" · ")) || say("entry.no-change-scores")
        : say("entry.what-they-worth-whom-worked-out");
    };
    show();
    return [
      make("p", { className: "quiet", text: certain ? say("entry.nobody-has-seen-these-check-them") : say("entry.tap-each-players-rack-then-its") }),
      ...rows,
      make("div", { className: "keys" }, [
        ...keys,
        button("⌫", back, { className: "key back", "aria-label": say("entry.take-last-tile-back") }),
      ]),
      sum,
      row(
        button(say("entry.both-agree-on-tiles"), () => close(true), { className: "go" }),
        button(say("entry.cancel"), () => close(null)),
      ),
    ];
  }, "wide").then(async (yes) => {
    if (yes) await entries.settled({ ask: "count-unplayed", racks: told() });
    return yes;
  });
}

// Overtime as the clocks show it; the rulebook's charge is worked out.
async function overtime(table, seat) {
  const { now } = table.game;
  const read = now.clocks?.[place(seat)];
  const over = await askOvertime(table, seat, {
    value: read < 0 ? -read : undefined,
    points(seconds) {
      const points = overtimePoints(now, seconds);
      return points === null ? "" : say("entry.points-signed", { points: signed(-points), n: points });
    },
  });
  if (over !== null) await table.entries.settled({ ask: "record-overtime", seat, over });
}

async function sheet(table) {
  const { game, entries, panel, act, sign } = table;
  const { now, state } = game;
  if (now.proposed || now.signed_by.length || now.final) return sign();
  const answer = await panel.ask(say("entry.do-both-agree-on-result"), (close) => [
    ...resultTable(state, now),
    now.open_questions ? make("p", { className: "quiet", text: say("entry.some-waits-for-server") }) : "",
    row(
      ...state.players.filter((_, at) => now.overtime[at] == null).map(({ seat, name }) =>
        button(say("entry.overtime-name", { name }), () => close({ overtime: seat })),
      ),
      button(say("entry.something-wrong"), () => close({ wrong: true })),
    ),
    row(
      button(say("entry.both-agree-sign"), () => close({ sign: true }), { className: "go", disabled: now.open_questions > 0 }),
      button(say("entry.back-board"), () => close(null)),
    ),
  ], "full sheet-of");
  if (answer?.overtime) {
    await overtime(table, answer.overtime);
    return sheet(table);
  }
  if (answer?.wrong) return act("sheet");
  if (answer?.sign) {
    await entries.settled({ ask: "propose-result" });
    if (game.now.proposed) return sheet(table);
  }
  return undefined;
}

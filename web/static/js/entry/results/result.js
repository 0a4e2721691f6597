// The end of a game, one question after the other: the play-out answered, the tiles left, overtime,
// then the result with every adjustment explained, and the players' signatures.

import { COUNTED } from "../sheets/next_act.js";
import { unseenTiles } from "../board/unseen.js";
import { cutRack, overtimePoints, unplayed, worthOf } from "./ending.js";
import { seconds } from "../irregular/fields.js";
import { cancel, make } from "../sheets/panel.js";
import { spell } from "../board/scoring.js";
import { resultOf, signed } from "./result_shown.js";

const other = (seat) => (seat === "first" ? "second" : "first");
// Goes on with whatever the end of the game needs now.
export async function goOn(page) {
  const { now } = page;
  if (now.out && !now.ended) return playedOut(page);
  if (!now.ended) return undefined;
  if (!now.unplayed_counted && COUNTED.has(now.ended)) {
    if (await tilesLeft(page)) await goOn(page);
    return undefined;
  }
  return sheet(page);
}

async function playedOut(page) {
  const { now } = page;
  const [out, them] = [page.playerOf(now.out), page.playerOf(other(now.out))];
  const procedure = now.open.find(({ name }) => name === "play-out");
  const step = procedure?.steps.find(({ asks }) => asks === "accept-play-out");
  const closes = procedure?.steps.find(({ asks, done }) => asks === "close-window" && !done);
  const answer = await page.panel.choose(`${out} is out`, [
    ["accept", `${them} accepts`],
    ...(now.offers.some(({ asks }) => asks === "call-hold") ? [["hold", now.hold ? "Hold given up" : `${them} holds`]] : []),
    ["challenge", `${them} challenges`],
    ...(closes ? [["closes", `No answer within ${closes.seconds} s`]] : []),
  ], { note: [step?.does, step?.seconds != null && `${step.seconds} seconds.`].filter(Boolean).join(" ") || "Both clocks are stopped." });
  if (answer === "accept") {
    await page.settled({ ask: "accept-play-out", seat: other(now.out) });
    await goOn(page);
  } else if (answer === "closes") {
    await page.settled({ ask: "close-window", seat: other(now.out), after: closes.seconds });
    if (page.now.out && !page.now.ended) await page.settled({ ask: "accept-play-out", seat: other(now.out) });
    await goOn(page);
  } else if (answer) await page.acts.do(answer);
}

// The tiles on both racks; after a play-out they are those nobody has seen.
async function tilesLeft(page) {
  const { now, state } = page;
  const unseen = unseenTiles(state.tiles, now.squares);
  const left = [...unseen].flatMap(([tile, count]) => Array(Math.max(0, count)).fill(tile));
  const certain = now.out && left.length <= 7 && [...unseen.values()].every((count) => count >= 0);
  const open = now.out ? [other(now.out)] : ["first", "second"];
  const racks = { first: [], second: [] };
  if (certain) racks[open[0]] = left;
  const told = () => state.players.map(({ seat }) => (racks[seat].length ? spell(racks[seat]) : "-"));
  return page.panel.ask("Tiles left", (close) => {
    let [active] = open;
    const sum = make("p", { className: "says", role: "status" });
    const keys = [...unseen.keys()].map((tile) =>
      make("button", { type: "button", className: "key", "data-tile": tile, onclick: () => add(tile) }, [
        make("b", { text: tile === "?" ? "blank" : tile }), " ", make("small"),
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
    page.panel.keyed = (key) => {
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
        key.setAttribute("aria-label", `${tile === "?" ? "blank" : tile}, ${counts.get(tile)} unseen`);
      }
      rows.forEach((row, at) => {
        const tiles = racks[open[at]];
        row.setAttribute("aria-pressed", String(open[at] === active));
        row.replaceChildren(
          make("b", { text: page.playerOf(open[at]) }),
          make("span", { text: tiles.length ? tiles.map((tile) => (tile === "?" ? "blank" : tile)).join(" ") : "no tiles" }),
          make("small", { text: `${worthOf(tiles, page.faces)} points` }),
        );
      });
      const found = unplayed(now, told(), page.faces);
      sum.textContent = found
        ? found.changes.map((change, at) => change && `${state.players[at].name} ${signed(change)}`).filter(Boolean).join(" · ") || "No change of scores."
        : "What they are worth to whom is worked out by the server.";
    };
    show();
    return [
      make("p", { className: "quiet", text: certain ? "Nobody has seen these; check them with the rack." : "Tap each player’s rack, then its tiles." }),
      ...rows,
      make("div", { className: "keys" }, [
        ...keys,
        make("button", {
          type: "button", className: "key back", "aria-label": "Take the last tile back", text: "⌫",
          onclick: back,
        }),
      ]),
      sum,
      make("div", { className: "row" }, [
        make("button", { type: "button", className: "go", text: "Both agree", onclick: () => close(true) }),
        make("button", { type: "button", text: "Cancel", onclick: () => close(null) }),
      ]),
    ];
  }, "wide").then(async (yes) => {
    if (yes) await page.settled({ ask: "count-unplayed", racks: told() });
    return yes;
  });
}

// Overtime as the clocks show it; the rulebook's charge is worked out.
export async function overtime(page, seat) {
  const { now } = page;
  const read = now.clocks?.[seat === "first" ? 0 : 1];
  const over = await page.panel.ask(`Overtime of ${page.playerOf(seat)}`, (close) => {
    const shown = make("p", { className: "says", role: "status" });
    const input = make("input", { autofocus: true, inputmode: "numeric", "aria-label": "Overtime", autocomplete: "off", value: read < 0 ? `${Math.floor(-read / 60)}:${String(-read % 60).padStart(2, "0")}` : "" });
    const yes = make("button", { type: "button", className: "go", text: "Record it", onclick: () => close({ value: seconds(input.value) }) });
    const show = () => {
      const found = seconds(input.value);
      yes.disabled = found === undefined || found < 0;
      const points = yes.disabled ? null : overtimePoints(now, found);
      shown.textContent = points === null ? "" : `${signed(-points)} points`;
    };
    input.addEventListener("input", show);
    show();
    return [
      make("p", { className: "quiet", text: "Beyond the time allowed, as 1:35 or in seconds, as the timer shows it." }),
      make("label", { text: "Overtime" }, [input]),
      shown,
      make("div", { className: "row" }, [yes]),
      cancel(close),
    ];
  });
  if (over) await page.settled({ ask: "record-overtime", seat, over: over.value });
}

// The result as a table that says how it came about.
export function resultTable(state, now) {
  const { rows, explained, totals, spread, winner } = resultOf(state, now);
  const cell = (tag, text, more = {}) => make(tag, { text, ...more });
  const name = (seat) => state.players.find((player) => player.seat === seat).name;
  return [
    make("table", { className: "result" }, [
      make("caption", { text: placeOf(state.game) }),
      make("thead", {}, [make("tr", {}, [cell("th", ""), ...state.players.map((player) => cell("th", player.name, { scope: "col" }))])]),
      make("tbody", {}, rows.map(([label, one, two]) =>
        make("tr", { className: label === "Total" ? "sum" : "" }, [cell("th", label, { scope: "row" }), cell("td", one), cell("td", two)]),
      )),
      make("tfoot", {}, [make("tr", {}, [cell("th", "Final score", { scope: "row" }), ...totals.map((total) => cell("td", total))])]),
    ]),
    explained.length ? make("ul", { className: "explained" }, explained.map((text) => cell("li", text))) : "",
    make("p", { className: "winner", text: winner ? `${name(winner)} wins by ${spread}.` : `Nobody wins; the spread is ${spread}.` }),
  ];
}

const placeOf = ({ tournament, division, round, table, replay }) =>
  `${tournament}${division ? `, division ${division}` : ""}, round ${round}, table ${table}${replay === 1 ? "" : `, replay ${replay}`}`;

async function sheet(page) {
  const { now, state } = page;
  if (now.proposed || now.signed_by.length || now.final) {
    const { sign } = await import("./signing.js");
    return sign(page);
  }
  const answer = await page.panel.ask("Result", (close) => [
    ...resultTable(state, now),
    now.open_questions ? make("p", { className: "quiet", text: "Some of this waits for the server." }) : "",
    make("div", { className: "row" }, [
      ...state.players.filter((_, at) => now.overtime[at] == null).map(({ seat, name }) =>
        make("button", { type: "button", text: `Overtime of ${name}`, onclick: () => close({ overtime: seat }) }),
      ),
      make("button", { type: "button", text: "Something is wrong", onclick: () => close({ wrong: true }) }),
    ]),
    make("div", { className: "row" }, [
      make("button", { type: "button", className: "go", text: "Both agree: sign", disabled: now.open_questions > 0, onclick: () => close({ sign: true }) }),
      make("button", { type: "button", text: "Back to the board", onclick: () => close(null) }),
    ]),
  ], "full sheet-of");
  if (answer?.overtime) {
    await overtime(page, answer.overtime);
    return sheet(page);
  }
  if (answer?.wrong) return page.acts.do("sheet");
  if (answer?.sign) {
    await page.settled({ ask: "propose-result" });
    if (page.now.proposed) return sheet(page);
  }
  return undefined;
}

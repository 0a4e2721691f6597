// The blank designation slip, over the whole screen and in clear view of both players: the letters
// to circle for the first and the second blank. What is circled here is the neutral record.

import { cancel, make } from "./panel.js";
import { nameOf } from "./scoring.js";

const isBlank = (tile) => tile && tile !== tile.toUpperCase();

// Every blank on the board, oldest first: { blank, square, letter, seat, designated }.
export function blanksOn(now, size) {
  const found = [];
  for (const line of now.lines) {
    if (line.withdrawn) continue;
    for (const [at] of line.placed ?? []) {
      const tile = now.squares[at];
      if (!isBlank(tile) || found.some((one) => one.at === at)) continue;
      const square = nameOf(at, true, size);
      const designated = now.blanks.find((blank) => blank.square === square);
      found.push({ at, square, seat: line.seat, tile: tile.toUpperCase(), designated: designated?.letter ?? "" });
    }
  }
  return number(found, now.blanks);
}

// The first and the second blank: those designated keep their numbers, others take what is left.
function number(found, blanks) {
  const numbered = found.map((one) => ({
    ...one, blank: blanks.find(({ square }) => square === one.square)?.blank ?? 0,
  }));
  for (const one of numbered) {
    if (!one.blank) one.blank = numbered.some(({ blank }) => blank === 1) ? 2 : 1;
  }
  return numbered;
}

// What the button on the page says.
export const circled = (now, size) =>
  blanksOn(now, size).map(({ designated, tile }) => (designated || `${tile}?`)).join(" ");

// Offers the slip where a blank lies that nobody has circled yet.
export async function offerBlanks(page) {
  if (blanksOn(page.now, page.board.size).some(({ designated }) => !designated)) await showBlanks(page);
}

// Shows the slip; circling a letter and confirming writes it down.
export async function showBlanks(page) {
  const blanks = blanksOn(page.now, page.board.size);
  const open = blanks.find(({ designated }) => !designated);
  const letters = page.state.tiles.map(({ tile }) => tile).filter((tile) => tile !== "?");
  const answer = await page.panel.ask("Blanks", (close) => {
    let letter = open?.tile ?? "";
    const row = (nth) => {
      const blank = blanks.find((one) => one.blank === nth);
      const here = open && blank === open;
      const buttons = letters.map((tile) =>
        make("button", {
          type: "button", className: "letter", text: tile, disabled: !here,
          "aria-pressed": String(tile === (here ? letter : blank?.designated)),
          onclick: () => {
            letter = tile;
            for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === tile));
            yes.textContent = `Confirm ${tile}`;
          },
        }),
      );
      return make("section", { className: here ? "blank now" : "blank" }, [
        make("h3", {}, [
          make("span", { text: nth === 1 ? "First blank" : "Second blank" }),
          make("b", { text: blank ? blank.designated || "?" : "–" }),
          make("small", { text: blank ? `${blank.square} · ${page.playerOf(blank.seat)}` : "not played" }),
        ]),
        make("div", { className: "letters", role: "group", "aria-label": `Letter of blank ${nth}` }, buttons),
      ]);
    };
    const yes = make("button", {
      type: "button", className: "go", text: `Confirm ${letter}`, hidden: !open, autofocus: Boolean(open),
      onclick: () => close({ letter }),
    });
    const disputes = page.now.offers.filter(({ asks }) => DISPUTES.has(asks));
    return [
      row(1), row(2),
      make("div", { className: "row" }, [
        yes,
        make("button", { type: "button", text: "⟲ Turn round", onclick: () => page.panel.turn() }),
        make("a", { className: "link", href: location.pathname.replace(/enter$/, "blank-slip.pdf"), target: "_blank", rel: "noopener", text: "Print" }),
        ...disputes.map((offer) => make("button", { type: "button", text: offer.title, onclick: () => close({ offer }) })),
        make("button", { type: "button", text: open ? "Later" : "Back to the board", onclick: () => close(null) }),
      ]),
    ];
  }, "full slip");
  if (answer?.offer) {
    const { report } = await import("./irregular.js");
    await report(page, answer.offer);
  } else if (answer) {
    const { letter } = answer;
    await page.enter({
      ask: "designate-blank", seat: open.seat, blank: open.blank, letter,
      square: open.square, ...(letter !== open.tile && { before_timer: true }),
    });
    await offerBlanks(page);
  }
}

const DISPUTES = new Set(["dispute-blank", "report-undeclared-blank", "report-false-blank"]);

// The blank designation slip, over the whole screen and in clear view of both players: the letters
// to circle for the first and the second blank. What is circled here is the neutral record.

import { blanksOn, offerBlanks } from "./blanks.js";
import { make } from "../sheets/panel.js";

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
          onclick: () => circle(tile),
        }),
      );
      const circle = (tile) => {
        letter = tile;
        for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === tile));
        yes.textContent = `Confirm ${tile}`;
        return true;
      };
      if (here) page.panel.keyed = (key) => letters.includes(key.toUpperCase()) && circle(key.toUpperCase());
      return make("section", { className: here ? "blank now" : "blank" }, [
        make("h3", {}, [
          make("span", { text: nth === 1 ? "First blank" : "Second blank" }),
          make("b", { text: blank ? blank.designated || "?" : "–" }),
          make("small", { text: blank ? `${blank.square} · ${page.playerOf(blank.seat)}` : "not played" }),
        ]),
        blank && make("div", { className: "letters", role: "group", "aria-label": `Letter of blank ${nth}` }, buttons),
      ].filter(Boolean));
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
    const { report } = await import("../irregular/irregular.js");
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

// The blank designation slip, over the whole screen and in clear view of both players: the letters
// to circle for the first and the second blank. What is circled here is the neutral record.

import { areCircled, blanksOn } from "./blanks.js";
import { button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

// Shows the slip; circling a letter and confirming writes it down.
export async function showBlanks(table) {
  const { game, entries, panel, report } = table;
  const blanks = blanksOn(game.now, game.board.size);
  const open = blanks.find(({ designated }) => !designated);
  const letters = game.state.tiles.map(({ tile }) => tile).filter((tile) => tile !== "?");
  const answer = await panel.ask(open ? say("entry.which-letter-blank") : say("entry.blanks-so-far"), (close) => {
    let letter = open?.tile ?? "";
    const slip = (nth) => {
      const blank = blanks.find((one) => one.blank === nth);
      const here = open && blank === open;
      const buttons = letters.map((tile) =>
        button(tile, () => circle(tile), {
          className: "letter", disabled: !here, "aria-pressed": String(tile === (here ? letter : blank?.designated)),
        }),
      );
      const circle = (tile) => {
        letter = tile;
        for (const button of buttons) button.setAttribute("aria-pressed", button.textContent === tile);
        yes.textContent = say("entry.confirm-tile", { tile });
        return true;
      };
      if (here) panel.keyed = (key) => letters.includes(key.toUpperCase()) && circle(key.toUpperCase());
      return make("section", { className: here ? "blank now" : "blank" }, [
        make("h3", {}, [
          make("span", { text: nth === 1 ? say("entry.first-blank") : say("entry.second-blank") }),
          make("b", { text: blank ? blank.designated || "?" : "–" }),
          make("small", { text: blank ? `${blank.square} · ${game.playerOf(blank.seat)}` : say("entry.not-played") }),
        ]),
        blank && make("div", { className: "letters", role: "group", "aria-label": say("entry.letter-blank-nth", { nth }) }, buttons),
      ]);
    };
    const yes = button(say("entry.confirm-letter", { letter }), () => close({ letter }), { className: "go", hidden: !open, autofocus: Boolean(open) });
    const disputes = game.now.offers.filter(({ asks }) => DISPUTES.has(asks));
    return [
      open && game.state.rules?.blank_record && make("p", { className: "says", text: game.state.rules.blank_record }),
      slip(1), slip(2),
      row(
        yes,
        button(say("entry.turn-round"), () => panel.turn()),
        make("a", { className: "link", href: location.pathname.replace(/enter$/, "blank-slip.pdf"), target: "_blank", rel: "noopener", text: say("entry.print") }),
        ...disputes.map((offer) => button(offer.title, () => close({ offer }))),
        button(open ? say("entry.later") : say("entry.back-board"), () => close(null)),
      ),
    ];
  }, "full slip");
  if (answer?.offer) {
    await report(answer.offer);
  } else if (answer) {
    const { letter } = answer;
    await entries.enter({
      ask: "designate-blank", seat: open.seat, blank: open.blank, letter,
      square: open.square, ...(letter !== open.tile && { before_timer: true }),
    });
    if (!areCircled(game)) await showBlanks(table);
  }
}

const DISPUTES = new Set(["dispute-blank", "report-undeclared-blank", "report-false-blank"]);

// The move list: made anew when another state of the record is loaded, else only the mark moves.

import { clockWords } from "../frame/wording.js";
import { make } from "../frame/make.js";
import { isTurn, moveWords } from "./game.js";
import { signed } from "../frame/figures.js";
import { element, flagWords, initials } from "./words.js";
import { say } from "../frame/say.js";

export class Moves {
  constructor(body, scroller, addressOf, onPick) {
    this.body = body;
    this.scroller = scroller;
    this.addressOf = addressOf;
    this.rows = [...body.rows];
    this.current = this.rows.find((row) => row.querySelector("[aria-current]")) ?? null;
    this.scrolled = 0;
    scroller.addEventListener("scroll", () => (this.scrolled = scroller.scrollTop), { passive: true });
    new ResizeObserver(() => this.measure()).observe(scroller);
    this.measure();
    body.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const row = event.target.closest("[data-ply]");
      if (row) {
        event.preventDefault();
        onPick(Number(row.dataset.ply));
      }
    });
  }

  load(game) {
    this.rows = game.plies.map((ply) => this.rowOf(ply, game.replay.players));
    this.body.replaceChildren(...this.rows);
    this.current = null;
    this.measure();
  }

  show(number) {
    this.mark(false);
    this.current = this.rows[number - 1] ?? null;
    this.mark(true);
    this.keepInView();
  }

  mark(here) {
    if (!this.current) return;
    this.current.classList.toggle("here", here);
    const link = this.current.querySelector("a");
    if (here) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }

  // Where each row is, measured once: measuring at every step would make the browser lay out twice.
  measure() {
    const { scroller } = this;
    this.head = this.body.parentElement.tHead.offsetHeight;
    this.height = scroller.clientHeight;
    this.scrolls = scroller.scrollHeight > this.height + 1;
    const from = this.body.parentElement.offsetTop; // a row counts from its table
    this.places = this.rows.map((row) => [from + row.offsetTop, from + row.offsetTop + row.offsetHeight]);
    this.keepInView();
  }

  keepInView() {
    const { scroller, current } = this;
    if (!this.scrolls) return;
    const [top, bottom] = current ? this.places[this.rows.indexOf(current)] : [0, 0];
    const to = Math.max(Math.min(this.scrolled, top - this.head), bottom - this.height, 0);
    if (to !== this.scrolled) scroller.scrollTop = this.scrolled = to;
  }

  rowOf(ply, players) {
    const place = ply.seat === "second" ? 1 : 0;
    const struck = ply.kind === "phoney";
    const strike = (node) => (struck ? element("s", "", node) : node);
    const row = element("tr", `kind-${ply.kind} ${isTurn(ply) ? "turn" : "after"}`);
    row.dataset.ply = ply.ply;

    const who = element("td", "who");
    if (ply.seat) {
      const seat = element("span", `seat ${ply.seat}`, initials(players[place].name));
      seat.title = players[place].name;
      who.append(seat, make("span", { className: "name one-line", dir: "auto", text: players[place].name }));
    }

    const link = element("a");
    link.href = this.addressOf(ply.ply);
    const words = document.createDocumentFragment();
    if (ply.square && ply.move.startsWith(`${ply.square} `)) words.append(element("span", "at", ply.square), " ");
    words.append(element("span", "word", moveWords(ply)));
    link.append(strike(words), struck ? element("span", "said", ` ${say("replay.withdrawn")}`) : "");
    const move = element("td", "move", link);
    for (const mark of marksShown(ply)) move.append(" ", element("span", `chip ${mark}`, mark === "phoney" ? say("replay.mark-phoney") : flagWords(mark)));
    if (ply.verified?.length) move.append(" ", verified(ply));
    for (const { was } of ply.corrections) move.append(" ", element("span", "was", element("s", "", was)));

    const score = element("td", "score");
    if (ply.score || isTurn(ply)) score.append(strike(signed(ply.score)));
    row.append(
      element("td", "no", String(ply.ply)),
      who,
      move,
      score,
      element("td", "total", String(ply.totals[place])),
      element("td", "clock", clockWords(ply.clocks?.[place])),
      element("td", "unseen", String(ply.unseen)),
    );
    return row;
  }
}

// Somebody with another badge looked it over.
function verified(ply) {
  const tick = element("span", "verified", "✓");
  tick.title = say("replay.verified-by-verified", { verified: ply.verified.join(", ") });
  tick.append(element("span", "said", ` ${say("replay.verified")}`));
  return tick;
}

// Marks that say more than the move itself does.
function marksShown(ply) {
  return ply.marks.filter((mark) => {
    if (mark === "remark") return false;
    if (mark === "challenge") return ply.kind === "play";
    return !(mark === "phoney" && ply.kind === "withdrawn");
  });
}

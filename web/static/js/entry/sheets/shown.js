// What the page shows of a state: the play being made on board, keys and the big button; the
// players; the lines of the sheet.

import { clockLook, clockWords } from "../../frame/wording.js";
import { make } from "../../frame/make.js";
import { nameOf } from "../board/scoring.js";
import { moveWords } from "../irregular/in_words.js";
import { Roving } from "../keys/roving.js";
import { place } from "../seats.js";
import { fit, namesOf, plain, signed, write } from "./words.js";
import { oneAct, UNHEARD } from "./next_act.js";
import { say } from "../../frame/say.js";

export class Shown {
  // `parts`: { desk, keys, commit, preview, lines } of the page. `clock(place)` gives what is shown of a clock.
  constructor({ game, play, grid, aloud, clock, parts }) {
    Object.assign(this, { game, play, grid, aloud, clock, parts });
    this.keys = [...parts.keys.children].map((key) => ({ key, count: key.querySelector("small") }));
    this.players = Object.fromEntries(
      [...document.querySelectorAll(".player")].map((card) => [
        card.dataset.seat,
        {
          card,
          name: card.querySelector(".name"),
          sheet: card.querySelector(".open-sheet"),
          total: card.querySelector(".total"),
          last: card.querySelector(".last"),
          clock: card.querySelector(".clock"),
          wrote: card.querySelector(".wrote"),
          gained: card.querySelector(".gained"),
        },
      ]),
    );
    new Roving(parts.keys);
    this.rows = new Roving(parts.lines);
  }

  // The play being typed: all that a key changes.
  showPlay() {
    const { now } = this.game;
    const { draft } = this.play;
    const { commit } = this.parts;
    const told = draft.empty ? { problem: "empty" } : draft.counted(now.squares);
    this.grid.show(now.squares, {
      start: draft.start,
      next: draft.empty ? null : draft.next(now.squares),
      across: draft.empty ? true : draft.across(now.squares),
      placed: told.placed,
      problem: told.problem && told.problem !== "empty" ? told.at : null,
    }, lastPlay(now));
    this.showKeys(this.play.unseen());
    const says = this.showButton(told);
    this.aloud.hear("play", commit.disabled && !draft.empty ? `${commit.textContent}, ${says}` : says);
  }

  showKeys(unseen) {
    for (const { key, count } of this.keys) {
      if (key.dataset.key === "back") continue;
      const left = unseen.get(key.dataset.tile ?? "?") ?? 0;
      if (key.dataset.key === "blank") key.setAttribute("aria-pressed", this.play.wantBlank);
      if (count.textContent === String(left)) continue;
      write(count, left);
      key.classList.toggle("none", left <= 0);
      key.setAttribute("aria-label", say("entry.unseen-of-tile", { tile: key.dataset.tile ?? say("entry.page-blank"), left }));
    }
  }

  // The big button says what it will write, or the one act that the table waits for; and what it
  // says is its name. Gives what stands above it, with names whole, for who listens.
  showButton(told) {
    const { game, play } = this;
    const { commit, preview, desk, keys } = this.parts;
    const { now } = game;
    const { draft, announced } = play;
    const one = oneAct(game);
    desk.classList.toggle("elsewhere", one?.act === "take");
    if (keys.inert !== Boolean(one)) keys.inert = Boolean(one);
    const able = Boolean(one) || !told.problem;
    if (commit.disabled === able) commit.disabled = !able;
    beginning(commit, !one && draft.empty);
    if (one) {
      fit(commit, [[commit, one.words]], namesOf(game));
      fit(preview, [[preview, one.says]], namesOf(game));
      return one.says;
    }
    if (told.problem) {
      plain(commit, draft.empty ? say("entry.tap-first-square") : WRONG[told.problem] ?? told.problem);
      const says = draft.empty ? whoseTurn(game) : say("entry.from-square", { square: nameOf(draft.start, draft.across(now.squares), game.board.size) });
      if (draft.empty) fit(preview, [[preview, says, say("entry.bag-in-bag", { bag: now.bag })]], namesOf(game));
      else plain(preview, says);
      return says;
    }
    const { square, letters } = draft.placement(now.squares);
    const points = announced ?? told.score;
    const before = now.totals[place(now.on_move)];
    plain(commit, `${moveWords({ move: `${square} ${letters}`, ...told })}  +${points}`);
    const words = told.words.map(({ word, score }) => `${word} ${score}`).join(" · ");
    const bonus = told.allTiles ? say("entry.all-seven") : "";
    const differs = announced !== null && announced !== told.score ? say("entry.counted-otherwise", { score: told.score }) : "";
    const says = say("entry.play-in-all", { words: words + bonus + differs, n: before + points });
    plain(preview, says);
    return says;
  }

  showPlayers() {
    const { state, now } = this.game;
    const names = namesOf(this.game);
    for (const { seat, name } of state.players) {
      const shown = this.players[seat];
      const at = place(seat);
      write(shown.total, now.totals[at]);
      shown.card.classList.toggle("on-move", now.on_move === seat && !now.ended);
      const last = now.lines.at(-1);
      write(shown.gained, last?.seat === seat ? signed(last.score) : "");
      const wrote = last?.seat === seat ? moveWords(last) : "";
      fit(shown.last, [[shown.wrote, wrote]], [], LAST);
      shown.wrote.title = wrote;
      fit(shown.name, [[shown.name, name]], names, shown.last.classList.contains("twice") ? [""] : undefined);
      shown.sheet.setAttribute("aria-label", say("entry.score-sheet-corrections-name", { name }));
      write(shown.clock, clockWords(this.clock(at), "–:––"));
      shown.clock.className = `clock ${clockLook(this.clock(at))}`;
      shown.clock.setAttribute("aria-label", say("entry.clock-name-as-last-read-textcontent", { name, textContent: shown.clock.textContent }));
    }
  }

  showLines() {
    const { lines } = this.parts;
    const { now } = this.game;
    const before = lines.children.length;
    while (lines.children.length > now.lines.length) lines.lastChild.remove();
    now.lines.forEach((line, at) => {
      const item = lines.children[at] ?? lines.appendChild(make("li", {}, [lineButton()]));
      item.className = `${line.seat}${line.withdrawn ? " off" : ""}`;
      const said = [`${line.verified?.length ? "✓ " : ""}${moveWords(line)}`, signed(line.score), line.total];
      said.forEach((text, part) => write(item.firstChild.children[part], text));
    });
    if (lines.children.length === before) return;
    this.rows.show();
    lines.parentElement.scrollTop = lines.scrollHeight;
  }
}

// What a finger may do besides, for who looks; who listens or has a mouse taps.
function beginning(commit, is) {
  if (Boolean(commit.dataset.or) === is) return;
  if (is) commit.dataset.or = say("entry.or-slide-tile");
  else delete commit.dataset.or;
}

function whoseTurn(game) {
  if (game.correcting) return say("entry.enter-play-as-was");
  if (game.unheard) return say("entry.unheard-take-tablet-in", { UNHEARD });
  return say("entry.on-move-move-bag-in-bag", { on_move: game.playerOf(game.now.on_move), bag: game.now.bag });
}

const lineButton = () => make("button", { type: "button" }, [make("b"), " ", make("span"), " ", make("span")]);

// The squares of the play that was written last; none where something else was.
function lastPlay({ lines }) {
  const last = lines.findLast(({ kind }) => !ADDED.has(kind));
  return new Set(last?.kind === "play" && !last.withdrawn ? last.placed.map(([at]) => at) : []);
}

// What was written last on a card: smaller, then over two lines.
const LAST = ["", "small", "twice"];

// Lines that are no turn, but follow from one.
const ADDED = new Set(["bonus", "challenge-cost", "unplayed", "overtime"]);

const WRONG = {
  empty: say("entry.now-tiles"),
  "off-the-board": say("entry.leaves-board"),
  "square-taken": say("entry.square-taken"),
  "no-new-tile": say("entry.no-new-tile"),
};

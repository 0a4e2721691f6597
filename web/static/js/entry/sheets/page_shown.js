// What the page shows of a state: keys with what is unseen, the play being made, the players, the
// lines of the sheet.

import { moveWords } from "../irregular/in_words.js";
import { oneAct } from "./next_act.js";
import { briefs, fit, plain } from "./fit.js";
import { make } from "./panel.js";
import { nameOf } from "../board/scoring.js";
import { clockWords, write } from "./words.js";

export function showKeys(page, unseen) {
  for (const { key, count } of page.keys) {
    if (key.dataset.key === "back") continue;
    const left = unseen.get(key.dataset.tile ?? "?") ?? 0;
    if (key.dataset.key === "blank") key.setAttribute("aria-pressed", String(page.wantBlank));
    if (count.textContent === String(left)) continue;
    write(count, left);
    key.classList.toggle("none", left <= 0);
    key.setAttribute("aria-label", `${key.dataset.tile ?? "blank"}, ${left} unseen`);
  }
}

// The big button says what it will write, or the one act that the table waits for; and what it
// says is its name. Gives what stands above it, with names whole, for who listens.
export function showPlay(page, told) {
  const { commit, preview, desk, keys } = page.parts;
  const { now, draft } = page;
  const one = oneAct(page);
  desk.classList.toggle("elsewhere", one?.act === "take");
  if (keys.inert !== Boolean(one)) keys.inert = Boolean(one);
  const able = Boolean(one) || !told.problem;
  if (commit.disabled === able) commit.disabled = !able;
  beginning(commit, !one && draft.empty);
  if (one) {
    fit(commit, [[commit, one.words]], namesOf(page));
    fit(preview, [[preview, one.says]], namesOf(page));
    return one.says;
  }
  if (told.problem) {
    plain(commit, draft.empty ? "Tap the first square" : WRONG[told.problem] ?? told.problem);
    const says = draft.empty ? whoseTurn(page) : `from ${nameOf(draft.start, draft.across(now.squares), page.board.size)}`;
    if (draft.empty) fit(preview, [[preview, says, `${now.bag} in the bag`]], namesOf(page));
    else plain(preview, says);
    return says;
  }
  const { square } = draft.placement(now.squares);
  const points = page.announced ?? told.score;
  const before = now.totals[now.on_move === "first" ? 0 : 1];
  plain(commit, `${square} ${told.words[0].word}  +${points}`);
  const words = told.words.map(({ word, score }) => `${word} ${score}`).join(" · ");
  const bonus = told.allTiles ? " · all seven +50" : "";
  const differs = page.announced !== null && page.announced !== told.score ? ` (counted ${told.score})` : "";
  const says = `${words}${bonus}${differs} · ${before + points} in all`;
  plain(preview, says);
  return says;
}

// What a finger may do besides, for who looks; who listens or has a mouse taps.
function beginning(commit, is) {
  if (Boolean(commit.dataset.or) === is) return;
  if (is) commit.dataset.or = "or slide a tile to it";
  else delete commit.dataset.or;
}

function whoseTurn(page) {
  if (page.correcting) return "Enter the play as it was";
  return `${page.playerOf(page.now.on_move)} to move · ${page.now.bag} in the bag`;
}

export const namesOf = ({ state }) => briefs(state.players.map(({ name }) => name));

export function showPlayers(page) {
  const names = namesOf(page);
  for (const { seat, name } of page.state.players) {
    const shown = page.players[seat];
    const at = seat === "first" ? 0 : 1;
    write(shown.total, page.now.totals[at]);
    shown.card.classList.toggle("on-move", page.now.on_move === seat && !page.now.ended);
    const last = page.now.lines.at(-1);
    write(shown.gained, last?.seat === seat ? signed(last.score) : "");
    fit(shown.last, [[shown.wrote, last?.seat === seat ? moveWords(last) : ""]], [], LAST);
    fit(shown.name, [[shown.name, name]], names, shown.last.classList.contains("twice") ? [""] : undefined);
    const seconds = page.mirror?.value(at) ?? page.now.clocks?.[at];
    write(shown.clock, seconds == null ? "–:––" : clockWords(seconds));
    shown.clock.setAttribute("aria-label", `Clock of ${name} as last read: ${shown.clock.textContent}`);
  }
}

export function showLines(page) {
  const { lines } = page.parts;
  const before = lines.children.length;
  while (lines.children.length > page.now.lines.length) lines.lastChild.remove();
  page.now.lines.forEach((line, at) => {
    const item = lines.children[at] ?? lines.appendChild(make("li", {}, [lineButton()]));
    item.className = `${line.seat}${line.withdrawn ? " off" : ""}`;
    const said = [`${line.verified?.length ? "✓ " : ""}${moveWords(line)}`, signed(line.score), String(line.total)];
    said.forEach((text, part) => {
      const shown = item.firstChild.children[part];
      write(shown, text);
    });
  });
  if (lines.children.length === before) return;
  page.rows.show();
  lines.parentElement.scrollTop = lines.scrollHeight;
}

const lineButton = () => make("button", { type: "button" }, [make("b"), " ", make("span"), " ", make("span")]);

const signed = (points) => `${points >= 0 ? "+" : ""}${points}`;

// The squares of the play that was written last; none where something else was.
export function lastPlay({ lines }) {
  const last = lines.findLast(({ kind }) => !ADDED.has(kind));
  return new Set(last?.kind === "play" && !last.withdrawn ? last.placed.map(([at]) => at) : []);
}

// What was written last on a card: smaller, then over two lines.
const LAST = ["", "small", "twice"];

// Lines that are no turn, but follow from one.
const ADDED = new Set(["bonus", "challenge-cost", "unplayed", "overtime"]);

const WRONG = {
  empty: "Now the tiles",
  "off-the-board": "That leaves the board",
  "square-taken": "A square is taken",
  "no-new-tile": "No new tile",
};

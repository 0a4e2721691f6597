// What the page shows of a state: keys with what is unseen, the play being made, the players, the
// lines of the sheet.

import { ENDED, whatNext } from "./after.js";
import { keptElsewhere } from "./kept.js";
import { make } from "./panel.js";
import { nameOf } from "./scoring.js";
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

export function showPlay(page, told) {
  const { commit, preview, desk } = page.parts;
  const { now } = page;
  const elsewhere = keptElsewhere(page);
  desk.classList.toggle("elsewhere", Boolean(elsewhere));
  if (elsewhere) {
    commit.disabled = false;
    write(commit, "Take over this table");
    commit.removeAttribute("aria-label");
    write(preview, elsewhere);
    return;
  }
  const next = page.correcting ? "" : now.challenge ? "Waiting for the verdict" : whatNext(now, (seat) => page.playerOf(seat));
  if (next) {
    commit.disabled = false;
    write(commit, next);
    commit.removeAttribute("aria-label");
    write(preview, now.ended ? ENDED[now.ended] ?? now.ended : "");
    return;
  }
  if (told.problem) {
    commit.disabled = true;
    commit.removeAttribute("aria-label");
    write(commit, page.draft.empty ? "Tap the first square" : WRONG[told.problem] ?? told.problem);
    write(preview, page.draft.empty
      ? `${page.playerOf(now.on_move)} to move · ${now.bag} in the bag`
      : `from ${nameOf(page.draft.start, page.draft.across(now.squares), page.board.size)}`);
    return;
  }
  if (!now.started && !page.correcting) {
    commit.disabled = true;
    commit.removeAttribute("aria-label");
    write(commit, "Not started");
    return;
  }
  const { square, letters } = page.draft.placement(now.squares);
  const points = page.announced ?? told.score;
  const before = now.totals[now.on_move === "first" ? 0 : 1];
  commit.disabled = false;
  write(commit, `▶ ${square} ${told.words[0].word}  +${points}`);
  commit.setAttribute("aria-label", `Clock pressed: ${square} ${letters}, ${points} ${points === 1 ? "point" : "points"}`);
  const words = told.words.map(({ word, score }) => `${word} ${score}`).join(" · ");
  const bonus = told.allTiles ? " · all seven +50" : "";
  const differs = page.announced !== null && page.announced !== told.score ? ` (counted ${told.score})` : "";
  write(preview, `${words}${bonus}${differs} → ${before + points}`);
}

export function showPlayers(page) {
  for (const { seat, name } of page.state.players) {
    const shown = page.players[seat];
    const at = seat === "first" ? 0 : 1;
    write(shown.name, name);
    write(shown.total, page.now.totals[at]);
    shown.card.classList.toggle("on-move", page.now.on_move === seat && !page.now.ended);
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
    const said = [`${line.verified?.length ? "✓ " : ""}${line.move}`, `${line.score >= 0 ? "+" : ""}${line.score}`, String(line.total)];
    said.forEach((text, part) => {
      const shown = item.firstChild.children[part];
      write(shown, text);
    });
  });
  if (lines.children.length > before) lines.parentElement.scrollTop = lines.scrollHeight;
}

const lineButton = () => make("button", { type: "button" }, [make("b"), " ", make("span"), " ", make("span")]);

const WRONG = {
  empty: "Now the tiles",
  "off-the-board": "That leaves the board",
  "square-taken": "A square is taken",
  "no-new-tile": "No new tile",
};

// What directors and organisers do from the replay: what differs, what if, a state for a case.

import { asRead } from "../frame/make.js";
import { say } from "../frame/say.js";

// Wishes by name; none where the page is not for officials. `seen` gives what is looked at.
export function disputing(root, seen) {
  const { evidence } = root.dataset;
  if (!evidence) return {};
  const leave = (asked, to) => window.location.assign(`${evidence}?${new URLSearchParams(asked)}#${to}`);
  const wishes = {
    difference: () => leave(sidesOf(seen()), "states"),
    whatIf: () => leave({ at: stateOf(seen()), turn: turnOf(seen()) }, "what-if"),
  };
  const dialog = document.getElementById("bookmark");
  if (dialog) wishes.bookmark = () => openBookmark(dialog, seen());
  return wishes;
}

// The event after which things stand as they are seen.
const stateOf = ({ game, ply, chosen }) => chosen?.version ?? game.version(ply);

// Before and after an incident; as entered beside as corrected; as known then and now; then and now.
export function sidesOf({ game, ply, chosen, asof }) {
  const now = game.replay.moments.at(-1).version;
  const corrections = game.ply(ply)?.corrections ?? [];
  if (chosen) return { at: Math.max(1, chosen.version - 1), with: chosen.version };
  if (corrections.length) return { at: corrections[0].version - 1, with: corrections.at(-1).version };
  if (asof) return { at: game.replay.game.version, with: now };
  return { at: game.version(ply), with: now };
}

// The play at this turn, or the last one before it.
function turnOf({ game, ply }) {
  for (let number = ply; number > 0; number -= 1) {
    if (["play", "phoney"].includes(game.ply(number).kind)) return game.version(number);
  }
  return "";
}

function openBookmark(dialog, seen) {
  const version = stateOf(seen);
  const { game, ply, chosen } = seen;
  const words = chosen ? chosen.words : (game.ply(ply)?.text ?? say("replay.before-the-first-turn"));
  dialog.querySelector("#bookmark-state").textContent = asRead(say("replay.event-words", { version, words }));
  for (const field of dialog.querySelectorAll("[name=version]")) field.value = String(version);
  const open = new URL(dialog.querySelector("#bookmark-new").href);
  open.searchParams.set("about_event", version);
  dialog.querySelector("#bookmark-new").href = open.href;
  dialog.showModal();
}

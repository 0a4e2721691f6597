// The tiles a player held, where somebody writes racks down. Those of the play are there already;
// what was left over is tapped, and goes with the play when the clock is pressed.

import { button, make } from "../../frame/make.js";
import { isAsSeen } from "../queue/as_seen.js";
import { row } from "../sheets/pieces.js";
import { spell, unseenTiles } from "./scoring.js";
import { say } from "../../frame/say.js";

const FULL = 7;
const onRack = (face) => (face === face.toLowerCase() && face !== face.toUpperCase() ? "?" : face);
const named = (tile) => (tile === "?" ? say("entry.page-blank") : tile);

export async function writeRack({ game, play, panel, voice, show: showAll }) {
  const { state, now } = game;
  const before = unseenTiles(state.tiles, now.squares);
  const played = play.draft.tiles.map(onRack);
  const tiles = await panel.ask(say("entry.which-tiles-does-on-move-hold", { on_move: game.playerOf(now.on_move) }), (close) => {
    const held = [...played];
    const shown = make("output", { className: "typed rack" });
    const keys = [...before.keys()].map((tile) => {
      const count = make("small");
      const key = make("button", { type: "button", onclick: () => { held.push(tile); show(); } }, [make("b", { text: named(tile) }), " ", count]);
      return { tile, key, count };
    });
    const back = button("⌫", () => { held.pop(); show(); }, { "aria-label": say("entry.take-last-tile-back") });
    const go = make("button", { type: "button", className: "go", onclick: () => close(held) });
    const show = () => {
      shown.textContent = held.map(named).join(" ") || "–";
      for (const { tile, key, count } of keys) {
        const left = before.get(tile) - held.filter((one) => one === tile).length;
        count.textContent = left;
        key.disabled = held.length >= FULL || left <= 0;
        key.setAttribute("aria-label", say("entry.unseen-of-tile", { tile: named(tile), left }));
      }
      back.disabled = !held.length;
      go.textContent = held.length ? say("entry.rack-goes", { n: held.length }) : say("entry.not-known");
    };
    show();
    panel.keyed = (pressed) => {
      const key = pressed === "Backspace" ? back : keys.find(({ tile }) => tile === pressed.toUpperCase())?.key;
      key?.click();
      return Boolean(key);
    };
    return [
      make("p", { className: "quiet", text: played.length ? say("entry.tiles-play-there-tap-ones-left") : say("entry.before-play-tap-tiles") }),
      shown,
      make("div", { className: "tiles rack-keys", role: "group", "aria-label": say("entry.tiles") }, [...keys.map(({ key }) => key), back]),
      row(go, button(say("entry.cancel"), () => close(null))),
    ];
  }, "starting");
  if (!tiles) return;
  play.rack = spell(tiles);
  voice(tiles.length ? say("entry.rack-is", { rack: tiles.map(named).join(" ") }) : say("entry.rack-not-known"));
  showAll();
}

// The play that was being typed when the page was loaded again, if it still answers what is seen.

export function goOn(play, typed) {
  const [seen, draft] = JSON.parse(typed);
  if (!play.draft.empty || !play.typing || !isAsSeen(seen, play.game.now)) return;
  Object.assign(play.draft, draft);
  play.seen = seen;
  play.show();
}

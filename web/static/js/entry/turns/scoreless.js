// A turn without tiles on the board, and a hold on the turn before it.

import { seenOf } from "../queue/as_seen.js";
import { say } from "../../frame/say.js";

export async function exchange({ game, entries, panel }) {
  const seen = seenOf(game.now);
  const count = await panel.choose(
    say("entry.player-exchanges", { player: game.playerOf(game.now.on_move) }),
    [..."1234567"].map((n) => [+n, n]),
    { numbers: true, note: say("entry.bag-tiles-in-bag-how-many", { bag: game.now.bag }) },
  );
  if (count) await entries.enter({ ask: "exchange-tiles", seat: seen.seat, count }, { seen });
}

export async function pass({ game, entries, panel }) {
  const seen = seenOf(game.now);
  if (await panel.confirm(say("entry.pass"), say("entry.player-passes", { player: game.playerOf(seen.seat) }), say("entry.pass"))) {
    await entries.enter({ ask: "pass-turn", seat: seen.seat }, { seen });
  }
}

export async function hold({ game, entries }) {
  const { now } = game;
  const seat = now.hold ?? now.on_move;
  await entries.enter({ ask: now.hold ? "release-hold" : "call-hold", seat });
}

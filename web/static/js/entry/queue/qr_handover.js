// What waits on this tablet as QR codes, for a director's device that has a network.

import { asSent } from "./outbox.js";
import { packed } from "./qr_packing.js";
import { button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { say } from "../../frame/say.js";

const drawing = () => import("../../vendor/lean-qr.js");

export const ahead = drawing;

// The queue from its front to the last entry of this game: numbers in between can't be skipped.
export function held(queue, game) {
  const end = queue.findLastIndex((entry) => entry.game === game);
  return queue.slice(0, end + 1);
}

async function codesOf({ game, store }) {
  const device = (await store.get("meta", "device")) ?? game.here.device;
  const entries = held(await store.queued(), game.state.game.id);
  if (!entries.length || !device) return { entries, addresses: [] };
  // From now on these may be at the server: they are no longer taken off the queue.
  await store.tried(entries);
  const parts = await packed({ device, entries: entries.map(asSent) });
  return { entries, addresses: parts.map((part) => `${location.origin}/handover#${part}`) };
}

export async function showCodes({ game, store, panel }) {
  const [{ generate, correction }, { entries, addresses }] = [await drawing(), await codesOf({ game, store })];
  if (!addresses.length) {
    await panel.tell(say("entry.nothing-show"), [say("entry.nothing-game-waits-here")]);
    return;
  }
  for (let at = 0; at < addresses.length; at += 1) {
    const code = generate(addresses[at], { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.L });
    const canvas = make("canvas", { className: "code", role: "img", "aria-label": say("entry.code-nth", { nth: at + 1 }) });
    code.toCanvas(canvas, { on: [0, 0, 0], off: [255, 255, 255], pad: 4 });
    const of = addresses.length > 1 ? `${say("entry.code-nth-of", { nth: at + 1, n: addresses.length })} ` : "";
    const more = at + 1 < addresses.length;
    const next = await panel.ask(say("entry.let-director-scan-code"), (close) => [
      make("p", {
        text: of + say("entry.scan-by-phone", { n: entries.length }),
      }),
      canvas,
      make("p", { className: "quiet", text: say("entry.when-phone-says-they-written-go") }),
      row(
        button(more ? say("entry.next-code") : say("entry.done"), () => close(more), { className: "go", autofocus: true }),
        more && button(say("entry.close"), () => close(null)),
      ),
    ]);
    if (!next) return;
  }
}

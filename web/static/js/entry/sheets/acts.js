// Everything at the table that is not a play.

import { circled } from "../board/blanks.js";
import { CALLS } from "../irregular/calls.js";
import { keptElsewhere } from "../keeping/kept_by.js";
import { Roving } from "../keys/roving.js";
import { seenOf } from "../queue/as_seen.js";
import { undo, undoable } from "../turns/undo.js";
import { write } from "./words.js";

const other = (seat) => (seat === "first" ? "second" : "first");

export class Acts {
  constructor(page) {
    this.page = page;
    this.row = new Roving(document.querySelector(".acts"));
    this.buttons = new Map(
      [...document.querySelectorAll(".acts [data-do]")].map((button) => [button.dataset.do, button]),
    );
  }

  show(now) {
    const elsewhere = keptElsewhere(this.page);
    const playing = now.started && !now.ended && !elsewhere;
    const last = now.lines.at(-1);
    const challengeable = playing && last && ["play", "missed"].includes(last.kind) && !last.withdrawn;
    const back = undoable(this.page);
    const able = {
      exchange: playing && !now.out && !now.challenge,
      pass: playing && !now.out && !now.challenge,
      hold: challengeable && !now.challenge,
      challenge: challengeable && !now.challenge,
      undo: !back.why || back.pending,
      blanks: true,
      director: !now.handed_in,
      more: true,
    };
    for (const [act, button] of this.buttons) button.disabled = !able[act];
    this.typed();
    this.row.show();
    this.buttons.get("undo").setAttribute("aria-label", back.why ? `Undo: ${back.why}` : "Undo");
    write(this.buttons.get("hold"), now.hold ? "Release" : "Hold");
    const letters = circled(now, this.page.board.size);
    const blanks = this.buttons.get("blanks");
    write(blanks, letters ? `Blanks ${letters}` : "Blanks");
    blanks.setAttribute("aria-label", letters ? `Blanks: ${letters}` : "Blanks: none played");
    const director = this.buttons.get("director");
    const called = now.open.some(({ name }) => name === "director-called");
    director.classList.toggle("called", called);
    director.setAttribute("aria-label", called ? "Director: called" : "Director: call");
  }

  // While a play is typed nobody exchanges, but may have announced another score.
  typed() {
    const { draft, now } = this.page;
    const button = this.buttons.get("exchange");
    this.typing = !draft.empty && draft.tiles.length > 0 && now.started && !now.ended;
    write(button, this.typing ? "Score differs" : "Exchange");
    if (this.typing) button.disabled = false;
  }

  // After what was pressed just before.
  async do(act, about) {
    await this.page.committing;
    return DO[act]?.call(this, this.page, about);
  }
}

const DO = {
  async exchange(page) {
    if (this.typing) {
      await DO.announced.call(this, page);
      return;
    }
    const seen = seenOf(page.now);
    const count = await page.panel.choose(
      `${page.playerOf(page.now.on_move)} exchanges`,
      [1, 2, 3, 4, 5, 6, 7].map((n) => [n, String(n)]),
      { numbers: true, note: `${page.now.bag} tiles in the bag. How many were put out?` },
    );
    if (count) await page.enter({ ask: "exchange-tiles", seat: seen.seat, count }, { seen });
  },

  async pass(page) {
    const seen = seenOf(page.now);
    const name = page.playerOf(seen.seat);
    if (await page.panel.confirm("Pass", `${name} passes.`, "Pass")) {
      await page.enter({ ask: "pass-turn", seat: seen.seat }, { seen });
    }
  },

  async start(page) {
    const { start } = await import("../keeping/start.js");
    await start(page);
  },

  async hold(page) {
    const { now } = page;
    const seat = now.hold ?? now.on_move;
    await page.enter({ ask: now.hold ? "release-hold" : "call-hold", seat });
  },

  async challenge(page) {
    const { begin } = await import("../challenges/challenge.js");
    await begin(page);
  },

  async verdict(page) {
    const { verdict } = await import("../challenges/challenge.js");
    if (page.now.challenge) await verdict(page);
  },

  async blanks(page) {
    const { showBlanks } = await import("../board/blank_slip.js");
    await showBlanks(page);
  },

  async result(page) {
    const { goOn } = await import("../results/result.js");
    await page.upToDate();
    await goOn(page);
  },

  async sheet(page) {
    const { scoreSheet } = await import("../turns/corrections.js");
    await scoreSheet(page);
  },

  async correct(page, line) {
    const { correct } = await import("../turns/corrections.js");
    await correct(page, line);
  },

  async corrected(page) {
    const { commit } = await import("../turns/corrections.js");
    await commit(page);
  },

  async leave(page) {
    const { leave } = await import("../turns/corrections.js");
    await leave(page);
  },

  undo: (page) => undo(page),

  async clocks(page) {
    await (await page.mirrored()).open();
  },

  async rack(page) {
    const { writeRack } = await import("../board/rack.js");
    await writeRack(page);
  },

  async over(page) {
    const { handOver } = await import("../keeping/two_scorekeepers.js");
    await handOver(page);
  },

  async take(page) {
    const { takeOver } = await import("../keeping/two_scorekeepers.js");
    await takeOver(page);
  },

  async verify(page) {
    const { verify } = await import("../keeping/two_scorekeepers.js");
    await verify(page);
  },

  async more(page) {
    const { more } = await import("../irregular/more_menu.js");
    await more(page, this);
  },

  async announced(page) {
    const { announced } = await import("../irregular/more_menu.js");
    await announced(page);
  },

  async missed(page) {
    const { missed } = await import("../irregular/more_menu.js");
    await missed(page);
  },

  async neutral(page) {
    const { neutral } = await import("../irregular/more_menu.js");
    await neutral(page);
  },

  async accept(page) {
    if (page.now.out && !page.now.ended) {
      await page.settled({ ask: "accept-play-out", seat: other(page.now.out) });
    }
    await DO.result.call(this, page);
  },

  steps: (page) => page.procedures.all(),

  async director(page) {
    const reason = await page.panel.choose("Director, please", CALLS);
    if (reason) await page.settled({ ask: "call-director", reason });
  },

  async outbox(page) {
    const { showOutbox } = await import("../late/conflict.js");
    await showOutbox(page);
  },
};

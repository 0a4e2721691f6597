// Two people at one record: a table goes from one scorekeeper to another, and a second pair of
// eyes looks over what was entered. Both are entries like any other, so both go through the outbox.

import { moveWords } from "../irregular/in_words.js";
import { score } from "../../frame/figures.js";
import { button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { signed } from "../sheets/words.js";
import { say } from "../../frame/say.js";


// Why, as one of a few words or none (`reasons`: what is kept of each, and what is said); resolves with
// { reason } or with what else was chosen.
function why(panel, title, says, reasons, yes, more = () => []) {
  return panel.ask(title, (close) => {
    let reason = "";
    const chips = reasons.map(([kept, text]) => button(text, () => {
      reason = reason === kept ? "" : kept;
      for (const [nth, chip] of chips.entries()) chip.setAttribute("aria-pressed", reasons[nth][0] === reason);
    }, { "aria-pressed": "false" }));
    return [
      ...says.filter(Boolean).map((text) => (typeof text === "string" ? make("p", { text }) : text)),
      make("fieldset", {}, [make("legend", { text: say("entry.why-optional") }), make("div", { className: "choices", role: "group", "aria-label": say("entry.why") }, chips)]),
      ...more(close),
      row(button(yes, () => close({ reason }), { className: "go" }), button(say("entry.cancel"), () => close(null))),
    ];
  });
}

const WHY = [say.offered("lines.reason-end-of-the-shift"), say.offered("lines.reason-called-away")];

const told = ({ reason }) => (reason ? { reason } : {});

export async function handOver({ entries, outbox, panel, showCodes }) {
  await entries.upToDate();
  const { waiting } = outbox;
  const answer = await why(panel, say("entry.hand-over-table"), [
    waiting > 0 && make("p", { className: "wrong", role: "alert", text: say("entry.left-only-here", { n: waiting }) }),
    say("entry.nothing-more-written-from-here-until"),
  ], [...WHY, say.offered("lines.reason-the-tablet-fails")], say("entry.hand-over"), (close) => [
    waiting > 0 && row(button(say("entry.show-them-as-qr-code"), () => close({ codes: true }))),
  ]);
  if (answer?.codes) {
    await showCodes();
    return;
  }
  if (answer && (await entries.settled({ ask: "hand-over-table", ...told(answer) }))) await leaving({ outbox, panel });
}

// Afterwards: another badge on this tablet, or another tablet.
async function leaving({ outbox, panel }) {
  const waits = outbox.waiting > 0;
  const sign = await panel.ask(say("entry.handed-over"), (close) => [
    make("p", { text: say("entry.next-scorekeeper-opens-tables-page-on") }),
    waits && make("p", { className: "wrong", text: say("entry.do-not-sign-out-yet-what") }),
    row(!waits && button(say("entry.sign-out-here"), () => close(true), { className: "go" }), button(say("entry.close"), () => close(null))),
  ]);
  if (!sign) return;
  await fetch("/sign-out", { method: "POST", redirect: "manual" }).catch(() => {});
  location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}`);
}

export async function takeOver({ game, entries, panel, voice }) {
  await entries.upToDate();
  const { keeper, lines } = game.now;
  const [last] = lines.filter(({ version }) => version !== null).slice(-1);
  const before = keeper?.badge ? say("entry.kept-by-badge-badge-on-device", { badge: keeper.badge, device: keeper.device })
    : keeper ? say("entry.badge-former-badge-handed-over", { former_badge: keeper.former_badge })
    : last ? say("entry.last-line-was-entered-under-badge", { at: last.by.at(-1) }) : "";
  const answer = await why(panel, say("entry.take-over-table"), [
    before,
    last ? say("entry.on-sheet-totals-last-seat-last", { totals: score(game.now.totals), seat: game.playerOf(last.seat), last: moveWords(last) }) : say("entry.nothing-entered-yet"),
    say("entry.from-here-on-only-tablet-writes"),
  ], [...WHY, say.offered("lines.reason-the-other-tablet-fails")], say("entry.take-over"));
  if (answer && (await entries.settled({ ask: "take-over-table", ...told(answer) }))) voice(say("entry.you-keep-table-now"));
}

// Turns that somebody else entered, each looked at and ticked.
export async function verify({ game, entries, panel }) {
  await entries.upToDate();
  const { badge } = game.here;
  const lines = game.now.lines.filter(({ version }) => version !== null);
  const mine = (line) => line.by.includes(badge);
  const done = (line) => line.verified.includes(badge);
  const open = lines.filter((line) => !mine(line) && !done(line));
  const seen = game.state.game.version; // what comes while somebody looks was not looked at
  const versions = await panel.ask(say("entry.look-over-turns"), (close) => {
    const chosen = new Set();
    const go = button("", () => close([...chosen]), { className: "go" });
    const all = button(say("entry.all-them"), () => {
      const none = chosen.size === open.length;
      for (const line of open) (none ? chosen.delete(line.version) : chosen.add(line.version));
      show();
    });
    const rows = open.map((line) => [line, button("", () => {
      if (!chosen.delete(line.version)) chosen.add(line.version);
      show();
    })]);
    const show = () => {
      for (const [line, each] of rows) each.setAttribute("aria-pressed", chosen.has(line.version));
      go.disabled = !chosen.size;
      go.textContent = chosen.size ? say("entry.these-are-right", { n: chosen.size }) : say("entry.tap-what-you-have-checked");
    };
    for (const [line, each] of rows) each.append(...said(line));
    const fixed = (line) => make("p", {}, said(line));
    const listed = lines.toReversed().map((line) => {
      const found = rows.find(([one]) => one === line);
      return make("li", { className: line.withdrawn ? "off" : "" }, [found ? found[1] : fixed(line)]);
    });
    show();
    return [
      make("p", { className: "quiet", text: say("entry.you-badge-badge-what-was-entered", { badge }) }),
      lines.length ? make("ol", { className: "verifying", reversed: true }, listed) : make("p", { text: say("entry.nothing-entered-yet") }),
      row(open.length > 0 && go, open.length > 1 && all, button(say("entry.close"), () => close(null))),
    ];
  }, "wide");
  // It names what was looked at, so it needs no place in the row of entries.
  if (versions?.length) {
    await entries.settled({ ask: "verify-turns", versions, seen }, { after: null });
  }

  function said(line) {
    const ticks = line.verified.length ? `✓ ${line.verified.join(", ")}` : mine(line) ? say("entry.your-own") : "";
    return [
      make("b", { text: moveWords(line) }),
      make("span", { className: "points", text: say("entry.score-total-in-all", { score: signed(line.score), total: line.total }) }),
      make("small", { text: [game.playerOf(line.seat), say("entry.by-badge", { badge: line.by.join(", ") }), ticks].filter(Boolean).join(" · ") }),
    ];
  }
}

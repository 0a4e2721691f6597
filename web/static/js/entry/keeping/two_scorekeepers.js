// Two people at one record: a table goes from one scorekeeper to another, and a second pair of
// eyes looks over what was entered. Both are entries like any other, so both go through the outbox.

import { moveWords } from "../irregular/in_words.js";
import { score } from "../../frame/figures.js";
import { button, make } from "../../frame/make.js";
import { row } from "../sheets/pieces.js";
import { signed } from "../sheets/words.js";


// Why, as one of a few words or none; resolves with { reason } or with what else was chosen.
function why(panel, title, says, reasons, yes, more = () => []) {
  return panel.ask(title, (close) => {
    let reason = "";
    const chips = reasons.map((text) => button(text, () => {
      reason = reason === text ? "" : text;
      for (const chip of chips) chip.setAttribute("aria-pressed", chip.textContent === reason);
    }, { "aria-pressed": "false" }));
    return [
      ...says.filter(Boolean).map((text) => (typeof text === "string" ? make("p", { text }) : text)),
      make("fieldset", {}, [make("legend", { text: "Why? (optional)" }), make("div", { className: "choices", role: "group", "aria-label": "Why" }, chips)]),
      ...more(close),
      row(button(yes, () => close({ reason }), { className: "go" }), button("Cancel", () => close(null))),
    ];
  });
}

const told = ({ reason }) => (reason ? { reason } : {});

export async function handOver({ entries, outbox, panel, showCodes }) {
  await entries.upToDate();
  const { waiting } = outbox;
  const left = waiting === 1 ? "1 entry is" : `${waiting} entries are`;
  const answer = await why(panel, "Hand over this table", [
    waiting > 0 && make("p", { className: "wrong", role: "alert", text: `${left} only on this tablet and not yet at the server. The next scorekeeper does not see them until they are sent: leave this tablet on, or show them to a director as a QR code.` }),
    "Nothing more is written from here until somebody takes the table over: here with another badge, or on another tablet.",
  ], ["End of the shift", "Called away", "The tablet fails"], "Hand over", (close) => [
    waiting > 0 && row(button("Show them as a QR code", () => close({ codes: true }))),
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
  const sign = await panel.ask("Handed over", (close) => [
    make("p", { text: "The next scorekeeper opens this table’s page on another tablet, or signs in here, and taps “Take over this table”." }),
    waits && make("p", { className: "wrong", text: "Do not sign out yet: what still waits here can only be sent under your badge." }),
    row(!waits && button("Sign out here", () => close(true), { className: "go" }), button("Close", () => close(null))),
  ]);
  if (!sign) return;
  await fetch("/sign-out", { method: "POST", redirect: "manual" }).catch(() => {});
  location.assign(`/sign-in?then=${encodeURIComponent(location.pathname)}`);
}

export async function takeOver({ game, entries, panel, say }) {
  await entries.upToDate();
  const { keeper, lines } = game.now;
  const [last] = lines.filter(({ version }) => version !== null).slice(-1);
  const before = keeper?.badge ? `It is kept by badge ${keeper.badge} on ${keeper.device}.`
    : keeper ? `Badge ${keeper.former_badge} handed it over.`
    : last ? `The last line was entered under badge ${last.by.at(-1)}.` : "";
  const answer = await why(panel, "Take over this table", [
    before,
    last ? `On the sheet: ${score(game.now.totals)}, last ${game.playerOf(last.seat)} ${moveWords(last)}. Compare it with the board first.` : "Nothing is entered yet.",
    "From here on only this tablet writes, under your badge. What the other still holds is not lost: it comes back to a person there.",
  ], ["End of the shift", "Called away", "The other tablet fails"], "Take over");
  if (answer && (await entries.settled({ ask: "take-over-table", ...told(answer) }))) say("You keep this table now.");
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
  const versions = await panel.ask("Look over the turns", (close) => {
    const chosen = new Set();
    const go = button("", () => close([...chosen]), { className: "go" });
    const all = button("All of them", () => {
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
      go.textContent = chosen.size ? `✓ ${chosen.size === 1 ? "This one is" : `These ${chosen.size} are`} right` : "Tap what you have checked";
    };
    for (const [line, each] of rows) each.append(...said(line));
    const fixed = (line) => make("p", {}, said(line));
    const listed = lines.toReversed().map((line) => {
      const found = rows.find(([one]) => one === line);
      return make("li", { className: line.withdrawn ? "off" : "" }, [found ? found[1] : fixed(line)]);
    });
    show();
    return [
      make("p", { className: "quiet", text: `You are badge ${badge}. What was entered under your own badge needs somebody else’s eyes.` }),
      lines.length ? make("ol", { className: "verifying", reversed: true }, listed) : make("p", { text: "Nothing is entered yet." }),
      row(open.length > 0 && go, open.length > 1 && all, button("Close", () => close(null))),
    ];
  }, "wide");
  // It names what was looked at, so it needs no place in the row of entries.
  if (versions?.length) {
    await entries.settled({ ask: "verify-turns", versions, seen }, { after: null });
  }

  function said(line) {
    const ticks = line.verified.length ? `✓ ${line.verified.join(", ")}` : mine(line) ? "yours" : "";
    return [
      make("b", { text: moveWords(line) }),
      make("span", { className: "points", text: `${signed(line.score)} · ${line.total} in all` }),
      make("small", { text: [game.playerOf(line.seat), `badge ${line.by.join(", ")}`, ticks].filter(Boolean).join(" · ") }),
    ];
  }
}

// One slip over the whole screen: its words, two big buttons, a second step that a slip of the
// finger can't pass, the verdict, and then nothing. It knows no verdict on any single word.

import { button, make } from "../frame/make.js";
import { sign } from "../replay/words.js";
import { asWritten, tool } from "./pieces.js";
import { playersAsk } from "./players.js";
import { send } from "./send.js";

const STEADY = 700; // milliseconds before the second step can be pressed
const IDLE = 120000; // then the words leave the screen
const METHODS = {
  runner: "by runner", "self-run": "carried to the judge", "word-judge": "by the word judge",
  "self-adjudicated": "both players at the device", "external-device": "both players at the device",
  "smart-device": "with a device at the table", director: "by the director", "not-known": "",
};
const VERDICTS = [
  { acceptable: true, look: "good", sign: "done", words: "Play is acceptable" },
  { acceptable: false, look: "bad", sign: "close", words: "Play is not acceptable" },
];

// Who judged a play does not judge it again, where the book asks for somebody else.
export const notYou = (slip, badge) =>
  !slip.by_director && slip.not_by.includes(badge) ? `Not you: badge ${badge} judged this play before; the book asks for somebody else.` : "";

export const countOf = ({ words }) => (words.length === 1 ? "one word" : `${words.length} words`);

export class SlipScreen {
  constructor(root, terminal) {
    this.root = root;
    this.terminal = terminal;
    this.one = null; // the slip that is open
    root.addEventListener("pointerdown", () => this.stir());
    document.addEventListener("keydown", (event) => {
      if (!this.one) return;
      this.stir();
      if (event.key === "Enter" && event.repeat) event.preventDefault(); // a key held down decides nothing
      if (event.key === "Escape" && !this.sending && !this.terminal.kiosk) this.close();
    });
  }

  open(one) {
    this.one = one;
    this.ask();
  }

  // What the server tells now: the same slip, another one, or none any more.
  follow(slips) {
    if (!this.one || this.one.done || this.sending) return;
    const now = slips.find((one) => sameSlip(one, this.one));
    if (now) {
      const before = this.one;
      this.one = now;
      if (this.asking && standingOf(before) !== standingOf(now)) this.ask(); // keeps what is being typed
      return;
    }
    const changed = slips.find((one) => one.game === this.one.game);
    const what = changed ? "The words were changed at the table." : "This slip no longer waits for a verdict.";
    this.one = { ...this.one, done: true };
    this.tell(what, changed ? () => this.open(changed) : () => this.close(), "", "Look again");
  }

  close() {
    clearTimeout(this.idle);
    clearInterval(this.counting);
    const { game } = this.one ?? {};
    this.one = null;
    this.asking = false;
    this.root.hidden = true;
    this.root.replaceChildren();
    this.cover(false);
    this.terminal.focus(game);
    this.terminal.refresh();
  }

  // Nobody touches the screen: nothing is left standing on it.
  stir() {
    clearTimeout(this.idle);
    if (this.one && !this.sending) this.idle = setTimeout(() => this.close(), IDLE);
  }

  // The screen, with what stands at its top, in the middle and at the bottom.
  show(title, middle, bottom, look = "") {
    const heading = make("h1", { id: "slip-title", tabindex: "-1", text: title });
    this.root.className = `kiosk-screen ${look}`;
    this.root.replaceChildren(
      make("header", {}, [heading, make("p", { className: "quiet", text: this.under(title) })]),
      make("div", { className: "middle" }, middle.filter(Boolean)),
      make("div", { className: "bottom" }, bottom.filter(Boolean)),
    );
    this.root.hidden = false;
    this.cover(true);
    this.asking = false;
    heading.focus();
    this.stir();
  }

  // What lies behind can't be seen, nor reached by keys, nor read aloud.
  cover(on) {
    this.terminal.root.hidden = on;
    for (const one of document.querySelectorAll("body > :is(header, nav)")) one.hidden = on;
  }

  under(title) {
    const { one } = this;
    const table = one && `Table ${one.table}`;
    return one ? [title !== table && table, this.terminal.placeOf(one), one.slip.lexicon].filter(Boolean).join(" · ") : "";
  }

  words(words = this.one.slip.words) {
    return make("ul", { className: "words" }, words.map((text) => make("li", { text })));
  }

  // The first step: the slip as it was written, and what the verdict can be.
  ask() {
    const { slip } = this.one;
    const { role, badge } = this.terminal.root.dataset;
    const forDirector = slip.by_director && role !== "director";
    const method = METHODS[slip.method] ?? slip.method.replaceAll("-", " ");
    const not = forDirector ? "The verdicts so far differ: the director gives the last one."
      : notYou(slip, badge);
    // At a screen that is kept to judging, players type their words where the book lets them.
    const onlyPlayers = this.terminal.kiosk && slip.by_players && this.one.listed && slip.opinion === 1;
    const judges = !not && !onlyPlayers;
    this.show(
      `Table ${this.one.table}`,
      [
        slip.words.length ? this.words() : make("p", { className: "says", text: "No words were entered: judge by the paper slip." }),
        make("p", {}, [make("b", { text: slip.challenger }), " challenges ", make("b", { text: slip.challenged }), slip.opinion > 1 ? ` · opinion ${slip.opinion}` : "", method && ` · ${method}`]),
        make("p", {}, slip.confirmed ? [sign("done"), ` ${slip.challenged} confirmed these words.`] : [`${slip.challenged} has not confirmed these words yet.`]),
        slip.authority && make("p", { className: "quiet", text: `To be looked up in: ${slip.authority}` }),
        slip.look && make("p", { className: "quiet", text: slip.look }),
        not && make("div", { className: "notice warn", text: not }),
        make("div", { className: "ways-out" }, [
          this.one.listed && judges && tool("Look up…", () => this.lookUp()),
          this.one.listed && slip.opinion === 1 && slip.by_players && !onlyPlayers && tool("Players type it…", () => playersAsk(this)),
          slip.opinion === 1 && !onlyPlayers && tool("Slip differs from board…", () => this.differs()),
          !this.terminal.kiosk && make("a", { className: "button", href: this.one.paper, target: "_blank", rel: "noopener", text: "Slip as PDF" }),
          tool("Back to the list", () => this.close()),
        ]),
        !this.one.listed && slip.words.length > 0 && make("p", { className: "quiet", text: slip.lexicon ? `No word list called ${slip.lexicon} is installed here: judge by the book.` : "This tournament names no word source here: judge by the book." }),
      ],
      onlyPlayers ? [make("div", { className: "verdicts" }, [
        button("Players type it…", () => playersAsk(this), { className: "button verdict plain primary" }),
      ])] : [make("div", { className: "verdicts" }, VERDICTS.map((verdict) => make("button", {
        type: "button", className: `button verdict ${verdict.look}`, disabled: !judges, onclick: () => this.sure(verdict),
      }, [make("span", { text: verdict.words }), mark(verdict)])))],
    );
    this.asking = true;
  }

  // The second step. Where the finger was there is the way back; the other place needs a moment.
  sure(verdict) {
    const back = button("Back", () => this.ask(), { className: "button verdict other" });
    const record = make("button", {
      type: "button", className: `button verdict record ${verdict.look}`, disabled: true,
      onclick: () => this.give(verdict.words, { acceptable: verdict.acceptable }),
    }, [make("span", { text: `Record: ${lower(verdict.words)}` }), mark(verdict)]);
    this.steady(record);
    this.show("Record this verdict?", [this.words(), make("p", { className: "quiet", text: "It is recorded under your badge, and told to the table." })], [
      make("div", { className: "verdicts" }, verdict.acceptable ? [back, record] : [record, back]),
    ]);
  }

  steady(button) {
    setTimeout(() => {
      button.disabled = false;
    }, STEADY);
  }

  lookUp() {
    const { slip } = this.one;
    const record = button("Look up and record", () => this.give("Looking up…", {}), { className: "button verdict record plain primary", disabled: true });
    this.steady(record);
    this.show("Look it up?", [
      this.words(),
      make("p", { text: `All of it is looked up in ${slip.lexicon}, and the one verdict is recorded.` }),
    ], [make("div", { className: "verdicts" }, [record, button("Back", () => this.ask(), { className: "button verdict other" })])]);
  }

  // Hands a verdict in, and shows the one that was recorded.
  async give(title, asked) {
    const told = await this.sent(title, "verdict", asked);
    if (told.kind === "written") this.recorded(told.acceptable, told.onwards);
    else this.tell(told.what, () => this.close(), told.next_step);
  }

  async sent(title, door, asked) {
    const { one } = this;
    this.show(title, [make("p", { className: "says", text: "One moment…" })], [], "busy");
    this.sending = true;
    const told = await send(one, door, asked, async () => {
      await this.terminal.refresh();
      return this.terminal.slips.find((now) => sameSlip(now, one)) ?? null;
    });
    this.sending = false;
    return told;
  }

  recorded(acceptable, onwards) {
    const verdict = VERDICTS.find((one) => one.acceptable === acceptable);
    const seconds = Number(this.terminal.root.dataset.stays);
    const left = make("span", { text: String(Math.ceil(seconds)) });
    this.show(verdict.words, [
      mark(verdict),
      make("p", { className: "says", text: onwards ? "It is recorded. Turns were made since: what becomes of them is yours to decide." : "It is recorded, and told to the table." }),
    ], onwards ? [
      make("div", { className: "ways-out" }, [make("a", { className: "button primary", href: onwards, text: "Decide what becomes of them" }), button("Back to the list", () => this.close(), { className: "button" })]),
    ] : [
      make("p", { className: "quiet" }, ["This screen clears itself in ", left, " s"]),
      button("Clear now", () => this.close(), { className: "button" }),
    ], `recorded ${verdict.look}`);
    this.one = { ...this.one, done: true };
    clearInterval(this.counting);
    if (onwards) return;
    const until = Date.now() + seconds * 1000;
    this.counting = setInterval(() => {
      const rest = until - Date.now();
      left.textContent = String(Math.max(0, Math.ceil(rest / 1000)));
      if (rest <= 0) this.close();
    }, 200);
  }

  // The slip and the board differ: that is all anybody is told.
  differs() {
    const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: this.one.slip.words.join(" ") });
    this.show("Slip differs from the board", [
      make("p", { text: "Say only that they differ. The slip is written anew with the words as they lie; that is no verdict." }),
      make("label", { text: "Words on the new slip" }, [typed]),
    ], [make("div", { className: "ways-out" }, [
      button("Write the slip anew", async () => {
        const words = asWritten(typed.value);
        if (!words.length) return;
        const told = await this.sent("Writing the slip anew", "slip-returned", { words });
        if (told.kind === "written") this.close();
        else this.tell(told.what, () => this.close(), told.next_step);
      }, { className: "button primary" }),
      tool("Back", () => this.ask()),
    ])]);
    typed.focus();
  }

  tell(what, onwards, next = "", title = "Not recorded") {
    this.show(title, [make("p", { className: "says", text: what }), next && make("p", { text: next })], [
      make("div", { className: "ways-out" }, [button("Go on", onwards, { className: "button primary" })]),
    ]);
  }
}

const mark = ({ sign: name }) => sign(name);
const lower = (words) => words[0].toLowerCase() + words.slice(1);
const standingOf = ({ slip }) => JSON.stringify([slip.confirmed, slip.handed_over]);
const sameSlip = (one, other) =>
  one.game === other.game && one.slip.version === other.slip.version && one.slip.words.join() === other.slip.words.join();

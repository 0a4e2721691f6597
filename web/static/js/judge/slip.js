// One slip over the whole screen: its words, two big buttons, a second step that a slip of the
// finger can't pass, the verdict, and then nothing. It knows no verdict on any single word.

import { button, make } from "../frame/make.js";
import { say } from "../frame/say.js";
import { sign } from "../replay/words.js";
import { asWritten, tool } from "./pieces.js";
import { playersAsk } from "./players.js";
import { send } from "./send.js";

const STEADY = 700; // milliseconds before the second step can be pressed
const IDLE = 120000; // then the words leave the screen
const METHODS = {
  runner: say("judge.by-runner"), "self-run": say("judge.carried-to-the-judge"), "word-judge": say("judge.by-the-word-judge"),
  "self-adjudicated": say("judge.both-players-at-the-device"), "external-device": say("judge.both-players-at-the-device"),
  "smart-device": say("judge.with-a-device"), director: say("judge.by-the-director"), "not-known": "",
};
const VERDICTS = [
  { acceptable: true, look: "good", sign: "done", words: say("judge.play-is-acceptable"), record: say("judge.record-acceptable") },
  { acceptable: false, look: "bad", sign: "close", words: say("judge.play-is-not-acceptable"), record: say("judge.record-not-acceptable") },
];

// Who judged a play does not judge it again, where the book asks for somebody else.
export const notYou = (slip, badge) =>
  !slip.by_director && slip.not_by.includes(badge) ? say("judge.not-you-badge-judged", { badge }) : "";

export const countOf = ({ words }) => (say("judge.words", { n: words.length }));

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
    const what = changed ? say("judge.the-words-were-changed") : say("judge.this-slip-no-longer-waits");
    this.one = { ...this.one, done: true };
    this.tell(what, changed ? () => this.open(changed) : () => this.close(), "", say("judge.look-again"));
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
    const table = one && say("judge.table", { table: one.table });
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
    const method = METHODS[slip.method] ?? slip.method;
    const not = forDirector ? say("judge.the-verdicts-so-far-differ")
      : notYou(slip, badge);
    // At a screen that is kept to judging, players type their words where the book lets them.
    const onlyPlayers = this.terminal.kiosk && slip.by_players && this.one.listed && slip.opinion === 1;
    const judges = !not && !onlyPlayers;
    this.show(
      say("judge.table", { table: this.one.table }),
      [
        slip.words.length ? this.words() : make("p", { className: "says", text: say("judge.no-words-were-entered-judge") }),
        make("p", {}, [[say("judge.challenges", { challenger: slip.challenger, challenged: slip.challenged }), slip.opinion > 1 && say("judge.opinion", { opinion: slip.opinion }), method].filter(Boolean).join(" · ")]),
        make("p", {}, slip.confirmed ? [sign("done"), " ", say("judge.confirmed-these-words", { challenged: slip.challenged })] : [say("judge.has-not-confirmed-these-words", { challenged: slip.challenged })]),
        slip.authority && make("p", { className: "quiet", text: say("judge.to-be-looked-up-in", { authority: slip.authority }) }),
        slip.look && make("p", { className: "quiet", text: slip.look }),
        not && make("div", { className: "notice warn", text: not }),
        make("div", { className: "ways-out" }, [
          this.one.listed && judges && tool(say("judge.look-up"), () => this.lookUp()),
          this.one.listed && slip.opinion === 1 && slip.by_players && !onlyPlayers && tool(say("judge.players-type-it"), () => playersAsk(this)),
          slip.opinion === 1 && !onlyPlayers && tool(say("judge.slip-differs-from-board"), () => this.differs()),
          !this.terminal.kiosk && make("a", { className: "button", href: this.one.paper, target: "_blank", rel: "noopener", text: say("judge.slip-as-pdf") }),
          tool(say("judge.back-to-the-list"), () => this.close()),
        ]),
        !this.one.listed && slip.words.length > 0 && make("p", { className: "quiet", text: slip.lexicon ? say("judge.no-word-list-called", { lexicon: slip.lexicon }) : say("judge.this-tournament-names-no-word") }),
      ],
      onlyPlayers ? [make("div", { className: "verdicts" }, [
        button(say("judge.players-type-it"), () => playersAsk(this), { className: "button verdict plain primary" }),
      ])] : [make("div", { className: "verdicts" }, VERDICTS.map((verdict) => make("button", {
        type: "button", className: `button verdict ${verdict.look}`, disabled: !judges, onclick: () => this.sure(verdict),
      }, [make("span", { text: verdict.words }), mark(verdict)])))],
    );
    this.asking = true;
  }

  // The second step. Where the finger was there is the way back; the other place needs a moment.
  sure(verdict) {
    const back = button(say("judge.back"), () => this.ask(), { className: "button verdict other" });
    const record = make("button", {
      type: "button", className: `button verdict record ${verdict.look}`, disabled: true,
      onclick: () => this.give(verdict.words, { acceptable: verdict.acceptable }),
    }, [make("span", { text: verdict.record }), mark(verdict)]);
    this.steady(record);
    this.show(say("judge.record-this-verdict"), [this.words(), make("p", { className: "quiet", text: say("judge.it-is-recorded-under-your") })], [
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
    const record = button(say("judge.look-up-and-record"), () => this.give(say("judge.looking-up"), {}), { className: "button verdict record plain primary", disabled: true });
    this.steady(record);
    this.show(say("judge.look-it-up"), [
      this.words(),
      make("p", { text: say("judge.all-of-it-is-looked", { lexicon: slip.lexicon }) }),
    ], [make("div", { className: "verdicts" }, [record, button(say("judge.back"), () => this.ask(), { className: "button verdict other" })])]);
  }

  // Hands a verdict in, and shows the one that was recorded.
  async give(title, asked) {
    const told = await this.sent(title, "verdict", asked);
    if (told.kind === "written") this.recorded(told.acceptable, told.onwards);
    else this.tell(told.what, () => this.close(), told.next_step);
  }

  async sent(title, door, asked) {
    const { one } = this;
    this.show(title, [make("p", { className: "says", text: say("judge.one-moment") })], [], "busy");
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
    const left = make("span");
    const tell = (rest) => {
      left.textContent = say("judge.clears-itself", { seconds: Math.max(0, Math.ceil(rest)) });
    };
    tell(seconds);
    this.show(verdict.words, [
      mark(verdict),
      make("p", { className: "says", text: onwards ? say("judge.it-is-recorded-turns-were") : say("judge.it-is-recorded-and-told") }),
    ], onwards ? [
      make("div", { className: "ways-out" }, [make("a", { className: "button primary", href: onwards, text: say("judge.decide-what-becomes-of-them") }), button(say("judge.back-to-the-list"), () => this.close(), { className: "button" })]),
    ] : [
      make("p", { className: "quiet" }, [left]),
      button(say("judge.clear-now"), () => this.close(), { className: "button" }),
    ], `recorded ${verdict.look}`);
    this.one = { ...this.one, done: true };
    clearInterval(this.counting);
    if (onwards) return;
    const until = Date.now() + seconds * 1000;
    this.counting = setInterval(() => {
      const rest = until - Date.now();
      tell(rest / 1000);
      if (rest <= 0) this.close();
    }, 200);
  }

  // The slip and the board differ: that is all anybody is told.
  differs() {
    const typed = make("input", { maxlength: 120, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: this.one.slip.words.join(" ") });
    this.show(say("judge.slip-differs-from-the-board"), [
      make("p", { text: say("judge.say-only-that-they-differ") }),
      make("label", { text: say("judge.words-on-the-new-slip") }, [typed]),
    ], [make("div", { className: "ways-out" }, [
      button(say("judge.write-the-slip-anew"), async () => {
        const words = asWritten(typed.value);
        if (!words.length) return;
        const told = await this.sent(say("judge.writing-the-slip-anew"), "slip-returned", { words });
        if (told.kind === "written") this.close();
        else this.tell(told.what, () => this.close(), told.next_step);
      }, { className: "button primary" }),
      tool(say("judge.back"), () => this.ask()),
    ])]);
    typed.focus();
  }

  tell(what, onwards, next = "", title = say("judge.not-recorded")) {
    this.show(title, [make("p", { className: "says", text: what }), next && make("p", { text: next })], [
      make("div", { className: "ways-out" }, [button(say("judge.go-on"), onwards, { className: "button primary" })]),
    ]);
  }
}

const mark = ({ sign: name }) => sign(name);
const standingOf = ({ slip }) => JSON.stringify([slip.confirmed, slip.handed_over]);
const sameSlip = (one, other) =>
  one.game === other.game && one.slip.version === other.slip.version && one.slip.words.join() === other.slip.words.join();

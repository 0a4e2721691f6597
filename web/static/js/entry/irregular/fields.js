// One way to ask for each kind of field that a request has (web/entry/request_forms.py). Everything can
// be answered with taps; what is typed may be typed on any keyboard.

import { clockWords } from "../../frame/wording.js";
import { oddClock, oddOvertime, oddTime, timeField } from "../keys/time_field.js";
import { finder, likelyReasons } from "./more_menu.js";
import { button, make } from "../../frame/make.js";
import { moveWords } from "./in_words.js";
import { nameOf } from "../board/scoring.js";
import { say } from "../../frame/say.js";

// The element that asks for `spec`. `about` holds { state, now, value, set }: what is known, the
// answer to begin with, and whom to tell of one; `set(undefined)` takes an answer back.
export function field(spec, about) {
  return (KINDS[spec.kind] ?? KINDS.text)(spec, about);
}

export const KINDS = {
  seat: (spec, about) => among(spec, seats(about), about),
  player: (spec, about) => among(spec, pairing(about), about),
  "yes-no": (spec, about) => among(spec, yesNo(), about),
  choice: (spec, about) => among(spec, spec.name === "reason" ? likelyReasons(about.now, spec.choices ?? []) : spec.choices ?? [], about),
  several: (spec, about) => among(spec, spec.choices ?? seats(about), about, true),
  number: (spec, about) => labelled(spec, [counter(spec.words, { ...about, value: about.value ?? known(spec, about) }, whole)]),
  seconds: (spec, about) => labelled(spec, [time(spec, about)]),
  text: (spec, about) => labelled(spec, [typed(spec.words, about, (words) => words || undefined)]),
  tiles: (spec, about) => labelled(spec, [typed(spec.words, about, upper)]),
  square: (spec, about) => labelled(spec, [...quick(spec, blanks(about), about, one), typed(spec.words, about, upper)]),
  words: (spec, about) => labelled(spec, [...quick(spec, formed(spec, about), about, several), typed(spec.words, about, list)]),
  pair: (spec, about) => pair(spec, about, whole),
  "pair-seconds": times,
  "pair-tiles": (spec, about) => pair(spec, about, upper),
  turns,
  placement: (spec, about) => labelled(spec, [typed("8A QUIxOTRY", about, placed)]),
  procedure: (spec, about) => (about.set(about.procedure), make("input", { type: "hidden" })),
};

// An answer as people say it.
export function inWords(spec, value, about) {
  if (value == null) return say("entry.not-known-2");
  const choices = spec.choices ?? { seat: seats, several: seats, player: pairing, "yes-no": yesNo }[spec.kind]?.(about) ?? [];
  const said = (one) => choices.find(([each]) => each === one)?.[1] ?? `${one}`;
  if (spec.kind === "pair-seconds") return value.map((one) => clockWords(one)).join(" : ");
  if (Array.isArray(value)) return value.map(said).join(spec.kind.startsWith("pair") ? " : " : ", ");
  return spec.kind === "seconds" ? clockWords(value) : said(value);
}

const yesNo = () => [[true, say("entry.yes")], [false, say("entry.no")]];
const seats = ({ state }) => state.players.map(({ seat, name }) => [seat, name]);
const pairing = ({ state }) => {
  const names = state.players.map(({ name }) => name);
  return (state.starter ? names.reverse() : names).map((name, at) => [at + 1, name]);
};
const blanks = ({ state, now }) =>
  now.squares.flatMap((tile, at) =>
    tile && tile !== tile.toUpperCase() ? [nameOf(at, true, state.board.size)] : [],
  );
const formed = ({ name }, { now }) =>
  name === "words" ? now.lines.findLast(({ kind }) => kind === "play")?.words.map(({ word }) => word.toUpperCase()) ?? [] : [];

const whole = (words) => (/^[-−]?\d+$/.test(words) ? Number(words.replace("−", "-")) : undefined);
const upper = (words) => words.toUpperCase() || undefined;
const list = (words) => {
  const found = words.toUpperCase().split(/[\s,;]+/).filter(Boolean);
  return found.length ? found : undefined;
};
const placed = (words) => {
  const [square, letters] = words.trim().split(/\s+/);
  return letters ? { square: square.toUpperCase(), letters } : undefined;
};
const labelled = (spec, parts) =>
  make("fieldset", { "data-field": spec.name }, [make("legend", { text: spec.words }), ...parts]);

const MANY = 12; // from here on, one is found by typing

// Buttons, one of which (or several) holds. Tapped again, it holds no more: not known.
function among(spec, choices, about, many = false) {
  let chosen = many ? about.value ?? [] : about.value ?? spec.default;
  const group = make("div", { className: "choices", role: many ? "group" : "radiogroup", "aria-label": spec.words });
  const state = many ? "aria-pressed" : "aria-checked";
  const show = () => {
    for (const button of group.children) {
      const on = many ? chosen.includes(button.value_) : chosen === button.value_;
      button.setAttribute(state, on);
    }
  };
  for (const [value, text] of choices) {
    const button = make("button", { type: "button", ...(!many && { role: "radio" }), text });
    button.value_ = value;
    button.addEventListener("click", () => {
      if (many) chosen = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
      else chosen = chosen === value && spec.open ? undefined : value;
      about.set(many && !chosen.length ? undefined : chosen);
      show();
    });
    group.append(button);
  }
  if (about.value !== undefined) about.set(about.value);
  show();
  if (choices.length <= MANY) return labelled(spec, [group]);
  return labelled(spec, [...finder(() => [...group.children]).parts, group]);
}

function typed(label, about, read) {
  const input = make("input", {
    "aria-label": label, maxlength: 400, autocomplete: "off", value: [about.value ?? ""].flat().join(" "),
  });
  input.addEventListener("input", () => about.set(read(input.value.trim())));
  if (about.value !== undefined) about.set(about.value);
  return input;
}

// A number between two buttons.
function counter(label, about, read) {
  const input = typed(label, about, read);
  input.inputMode = "numeric";
  const by = (step) => () => {
    input.value = (read(input.value.trim()) ?? (step > 0 ? 0 : 1)) + step;
    about.set(read(input.value));
  };
  return make("span", { className: "counter" }, [
    button("−", by(-1), { "aria-label": say("entry.one-less") }),
    input,
    button("+", by(1), { "aria-label": say("entry.one-more") }),
  ]);
}

// The number that most likely is meant: tiles drawn after the last turn, one more or less.
function known({ name }, { ask, now }) {
  const last = now.lines.findLast(({ kind }) => ["play", "exchange"].includes(kind));
  const due = Math.min(last?.placed.length || +last?.move.split(" ")[1] || 0, now.bag || 7);
  if (!due) return undefined;
  return { "report-overdraw drawn": due + 1, "report-underdraw short": 1 }[`${ask} ${name}`];
}

// Buttons that fill in what most likely is meant.
function quick(spec, choices, about, how) {
  if (!choices.length) return [];
  const row = make("div", { className: "choices" });
  for (const text of new Set(choices)) {
    row.append(button(text, () => how(row, text)));
  }
  return [row];
}
const into = (row, words) => {
  const input = row.parentElement.querySelector("input");
  input.value = words;
  input.dispatchEvent(new Event("input"));
};
const one = (row, text) => into(row, text);
const several = (row, text) => {
  const there = list(row.parentElement.querySelector("input").value) ?? [];
  into(row, (there.includes(text) ? there.filter((word) => word !== text) : [...there, text]).join(" "));
};

// Times are typed as timers show them. What a clock shows may be past its end; time may be taken away.
const SHOWN = new Set(["at_end", "at_last", "at_reveal"]);

const time = ({ name, words }, { ask, now, value, set }) => timeField(words, {
  value, set, sign: SHOWN.has(name) || ask === "adjust-time",
  odd: (name === "over" ? oddOvertime : SHOWN.has(name) ? oddClock : oddTime)(now),
});

function times(spec, about) {
  const both = [...(about.value ?? spec.default ?? [undefined, undefined])];
  const parts = about.state.players.map(({ name }, at) =>
    make("div", {}, [
      make("span", { text: name, "aria-hidden": "true" }),
      timeField(`${spec.words}: ${name}`, {
        value: both[at], sign: true, odd: oddClock(about.now),
        set(seconds) {
          both[at] = seconds;
          about.set(both.includes(undefined) ? undefined : [...both]);
        },
      }),
    ]),
  );
  return labelled(spec, [make("div", { className: "pair" }, parts)]);
}

// The same of both players.
function pair(spec, about, read) {
  const both = [...(about.value ?? spec.default ?? [undefined, undefined])];
  const tell = () => about.set(both.every((one) => one !== undefined) ? [...both] : undefined);
  const parts = about.state.players.map(({ name }, at) => {
    const input = make("input", { autocomplete: "off", value: both[at] ?? "" });
    if (read !== upper) input.inputMode = "numeric";
    input.addEventListener("input", () => {
      both[at] = read(input.value.trim()) ?? (read === upper ? "" : undefined);
      tell();
    });
    return make("label", { text: name }, [input]);
  });
  if (about.value) tell();
  return labelled(spec, [make("div", { className: "pair" }, parts)]);
}

// Turns with their points; those that are changed are told.
function turns(spec, about) {
  const changed = new Map();
  const rows = about.now.lines
    .filter(({ kind, version }) => version && (kind === "play" || kind === "missed"))
    .map((line) => {
      const input = make("input", { inputmode: "numeric", value: line.score });
      input.addEventListener("input", () => {
        const points = whole(input.value.trim());
        if (points === undefined || points === line.score) changed.delete(line.version);
        else changed.set(line.version, points);
        about.set(changed.size ? [...changed] : undefined);
      });
      return make("label", { text: moveWords(line) }, [input]);
    });
  return labelled(spec, [make("div", { className: "turns" }, rows)]);
}

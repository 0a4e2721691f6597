// What a tablet's QR codes hold, shown to a director and handed in for that tablet. The codes
// come one by one, each opening this page; they are kept until all of a transfer are here.

import { learn, wordsOf } from "../entry/irregular/in_words.js";
import { part, unpacked } from "../entry/queue/qr_packing.js";
import { tableName } from "../frame/figures.js";
import { minuteOfDay } from "../frame/hall_time.js";
import { asRead, make } from "../frame/make.js";
import { say } from "../frame/say.js";

const KEPT = "tilescribe-handover";
const desk = document.getElementById("handover");
const what = document.getElementById("what");
const list = document.getElementById("entries");
const button = document.getElementById("hand-in");

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
};

const tell = (words) => {
  what.textContent = asRead(words);
};

// Who sits at a table, and which it is. That is told to officials only: to others a player is the first or
// the second, as in the code.
const NOBODY = { words: "", players: [{ seat: "first", name: say("handover.first-player") }, { seat: "second", name: say("handover.second-player") }] };

async function tableOf(game) {
  const response = await fetch(`/api/games/${game}/table.json`, { headers: { Accept: "application/json" } }).catch(() => null);
  const told = response?.ok && (await response.json().catch(() => null));
  learn(told?.offers);
  return told ? { words: say("handover.table", { table: tableName(told.game) }), players: told.players } : NOBODY;
}

// For each entry a line: when, at which table, whose, what.
async function listed(entries) {
  const games = [...new Set(entries.map(({ game }) => game))];
  const director = desk.dataset.role === "director";
  const tables = new Map(await Promise.all(games.map(async (game) => [game, director ? await tableOf(game) : NOBODY])));
  list.replaceChildren(...entries.map((entry) => {
    const { words, players } = tables.get(entry.game);
    return make("li", { text: [minuteOfDay(entry.occurred_at), words, wordsOf(entry, players)].filter(Boolean).join(" · ") });
  }));
}

// The parts of the transfer this address belongs to; of the last one, when there is none.
function gathered() {
  const kept = read();
  const mine = part(location.hash);
  if (!mine) return kept;
  const others = kept.filter(({ transfer, of, at }) => transfer === mine.transfer && of === mine.of && at !== mine.at);
  const parts = [...others, mine].sort((one, two) => one.at - two.at);
  localStorage.setItem(KEPT, JSON.stringify(parts));
  history.replaceState(null, "", location.pathname); // a reload would not bring an old one back
  return parts;
}

async function show() {
  list.replaceChildren();
  button.hidden = true;
  const parts = gathered();
  if (!parts.length) return;
  if (parts.length < parts[0].of) {
    tell(say("handover.code-read", { codes: parts.map(({ at }) => at).join(", "), all: parts[0].of }));
    return;
  }
  let held;
  try {
    held = await unpacked(parts);
  } catch {
    tell(say("handover.unreadable"));
    return;
  }
  await listed(held.entries);
  const director = desk.dataset.role === "director";
  const values = { n: held.entries.length, device: held.device };
  tell(director ? say("handover.compare", values) : say("handover.director-hands-in", values));
  button.textContent = say("handover.hand-in", values);
  button.hidden = !director;
  document.getElementById("sign-in").hidden = director;
  button.onclick = () => handIn(held);
}

const AT_ONCE = 100;

async function handIn({ device, entries }) {
  button.disabled = true;
  const answers = [];
  try {
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const response = await fetch("/api/handover", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ device, entries: entries.slice(at, at + AT_ONCE) }),
      });
      const told = await response.json();
      if (!Array.isArray(told.answers)) throw new Error(`${told.what} ${told.next_step}`);
      answers.push(...told.answers);
    }
  } catch (trouble) {
    tell(say("handover.not-handed-in", { message: trouble.message }));
    button.disabled = false;
    return;
  }
  const became = {
    written: ({ again }) => (again ? say("handover.written-already") : say("handover.written")),
    stale: ({ events }) => (events.length ? say("handover.meanwhile", { told: events.at(-1).told }) : say("handover.went-on")),
    refused: ({ what: why, next_step: next }) => say("handover.not-written", { why, next }),
    gap: ({ expected }) => say("handover.not-looked-at-entry-number", { expected }),
  };
  answers.forEach((answer, at) => {
    list.children[at].append(` · ${became[answer.kind](answer)}`);
  });
  const written = answers.filter(({ kind }) => kind === "written").length;
  tell(written === entries.length
    ? say("handover.all-written", { n: written, device })
    : say("handover.some-written", { written, all: entries.length, device }));
  button.hidden = true;
  button.disabled = false;
  if (written === entries.length) localStorage.removeItem(KEPT);
}

addEventListener("hashchange", show);
show();

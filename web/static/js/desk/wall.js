// The wall: a tile a table, kept as the hall has it; one sign each, of what waits there.

import { isolated, make } from "../frame/make.js";
import { clockWords } from "../frame/clock_words.js";
import { FINISHED } from "../replay/words.js";

// The most pressing first: a tile has room for one sign.
const SIGN_OF = [
  ["call", "☎", "director called"], ["verdicts-differ", "≠", "verdicts differ"], ["turns-since", "≠", "turns made since a verdict"], ["for-a-ruling", "⚖", "waiting for a ruling"],
  ["unwritten", "⇄", "entry not written"], ["amendment", "✎", "amendment asked"], ["petition", "P", "petition"],
  ["step", "▸", "a step of the director’s"], ["finding", "?", "sheet does not agree"], ["decision", "C", "decision to carry out"], ["case", "C", "case open"], ["appeal", "C", "appeal"],
  ["to-confirm", "✓", "to be confirmed"], ["papers-differ", "≠", "slips differ"], ["under-protest", "!", "signed under protest"], ["slip", "✉", "verdict waited for"], ["silent", "◌", "tablet silent"],
  ["not-started", "○", "not begun"], ["clock", "◔", "little time"], ["result", "R", "result not handed in"],
];
const RANK = new Map(SIGN_OF.map(([kind], rank) => [kind, rank]));
const LOUD = RANK.get("amendment"); // these and those before them are shown in red
const DONE_WORDS = { "signed by one": "one signed" }; // as much as a tile has room for
const STATES = { playing: "playing", "on hold": "hold", challenge: "challenge", "played out": "played out" };

const least = ({ clocks, on_move: seat }) => (clocks && seat ? clocks[seat === "first" ? 0 : 1] : Infinity);
const inPlay = ({ state }) => Number(state !== "scheduled" && !FINISHED.has(state)); // nothing is expected of others
// Of a table without a tablet nothing comes until its slip does: nobody knows whether it has begun.
const stateOf = ({ game, tablet }) => (game.state === "scheduled" ? (tablet ? "not begun" : "no entry") : STATES[game.state] ?? game.state);
const clockOf = (seconds) => (seconds == null ? "" : clockWords(seconds));

// What each sign says, for whoever asks; one sign may say several things.
export function signsTold() {
  const told = new Map();
  for (const [, sign, words] of SIGN_OF) told.set(sign, [...(told.get(sign) ?? []), words]);
  return [...told].map(([sign, words]) => make("div", {}, [make("dt", { text: sign }), make("dd", { text: words.join("; ") })]));
}

export class Wall {
  constructor(tournament, { onLook }) {
    this.tournament = tournament;
    this.onLook = onLook;
    this.root = document.getElementById("tiles");
    this.count = document.getElementById("wall-count");
    this.sort = document.getElementById("wall-sort");
    this.filter = document.getElementById("wall-filter");
    this.find = document.getElementById("find");
    this.tables = new Map();
    this.loaded = false; // nobody knows yet which tables there are
    this.signs = new Map();
    for (const control of [this.sort, this.filter, this.find]) control.addEventListener("input", () => this.arrange());
    this.root.addEventListener("click", ({ target }) => {
      const tile = target.closest("button.table-tile");
      if (tile) this.onLook(this.tables.get(tile.dataset.game));
    });
  }

  async load() {
    const which = this.tournament ? `?tournament=${encodeURIComponent(this.tournament)}` : "";
    const response = await fetch(`/desk/wall.json${which}`, { headers: { Accept: "application/json" } });
    if (!response.ok) return undefined;
    const { after, tables } = await response.json();
    this.tables = new Map(tables.map((table) => [table.game.id, { ...table, tile: null }]));
    this.loaded = true;
    for (const table of this.tables.values()) this.draw(table);
    document.getElementById("no-tables").hidden = tables.length > 0;
    this.root.style.setProperty("--tables", tables.length);
    this.arrange();
    return after;
  }

  // A change of the record: only the tile of its game is drawn anew. False: a game not on the wall.
  change({ game }) {
    if (!game) return true;
    const table = this.tables.get(game.id);
    if (!table) return false;
    if (game.version <= table.game.version) return true;
    table.game = game;
    this.draw(table);
    if (this.sort.value !== "table" || this.filter.value) this.arrangeSoon();
    return true;
  }

  // What waits, by game: the kinds of all matters shown.
  setSigns(signs) {
    for (const [id, table] of this.tables) {
      const kind = (signs.get(id) ?? []).reduce((best, one) => (RANK.has(one) && (best === undefined || RANK.get(one) < RANK.get(best)) ? one : best), undefined);
      if (kind === this.signs.get(id)) continue;
      if (kind) this.signs.set(id, kind);
      else this.signs.delete(id);
      this.draw(table);
    }
    this.arrange();
  }

  draw(table) {
    const { game } = table;
    table.tile ??= make("li", {}, [make("button", { type: "button", className: "table-tile", "data-game": game.id }, [
      make("span", { className: "tile-head" }, [make("span", { className: "unseen-title", text: "Table" }), make("b", { className: "tile-no" }), make("span", { className: "tile-sign", "aria-hidden": "true" })]),
      make("span", { className: "tile-score" }),
      make("span", { className: "tile-clocks" }),
      make("span", { className: "unseen-title tile-said" }),
    ])]);
    const [button] = table.tile.children;
    const [head, score, clocks, said] = button.children;
    const rank = RANK.get(this.signs.get(game.id));
    const [, sign, words] = rank === undefined ? ["", "", ""] : SIGN_OF[rank];
    const totals = game.state === "scheduled" || !game.totals ? "" : game.totals.join(":").replaceAll("-", "−");
    const times = game.clocks ? game.clocks.map(clockOf) : [];
    setText(head.children[1], String(game.table));
    setText(head.children[2], sign);
    setText(score, totals || stateOf(table));
    setText(clocks, FINISHED.has(game.state) ? DONE_WORDS[game.state] ?? game.state : times.join(" "));
    button.dataset.state = game.state;
    button.dataset.sign = rank === undefined ? "" : rank <= LOUD ? "loud" : "quiet";
    button.dataset.move = game.on_move ?? "";
    setText(said, [game.names.join(" and "), stateOf(table), words].filter(Boolean).join(", "));
    button.title = `${game.names.join(" – ")}${words ? ` · ${words}` : ""}`;
  }

  arrangeSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.arrange();
    }, 500);
  }

  // Tiles move only when whoever looks asked for an order that moves them.
  arrange() {
    const words = this.find.value.trim().toLowerCase();
    const which = this.filter.value;
    const shown = [...this.tables.values()].filter(({ game }) => {
      if (words && !String(game.table).startsWith(words) && !game.names.join(" ").toLowerCase().includes(words)) return false;
      if (which === "sign") return this.signs.has(game.id);
      if (which === "playing") return game.state !== "scheduled" && !FINISHED.has(game.state);
      return which !== "done" || FINISHED.has(game.state);
    });
    shown.sort((one, two) => this.before(one, two) || one.game.division.localeCompare(two.game.division) || one.game.table - two.game.table);
    const tiles = shown.map(({ tile }) => tile);
    const there = [...this.root.children];
    if (tiles.length !== there.length || tiles.some((tile, at) => tile !== there[at])) this.root.replaceChildren(...tiles);
    setText(this.count, `${shown.length} of ${this.tables.size}`);
  }

  before({ game: one }, { game: two }) {
    if (this.sort.value === "sign") return (RANK.get(this.signs.get(one.id)) ?? 99) - (RANK.get(this.signs.get(two.id)) ?? 99);
    if (this.sort.value === "time") return Math.sign(least(one) - least(two)) || 0;
    if (this.sort.value === "still") return inPlay(two) - inPlay(one) || one.written_at.localeCompare(two.written_at);
    return 0;
  }

  // By its number: of several divisions the one where something waits comes first.
  numbered(number) {
    const found = [...this.tables.values()].filter(({ game }) => game.table === number);
    return found.find(({ game }) => this.signs.has(game.id)) ?? found[0];
  }
}

function setText(element, text) {
  const words = isolated(text);
  if (element.textContent !== words) element.textContent = words;
}

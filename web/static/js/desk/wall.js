// The wall: a tile a table, kept as the hall has it; one sign each, of what waits there.

import { score, tableName } from "../frame/figures.js";
import { asRead, make } from "../frame/make.js";
import { say } from "../frame/say.js";
import { clockWords } from "../frame/wording.js";
import { FINISHED, stateWords } from "../replay/words.js";
import { KINDS, ask, foremost, sign } from "./matters.js";

const SHORT_OF_TIME = 120; // seconds
const STATES = { "on hold": say("desk.hold"), "signed by one": say("desk.one-signed") }; // as much as a tile has room for

// A tile of the wall alone, and the head of a division, in pixels; how much larger a tile may be.
const [WIDE, HIGH, HEAD, LARGEST] = [63, 48, 30, 2.2];

const least = ({ clocks, on_move: seat }) => (clocks && seat ? clocks[seat === "first" ? 0 : 1] : Infinity);
const inOrder = new Intl.Collator(document.documentElement.lang).compare;
const inPlay = ({ state }) => Number(state !== "scheduled" && !FINISHED.has(state)); // nothing is expected of others
// Of a table without a tablet nothing comes until its slip does: nobody knows whether it has begun.
const stateOf = ({ game, tablet }) => (game.state === "scheduled" ? (tablet ? say("desk.not-begun") : say("desk.no-entry")) : STATES[game.state] ?? stateWords(game.state));

export class Wall {
  constructor({ tournament, division, names, onLook }) {
    Object.assign(this, { tournament, division, names, onLook });
    for (const part of ["tiles", "count", "sort", "filter", "find"]) this[part] = document.getElementById(part);
    this.tables = new Map();
    this.loaded = false; // nobody knows yet which tables there are
    this.signs = new Map();
    this.heads = new Map();
    for (const control of [this.sort, this.filter, this.find]) control.addEventListener("input", () => this.arrange());
    this.tiles.addEventListener("click", ({ target }) => {
      const tile = target.closest("button.table-tile");
      if (tile) this.onLook(this.tables.get(tile.dataset.game));
    });
    addEventListener("resize", () => this.fit());
  }

  get slugs() {
    return [...this.tables.values()].map(({ game }) => game.tournament);
  }

  async load() {
    const which = this.tournament ? `?tournament=${encodeURIComponent(this.tournament)}` : "";
    const response = await ask(`/desk/wall.json${which}`);
    if (!response.ok) return undefined;
    const { after, tables: all } = await response.json();
    const tables = all.filter(({ game }) => !this.division || game.division === this.division);
    this.tables = new Map(tables.map((table) => [table.game.id, { ...table, tile: null }]));
    this.loaded = true;
    document.getElementById("no-tables").hidden = tables.length > 0;
    this.drawAll();
    return after;
  }

  drawAll() {
    for (const table of this.tables.values()) this.draw(table);
    this.arrange();
  }

  // Alone on the screen, tiles are as large as leaves every table in sight, and their letters with them.
  fit() {
    const groups = [0];
    for (const { className } of this.tiles.children) {
      if (className) groups.push(0);
      else groups[groups.length - 1] += 1;
    }
    if (!this.tiles.children.length || !document.body.classList.contains("wall-only")) return;
    const { top, width } = this.tiles.getBoundingClientRect();
    const high = innerHeight - (top + scrollY) - 12 - HEAD * (groups.length - 1);
    let [larger, columns] = [0, 1];
    for (let across = 1; across * WIDE <= width; across += 1) {
      const lines = groups.reduce((sum, count) => sum + Math.ceil(count / across), 0);
      const fits = Math.min(width / across / WIDE, high / lines / HIGH, LARGEST);
      if (fits > larger) [larger, columns] = [fits, across];
    }
    const size = Math.max(1, larger);
    this.tiles.style.setProperty("--across", columns);
    this.tiles.style.setProperty("--larger", size.toFixed(2));
    this.tiles.style.setProperty("--tile-high", `${Math.floor(HIGH * size) - 4}px`);
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
      const kind = foremost(signs.get(id) ?? []);
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
      make("span", { className: "tile-head" }, [make("span", { className: "unseen-title", text: say("desk.table") }), make("b"), make("span")]),
      make("span", { className: "tile-score" }),
      make("span", { className: "unseen-title" }),
    ])]);
    const [button] = table.tile.children;
    const [head, scores, said] = button.children;
    const { sign: drawn = "", short = "", urgency } = KINDS.get(this.signs.get(game.id)) ?? {};
    const totals = game.state === "scheduled" || !game.totals ? "" : score(game.totals);
    const left = inPlay(game) && game.clocks ? Math.min(...game.clocks) : Infinity;
    const little = left < SHORT_OF_TIME;
    setText(head.children[1], tableName(game));
    if (head.children[2].dataset.sign !== drawn) {
      head.children[2].dataset.sign = drawn;
      head.children[2].replaceChildren(...(drawn ? [sign(drawn)] : []));
    }
    setText(scores, little ? `◔ ${clockWords(left)}` : totals || stateOf(table));
    scores.classList.toggle("short", little);
    button.dataset.done = inPlay(game) ? "" : "yes";
    button.dataset.sign = short ? (urgency === "now" ? "loud" : "quiet") : "";
    setText(said, [this.names.several && this.names.of(game.tournament), say("desk.both-names", { first: game.names[0], second: game.names[1] }), stateOf(table), short].filter(Boolean).join(", "));
    button.title = [say("desk.tile-title", { table: this.names.table(game), names: game.names.join(" – ") }), stateOf(table), short].filter(Boolean).join(" · ");
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
      if (which === "playing") return inPlay(game);
      return which !== "done" || FINISHED.has(game.state);
    });
    shown.sort((one, two) => this.before(one, two) || inOrder(one.game.tournament, two.game.tournament) || inOrder(one.game.division, two.game.division) || one.game.table - two.game.table);
    const tiles = this.withHeads(shown);
    const there = [...this.tiles.children];
    if (tiles.length !== there.length || tiles.some((tile, at) => tile !== there[at])) this.tiles.replaceChildren(...tiles);
    setText(this.count, say("desk.of", { shown: shown.length, all: this.tables.size }));
    this.fit();
  }

  // By table, each tournament and division has a head where there are several; else a tile says of which it is.
  withHeads(shown) {
    const heads = new Set([...this.tables.values()].map(({ game }) => headOf(game)));
    const byTable = this.sort.value === "table" && heads.size > 1;
    let last = "";
    return shown.flatMap((table) => {
      const head = headOf(table.game);
      const begins = byTable && head !== last;
      last = head;
      if (!begins) return [table.tile];
      if (!this.heads.has(head)) this.heads.set(head, make("li", { className: "wall-division" }));
      const { tournament, division } = table.game;
      setText(this.heads.get(head), [this.names.several && this.names.of(tournament), division].filter(Boolean).join(" · "));
      return [this.heads.get(head), table.tile];
    });
  }

  before({ game: one }, { game: two }) {
    if (this.sort.value === "sign") return this.rank(one) - this.rank(two);
    if (this.sort.value === "time") return Math.sign(least(one) - least(two)) || 0;
    if (this.sort.value === "still") return inPlay(two) - inPlay(one) || one.written_at.localeCompare(two.written_at);
    return 0;
  }

  rank({ id }) {
    return KINDS.get(this.signs.get(id))?.rank ?? 99;
  }

  // By its number: of several tournaments and divisions, each that has one.
  numbered(number) {
    return [...this.tables.values()].filter(({ game }) => game.table === number);
  }
}

const headOf = ({ tournament, division }) => `${tournament} ${division}`;

export function setText(element, text) {
  const words = asRead(text);
  if (element.textContent !== words) element.textContent = words;
}

// What waits, a line a table: the most pressing of what waits there, how long, what settles it. In
// groups by urgency; what waits of a kind alone, where one is chosen above.

import { minuteInZone } from "../frame/hall_time.js";
import { asRead, make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { KINDS, rankOf, said } from "./kinds.js";

const GROUPS = ["now", "watch", "round", "case"];
const SHOWN = 3; // rows of a group that is not pressing, until somebody asks for the rest

export class List {
  // `verbs` makes controls; `choose(key)` is told which row is looked at, `open(key)` that all of it is wanted.
  constructor({ names, verbs, rings, choose, open }) {
    Object.assign(this, { names, verbs, rings, choose, open });
    this.root = document.getElementById("inbox");
    this.jumps = document.getElementById("jumps");
    this.family = ""; // what is shown alone
    this.unfolded = new Set(); // groups of which every row is shown
    this.rows = [];
    this.chosen = "";
    this.root.addEventListener("click", ({ target }) => {
      const row = target.closest(".matter");
      if (row && !target.closest("a, button")) this.open(row.dataset.key);
    });
    this.root.addEventListener("focusin", ({ target }) => {
      const row = target.closest(".matter");
      if (row) this.choose(row.dataset.key);
    });
    for (const group of GROUPS) {
      document.querySelector(`#${group} .unfold`).addEventListener("click", () => {
        this.unfolded.add(group);
        this.draw();
      });
    }
  }

  // `matters`: everything that waits; `later`, `sums`, `waived`: put off, for players, waived.
  show(matters, later, sums, waived, also) {
    const tables = new Map();
    for (const one of matters) {
      const key = keyOf(one);
      if (!tables.has(key)) tables.set(key, { key, where: one.where, matters: [] });
      tables.get(key).matters.push(one);
    }
    this.matters = matters;
    this.tables = [...tables.values()];
    for (const table of this.tables) table.matters.sort((one, two) => rankOf(one) - rankOf(two) || since(one) - since(two));
    this.also = also;
    this.later = later;
    this.draw();
    this.folded("later", later, "Put off");
    this.folded("for_players", sums, "Sums announced wrong");
    this.folded("waived", waived, "Waived", (one) => this.waivedRow(one));
    document.getElementById("nothing").hidden = matters.length > 0;
  }

  draw() {
    this.drawJumps();
    const shown = this.tables
      .map((table) => ({ ...table, matters: table.matters.filter(({ matter }) => !this.family || KINDS.get(matter.kind).family === this.family) }))
      .filter(({ matters }) => matters.length)
      .sort(before);
    for (const group of GROUPS) {
      const rows = shown.filter(({ matters: [one] }) => KINDS.get(one.matter.kind).urgency === group);
      const all = group === "now" || this.family || this.unfolded.has(group) || rows.length <= SHOWN + 1;
      const section = document.getElementById(group);
      const more = section.querySelector(".unfold");
      section.hidden = !rows.length;
      section.querySelector(".count").textContent = rows.length;
      showRows(section.querySelector(".matters"), all ? rows : rows.slice(0, SHOWN), (row) => this.row(row), this.also);
      more.hidden = Boolean(all);
      more.textContent = `Show all ${rows.length}`;
      more.setAttribute("aria-label", `Show all ${rows.length}: ${section.querySelector("h2").textContent}`);
    }
    this.mark(this.chosen);
  }

  // How much waits of each kind, the most pressing first; a press shows it alone.
  drawJumps() {
    const counts = new Map();
    for (const { family } of KINDS.values()) counts.set(family, 0);
    for (const { matter } of this.matters) {
      const { family } = KINDS.get(matter.kind);
      counts.set(family, counts.get(family) + 1);
    }
    if (!counts.get(this.family)) this.family = "";
    const told = [["", this.matters.length], ...[...counts].filter(([, count]) => count), ...(this.later.length ? [["later", this.later.length]] : [])];
    showRows(this.jumps, told, ([family, count]) => make("button", { type: "button", className: "jump", "data-family": family, onclick: () => this.jump(family) }, [
      family === "" ? "Everything" : family === "later" ? "Put off" : family, " ", make("span", { className: "count", text: String(count) }),
    ]));
    for (const each of this.jumps.children) each.setAttribute("aria-pressed", String(each.dataset.family === this.family));
  }

  jump(family) {
    if (family === "later") {
      const folded = document.getElementById("later");
      folded.open = true;
      folded.scrollIntoView({ block: "nearest" });
      folded.querySelector("summary").focus();
      return;
    }
    this.family = family;
    document.body.classList.remove("wall-only");
    document.getElementById("view").setAttribute("aria-pressed", "false");
    this.draw();
  }

  row({ key, where, matters }) {
    const [one] = matters;
    const { sign, short, urgency } = KINDS.get(one.matter.kind);
    const says = said(one);
    const names = where ? where.names.join(" – ") : "";
    const attended = one.call && (one.call.arrived ? `${one.call.there || "A director"} is at the table.` : one.call.coming ? `${one.call.coming} is on the way.` : "");
    const more = matters.length - 1;
    const row = make("li", {
      className: `matter${this.rings(one) ? " ringing" : ""}`, tabindex: -1, "data-key": key, "data-game": where?.game ?? one.called,
      "data-kinds": matters.map(({ matter }) => matter.kind).join(" "), "data-urgency": urgency,
    }, [
      make("span", { className: "kind" }, [make("span", { className: "sign", "aria-hidden": "true", text: sign }), short]),
      this.tableName(where, one.called),
      make("p", { className: "what", title: asRead([says, names].filter(Boolean).join(" · ")) }, [
        make("b", { className: "reason", text: says }),
        make("span", { className: "quiet names" }, [
          attended && make("span", { className: "there", text: `${attended} ` }), names,
          one.warned?.length && make("span", { className: "warned-before", text: ` · warned before: ${one.warned.map(({ name }) => name).join(", ")}` }),
        ]),
      ]),
      make("span", { className: "waited", "data-since": one.since }),
      make("div", { className: "acts" }, [
        this.verbs.first(one, urgency === "now" ? "button primary" : "button"),
        this.verbs.evidence(one, "tool"),
        make("button", {
          type: "button", className: "tool more", text: more ? `+${more}` : "⋯", onclick: () => this.open(key),
          "aria-label": `${more ? `+${more} more at` : "⋯ All about"} ${this.names.whole(one)}`,
        }),
      ]),
    ]);
    row.where = where;
    return row;
  }

  // Where there is little room, the number is still whole: by it a director finds the table.
  tableName(where, otherwise = "") {
    if (!where) return make("b", { className: "table-name", text: otherwise });
    const before = this.names.before(where);
    return make("b", { className: "table-name", title: this.names.table(where) }, [before && make("span", { className: "before", text: before }), before && " ", String(where.table)]);
  }

  // What was put off, and what is for the players: each by itself, with all that can be done.
  folded(id, matters, words, build = (one) => this.foldedRow(one, id === "later")) {
    const section = document.getElementById(id);
    section.hidden = !matters.length;
    section.querySelector(".folded-title").textContent = `${words} (${matters.length})`;
    showRows(section.querySelector(".matters"), matters, build, this.also);
  }

  foldedRow(one, later) {
    const when = one.at ? `until ${minuteInZone(one.at)}` : one.until;
    return make("li", { className: "matter folded-matter", tabindex: -1, "data-key": keyOf(one), "data-game": one.where?.game ?? "" }, [
      this.tableName(one.where),
      make("p", { className: "what" }, [make("b", { text: one.called }), ` · ${one.words}`, later && make("span", { className: "side quiet", text: `${when} · ${one.reason} · ${one.by}, ${minuteInZone(one.put_off_at)}` })]),
      make("div", { className: "acts" }, this.verbs.all(one, later)),
    ]);
  }

  // What was taken back stays to be read.
  waivedRow(one) {
    const told = `${one.words[0].toUpperCase()}${one.words.slice(1)}: ${one.reason}`;
    return make("li", { className: "matter folded-matter", tabindex: -1, "data-key": keyOf(one), "data-game": one.where.game }, [
      this.tableName(one.where),
      make("p", { className: "what" }, [
        one.gone ? make("s", { text: told }) : told,
        make("span", { className: "side quiet", text: [one.gone, `${one.by}, ${minuteInZone(one.since)}`].filter(Boolean).join(" · ") }),
      ]),
      make("div", { className: "acts" }, [this.verbs.takeBack(one)].filter(Boolean)),
    ]);
  }

  get visible() {
    return [...this.root.querySelectorAll(":is(section:not([hidden]), details[open]) .matter")];
  }

  // Which row the details are of.
  mark(key) {
    this.chosen = key;
    for (const row of this.root.querySelectorAll(".matter")) {
      if (row.dataset.key === key && !row.classList.contains("folded-matter")) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  of(key) {
    return this.tables?.find((table) => table.key === key);
  }
}

export const keyOf = ({ where, matter }) => where?.game ?? matter.subject;

const since = ({ since: at }) => (at ? Date.parse(at) : Infinity);
const attended = ({ call }) => Number(Boolean(call?.arrived || call?.coming));
// By kind, then whom nobody sees to yet, then who waits longest.
const before = ({ matters: [one] }, { matters: [two] }) => rankOf(one) - rankOf(two) || attended(one) - attended(two) || since(one) - since(two);

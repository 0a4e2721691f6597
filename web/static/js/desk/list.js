// What waits, a line a table: the most pressing of it, how long, what settles it. In groups by urgency,
// inside by time. Nothing above the line that is pressed or has the focus comes or goes meanwhile: what is
// new there is counted first.

import { minuteInZone } from "../frame/hall_time.js";
import { asRead, make } from "../frame/make.js";
import { showRows } from "../frame/rows.js";
import { say } from "../frame/say.js";
import { KINDS, attended, rankOf, said, sign } from "./matters.js";

const GROUPS = ["now", "round", "case"];
const SHOWN = 8; // rows of a group that is not pressing, until somebody asks for the rest
const LATER = "put-off";
const inside = (words) => (document.documentElement.lang === "de" ? words : words.toLowerCase()); // German nouns stay large

export class List {
  // `choose(key)` is told which row is looked at.
  constructor(desk, choose) {
    Object.assign(this, { desk, choose });
    this.root = document.getElementById("inbox");
    this.tabs = [...document.querySelectorAll(".tabs > a")];
    for (const tab of this.tabs) {
      tab.dataset.family = new URL(tab.href).searchParams.get("show") ?? "";
      tab.append(" ", make("span", { className: "count", hidden: true }));
    }
    this.fresh = document.getElementById("fresh");
    this.family = this.tabs.find((tab) => tab.getAttribute("aria-current"))?.dataset.family ?? ""; // what is shown alone
    this.unfolded = new Set(); // groups of which every row is shown
    this.chosen = "";
    this.on("click", (row, target) => target.closest("a, button") || desk.open(row.dataset.key));
    this.on("focusin", (row) => choose(row.dataset.key));
    this.on("pointerdown", (row) => {
      this.pressed = row;
    });
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(() => this.release()));
    this.root.addEventListener("focusout", () => setTimeout(() => this.release()));
    this.fresh.addEventListener("click", () => {
      document.activeElement.blur();
      this.release();
      this.root.querySelector("section:not([hidden])")?.scrollIntoView({ block: "nearest" });
    });
    for (const tab of this.tabs) tab.addEventListener("click", (event) => this.jump(event, tab));
    for (const group of GROUPS) {
      document.querySelector(`#${group} .unfold`).addEventListener("click", () => {
        this.unfolded.add(group);
        this.draw();
      });
    }
  }

  on(kind, does) {
    this.root.addEventListener(kind, ({ target }) => {
      const row = target.closest(".matter");
      if (row) does(row, target);
    });
  }

  // Nothing is pressed any more: what was held back comes.
  release() {
    this.pressed = null;
    if (!this.held() && (!this.fresh.hidden || this.root.querySelector(".gone"))) this.draw();
  }

  // The row under a finger or with the focus.
  held() {
    const row = this.pressed ?? document.activeElement?.closest?.("#inbox section .matter");
    return row?.isConnected ? row : null;
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
    Object.assign(this, { later, sums, waived, also });
    this.draw();
  }

  draw() {
    if (!this.matters) return;
    const apart = this.family === LATER;
    this.drawTabs();
    const shown = this.tables
      .map((table) => ({ ...table, matters: table.matters.filter(({ matter }) => !this.family || KINDS.get(matter.kind).family === this.family) }))
      .filter(({ matters }) => matters.length && !apart)
      .sort(before);
    const held = this.held();
    const holding = held?.closest("section").id;
    let waiting = 0;
    for (const group of GROUPS) {
      const rows = shown.filter(({ matters: [one] }) => KINDS.get(one.matter.kind).urgency === group);
      const all = group === "now" || this.family || this.unfolded.has(group) || rows.length <= SHOWN + 1;
      const section = document.getElementById(group);
      const list = section.querySelector(".matters");
      const more = section.querySelector(".unfold");
      const wanted = all ? rows : rows.slice(0, SHOWN);
      let drawn = wanted;
      if (held && GROUPS.indexOf(group) <= GROUPS.indexOf(holding)) {
        const kept = this.kept(list, rows, group === holding ? held : null);
        const came = wanted.filter(({ key }) => !kept.some((one) => one.key === key));
        drawn = group === holding ? [...kept, ...came] : kept;
        waiting += group === holding ? 0 : came.length;
      }
      section.hidden = !rows.length && !drawn.length;
      section.querySelector(".count").textContent = rows.length;
      showRows(list, drawn, (row) => this.row(row), this.also);
      more.hidden = Boolean(all);
      more.textContent = say("desk.show-all", { n: rows.length });
      more.setAttribute("aria-label", say("desk.show-all-of", { n: rows.length, title: section.querySelector("h2").textContent }));
    }
    this.fresh.hidden = !held || !waiting;
    this.fresh.textContent = say("desk.new", { n: waiting });
    this.apart("later", apart && this.later, (one) => this.apartRow(one, true));
    this.apart("waived", apart && this.waived, (one) => this.waivedRow(one));
    this.apart("for_players", this.family === "scores" && this.sums, (one) => this.apartRow(one));
    const nothing = document.getElementById("nothing");
    nothing.hidden = shown.length > 0 || Boolean(this.root.querySelector("section:not([hidden])"));
    nothing.querySelector("b").textContent = apart ? say("desk.nothing-is-put-off") : this.family ? say("desk.nothing-of-this-kind-waits") : say("desk.nothing-waits");
    this.mark(this.chosen);
  }

  // The rows of a group as they stand, down to the one that is held: what is gone keeps its place.
  kept(list, rows, held) {
    const there = [...list.children];
    const upTo = held ? there.indexOf(held) + 1 : there.length;
    return there.slice(0, upTo).map((element) => {
      const row = rows.find(({ key }) => key === element.dataset.key);
      if (row) return row;
      if (element === held) return null; // it has been seen to: it goes
      element.classList.add("gone");
      element.inert = true;
      const told = { key: element.dataset.key, gone: true };
      element.told = JSON.stringify([told, this.also]); // as showRows knows it
      return told;
    }).filter(Boolean);
  }

  // At how many tables something of each kind waits: as many lines as it shows.
  drawTabs() {
    const counts = new Map([["", this.tables.length], [LATER, this.later.length]]);
    for (const { matters } of this.tables) {
      for (const family of new Set(matters.map(({ matter }) => KINDS.get(matter.kind).family))) counts.set(family, (counts.get(family) ?? 0) + 1);
    }
    const alone = document.body.classList.contains("wall-only");
    for (const tab of this.tabs) {
      const count = tab.querySelector(".count");
      count.textContent = counts.get(tab.dataset.family) ?? 0;
      count.hidden = !counts.get(tab.dataset.family);
      count.classList.toggle("urgent", tab.dataset.family === "calls");
      if (!alone && tab.dataset.family === this.family) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }

  jump(event, tab) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.family = tab.dataset.family;
    this.desk.jumped();
    history.replaceState(null, "", tab.href);
    if (document.body.classList.contains("wall-only")) document.getElementById("whole").click();
    else this.draw();
  }

  row({ key, where, matters }) {
    const [one] = matters;
    const { sign: drawn, short, urgency } = KINDS.get(one.matter.kind);
    const says = said(one);
    const names = where ? where.names.join(" – ") : "";
    const there = one.call && attended(one.call);
    const also = matters.slice(1).map(({ matter }) => inside(KINDS.get(matter.kind).short)).join(", ");
    const asWell = say("desk.also", { also });
    const warned = one.warned?.length && say("desk.warned-before", { names: one.warned.map(({ name }) => name).join(", ") });
    const row = make("li", {
      className: `matter task ${urgency}${this.desk.rings(one) ? " ringing" : ""}`, tabindex: -1, "data-key": key, "data-game": where?.game ?? one.called,
      "data-kinds": matters.map(({ matter }) => matter.kind).join(" "),
    }, [
      make("span", { className: "task-kind" }, [sign(drawn), short]),
      this.tableName(where, one.called),
      make("span", { className: "task-what", title: asRead([says, there, also && asWell, names, warned].filter(Boolean).join(" · ")) }, [
        make("b", { text: says }), " ",
        make("span", { className: "quiet" }, [
          there && make("span", { className: "chip good", text: there }), there && " ",
          also && `${asWell} · `, names,
          warned && " ", warned && make("span", { className: "chip warn", text: warned }),
        ]),
      ]),
      make("span", { className: "task-waits", "data-since": one.since }),
      this.desk.verbs.first(one, urgency === "now" ? "button primary" : "button") ?? make("span"),
      make("button", { type: "button", className: "button alone more", onclick: () => this.desk.open(key), "aria-label": say("desk.all-about", { what: this.desk.names.whole(one) }) }, [sign("more")]),
    ]);
    row.where = where;
    return row;
  }

  // Where there is little room, the number is still whole: by it a director finds the table.
  tableName(where, otherwise = "") {
    if (!where) return make("b", { className: "task-table", text: otherwise });
    const before = this.desk.names.before(where);
    return make("b", { className: "task-table", title: this.desk.names.table(where) }, [before && make("span", { className: "before", text: before }), before && " ", String(where.table)]);
  }

  // What was put off or waived, and what is for the players: each by itself, with all that can be done.
  apart(id, matters, build) {
    const section = document.getElementById(id);
    section.hidden = !matters?.length;
    section.querySelector(".count").textContent = matters?.length ?? 0;
    showRows(section.querySelector(".matters"), matters || [], build, this.also);
  }

  apartRow(one, later) {
    const when = one.at ? say("desk.until", { time: minuteInZone(one.at) }) : one.until;
    const told = later && `${when} · ${one.reason} · ${one.by}, ${minuteInZone(one.put_off_at)}`;
    return this.seldom(one, [make("b", { text: one.called }), ` · ${one.words}`], told, this.desk.verbs.all(one, later));
  }

  // What was taken back stays to be read.
  waivedRow(one) {
    const told = `${one.words[0].toUpperCase()}${one.words.slice(1)}: ${one.reason}`;
    const whose = [one.gone, `${one.by}, ${minuteInZone(one.since)}`].filter(Boolean).join(" · ");
    return this.seldom(one, [one.gone ? make("s", { text: told }) : told], whose, [this.desk.verbs.takeBack(one)]);
  }

  seldom(one, what, quiet, ways) {
    return make("li", { className: "matter", tabindex: -1, "data-key": keyOf(one), "data-game": one.where?.game ?? "" }, [
      make("div", { className: "row" }, [
        this.tableName(one.where),
        make("div", { className: "row-words" }, [make("p", {}, what), quiet && make("p", { className: "quiet", text: quiet })]),
        make("div", { className: "ways-out dense" }, ways),
      ]),
    ]);
  }

  get visible() {
    return [...this.root.querySelectorAll("section:not([hidden]) .matter:not(.gone)")];
  }

  // Which row the details are of.
  mark(key) {
    this.chosen = key;
    for (const row of this.root.querySelectorAll(".matter")) {
      if (row.dataset.key === key && row.matches(".task")) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  of(key) {
    return this.tables?.find((table) => table.key === key);
  }
}

export const keyOf = ({ where, matter }) => where?.game ?? matter.subject;

const since = ({ since: at }) => (at ? Date.parse(at) : Infinity);
// Who waits longest first; of two that began at once the more pressing.
const before = ({ matters: [one] }, { matters: [two] }) => (since(one) === since(two) ? rankOf(one) - rankOf(two) : since(one) - since(two));

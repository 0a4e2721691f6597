// The verdict on the page: what it is first, why, then what the sheet says, in the reader's words.

import { has, listed, moment, number, say } from "./words.js";
import { inFours } from "./bytes.js";

const LOOK = { good: "good", keyKept: "good", changed: "bad", notProved: "bad", anotherLog: "bad" };

// Signs that nobody sees, or that turn what follows round: a name could hide something by them.
const UNSEEN = /[\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function element(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text.replace(UNSEEN, "?"); // names are text
  made.dir = "auto";
  if (kind) made.className = kind;
  return made;
}

function digits(fingerprint) {
  const half = fingerprint.length / 2;
  return [
    element("p", inFours(fingerprint.slice(0, half)), "digits"),
    element("p", inFours(fingerprint.slice(half)), "digits rest"),
  ];
}

function why(found) {
  const id = {
    good: { paper: "goodPaper", checkpoint: "goodCheckpoint", bundle: "goodBundle" }[found.what] ??
      (found.isHeld ? "goodHeld" : "goodProof"),
    unreadable: has(found.why ?? "") && found.why !== "unreadable" ? found.why : "unreadableWhy",
    notProved: found.why,
  }[found.verdict] ?? `${found.verdict}Why`;
  return say(id, { n: number(found.event ?? 0) });
}

function place({ tournament, division, round, table }) {
  return [
    ["tournament", tournament],
    ["division", division],
    ["roundNumber", round ? number(round) : ""],
    ["table", table ? number(table) : ""],
  ];
}

function player({ number: held, score, signed, protest }, { unknown, by_margin: byMargin, void: isVoid }) {
  const name = held ? say("player", { n: number(held) }) : say("playerUnknown");
  const way = say(signed ? `way_${signed}` : "way");
  const points = unknown || isVoid ? [] : [`${say(byMargin ? "margin" : "score")}: ${number(score)}`];
  return [name, [...points, protest ? `${way}, ${say("protest")}` : way].join("; ")];
}

const MARKS = ["void", "forfeited", "resigned", "unknown", "provisional"];

function ofResult(paper) {
  const marks = MARKS.filter((mark) => paper[mark]).map((mark) => say(`mark_${mark}`));
  const edition = paper.edition < 2 ? `edition_${paper.edition}` : "edition_n";
  const again = paper.replay > 1 ? ` (${say("again")})` : "";
  return [
    ...place(paper).map(([id, text]) => [id, id === "table" && text ? `${text}${again}` : text]),
    ...paper.players.map((one) => player(one, paper)).map(([name, text]) => [name, text, true]),
    ["marks", marks.length ? listed(marks) : ""],
    ["edition", say(edition, { n: number(paper.edition) })],
  ];
}

function ofPaper(paper) {
  const rows = [["kind", say(paper.kind)]];
  if (paper.kind === "result") rows.push(...ofResult(paper));
  else rows.push(...place(paper));
  if (paper.kind === "ruling") {
    rows.push(["case", say("caseRuling", { n: number(paper.case), m: number(paper.ruling) })]);
    rows.push(["ruled", paper.ruled.replaceAll("-", " ")], ["citations", paper.citations]);
  }
  if (paper.kind === "round") rows.push(["closedBy", paper.closedBy]);
  const version = paper.version ? ` (${say("upTo", { n: number(paper.version) })})` : "";
  rows.push(["printedAs", moment(paper.at)], ["size", number(paper.size) + version]);
  if (paper.root) rows.push(["root", inFours(paper.root)]);
  rows.push(["code", paper.code]);
  return rows;
}

function ofLog({ origin, size, root }) {
  return [
    ["log", origin],
    ["size", number(size)],
    ["root", inFours(root)],
  ];
}

function ofProof({ about, results, leftOut }) {
  const outcome = results.map(({ players, scores, topic, at, later }) => {
    const line = say("line", { n: number(at), topic: topic.replaceAll("-", " ") });
    if (!players) return line;
    const pair = players.map((name, place) => `${name} ${number(scores[place])}`).join(" – ");
    return `${pair} (${line}${later ? `; ${say("laterSlip")}` : ""})`;
  });
  return [
    ["game", about],
    ["outcome", outcome.join("; ") || say("noResult")],
    ["leftOut", leftOut.map(number).join(", ")],
  ];
}

function rowsOf(found) {
  const rows = [];
  if (found.paper) rows.push(...ofPaper(found.paper));
  if (found.proof) rows.push(...ofProof(found.proof));
  if (found.checkpoint ?? found.sheet) rows.push(...ofLog(found.checkpoint ?? found.sheet));
  if (found.root) rows.push(["rootGiven", inFours(found.root)]);
  if (found.witnesses?.length) rows.push(["witnesses", listed(found.witnesses)]);
  if (found.files) rows.push(["files", listed(found.files)]);
  return rows.filter(([, text]) => text);
}

function table(rows) {
  const list = element("dl");
  for (const [id, text, isName] of rows) {
    list.append(element("dt", isName ? id : say(id)), element("dd", text));
  }
  return list;
}

/** Put a verdict on the page; `compared` is called where somebody says that a key is the same. */
export function show(at, found, compared) {
  at.className = `verdict ${LOOK[found.verdict] ?? "wait"}`;
  at.hidden = false;
  at.dataset.verdict = found.verdict;
  const parts = [element("h2", say(found.verdict)), element("p", why(found))];
  if (found.held && !found.held.trusted) {
    if (found.verdict !== "keyShown") parts.push(element("p", say("keyShownWhy")));
    parts.push(...digits(found.held.fingerprint));
    const button = element("button", say("confirm"));
    button.type = "button";
    button.addEventListener("click", () => compared(found.held));
    parts.push(button);
  }
  const rows = rowsOf(found);
  const isSure = found.verdict === "good" || found.what === "copied";
  if (rows.length) parts.push(element("h3", say(isSure ? "says" : "claims")), table(rows));
  for (const part of found.parts ?? []) {
    parts.push(element("h3", `${part.name}: ${say(part.verdict)}`));
    if (part.verdict !== "good") parts.push(element("p", why(part)));
    parts.push(table(rowsOf(part)));
  }
  if (found.verdict === "good") parts.push(element("p", say("unknownLater"), "help"));
  at.replaceChildren(...parts);
}

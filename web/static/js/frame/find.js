// What `/` and `?` open on the pages of officials: a table, a player or a case by its name or number; the keys.

import { open } from "./dialog.js";
import { make } from "./make.js";
import { say } from "./say.js";

// One dialog of this title and content over the page; it is gone once it is closed.
function over(id, title, content) {
  const there = document.getElementById(id);
  if (there?.open) return;
  there?.remove(); // closed, and its "close" is still to come
  const dialog = make("dialog", { id, className: "dialog", "aria-labelledby": `${id}-title` }, [
    make("h2", { id: `${id}-title`, text: title }),
    ...content,
    make("p", { className: "answers" }, [make("button", { type: "button", className: "button", "data-closes": "", text: say("words.close") })]),
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  open(dialog);
}

export function find(address) {
  const field = make("input", { type: "search", id: "find-words", autocomplete: "off", maxLength: 80 });
  const rows = make("ul", { className: "rows" });
  const said = make("p", { className: "quiet", role: "status" });
  let asked = 0;
  field.addEventListener("input", async () => {
    const number = ++asked;
    const text = field.value.trim();
    const answer = text && (await fetch(`${address}?${new URLSearchParams({ q: text })}`, { headers: { accept: "application/json" } }).catch(() => null));
    const found = answer?.ok ? (await answer.json()).found : [];
    if (number !== asked) return; // more was typed since
    rows.replaceChildren(...found.map(row));
    said.textContent = text && !found.length ? (answer?.ok ? say("frame.nothing-found") : say("frame.no-answer")) : "";
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const first = rows.querySelector("a");
    if (first) location.assign(first.href);
  });
  over("finding", say("frame.find-title"), [make("label", {}, [say("frame.find-by"), field]), rows, said]);
  field.focus();
}

const row = ({ words, about, address }) =>
  make("li", {}, [
    make("a", { className: "row", href: address }, [
      make("span", { className: "row-words" }, [make("b", { text: words }), " ", make("span", { className: "quiet", text: about })]),
    ]),
  ]);

export function keys(ways) {
  const listed = [...ways.map((way) => [["g", way.dataset.key], way.querySelector("span").textContent]), [["/"], say("frame.find-key")], [["?"], say("frame.keys-key")], [["Esc"], say("frame.close-key")]];
  const list = listed.map(([pressed, words]) => make("div", {}, [make("dt", {}, pressed.map((key) => make("kbd", { text: key }))), make("dd", { text: words })]));
  over("frame-keys", say("frame.keys-title"), [make("dl", { className: "terms" }, list)]);
}

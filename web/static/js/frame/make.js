// An element of the page with what belongs to it; text is always text, never markup. What is falsy
// among its children is not there.

import { isolated } from "./right_to_left.js";

const SENT_BACK = new Set(["option", "textarea"]); // a form sends what stands in them

export const make = (tag, { text, ...more } = {}, children = []) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "className" || name === "value" || name === "hidden") element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  const read = (child) => (typeof child === "string" && !SENT_BACK.has(tag) ? isolated(child) : child);
  if (text !== undefined) element.textContent = typeof text === "string" ? read(text) : text;
  element.append(...children.filter(Boolean).map(read));
  return element;
};

export const button = (text, onclick, more = {}) => make("button", { type: "button", text, onclick, ...more });

// On a page that nobody wants to leave, its help comes beside it.
const BESIDE = { target: "_blank", rel: "noopener" };

// A rule, linked to its help.
export function ruleOf(clause, how = BESIDE) {
  const [book, ...number] = clause.split(" ");
  const href = `/rules/${book}#${encodeURIComponent(number.join(""))}`;
  return make("a", { href, className: "rule", text: clause, ...how });
}

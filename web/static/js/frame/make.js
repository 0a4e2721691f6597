// An element of the page with what belongs to it; text is always text, never markup. What is falsy
// among its children is not there.

// What people read, as web/frame/headers.py has it for pages: names that run from right to left
// kept together in sentences that run the other way, between two signs that nobody sees; and each
// hyphen that stands for a minus a true one.
const HYPHEN = /(^|[\s([|:–])-(?=\d)/g;
const STRETCH = /\u2068.*?\u2069|[\u0590-\u08ff]([\u0590-\u08ff\s.'"’-]*[\u0590-\u08ff])?/g;

export const asRead = (text) => `${text}`.replace(HYPHEN, "$1−").replace(STRETCH, (found) => (found[0] === "\u2068" ? found : `\u2068${found}\u2069`));


export const make = (tag, { text, ...more } = {}, children = []) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (/^(className|value|hidden)$/.test(name)) element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  // What stands in an option or a field is sent back by a form.
  const read = (child) => (child?.at && !/^(option|textarea)$/.test(tag) ? asRead(child) : child);
  element.append(...[`${text ?? ""}`, ...children].filter(Boolean).map(read));
  return element;
};

export const button = (text, onclick, more = {}) => make("button", { type: "button", text, onclick, ...more });

// On a page that nobody wants to leave, its help comes beside it.
const BESIDE = { target: "_blank", rel: "noopener" };

// A rule, linked to its help.
export function ruleOf(clause, how = BESIDE) {
  const [book, ...number] = clause.split(" ");
  const href = `/rules/${book}/${encodeURIComponent(number.join(""))}`;
  return make("a", { href, className: "rule", text: clause, ...how });
}

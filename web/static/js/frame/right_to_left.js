// Names that run from right to left, kept together in sentences that run the other way, as
// web/frame/right_to_left.py does it for pages: between two signs that nobody sees.

const ISOLATE = "\u2068";
const POP = "\u2069";
const LETTERS = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const BETWEEN = "\\s.'’\"\\-\\u0300-\\u036f";
const SOME = new RegExp(`[${LETTERS}]`, "u");
const STRETCH = new RegExp(`${ISOLATE}[^${POP}]*${POP}|[${LETTERS}](?:[${LETTERS}${BETWEEN}]*[${LETTERS}])?`, "gu");

export const isolated = (text) => {
  const words = String(text ?? "");
  if (!SOME.test(words)) return words;
  return words.replace(STRETCH, (found) => (found.startsWith(ISOLATE) ? found : `${ISOLATE}${found}${POP}`));
};

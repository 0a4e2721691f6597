// A sentence in the language of the page: say("desk.calls", { n: 3 }). Of the catalogues in ledger/messages, what is
// sent has the words in place of the id (web/frame/modules.py): here they come as text, or one for each plural form.

const form = (n) => Number(n !== 1);

export const say = (text, values = {}) =>
  (Array.isArray(text) ? text[form(values.n)] : `${text ?? ""}`).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Things as the language lists them: "A, B and C".
export const listed = (items) => new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, "en-GB")).format(items);

// A sentence in the language of the page: say("desk.calls", { n: 3 }). Of the catalogues in ledger/messages, what is
// sent has the words in place of the id (web/frame/modules.py): here they come as text, or one for each plural form.

const form = (n) => Number(n !== 1);

export const say = (text, values = {}) =>
  (Array.isArray(text) ? text[form(values.n)] : `${text ?? ""}`).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// What the record keeps of words chosen or typed: of those offered its code, whatever the language. `offered`: pairs of
// both, as say.offered("lines.reason-heard-wrong") is sent.
export const kept = (words, offered) => offered.find(([, said]) => said === words)?.[0] ?? words;

// Things as the language lists them: "A, B and C".
export const listed = (items) => new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, "en-GB")).format(items);

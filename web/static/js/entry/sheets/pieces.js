// Pieces that many sheets have.

import { button, make } from "../../frame/make.js";
import { say } from "../../frame/say.js";

// What is read aloud with the title, as the sheet comes.
export const says = (parts) => parts && make("div", { id: "panel-says" }, parts);

// Who agreed, as the record keeps it in every language (`lines.reason-both-players`).
export const BOTH = "both players";

export const row = (...members) => make("div", { className: "row" }, members);

export const cancel = (close, text = say("entry.cancel")) => row(button(text, () => close(null)));

// Pieces that many sheets have.

import { button, make } from "../../frame/make.js";
import { say } from "../../frame/say.js";

// What is read aloud with the title, as the sheet comes.
export const says = (parts) => parts && make("div", { id: "panel-says" }, parts);

export const row = (...members) => make("div", { className: "row" }, members);

export const cancel = (close, text = say("entry.cancel")) => row(button(text, () => close(null)));

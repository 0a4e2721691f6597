// Pieces that many sheets have.

import { button, make } from "../../frame/make.js";

// What is read aloud with the title, as the sheet comes.
export const says = (parts) => parts && make("div", { id: "panel-says" }, parts);

export const row = (...members) => make("div", { className: "row" }, members);

export const cancel = (close, text = "Cancel") => row(button(text, () => close(null)));

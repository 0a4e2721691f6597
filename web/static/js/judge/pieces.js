// Pieces of a slip's screen, and the words on it as somebody typed them.

import { button } from "../frame/make.js";

export const asWritten = (typed) => typed.toUpperCase().split(/[\s,;·]+/).filter(Boolean);
export const tool = (text, onclick) => button(text, onclick, { className: "button" });

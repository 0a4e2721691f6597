// The two players of a game by where they sit.

export const SEATS = ["first", "second"];
export const other = (seat) => (seat === "first" ? "second" : "first");
export const place = (seat) => (seat === "first" ? 0 : 1);

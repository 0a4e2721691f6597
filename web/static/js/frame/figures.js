// Numbers as people read them, as ledger/vocabulary/signs.py writes them for pages and paper. Clocks are
// in wording.js, times of day in hall_time.js.

// A number that may be less than nothing, with a true minus.
export const whole = (number) => `${number}`.replace("-", "−");

// A spread or a change, with its sign: "+35", "−120".
export const signed = (points) => (points > 0 ? `+${points}` : whole(points));

// The scores of a game: "392–299".
export const score = ([first, second]) => `${whole(first)}–${whole(second)}`;

// What a table is called: "A 12"; "Table" stands before it in headings and sentences.
export const tableName = ({ division, table }) => (division ? `${division} ${table}` : `${table}`);

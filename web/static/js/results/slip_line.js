// What is typed on the line of slips, read: a table, or scores. Knows no page and no server.

// The address of a game, and that of a slip's code.
const ADDRESS = /\/(?:t|v\/[0-9A-Z]{10}\/\d{1,6})\/([^/\s]+)\/(?:([^/\s]+)\/)?r(\d{1,4})\/t(\d{1,5})(?=[/?#]|$)/i;
const BETWEEN = /[\s,;:.=/+*]+/;
const STROKE = /(\d)[-–]/g; // a minus behind a digit is a stroke between scores
const SCORE = /^[-−]?\d{1,4}$/;

// The table that is named: { slug, division, round, table } of a QR, { division, table } as typed;
// null: none is. What follows a table on the same line is `rest`.
export function tableIn(text) {
  const scanned = ADDRESS.exec(text);
  if (scanned) {
    const [, slug, division = "", round, table] = scanned;
    return { slug: decodeURIComponent(slug), division: decodeURIComponent(division), round: Number(round), table: Number(table), rest: "" };
  }
  const typed = /^\s*(\D*?)\s*(\d{1,5})(?:\s+(.*))?$/.exec(text);
  return typed && { division: typed[1], table: Number(typed[2]), rest: typed[3] ?? "" };
}

// The scores in a line: [412, 388]; [412] of one alone; null where it can't be read. Six digits are
// two scores of three.
export function scoresIn(text) {
  const digits = /^\s*(\d{3})(\d{3})\s*$/.exec(text);
  if (digits) return [Number(digits[1]), Number(digits[2])];
  const parts = text.trim().replace(STROKE, "$1 ").split(BETWEEN).filter(Boolean);
  if (!parts.length || parts.length > 2 || !parts.every((part) => SCORE.test(part))) return null;
  return parts.map((part) => Number(part.replace("−", "-")));
}

// Whether these are two scores that nothing more can come behind.
export const isWhole = (text) => /^\d{6}$/.test(text);

// The tables that a name may mean, the open round's alone where no round is said.
export function tablesMeant(named, tables) {
  const at = tables.filter(
    ({ table, round, division }) =>
      table === named.table &&
      (named.round === undefined ? true : round === named.round && division === named.division) &&
      (!named.division || division.toLowerCase().startsWith(named.division.toLowerCase())),
  );
  const just = at.filter(({ division }) => division.toLowerCase() === named.division.toLowerCase());
  return named.division && just.length ? just : at; // A, where there are A and A1
}

// Tables of a division whose name ends in a number, which A13 means as well: A1, table 3. Behind a
// `gap` there is no other way to read it.
export function readOtherwise(text, tables) {
  const typed = text.trim().toLowerCase();
  return tables.flatMap((table) => {
    const name = table.division.toLowerCase();
    if (!/\D\d+$/.test(name) || !typed.startsWith(name)) return [];
    const found = /^(\s*)(\d{1,5})(?:\s+(.*))?$/.exec(typed.slice(name.length));
    return found && Number(found[2]) === table.table ? [{ table, rest: found[3] ?? "", gap: found[1] !== "" }] : [];
  });
}

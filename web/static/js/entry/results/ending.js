// What entries about the end of a game do to the state this tablet shows, until the server says.

import { clockWords } from "../../frame/wording.js";
import { other, place } from "../seats.js";
import { say } from "../../frame/say.js";


// "QUIxOT.[CH]" as tiles.
export const cut = (letters) => [...letters.matchAll(/\[([^\]]+)\]|./gu)].map(([all, several]) => several ?? all);

// A rack as it is written: "EGN", "?[CH]", "-" for none; null where it can't be read.
export function cutRack(rack, faces) {
  if (rack === "-") return [];
  const tiles = cut(rack);
  return tiles.every((tile) => tile === "?" || faces.has(tile)) ? tiles : null;
}

export const worthOf = (tiles, faces) => tiles.reduce((sum, tile) => sum + (tile === "?" ? 0 : faces.get(tile)), 0);

// What tiles left do to both scores, as the rulebook's mode says; null where nobody knows.
export function unplayed(now, racks, faces) {
  const values = racks.map((rack) => (rack ? worthOf(cutRack(rack, faces) ?? [], faces) : null));
  const mode = now.out ? now.unplayed_mode : now.rules?.unplayed_both;
  const out = now.out && place(now.out);
  if (mode === "own") return values.includes(null) ? null : { mode, changes: values.map((value) => -value || 0) };
  if (out === null || values[1 - out] === null || !["double", "single"].includes(mode)) return null;
  const left = values[1 - out];
  const changes = [0, 0];
  changes[out] = mode === "double" ? 2 * left : left;
  if (mode === "single") changes[1 - out] = -left || 0;
  return { mode, changes };
}

// What overtime costs; null where the rulebook's numbers are not known.
export function overtimePoints({ rules }, over) {
  if (!rules || rules.overtime_points == null) return null;
  return over < rules.overtime_from ? 0 : Math.ceil(over / 60) * rules.overtime_points;
}

const line = (now, seat, kind, points, more) => {
  now.totals[place(seat)] += points;
  now.lines.push({
    version: null, seat, kind, move: kind, score: points, total: now.totals[place(seat)],
    words: [], placed: [], tiles: "", note: "", by: [], verified: [], ...more,
  });
};

export const ENDING = {
  "accept-play-out"(now, { seat }) {
    now.out = other(seat);
    now.ended = "played-out";
    now.on_move = null;
    now.hold = null;
    now.open = now.open.filter(({ name }) => name !== "play-out");
  },

  "count-unplayed"(now, { racks }) {
    const told = unplayed(now, racks, this.faces);
    now.unplayed_counted = true;
    if (!told) {
      now.open_questions += 1;
      return;
    }
    told.changes.forEach((change, at) => {
      if (!change) return;
      const tiles = racks[change > 0 ? 1 - at : at];
      line(now, at ? "second" : "first", "unplayed", change, { tiles, note: told.mode, move: `tiles ${tiles}` });
    });
  },

  "record-overtime"(now, { seat, over }) {
    const points = overtimePoints(now, over);
    if (points === null) now.open_questions += 1;
    now.overtime = now.overtime.map((had, at) => (at === place(seat) ? points ?? 0 : had));
    const note = say("lines.note-over", { time: clockWords(over) });
    if (points) line(now, seat, "overtime", -points, { note, move: note });
  },

  "propose-result"(now) {
    now.proposed = [...now.totals];
  },

  "sign-result"(now, { seat }) {
    now.signed_by = [...now.signed_by, seat];
    now.final = now.signed_by.length === 2;
  },

  "take-back-signature"(now, { seat }) {
    now.signed_by = now.signed_by.filter((one) => seat && one !== seat);
    now.final = false;
  },

  "hand-in"(now, { seat }) {
    now.handed_in = seat;
  },

  "designate-blank"(now, { blank, square, letter, how }) {
    now.blanks = [...now.blanks.filter((one) => one.blank !== blank), { blank, square, letter, how }];
  },

  "call-director"(now, { stopped }) {
    if (stopped) now.neutral = "director-called";
    now.open = [...now.open, {
      name: "director-called", title: say("entry.director-has-been-called"), clause: "", steps: [
        { who: "director", does: say("entry.come-table"), clause: "", asks: "director-comes" },
      ], counts: [], seat: null,
    }];
  },

  "director-comes"(now) {
    now.open = now.open.filter(({ name }) => name !== "director-called");
  },
};

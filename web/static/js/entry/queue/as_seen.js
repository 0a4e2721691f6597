// What somebody saw who begins a play or an answer: whose turn it was, on which board. It is handed
// in as an answer to that, however long it takes; what another tablet entered meanwhile makes the
// server say so, and nothing is written on a sheet that nobody here has seen.

const looks = (now) =>
  JSON.stringify([
    now.on_move, now.squares, now.hold, now.challenge, now.out, now.ended,
    now.lines.map(({ seat, kind, move, score, withdrawn }) => [seat, kind, move, score, withdrawn]),
  ]);

export const seenOf = (now) => ({ seat: now.on_move, last: now.last, looks: looks(now) });

export const isAsSeen = (seen, now) => looks(now) === seen.looks;

// The entry it comes after: the latest, while all looks as it did; else the latest of then.
export const afterOf = (seen, now) => (isAsSeen(seen, now) ? now.last : seen.last);

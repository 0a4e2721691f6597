"""Who sits where in a round, as people look for themselves: by name."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.hall.course import Course
from ledger.hall.in_words import Starts, who_starts
from ledger.vocabulary.names import sought


@dataclass(frozen=True)
class Sits:
    """One player of a round.

    Attributes:
      letter: the one that the name begins with, where the name before it began with another.
      table: 0 for a bye; ``kept``: whether it is kept for somebody who needs it.
      starts: who starts, as far as that is settled; of a game that was begun, who did.
    """

    letter: str
    name: str
    number: int
    division: str
    table: int
    kept: bool
    opponent: str
    starts: Starts


def by_name(
    course: Course, round_number: int, division: str | None = None, text: str = ""
) -> list[Sits]:
    """Everybody of a round by name; those alone that have every word asked for.

    Args:
      course: the tournament.
      round_number: the round.
      division: of this one only.
      text: what was typed: each word must begin a part of the name.
    """
    asked = sought(text).split()
    found = []
    for one in course.of_round(round_number, division):
        for seat, (name, number) in enumerate(zip(one.names, one.numbers, strict=True)):
            if not all(any(p.startswith(a) for p in sought(name).split()) for a in asked):
                continue
            opponent = one.names[1 - seat] if one.table else ""
            starts = _starts(course, number, round_number)
            found.append((sought(name), name, number, one, opponent, starts))
    found.sort(key=lambda row: (row[0], row[2]))
    rows, before = [], ""
    for plain, name, number, one, opponent, starts in found:
        letter = plain.strip()[:1].upper()
        rows.append(
            Sits(
                letter if letter != before else "", name, number, one.division, one.table, one.kept,
                opponent, starts,
            )
        )  # fmt: skip
        before = letter
    return rows


def _starts(course: Course, number: int, round_number: int) -> Starts:
    card = course.card(number) if number else None
    line = card.line(round_number) if card else None
    if card is None or line is None or line.sat_out:
        return "open"
    if line.began:
        if not line.seat:
            return "open"
        return "you" if line.seat == 1 else "opponent"
    other = course.card(line.opponent) if line.opponent else None
    starts = other.starts[0] if other else 0
    return who_starts(line, course.tournament.starts_by, card.starts, starts)

"""Who sits where in a round, as people look for themselves: by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ledger.hall.course import Course
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
    starts: Literal["you", "opponent", "open"]


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
            line = course.line(number, round_number)
            starts = line.starts if line else "open"
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

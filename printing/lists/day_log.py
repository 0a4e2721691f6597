"""The director's log of a day: every official act in order, to be signed."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine.flowing import BoxRow, Section, row_of
from printing.engine.heading import Form, Heading
from printing.engine.listed import drawn, said
from printing.engine.page import A4, Paper

FORM = Form("Log of the day", where=("Division",))
LINES_BY_HAND = 20


@dataclass(frozen=True, kw_only=True)
class DayLog:
    """What officials did on one day.

    Attributes:
      day: which day, in words, and in whose time; empty for the hand.
      acts: when and by whom, and what was done where; oldest first. What followed from an act
        stands below it.
    """

    heading: Heading = field(default_factory=Heading)
    day: str = ""
    acts: tuple[tuple[str, str], ...] = ()
    entries: int = 0


def sections(log: DayLog) -> tuple[Section, ...]:
    by_hand = log == DayLog(heading=log.heading)
    line = row_of(("Time", "", 0.2), ("By", "", 0.25), ("Table", "", 0.2), ("What was done", ""))
    done = (
        Section("What was done", (), (line,) * LINES_BY_HAND)
        if by_hand
        else Section("What was done", log.acts or (("", "No official did anything."),))
    )
    about = row_of(("Day", log.day), ("Entries", str(log.entries) if not by_hand else "", 0.3))
    return (Section("", (), (about,)), done, Section("Signatures", (), SIGNED))


SIGNED: tuple[BoxRow, ...] = (
    row_of(("Director", ""), ("Date and time", "", 0.5), high=19.4),
    row_of(("Organiser", ""), ("Date and time", "", 0.5), high=19.4),
)


def lines(log: DayLog) -> list[str]:
    return said(FORM, log, sections)


def blank(paper: Paper = A4) -> bytes:
    return draw(DayLog(), paper=paper)


def draw(*logs: DayLog, paper: Paper = A4) -> bytes:
    return drawn(FORM, logs, paper, sections)

"""The course of a tournament at hand for its lists: which of it, as of when, and their heads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from ledger.hall.course import Course, Paired
from ledger.hall.in_words import byes_told, provisional_told, state_told, unsigned_told
from printing.heading import Heading, marked
from printing.page import when_words
from printing.played import Played
from printing.source import NOTHING_ELSE, Source


@dataclass(frozen=True, kw_only=True)
class CourseAtHand:
    """A tournament as its lists need it.

    Attributes:
      course: as whoever prints is shown it.
      moment: as of when, in the time of the hall.
      source: the chain's link and so on, where the state of the record is to be printed.
      record_to: the number of the last entry; ``None``: it is not told.
      shown: in its place, the second in which it is printed.
      division: of one division only; ``None``: all.
      round_number: of which round pairings are.
      order: whether pairings go by ``table`` or by ``name``.
      number: whose card; 0: everybody's.
      planned: rounds planned of each division, where somebody said.
    """

    course: Course
    moment: datetime
    source: Source = field(default_factory=lambda: NOTHING_ELSE)
    record_to: int | None = None
    shown: str = ""
    division: str | None = None
    round_number: int = 0
    order: Literal["table", "name"] = "table"
    number: int = 0
    planned: Mapping[str, int] = field(default_factory=dict)

    @property
    def divisions(self) -> tuple[str, ...]:
        """The divisions that are printed."""
        return self.course.divisions if self.division is None else (self.division,)

    def heading(self, division: str = "", round_number: int | None = None) -> Heading:
        """The head of one list."""
        row = self.course.tournament
        source = replace(self.source, tournament=row.name)
        played = Played(slug=row.slug, source=source, record_to=self.record_to, shown=self.shown)
        heading = played.heading(division, round_number)
        if not any(self.course.divisions):
            return replace(heading, undivided=True)
        return heading if division else replace(heading, division="all")

    def notes(self, *more: str) -> tuple[str, ...]:
        """The lines below the head: as of when, and what else there is to say."""
        return tuple(words for words in (f"As of {when_words(self.moment)}.", *more) if words)

    def missing(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games without a result, of all that is printed or of one division of it."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.missing if one.division in wanted)

    def unsigned(self, division: str | None = None) -> tuple[Paired, ...]:
        """Games with a result that is not signed for by both, likewise."""
        wanted = self.divisions if division is None else (division,)
        return tuple(one for one in self.course.unsigned if one.division in wanted)

    def may_change(self, heading: Heading, division: str | None = None) -> Heading:
        """The head of a list, marked where it may change still."""
        open_ = self.missing(division) or self.unsigned(division)
        return marked(heading, provisional=bool(open_))

    def of_standings(self, division: str | None = None) -> tuple[str, ...]:
        """After which round they are, and what of it is missing, unsigned or worth nothing yet."""
        state = state_told(self.course, division).capitalize()
        missing, unsigned = self.missing(division), self.unsigned(division)
        byes = byes_told(self.course.byes_worth_nothing(division))
        return f"{state}.", provisional_told(missing), unsigned_told(unsigned), byes

"""The state of the record that a list is printed of: up to an entry, or as shown in a second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ledger.proof.paper_codes import shown_words
from ledger.record.chain import START_OF_CHAIN
from ledger.record.events import tournament_id
from ledger.record.log import Log, position_at

if TYPE_CHECKING:
    from ledger.hall.standings_view import Course
    from web.command_line.opened import Opened

SETTLED = timedelta(seconds=2)
"""After so long nothing is under way any more that was stamped before: a state that long ago can
be found again."""

UNDER_WAY = timedelta(seconds=3)
"""What a list shows was written by so long after the second it names."""

READ_AGAIN = 20
"""Times that a list is read again at most because something was entered meanwhile."""

TRIES = 40
"""States that a list printed in a second may be of, at most."""


@dataclass(frozen=True)
class PrintedOf:
    """What a list needs to know of the state it is printed of.

    Attributes:
      moment: as of when it is, UTC.
      link: the chain's link that its code binds.
      record_to: the last entry, where that is told.
    """

    moment: datetime
    link: bytes
    record_to: int | None = None

    @property
    def shown(self) -> str:
        """The second it names in place of an entry; empty where it names one."""
        return shown_words(self.moment) if self.record_to is None else ""


def up_to(log: Log, position: int) -> PrintedOf:
    """The state up to an entry: as of that, so that the same record prints the same list."""
    [(_, last)] = log.read(position - 1, 1)
    return PrintedOf(last.envelope.written_at, log.link_at(position), position)


def as_shown(log: Log, now: datetime) -> PrintedOf:
    """The state as it is shown in a second, which tells nobody how much is entered.

    The code binds what was settled by then. It does not change with what is under way, so that two
    prints of one second differ by nothing but what they show.
    """
    moment = now.replace(microsecond=0)
    settled = position_at(log, moment - SETTLED)
    return PrintedOf(moment, log.link_at(settled) if settled else START_OF_CHAIN)


def officially(here: Opened, course: Course) -> tuple[Course, PrintedOf]:
    """A tournament as officials see it, and the entry up to which that is: both of one moment."""
    here.hall.catch_up()
    slug, position = course.tournament.slug, here.hall.position()
    for _ in range(READ_AGAIN):
        course = here.hall.course(slug, course.after) or course
        before, position = position, here.hall.position()
        if before == position:
            break
    return course, up_to(here.log, position)


def states_shown(here: Opened, slug: str, moment: datetime) -> Iterator[int]:
    """Up to which positions a list may have gone that was printed in a second, the likely first."""
    start = position_at(here.log, moment - SETTLED)
    end = position_at(here.log, moment + UNDER_WAY)
    streams = {tournament_id(slug), *(row.id for row in here.hall.games(slug))}
    told = [
        position
        for position, event in here.log.read(start, end - start)
        if event.originator_id in streams
    ]
    yield from sorted({start, *told[-TRIES:]}, reverse=True)

"""One look at a record: can it be written and read, is all that follows it up to date."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ledger.accounts.badges import Badges
from ledger.backup.confirmed import latest
from ledger.hall import Hall
from ledger.proof.cosigned import standing_disagreement
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.record.streams import record_id
from ledger.vocabulary.refusals import Refusal
from web.watching.checks import (
    Check,
    of_the_backup,
    of_the_clock,
    of_the_disk,
    of_the_witness_that,
)


class Place(NamedTuple):
    """What is known of where the record lies, for whoever watches over it.

    Attributes:
      folder: the data folder.
      room: megabytes that should be free there.
      backup_every: minutes from one backup to the next; ``None``: none are made by themselves.
    """

    folder: Path
    room: int
    backup_every: float | None = None


class Looking:
    """Looks at a data folder, and takes as long as that takes.

    Args:
      log: the record.
      hall: the lists made from it.
      now: the desk's clock.
      office: who is signed in, and which backups are good; ``None`` where nobody can sign in.
      place: where the record lies; ``None``: nobody looks for room there.
    """

    def __init__(
        self,
        log: Log,
        hall: Hall,
        now: Callable[[], datetime],
        office: Badges | None,
        place: Place | None,
    ) -> None:
        self._log, self._hall, self._now = log, hall, now
        self._office, self._place = office, place
        self._newest: tuple[int, datetime] | None = None
        self._disagrees: tuple[int, str] | None = None

    def __call__(self) -> Sequence[Check]:
        """Every check there is; where the record is away, those that need none, and that."""
        return tuple(self._each())

    def _each(self) -> Iterator[Check]:
        if self._place is not None:
            yield of_the_disk(self._place.folder, self._place.room)
        try:
            self._log.try_to_write()
            end = self._log.last_position()
            hall = self._of_the_hall(end)
            clock = of_the_clock(self._apart(end))
            others = (*self._of_the_office(), *self._of_the_witnesses())
        except Refusal as refusal:
            yield Check("record", "trouble", str(refusal))
            return
        done = "A turn was written, read back and taken back"
        yield Check("record", "ok", f"{done}; the newest event is {end}.", end)
        yield from (hall, clock, *others)

    def _of_the_hall(self, end: int) -> Check:
        if self._hall.position() < end:
            self._hall.catch_up()
        behind = max(0, end - self._hall.position())
        if behind:
            told = f"The hall is {behind} events behind the record."
            return Check("hall", "trouble", told, behind)
        return Check("hall", "ok", "The lists hold all of the record.", 0)

    def _of_the_office(self) -> Iterator[Check]:
        if self._office is None:
            return
        self._office.sessions.ask_whether_there()
        if self._place is not None:
            newest = latest(self._office.cabinet)
            yield of_the_backup(
                newest.made_at if newest is not None else None,
                self._now(),
                self._place.backup_every,
                elsewhere=newest is None or newest.elsewhere,
            )

    def _of_the_witnesses(self) -> Iterator[Check]:
        """What a witness found against the record; read again only where that was written to."""
        version = self._log.version_of(record_id())
        if self._disagrees is None or self._disagrees[0] != version:
            self._disagrees = version, standing_disagreement(self._log.events_of(record_id()))
        if self._disagrees[1]:
            yield of_the_witness_that(self._disagrees[1])

    def _apart(self, end: int) -> dict[str, float]:
        """By what it was compared with, how many seconds that is ahead of our clock."""
        before, theirs, after = self._now(), self._log.clock(), self._now()
        apart = {}
        if theirs is not None:
            between = before + (after - before) / 2
            apart["that of the database"] = (theirs - between).total_seconds()
        newest = self._newest_written(end)
        if newest is not None:
            apart["the newest event"] = max(0.0, (newest - after).total_seconds())
        return apart

    def _newest_written(self, end: int) -> datetime | None:
        """When the newest event was written; read once, for most looks find it as it was."""
        if end and (self._newest is None or self._newest[0] != end):
            try:
                found = self._log.read(end - 1, 1)
            except Damaged:  # which `verify` says
                return None
            if found:
                self._newest = end, found[-1][1].envelope.written_at
        return self._newest[1] if self._newest is not None else None

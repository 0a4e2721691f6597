"""What readiness is made of: one check each, and one look at a record."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock, Thread
from typing import Literal, NamedTuple

from msgspec import Struct

from ledger.accounts.badges import Badges
from ledger.backup.ring import latest
from ledger.hall import Hall
from ledger.proof.checkpoints_made import standing_disagreement
from ledger.record.events import record_id
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.vocabulary.refusals import Refusal

State = Literal["ok", "warning", "trouble"]

FAR_APART = 60.0  # seconds between two clocks from which on times in the record mislead people
NOT_FOLLOWING = 10.0  # seconds without following the record from which on live screens stand still

MEGABYTE = 1_000_000


class Check(Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
      state: ``trouble``: the service can't do its work; ``warning``: it can, and somebody should
        see to it.
      value: what was measured, in the unit that ``told`` names; ``None`` where nothing was.
    """

    name: str
    state: State
    told: str
    value: float | None = None


def of_the_disk(folder: Path, room: int) -> Check:
    """How much room is left where the data folder lies; ``room``: megabytes there should be."""
    try:
        free = shutil.disk_usage(folder).free // MEGABYTE
    except OSError as trouble:
        return Check("disk", "warning", f"The data folder can't be looked at: {trouble.strerror}.")
    if free < room:
        return Check("disk", "warning", f"{free} MB are free for the data folder: make room.", free)
    return Check("disk", "ok", f"{free} MB are free for the data folder.", free)


def of_the_backup(
    made_at: datetime | None, now: datetime, every: float | None, *, elsewhere: bool = True
) -> Check:
    """How old the newest backup is.

    Args:
      every: minutes from one backup to the next; ``None``: none are made by themselves.
      elsewhere: whether it outlives the disk of the record, as far as we can see.
    """
    if made_at is None:
        return Check(
            "backup",
            "warning",
            "No backup yet: `tilescribe record backup FILE`, or set backup.folder.",
        )
    age = max(0.0, (now - made_at).total_seconds())
    text = f"The newest backup is {wording(age)} old."
    due = timedelta(days=1).total_seconds() if every is None else max(3 * every * 60, 120.0)
    if age > due:
        return Check("backup", "warning", f"{text} See whether backups are still made.", age)
    if not elsewhere:
        lost = "It lies on the disk of the record, and is lost with it."
        return Check("backup", "warning", f"{text} {lost}", age)
    return Check("backup", "ok", text, age)


def unmade(trouble: str, age: float | None) -> Check:
    """Backups can't be made; ``age``: of the newest there is, in seconds."""
    return Check("backup", "warning", f"No backup can be made now: {trouble}", age)


def of_the_witness_that(disagrees: str) -> Check:
    text = f"{disagrees} Keep the record as it is, and run tilescribe record verify."
    return Check("witnesses", "warning", text)


def of_the_sending(waiting: Sequence[str]) -> Check:
    if waiting:
        return Check("witnesses", "warning", " ".join(waiting), len(waiting))
    return Check("witnesses", "ok", "Whoever is sent checkpoints has them all.", 0)


def of_the_clock(apart: dict[str, float]) -> Check:
    """Whether others agree with our clock; ``apart``: seconds that each is ahead of us."""
    farthest = max(apart.items(), key=lambda each: abs(each[1]), default=("", 0.0))
    with_whom, seconds = farthest
    if abs(seconds) < FAR_APART:
        return Check("clock", "ok", "The clock agrees with all it can be compared with.", seconds)
    which = "behind" if seconds > 0 else "ahead of"
    text = f"This computer's clock is {wording(abs(seconds))} {which} {with_whom}: set it."
    return Check("clock", "warning", text, seconds)


def of_the_screens(still_for: float | None, watching: int) -> Check:
    """Whether live screens follow the record; ``None``: nothing is followed here."""
    if still_for is not None and still_for > NOT_FOLLOWING:
        text = f"Live screens have not followed the record for {wording(still_for)}."
        return Check("screens", "trouble", text, still_for)
    return Check("screens", "ok", f"{watching} screens follow the record.", still_for)


def wording(seconds: float) -> str:
    """A span of time as people say it.

    >>> wording(1), wording(90), wording(7200), wording(200_000)
    ('1 second', '90 seconds', '2 hours', '2 days')
    """
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{int(seconds // length)} {unit}s"
    whole = int(seconds)
    return f"{whole} second{'' if whole == 1 else 's'}"


# One look at a record: can it be written and read, is all that follows it up to date.


class Place(NamedTuple):
    """What is known of where the record lies, for whoever watches over it.

    Attributes:
      room: megabytes that should be free there.
      backup_every: minutes from one backup to the next; ``None``: none are made by themselves.
    """

    folder: Path
    room: int
    backup_every: float | None = None


class Looking:
    """Looks at a data folder, and takes as long as that takes.

    Args:
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
            text = f"The hall is {behind} events behind the record."
            return Check("hall", "trouble", text, behind)
        if owed := self._hall.owed():
            text = (
                f"The lists follow the record. Of older tournaments {owed} events are still to be "
                "taken in; one that somebody asks for comes first."
            )
            return Check("hall", "ok", text, 0)
        return Check("hall", "ok", "The lists hold all of the record.", 0)

    def _of_the_office(self) -> Iterator[Check]:
        if self._office is None:
            return
        self._office.sessions.ask_whether_there()
        if self._place is not None:
            newest = latest(self._office.local_store)
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


# Whether the service can do its work, found out within a bound, however stuck the record is.


Checks = Sequence[Check]

PATIENCE = 1.8  # seconds ``/readyz`` waits for an answer: whoever watches us wants one within two


class Readiness:
    """Asks one question at a time in a thread of its own, whoever wants to know.

    Everybody who asks meanwhile is told the same answer, so that asking a hundred times costs
    no more than asking once.

    Args:
      stuck: what is said of the record where it takes too long.
    """

    def __init__(self, look: Callable[[], Checks], stuck: str) -> None:
        self._look = look
        self._stuck = stuck
        self._lock = Lock()
        self._looking: Future[Checks] | None = None

    def checks(self) -> Checks:
        with self._lock:
            if self._looking is None or self._looking.done():
                self._looking = Future()
                Thread(target=self._answer, args=(self._looking,), daemon=True).start()
            looking = self._looking
        try:
            return looking.result(PATIENCE)
        except TimeoutError:
            return (Check("record", "trouble", self._stuck),)

    def _answer(self, future: Future[Checks]) -> None:
        try:
            future.set_result(self._look())
        except BaseException as trouble:
            future.set_exception(trouble)

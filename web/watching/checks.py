"""What readiness is made of: one check each, good, doubtful, or in the way of the work."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from msgspec import Struct

State = Literal["ok", "warning", "trouble"]

FAR_APART = 60.0
"""Seconds between two clocks from which on times in the record mislead people."""

NOT_FOLLOWING = 10.0
"""Seconds without following the record from which on live screens stand still."""

MEGABYTE = 1_000_000


class Check(Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
      name: what, in one word.
      state: ``trouble``: the service can't do its work; ``warning``: it can, and somebody should
        see to it.
      told: in words.
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
      made_at: when it was made; ``None``: there is none.
      now: the time.
      every: minutes from one backup to the next; ``None``: none are made by themselves.
      elsewhere: whether it outlives the disk of the record, as far as we can see.
    """
    if made_at is None:
        return Check(
            "backup", "warning", "No backup yet: `tilescribe backup FILE`, or set backup.folder."
        )
    age = max(0.0, (now - made_at).total_seconds())
    told = f"The newest backup is {in_words(age)} old."
    due = timedelta(days=1).total_seconds() if every is None else max(3 * every * 60, 120.0)
    if age > due:
        return Check("backup", "warning", f"{told} See whether backups are still made.", age)
    if not elsewhere:
        lost = "It lies on the disk of the record, and is lost with it."
        return Check("backup", "warning", f"{told} {lost}", age)
    return Check("backup", "ok", told, age)


def unmade(trouble: str, age: float | None) -> Check:
    """Backups can't be made; ``age``: of the newest there is, in seconds."""
    return Check("backup", "warning", f"No backup can be made now: {trouble}", age)


def of_the_witness_that(disagrees: str) -> Check:
    """What a witness found against the record, which whoever runs it has to know first."""
    told = f"{disagrees} Keep the record as it is, and run tilescribe verify."
    return Check("witnesses", "warning", told)


def of_the_sending(waiting: Sequence[str]) -> Check:
    """Whether witnesses and subscribers have the checkpoints; ``waiting``: why one lacks some."""
    if waiting:
        return Check("witnesses", "warning", " ".join(waiting), len(waiting))
    return Check("witnesses", "ok", "Whoever is sent checkpoints has them all.", 0)


def of_the_clock(apart: dict[str, float]) -> Check:
    """Whether others agree with this computer's clock.

    Args:
      apart: what was compared with, and how many seconds it is ahead of us.
    """
    farthest = max(apart.items(), key=lambda each: abs(each[1]), default=("", 0.0))
    with_whom, seconds = farthest
    if abs(seconds) < FAR_APART:
        return Check("clock", "ok", "The clock agrees with all it can be compared with.", seconds)
    which = "behind" if seconds > 0 else "ahead of"
    told = f"This computer's clock is {in_words(abs(seconds))} {which} {with_whom}: set it."
    return Check("clock", "warning", told, seconds)


def of_the_screens(still_for: float | None, watching: int) -> Check:
    """Whether live screens follow the record; ``None``: nothing is followed here."""
    if still_for is not None and still_for > NOT_FOLLOWING:
        told = f"Live screens have not followed the record for {in_words(still_for)}."
        return Check("screens", "trouble", told, still_for)
    return Check("screens", "ok", f"{watching} screens follow the record.", still_for)


def in_words(seconds: float) -> str:
    """A span of time as people say it.

    >>> in_words(1), in_words(90), in_words(7200), in_words(200_000)
    ('1 second', '90 seconds', '2 hours', '2 days')
    """
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{int(seconds // length)} {unit}s"
    whole = int(seconds)
    return f"{whole} second{'' if whole == 1 else 's'}"

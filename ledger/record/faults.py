"""What checking the record finds: faults, each with its place, and the verdict on the whole."""

from __future__ import annotations

from msgspec import Struct

MOST_FAULTS = 1_000  # faults listed; a file that has more is not described better by a longer list

LOST, MISSING = "end", "missing"
"""Columns of faults where nothing of what is here was changed: the end is gone; checkpoints are."""

CONSISTENT = "This record is consistent with itself."
"""What is said where nothing from outside was compared: a record that is written anew is so too."""

NOTHING_CHANGED = "Nothing was changed"
"""What is said only where something from outside was compared, and of what lies under it."""

COMPARE = (
    "Nothing from outside was compared with it. To find out whether it was written anew, compare a "
    "checkpoint, a round sheet or a bundle kept elsewhere: "
    "`tilescribe record verify --against FILE`."
)
NOBODY_CAN_TELL = (
    "Whether its end is missing, nobody can tell from what is here: compare it with a checkpoint, "
    "`tilescribe record verify --against`."
)
END_LOST = (
    "Its end is lost. Keep the folder as it is, look for the missing ledger.db-wal, and take the "
    "newest backup."
)
SIGNED_NO_MORE = (
    "Checkpoints that must be there are missing: somebody took them out, or they could not be "
    "made. Keep the record as it is, and compare it with what is kept elsewhere: "
    "`tilescribe record verify --against FILE`."
)
NOT_AS_WITNESSED = (
    "It does not agree with what a witness saw. Keep this record as it is, and compare it with "
    "checkpoints on paper: `tilescribe record verify --against FILE`."
)
CHANGED = "The record was changed."


class Fault(Struct, frozen=True):
    """One thing that is not as it was written.

    Attributes:
      table: ``stored_events``, ``chain``, ``answers``, ``words``, ``checkpoint``, ``file`` or
        ``printed``.
      column: the column that changed; ``row`` where a whole row can't be read, ``index``
        where table and index differ.
      position: place in the log, if it has one.
      stream: the game, case, tournament or badge, as stored; for words, their digest.
    """

    table: str
    column: str
    what: str
    position: int | None = None
    stream: str = ""
    version: str = ""

    def __str__(self) -> str:
        place = "" if self.position is None else f"position {self.position}, "
        stream = f"{self.stream}, " if self.stream else ""
        version = f"version {self.version}, " if self.version else ""
        return f"{place}{stream}{version}{self.table}.{self.column}: {self.what}"


class Witnessed(Struct, frozen=True):
    """What one witness's key signed, rightly.

    Attributes:
      trusted: whether the settings name the key; ``None``: they name no witness at all.
    """

    name: str
    key: str
    checkpoints: int
    size: int
    trusted: bool | None = None


class Verdict(Struct, frozen=True):
    """What checking the record came to.

    Attributes:
      events: events read.
      head: link at the chain's end, to compare with paper.
      faults: what is wrong, at most ``MOST_FAULTS`` of it.
      warnings: what may be missing though what is here agrees with itself, in words.
      end_unknown: whether the end may be missing, for the file was copied while it was in use.
      outside: how many events the largest checkpoint has that came from outside, in hand or signed
        by a witness that the settings name; 0: nothing from outside was compared.
      unchecked: signatures of witnesses that were kept without a key, so that nobody can say.
      disagreed: what witnesses found against the record and did not settle, in words. It is no
        fault of what is here: that may agree with itself and still be another history.
    """

    events: int
    answers: int
    words: int
    position: int
    head: bytes
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...] = ()
    checkpoints: int = 0
    witnessed: tuple[Witnessed, ...] = ()
    unchecked: int = 0
    disagreed: tuple[str, ...] = ()
    outside: int = 0
    end_unknown: bool = False
    printed: int = 0
    signatures: int = 0

    @property
    def sound(self) -> bool:
        """True if nothing that is here, or must be, says otherwise."""
        return not self.faults

    @property
    def says(self) -> str:
        """The verdict in a sentence or two: the same on a page, for programs and in a terminal."""
        columns = {fault.column for fault in self.faults}
        if columns - {LOST, MISSING}:
            return CHANGED
        if columns:
            lines = (SIGNED_NO_MORE if MISSING in columns else CONSISTENT, END_LOST)
            return " ".join(lines[: 1 + (LOST in columns)])
        if self.disagreed:
            return f"{CONSISTENT} {NOT_AS_WITNESSED}"
        if self.end_unknown:
            return f"{CONSISTENT} {NOBODY_CAN_TELL}"
        if not self.outside:
            return f"{CONSISTENT} {COMPARE}"
        return unchanged_up_to(self.outside, self.events)


def unchanged_up_to(outside: int, events: int) -> str:
    """What is said where a checkpoint of so many events from outside agreed with the record."""
    if outside >= events:
        return f"{NOTHING_CHANGED}: all {events} events are those of what was compared."
    return (
        f"{NOTHING_CHANGED} in the first {outside} events: they are those of what was compared. "
        "What came later is consistent with itself."
    )

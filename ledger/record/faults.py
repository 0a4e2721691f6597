"""What checking the record finds: faults, each with its place, and the verdict on the whole."""

from __future__ import annotations

from msgspec import Struct

MOST_FAULTS = 1_000
"""Faults listed; a file that has more is not described better by a longer list."""


class Fault(Struct, frozen=True):
    """One thing that is not as it was written.

    Attributes:
      table: ``stored_events``, ``chain``, ``answers``, ``words``, ``checkpoint`` or ``file``.
      column: the column that changed; ``row`` where a whole row can't be read, ``index``
        where table and index differ.
      what: what is wrong, in words.
      position: place in the log, if it has one.
      stream: the game, case, tournament or badge, as stored; for words, their digest.
      version: place in the stream, as stored.
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
      name: whose key it is, and ``key``: as people hand it on.
      checkpoints: how many it signed.
      size: how many events the largest of them has.
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
      answers: answers read.
      words: words read, removed ones included.
      position: position of the chain's end.
      head: link at the chain's end, to compare with paper.
      faults: what is wrong, at most ``MOST_FAULTS`` of it.
      checkpoints: checkpoints in the log, each of which was compared.
      warnings: what may be missing though nothing here was changed, in words.
      witnessed: witnesses whose signatures below checkpoints are right, by name.
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

    @property
    def sound(self) -> bool:
        """True if everything is as it was written."""
        return not self.faults

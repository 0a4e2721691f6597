"""Files of other programs that were taken into a tournament."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import EVENT


class FileTakenIn(Fact, frozen=True, kw_only=True, tag="file-taken-in"):
    """A file was taken in by whoever's badge is on the envelope; what it changed came with it.

    Attributes:
      file: its name, as it was given; empty where its text was pasted.
      digest: SHA-256, in hex, of all that was given.
      players: how many players were entered or told anew.
      games: how many games were paired.
      results: how many results were taken over, which nobody has signed here.
    """

    shown_as = EVENT.less("file", "digest")

    file: str
    digest: str
    players: int = 0
    games: int = 0
    results: int = 0

"""What one person gave was removed from beside the log."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import CASE
from ledger.vocabulary.closed_lists import ForgottenBecause


class PersonForgotten(Fact, frozen=True, kw_only=True, tag="person-forgotten"):
    """All that one person gave, and that lay beside the log, was removed at once.

    Each piece has its ``WordsRemoved`` on the stream of its game or case, in the same transaction.

    Attributes:
      player: the number in the tournament; 0: it was no player.
      badge: the official's; empty: it was none. Where both are empty it was somebody heard, whose
        name is not said again here.
      pieces: how many were removed; ``games`` and ``cases``: in how many of those.
    """

    shown_as = CASE

    player: int = 0
    badge: str = ""
    because: ForgottenBecause
    pieces: int
    games: int = 0
    cases: int = 0

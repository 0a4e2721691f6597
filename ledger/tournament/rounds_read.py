"""The rounds before a draw, read from their games once; afterwards only what was written to since.

Fifteen rounds of a thousand players are 7,500 games, and whoever looks at a draw looks at it again
after each change by hand.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol
from uuid import UUID

from ledger.asking.work_first import WorkedOut
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.standing_now import AtHand, Played, played_before
from ledger.tournament.tournament import Tournament

DIVISIONS = 32
"""Divisions whose rounds are kept, of all tournaments together."""


class Written(Protocol):
    """Tells what was written to the record."""

    def last_position(self) -> int:
        """Position of the last event."""

    def streams_after(self, position: int, /) -> frozenset[UUID]:
        """The streams written to past a position."""


class _Kept(NamedTuple):
    position: int
    played: dict[tuple[int, Pairing], Played]


class RoundsRead:
    """What was read so far, for one record. Any thread may use it.

    Args:
      log: of that record.
    """

    def __init__(self, log: Written) -> None:
        self._log = log
        self._kept: WorkedOut[_Kept] = WorkedOut(DIVISIONS)

    def before(
        self, tournament: Tournament, division: str, round_number: int, at_hand: AtHand
    ) -> tuple[Played, ...]:
        """The pairings of a division in the rounds before this one, oldest first."""
        what = tournament.id, division
        position = self._log.last_position()  # what is written while we read is read once more
        kept = self._kept.get(what)
        known = _untouched(kept, self._log.streams_after(kept.position)) if kept else {}
        played = tuple(played_before(tournament, division, round_number, at_hand, known.values()))
        news = {(one.round_number, one.pairing): one for one in played}
        self._kept.put(what, _Kept(position, known | news))
        return played


def _untouched(kept: _Kept, since: frozenset[UUID]) -> dict[tuple[int, Pairing], Played]:
    return {which: one for which, one in kept.played.items() if since.isdisjoint(one.streams)}

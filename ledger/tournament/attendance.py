"""Who was checked in, and who may not meet, as it follows from what was said about them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ledger.record.fact import Fact
from ledger.tournament.facts.players import (
    CheckInTakenBack,
    PairAllowed,
    PairForbidden,
    PlayerRemoved,
    PlayersCheckedIn,
)


class Attendance(Struct, frozen=True):
    """What was said about who is there and who may meet.

    Attributes:
      here: numbers of who was checked in; ``None`` while nobody ever was, and all count as here.
      forbidden: pairs that are not to be drawn, the lower number first, with the reason.
    """

    here: tuple[int, ...] | None = None
    forbidden: tuple[tuple[int, int, str], ...] = ()


def with_attendance(was: Attendance, fact: Fact) -> Attendance:
    """The attendance after a fact; unchanged by any that is not about it."""
    match fact:
        case PlayersCheckedIn(players=players):
            return replace(was, here=tuple(sorted({*(was.here or ()), *players})))
        case CheckInTakenBack(players=players):
            here = was.here or ()
            return replace(was, here=tuple(number for number in here if number not in players))
        case PlayerRemoved(player=player):
            pairs = tuple(pair for pair in was.forbidden if player not in pair[:2])
            left = None if was.here is None else tuple(n for n in was.here if n != player)
            return Attendance(left, pairs)
        case PairForbidden(one=one, other=other, reason=reason):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=(*_without(was, pair), (*pair, reason)))
        case PairAllowed(one=one, other=other):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=_without(was, pair))
    return was


def _without(was: Attendance, pair: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    return tuple(each for each in was.forbidden if each[:2] != pair)

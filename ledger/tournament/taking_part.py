"""Who takes part in a round, as it follows from entries, withdrawals and the check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from ledger.tournament.tournament import Player, Tournament


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


def takes_part(tournament: Tournament, player: Player, round_number: int) -> bool:
    """Whether a player is to be drawn in a round of the division.

    Who withdrew or was put out is not, nor who comes in a later round; nor, once anybody was
    checked in, who was not. Late entries come later than the check-in, and count as here.
    """
    if player.number in tournament.conduct.withdrawn or player.first_round > round_number:
        return False
    here = tournament.attendance.here
    return here is None or player.first_round > 1 or player.number in here


def playing(tournament: Tournament, round_number: int, division: str = "") -> tuple[Player, ...]:
    """The players of a division who are to be drawn in a round, by number."""
    return tuple(
        player
        for player in tournament.players
        if player.division == division and takes_part(tournament, player, round_number)
    )


def _without(was: Attendance, pair: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    return tuple(each for each in was.forbidden if each[:2] != pair)

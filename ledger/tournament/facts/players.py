"""Who is there, who comes back, and who is not to meet whom: what a draw has to know of players."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import CASE, EVENT


class PairForbidden(Fact, frozen=True, kw_only=True, tag="pair-forbidden"):
    """Two players, by number, are not to be drawn against one another: a family, a club."""

    shown_as = CASE  # who must not meet whom may be a matter of safety

    one: int
    other: int
    reason: str = ""


class PairAllowed(Fact, frozen=True, kw_only=True, tag="pair-allowed"):
    """Two players who were not to meet may meet after all."""

    shown_as = CASE

    one: int
    other: int


class PlayersCheckedIn(Fact, frozen=True, kw_only=True, tag="players-checked-in"):
    """Players said that they are there. From the first on, who has not is not drawn."""

    shown_as = EVENT

    players: tuple[int, ...]


class CheckInTakenBack(Fact, frozen=True, kw_only=True, tag="check-in-taken-back"):
    """Players who had been checked in are not there after all."""

    shown_as = EVENT

    players: tuple[int, ...]


class PlayerRemoved(Fact, frozen=True, kw_only=True, tag="player-removed"):
    """A player was entered by mistake, and never paired: there is no such player."""

    shown_as = EVENT

    player: int


class PlayerCameBack(Fact, frozen=True, kw_only=True, tag="player-came-back"):
    """A player who had withdrawn takes part again."""

    shown_as = EVENT.less("reason")

    player: int
    reason: str = ""

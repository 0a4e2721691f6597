"""Players who are late: whose clock ran, when they came, what follows.

Players go by their place in the pairing, 1 or 2: who starts may not be settled yet.
"""

from __future__ import annotations

from ledger.record.fact import BOARD, TALK, Fact
from ledger.vocabulary import Seconds
from ledger.vocabulary.closed_lists import Consent, LateClockBy


class LateClockStarted(Fact, frozen=True, kw_only=True, tag="late-clock-started"):
    """The clock of a player who was not there was started.

    Attributes:
      player: 1 or 2; 0 where both were absent.
      by: ``director`` or ``opponent``.
      after: seconds from the actual start of the round.
      announced: the director had announced that late players' clocks may be started.
      shortage_announced: a shortage of time had been announced, well ahead, to everybody.
    """

    visibility = TALK

    player: int
    by: LateClockBy
    after: Seconds
    announced: bool = False
    shortage_announced: bool = False


class PlayerArrived(Fact, frozen=True, kw_only=True, tag="player-arrived"):
    """A player was seated and ready; ``after``: seconds on the late clock, if it ran."""

    visibility = TALK

    player: int
    after: Seconds | None = None


class LateClockRanOut(Fact, frozen=True, kw_only=True, tag="late-clock-ran-out"):
    """The player (0: both) had not come; the game is proposed as forfeited."""

    visibility = TALK

    player: int
    after: Seconds


class ForfeitElected(Fact, frozen=True, kw_only=True, tag="forfeit-elected"):
    """A late player chose to forfeit, as the time left allowed."""

    visibility = TALK

    player: int


class GamePostponed(Fact, frozen=True, kw_only=True, tag="game-postponed"):
    """The game is played later, with the consent of ``consents``: ``opponent``, ``director``."""

    visibility = BOARD.less("reason", "consents")

    reason: str
    until: str = ""
    consents: tuple[Consent, ...] = ()

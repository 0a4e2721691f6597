"""Players who are late, away, or taken ill, and games put off: what can have happened."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, TALK, Fact
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import Consent, LateClockBy, Permission

# Players who are late: whose clock ran, when they came, what follows.
#
# Players go by their place in the pairing, 1 or 2: who starts may not be settled yet.


class LateClockStarted(Fact, frozen=True, kw_only=True, tag="late-clock-started"):
    """The clock of a player who was not there was started.

    Attributes:
      player: 1 or 2; 0 where both were absent.
      after: seconds from the actual start of the round.
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


class PlayerLeft(Fact, frozen=True, kw_only=True, tag="player-left"):
    """``seat`` left the playing area.

    Attributes:
      before_drawing: True if the player had not refilled the rack.
      supervisor: badge or name of who saw to it; empty if nobody did.
    """

    visibility = TALK

    seat: Seat
    permission: Permission
    before_drawing: bool = True
    supervisor: str = ""


class PlayerReturned(Fact, frozen=True, kw_only=True, tag="player-returned"):
    """``seat`` is back at the table."""

    visibility = TALK

    seat: Seat


class WaitingDrawMade(Fact, frozen=True, kw_only=True, tag="waiting-draw-made"):
    """``seat`` drew the tiles that had waited while a player was away.

    Attributes:
      after: seconds since the player was back and aware of the last play; ``None``: not timed.
    """

    visibility = HANDS

    seat: Seat
    after: Seconds | None = None


class EmergencyDeclared(Fact, frozen=True, kw_only=True, tag="emergency-declared"):
    """Something happened to ``seat`` that can't wait for the end of the turn."""

    visibility = TALK

    seat: Seat
    what: str


class EmergencyAssessed(Fact, frozen=True, kw_only=True, tag="emergency-assessed"):
    """The director looked at it and had the clock started again."""

    visibility = TALK

    seat: Seat
    finding: str


class EmergencyOver(Fact, frozen=True, kw_only=True, tag="emergency-over"):
    """``seat`` is ``fit`` to go on, or is not and can't finish the game."""

    visibility = TALK

    seat: Seat
    fit: bool


class GameAdjourned(Fact, frozen=True, kw_only=True, tag="game-adjourned"):
    """The game was broken off to be finished ``until`` (in words).

    What both clocks showed is on the envelope; who is on turn is on the sheet.
    """

    visibility = BOARD.less("reason", "racks_sealed")

    reason: str
    until: str
    racks_sealed: bool


class GameResumed(Fact, frozen=True, kw_only=True, tag="game-resumed"):
    """An adjourned game goes on."""

    visibility = BOARD

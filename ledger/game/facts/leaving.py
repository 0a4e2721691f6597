"""A game interrupted: a player away from the table, an emergency, a game finished later."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, TALK, Fact
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import Permission


class PlayerLeft(Fact, frozen=True, kw_only=True, tag="player-left"):
    """``seat`` left the playing area.

    Attributes:
      permission: ``director``, ``emergency`` or ``none``.
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

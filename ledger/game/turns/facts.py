"""Turns, corrections of them, and acts that an official took back: what can have happened."""

from __future__ import annotations

from ledger.game.blanks.facts import BlankDesignated
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.setting_up.facts import GameStarted, StarterDetermined, TimerChosen
from ledger.record.fact import BOARD, CORRECTED, SIGNING, Fact, TakenBack
from ledger.vocabulary import Placement, Points, Seat, Tiles, WordScore

# Turns: plays, exchanges, passes, and what a scorekeeper missed or took back.


class PlayRecorded(Fact, frozen=True, kw_only=True, tag="play-recorded"):
    """A player placed tiles and announced a score.

    Attributes:
      announced: points the player said, right or wrong; they stand until corrected.
      computed: points by our own count at the time, or ``None`` if the board was not known.
      words: the words formed, main word first, with their points by our own count.
      rack: tiles held before the play, or as many of them as are known; empty if none are.
    """

    visibility = BOARD.sealing("rack", "computed")

    seat: Seat
    placement: Placement
    announced: Points
    computed: Points | None = None
    words: tuple[WordScore, ...] = ()
    rack: Tiles = Tiles("")


class TilesExchanged(Fact, frozen=True, kw_only=True, tag="tiles-exchanged"):
    """A player put ``count`` tiles back and drew as many. ``tiles``: which, if known."""

    visibility = BOARD.sealing("tiles", "rack")

    seat: Seat
    count: int
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")


class TurnPassed(Fact, frozen=True, kw_only=True, tag="turn-passed"):
    """A player passed. ``rack``: tiles held, if known."""

    visibility = BOARD.sealing("rack")

    seat: Seat
    rack: Tiles = Tiles("")


class TurnMissed(Fact, frozen=True, kw_only=True, tag="turn-missed"):
    """A turn was made that the scorekeeper could not follow: the score now, the tiles later."""

    visibility = BOARD

    seat: Seat
    announced: Points


TURNS = (PlayRecorded, TilesExchanged, TurnPassed, TurnMissed)
"""The facts that are a player's turn."""


class PlayRetracted(Fact, frozen=True, kw_only=True, tag="play-retracted"):
    """A turn entered by mistake was taken back before the other side's turn was entered."""

    visibility = BOARD

    supersedes: int


Turn = PlayRecorded | TilesExchanged | TurnPassed | TurnMissed


class TurnInserted(Fact, frozen=True, kw_only=True, tag="turn-inserted"):
    """A turn that nobody had entered was put in where it was made.

    Attributes:
      before: version of the turn it was made before; that and what follows stay as entered.
      approved_by: who agreed: ``both players`` or a badge.
    """

    visibility = SIGNING.less(*CORRECTED)

    before: int
    turn: Turn
    reason: str
    approved_by: str


class SeatsExchanged(Fact, frozen=True, kw_only=True, tag="seats-exchanged"):
    """Turns were written to the wrong player; each goes to the other one.

    What was said of such a turn goes with it: the letter of its blank, a hold, a challenge, the
    play-out. Anything else stays as entered, and is listed for the director.

    Attributes:
      supersedes: version of the first turn that was the other player's.
      onwards: so were all that follow it, up to this correction; else it alone.
    """

    visibility = SIGNING.less(*CORRECTED)

    supersedes: int
    onwards: bool
    reason: str
    approved_by: str


class ActTakenBack(TakenBack, frozen=True, kw_only=True, tag="act-taken-back"):
    """What an official entered in this game no longer stands; fields as in ``TakenBack``."""

    visibility = SIGNING.less("reason")


class ScoreCorrected(Fact, frozen=True, kw_only=True, tag="score-corrected"):
    """The score of a turn was put right; the tiles stay as entered.

    Attributes:
      approved_by: who agreed: ``both players`` or a badge.
    """

    visibility = SIGNING.less(*CORRECTED)

    supersedes: int
    was: Points
    now: Points
    reason: str
    approved_by: str


class EntryCorrected(Fact, frozen=True, kw_only=True, tag="entry-corrected"):
    """An entry was wrong; ``replacement`` stands in its place, or nothing does if ``None``.

    Attributes:
      supersedes: version of the event that was wrong. Later turns stay as entered; what
        they no longer agree with is listed on the sheet for the director. Where it is who
        starts, everything that was entered for one player goes to the other with the seat.
    """

    visibility = SIGNING.less(*CORRECTED)

    supersedes: int
    replacement: Replacement | Settled | None
    reason: str
    approved_by: str


Replacement = (
    PlayRecorded
    | TilesExchanged
    | TurnPassed
    | TurnMissed
    | BlankDesignated
    | UnplayedTilesCounted
    | OvertimeRecorded
)


Settled = StarterDetermined | GameStarted | TimerChosen


"""What is settled before the first turn."""

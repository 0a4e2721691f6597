"""How a game ends, and what is then added and taken off."""

from __future__ import annotations

from ledger.record.fact import BOARD, Fact
from ledger.vocabulary import Points, Seat, Seconds, Tiles


class PlayedOut(Fact, frozen=True, kw_only=True, tag="played-out"):
    """``seat`` played its last tile with the bag empty; the opponent may still challenge."""

    visibility = BOARD

    seat: Seat


class PlayOutAccepted(Fact, frozen=True, kw_only=True, tag="play-out-accepted"):
    """``seat``, the opponent, accepted the play-out."""

    visibility = BOARD

    seat: Seat


class GameEnded(Fact, frozen=True, kw_only=True, tag="game-ended"):
    """Play is over."""

    visibility = BOARD

    cause: str


class UnplayedTilesCounted(Fact, frozen=True, kw_only=True, tag="unplayed-tiles-counted"):
    """The tiles left were counted and both scores adjusted.

    Attributes:
      racks: tiles left in each seat's rack; ``NO_TILES`` for none, empty for not known.
      adjustments: change of each seat's score.
      mode: ``double``, ``single`` (to one, off the other), or ``own`` (each loses its own).
    """

    visibility = BOARD.sealing("racks")

    racks: tuple[Tiles, Tiles]
    adjustments: tuple[Points, Points]
    mode: str


class OvertimeRecorded(Fact, frozen=True, kw_only=True, tag="overtime-recorded"):
    """A player used too much time.

    Attributes:
      over: seconds beyond the allowance; ``None`` if not known.
      at_end: what the clock of ``seat`` showed when it should have been stopped, as time
        left; ``None`` if not read.
      at_reveal: the same when the tiles left were shown.
      at_last: the same when it was stopped at last.
    """

    visibility = BOARD

    seat: Seat
    over: Seconds | None
    penalty: Points
    at_end: Seconds | None = None
    at_reveal: Seconds | None = None
    at_last: Seconds | None = None


class GameResigned(Fact, frozen=True, kw_only=True, tag="game-resigned"):
    """``seat`` resigned; the opponent wins by ``margin`` (``None``: for the director to set).

    Attributes:
      rated: whether the game counts for ratings; ``None`` if nobody has settled it.
    """

    visibility = BOARD.less("reason")

    seat: Seat
    proper: bool
    margin: Points | None
    reason: str = ""
    rated: bool | None = None


class RoundEnded(Fact, frozen=True, kw_only=True, tag="round-ended"):
    """The director declared the round over while the game was going on."""

    visibility = BOARD.less("reason")

    reason: str = ""


ROUND_TAKEN_BACK = "called off: the round was taken back"
PAIRED_ANEW = "called off: the round was paired anew"
CALLED_OFF = frozenset({ROUND_TAKEN_BACK, PAIRED_ANEW})
"""Why a game counts for nobody that nobody had begun. It stands in no list of its round."""


class GameVoided(Fact, frozen=True, kw_only=True, tag="game-voided"):
    """The game counts for nobody, by ruling; what was recorded stays on record."""

    visibility = BOARD.less("reason")

    reason: str

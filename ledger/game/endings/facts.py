"""How a game ends or is forfeited, and what is then added and taken off."""

from __future__ import annotations

from ledger.record.fact import BOARD, Fact
from ledger.vocabulary import Points, Seat, Tiles
from ledger.vocabulary.closed_lists import ForfeitCause


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


class GameForfeited(Fact, frozen=True, kw_only=True, tag="game-forfeited"):
    """The game was lost without being played to its end.

    Attributes:
      loser: who forfeits; ``None`` when both do.
      scores: the scores to record, where the rulebook or the ruling defines them.
      margin: the spread to record for the winner, where no scores are defined.
      loser_spread: points the loser's spread falls by, where the rulebook sets that apart
        from what the winner gains.
      rated: whether the game counts for ratings; ``None`` if the rulebook is silent.
    """

    visibility = BOARD.less("cause")

    loser: Seat | None
    cause: ForfeitCause
    scores: tuple[Points, Points] | None = None
    margin: Points | None = None
    loser_spread: Points | None = None
    rated: bool | None = None

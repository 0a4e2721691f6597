"""What decisions about conduct do to a tournament: warnings, spread, games, places.

On the stream of the tournament, so that its standings follow from it alone. The case they
carry out is on the envelope.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.record.fact import CASE, CONDUCT, EVENT, Fact, TakenBack
from ledger.vocabulary import Points, Totals


class WarningGiven(Fact, frozen=True, kw_only=True, tag="warning-given"):
    """A player was warned.

    Attributes:
      player: number in the tournament.
      kind: ``official-warning``, ``unofficial-warning`` or another of the book's table.
      offence: the act, by its name in the rulebook's table, or ``other``.
      notice: what the player was told would follow; empty if nothing.
      words: what happened, in the director's words.
      game: at which game, if at one; ``turn``: after how many turns; ``totals``: the scores then.
    """

    visibility = CASE

    player: int
    kind: str
    offence: str
    clause: str = ""
    notice: str = ""
    words: str = ""
    game: UUID | None = None
    turn: int = 0
    totals: Totals | None = None


class SpreadAdjusted(Fact, frozen=True, kw_only=True, tag="spread-adjusted"):
    """Points were taken off (negative) or added to a player's spread in the standings.

    No score, and no winner of any game, changes with it.
    """

    visibility = CONDUCT.less("reason", "clause")

    player: int
    points: Points
    reason: str
    clause: str = ""


class GamesVoided(Fact, frozen=True, kw_only=True, tag="games-voided"):
    """Games of a player found cheating count for nobody, neither those still to come."""

    visibility = CONDUCT.less("clause")

    player: int
    games: tuple[UUID, ...]
    clause: str = ""
    rated: bool = False


class Awarded(Struct, frozen=True, omit_defaults=True):
    """A game given to the ``opponent`` (a number), who wins it by ``margin``: no scores."""

    game: UUID
    opponent: int
    margin: Points


class GamesAwarded(Fact, frozen=True, kw_only=True, tag="games-awarded"):
    """Games of a player found cheating were given to the opponents."""

    visibility = CONDUCT.less("clause")

    player: int
    games: tuple[Awarded, ...]
    clause: str = ""
    rated: bool = False


class PlayerWithdrawn(Fact, frozen=True, kw_only=True, tag="player-withdrawn"):
    """A player takes no further part; who would meet the player from here on has a bye.

    Attributes:
      ejected: whether the player was put out, and so stands last.
    """

    visibility = CONDUCT.less("reason", "ejected")

    player: int
    reason: str
    ejected: bool = False


class LevelOneLifted(Fact, frozen=True, kw_only=True, tag="level-one-lifted"):
    """On appeal the player's games count again as played, and the player stands with them."""

    visibility = CASE

    player: int
    reason: str


class ConductTakenBack(TakenBack, frozen=True, kw_only=True, tag="conduct-taken-back"):
    """What was decided about conduct no longer stands; fields as in ``TakenBack``.

    Attributes:
      what: the kinds of the events that are struck, by topic.
      player: number of who they are about; 0: not said.
    """

    visibility = CONDUCT.less("reason", "what")

    what: tuple[str, ...] = ()
    player: int = 0


class TournamentClosed(Fact, frozen=True, kw_only=True, tag="tournament-closed"):
    """The tournament is over. From here on appeals may be lodged."""

    visibility = EVENT


class TournamentReopened(Fact, frozen=True, kw_only=True, tag="tournament-reopened"):
    """The tournament had been closed, and goes on after all."""

    visibility = EVENT.less("reason")

    reason: str

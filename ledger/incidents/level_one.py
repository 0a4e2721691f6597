"""What the gravest offence does to a player's games (R-03), by the kind of the book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.facts.conduct import Awarded
from ledger.vocabulary import Points


class PlayersGame(Struct, frozen=True, kw_only=True):
    """One game of the offender.

    Attributes:
      opponent: the opponent's number.
      state: ``played`` (it counts), ``running`` or ``to-come``.
      margin: what the opponent won by; negative if the offender won.
    """

    game: UUID
    opponent: int
    state: Literal["played", "running", "to-come"]
    margin: int = 0


class LevelOne(Struct, frozen=True, kw_only=True):
    """What follows for the offender's games.

    Attributes:
      voided: games that count for nobody.
      awarded: games given to the opponents.
      running: a game in progress of which the book says nothing (T4-31).
      clause: the rule.
      rated: whether any of them counts for ratings.
    """

    voided: tuple[UUID, ...] = ()
    awarded: tuple[Awarded, ...] = ()
    running: tuple[UUID, ...] = ()
    clause: str
    rated: bool = False


def level_one(
    games: Sequence[PlayersGame], rules: Rulebook, *, round_robin: bool | None = None
) -> LevelOne:
    """What the book lays down for the games of a player found guilty of the gravest offence.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-4.0")
    >>> lost = PlayersGame(game=UUID(int=1), opponent=4, state="played", margin=180)
    >>> won = PlayersGame(game=UUID(int=2), opponent=5, state="played", margin=-20)
    >>> [one.margin for one in level_one([lost, won], rules, round_robin=False).awarded]
    [180, 150]
    >>> len(level_one([lost, won], rules, round_robin=True).voided)
    2

    Args:
      games: the offender's, as far as they were paired.
      rules: the rulebook in force.
      round_robin: whether everybody meets everybody; ``None`` to take the organiser's option.

    Raises:
      Refusal: ``rulebook-silent`` where the book does not say, or asks for what kind of event
        it is and nobody said; ``needs-ruling`` where it leaves it to the director.
    """
    conduct = rules.conduct
    if conduct.level_one_in_round_robin.known() == conduct.level_one_otherwise.known():
        clause = conduct.level_one_otherwise
    else:
        everybody = conduct.round_robin.known() if round_robin is None else round_robin
        clause = conduct.level_one_in_round_robin if everybody else conduct.level_one_otherwise
    return KINDS[clause.known()](games, rules, str(clause))


def _all_void(games: Sequence[PlayersGame], rules: Rulebook, clause: str) -> LevelOne:
    """Played, in progress and to come alike."""
    del rules
    return LevelOne(voided=tuple(one.game for one in games), clause=clause)


def _opponents_win(games: Sequence[PlayersGame], rules: Rulebook, clause: str) -> LevelOne:
    """Games played go to the opponents, by the book's margin or their own if it was more."""
    least = rules.conduct.level_one_margin.known()
    return LevelOne(
        awarded=tuple(
            Awarded(one.game, one.opponent, Points(max(least, one.margin)))
            for one in games
            if one.state == "played"
        ),
        running=tuple(one.game for one in games if one.state == "running"),
        clause=clause,
    )


def _director(games: Sequence[PlayersGame], rules: Rulebook, clause: str) -> LevelOne:
    del games, rules
    raise refusal("needs-ruling/forfeit-or-not", clause=clause)


KINDS: dict[str, Callable[[Sequence[PlayersGame], Rulebook, str], LevelOne]] = {
    "games-void": _all_void,
    "opponents-win": _opponents_win,
    "director-may-forfeit-game": _director,
}

"""Offences and penalties: what a book names, suggests and bars. The director decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.model.endings import Offence, Penalty
from ledger.tournament.facts import Awarded
from ledger.vocabulary import Points
from ledger.vocabulary.refusals import Refusal

OTHER = "other"
"""An act, or a penalty, that the book does not name. Every list is open."""


class Suggestion(Struct, frozen=True, kw_only=True):
    """What the book names for an act, given how often the player was warned of it.

    Attributes:
      kind: the penalty, by its name in the book's table; empty where the book names none.
      amount: points, 0 where none are named.
      clause: the rule, as ``nsa-1998 VI.C``.
      trap: id of a trap that touches it; empty if none.
    """

    kind: str
    amount: Points
    clause: str
    warned: int
    trap: str = ""


def offences(rules: Rulebook) -> Mapping[str, Offence]:
    return rules.offences


def offence_of(code: str, rules: Rulebook) -> Offence | None:
    """The act called ``code``; ``None`` for ``other``."""
    if code == OTHER:
        return None
    if code not in rules.offences:
        raise refusal("unreadable-request/act-not-named", book=rules.id, code=code, other=OTHER)
    return rules.offences[code]


def suggested(code: str, warned: int, rules: Rulebook) -> Suggestion:
    """What the book names for an act.

    >>> from ledger.rulebook import load
    >>> rules = load("nsa-1998")
    >>> suggested("cumulative-not-recorded", 0, rules).kind
    'official-warning'
    >>> again = suggested("cumulative-not-recorded", 1, rules)
    >>> again.kind, again.amount, again.clause
    ('reduced-margin', 50, 'nsa-1998 VI.C')
    >>> suggested("misleading-words", 1, load("wespa-4.0")).kind
    ''
    """
    act = offence_of(code, rules)
    if act is None:
        return Suggestion(
            kind="", amount=Points(0), clause=str(rules.fallback.decides), warned=warned
        )
    kind = act.then if warned and act.then else act.first
    amount = act.amount if kind == (act.then or act.first) else Points(0)
    return Suggestion(kind=kind, amount=amount, clause=str(act), warned=warned, trap=act.trap)


def level_found(code: str, level: int | None, rules: Rulebook) -> int:
    """The level of a finding: the director's, or the book's where it is certain (Z-03)."""
    act = offence_of(code, rules)
    names = rules.hearing.levels.value or ()
    if level is not None and not 0 <= level <= len(names):
        listed = ", ".join(names)
        raise Refusal.of(
            "unreadable-request/no-such-level", book=rules.id, most=len(names), levels=listed
        )
    if level is not None:
        return level
    if act is not None and act.certain:
        return act.level
    raise Refusal.of(
        "level-not-found/unsaid" if act is None else "level-not-found/possible",
        clause=str(act or rules.fallback.decides),
        trap=act.trap if act else "",
        levels=", ".join(f"{n} {name}" for n, name in enumerate(names, 1)),
    )


def heavier_than_usual(kind: str, level: int, rules: Rulebook) -> bool:
    """Whether a breach of etiquette is punished by more than the book normally wants (R-08)."""
    most = rules.hearing.etiquette_at_most.value
    if most is None or level != len(rules.hearing.levels.value or ()):
        return False
    order = list(rules.penalties)
    return kind not in order or order.index(kind) > (order.index(most) if most in order else -1)


def penalty_of(kind: str, rules: Rulebook) -> Penalty | None:
    return rules.penalties.get(kind)


# What the gravest offence does to a player's games, by the kind of the book.


class PlayersGame(Struct, frozen=True, kw_only=True):
    """One game of the offender.

    Attributes:
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
      running: a game in progress of which the book says nothing (T4-31).
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
      round_robin: whether everybody meets everybody; ``None`` to take the organiser's option.
    """
    conduct = rules.conduct
    if conduct.level_one_in_round_robin.known() == conduct.level_one_otherwise.known():
        clause = conduct.level_one_otherwise
    else:
        everybody = conduct.round_robin.known() if round_robin is None else round_robin
        clause = conduct.level_one_in_round_robin if everybody else conduct.level_one_otherwise
    return KINDS[clause.known()](games, rules, str(clause))


def _all_void(games: Sequence[PlayersGame], rules: Rulebook, clause: str) -> LevelOne:
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

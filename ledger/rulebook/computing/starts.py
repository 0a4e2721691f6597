"""Who plays first: by drawing tiles, or by how often each has started so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director

Decided = Literal["player 1", "player 2", "again"]


class StartRecord(Struct, frozen=True, kw_only=True):
    """What a player did in the games of the tournament so far.

    Attributes:
      firsts: games started.
      seconds: games replied to.
      unplayed: byes and forfeits, which are neither.
    """

    firsts: int = 0
    seconds: int = 0
    unplayed: int = 0


class Balance(Struct, frozen=True):
    """What the starts so far say.

    Attributes:
      starter: 1 or 2, or 0 where the players draw for it.
      clause: the rule.
    """

    starter: int
    clause: str


def drawn(shown: tuple[str, str], order: Sequence[str]) -> int:
    """Who starts after one round of the draw: 1 or 2, or 0 to draw again.

    The tile nearer the beginning of the alphabet starts, a blank before all.

    >>> order = ("?", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    >>> drawn(("E", "C"), order), drawn(("?", "A"), order), drawn(("?", "?"), order)
    (2, 1, 0)

    Args:
      shown: tiles of both players, in the order of the pairing.
      order: the tiles of the set, blank first.

    Raises:
      ValueError: a tile that is not of the set.
    """
    one, two = (order.index(tile) for tile in shown)
    return 0 if one == two else 1 if one < two else 2


def balanced(one: StartRecord, two: StartRecord, rules: Rulebook) -> Balance:
    """Who starts where starts are balanced.

    >>> from ledger.rulebook import load
    >>> balanced(StartRecord(firsts=3), StartRecord(firsts=2), load("wsc-2003")).starter
    2
    >>> level = StartRecord(firsts=3, seconds=3)
    >>> balanced(level, StartRecord(firsts=3, seconds=4), load("wespa-4.0")).starter
    0

    Raises:
      Refusal: ``call-the-director`` where the book has a rule that does not decide.
    """
    if one.firsts != two.firsts:
        return Balance(1 if one.firsts < two.firsts else 2, str(rules.start.equal_starts))
    after_bye = rules.start.equal_after_bye
    if after_bye.is_known and (one.unplayed or two.unplayed):
        if one.seconds == two.seconds:
            raise call_the_director(after_bye.trap, rules)
        return Balance(1 if one.seconds > two.seconds else 2, str(after_bye))
    return Balance(0, str(rules.start.equal_starts))

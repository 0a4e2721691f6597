"""Who plays first: by drawing tiles, or by how often each has started so far; and how we know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary.refusals import Refusal

Decided = Literal["player 1", "player 2", "again"]

Known = Literal["assigned", "drawn", "balanced", "played", "not-known"]
"""How it is known who starts: the pairing, a slip or an official says so; it was drawn at the
table; the starts so far say so; whose turn or clock was first; or it is not known."""

Said = Literal["", "assigned", "drawn", "balanced", "played", "not-known"]
"""What the record of the game alone says of it; empty: nobody has written anything yet."""

METHODS: dict[str, Known] = {
    "draw": "drawn", "assigned": "assigned", "self-balancing": "balanced", "other": "assigned",
    "not-known": "not-known",
}  # fmt: skip
"""How it is known, by how it was settled (``StartMethod``)."""

WAYS: dict[str, str] = {"drawn": "draw", "assigned": "assigned", "balanced": "self-balancing"}


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


Starts = tuple[StartRecord, StartRecord]
"""What both players did, in the order of their pairing."""


class Start(Struct, frozen=True):
    """Who starts a game, or started it.

    Attributes:
      who: 1 or 2 of the two as they are named; 0: not known.
      known: how that is known.
      clause: the rule on it; where it is not known, the rule on how it is found.
    """

    who: int = 0
    known: Known = "not-known"
    clause: str = ""

    def by(self, place: int) -> bool | None:
        """Whether who is named first (0), or second (1), starts; ``None``: that is not known."""
        return self.who == place + 1 if self.who else None


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


def who_starts(said: Said, rules: Rulebook | None, before: Starts | None = None) -> Start:
    """Who starts a game, as every form of paper and every page has it.

    >>> from ledger.rulebook import in_force
    >>> by_starts = in_force("wespa-4.0", (("start-method", "self-balancing"),))
    >>> fewer, more = StartRecord(firsts=1), StartRecord(firsts=2)
    >>> who_starts("", by_starts, (more, fewer))
    Start(who=2, known='balanced', clause='wespa-4.0 2.1(b)(ii)')
    >>> who_starts("", by_starts, (more, more)).known
    'not-known'
    >>> who_starts("drawn", by_starts, (more, fewer)).who
    1

    Args:
      said: what the game's own record says; who starts by that is named first.
      rules: those of the game; ``None``: its pairing is another program's, in any order.
      before: what both did in the rounds before; ``None``: it is not at hand, or not settled,
        because a game of those rounds is still to come.
    """
    method = (rules.start.method.value if rules else "") or ""
    if said and said != "not-known":
        return Start(1, said, start_rule(WAYS.get(said, method or "other"), rules) if rules else "")
    if rules is None:
        return Start()
    if method == "assigned":
        return Start(1, "assigned", start_rule(method, rules))
    if method == "self-balancing" and said:  # it was played as paired: fewer starts named first
        return Start(1, "assigned", start_rule(method, rules))
    if method == "self-balancing":
        return _by_starts(rules, before)
    return Start(clause=start_rule(method or "other", rules))


def _by_starts(rules: Rulebook, before: Starts | None) -> Start:
    """Who starts a game to come by the starts so far."""
    rule = start_rule("self-balancing", rules)
    if before is None:
        return Start(clause=rule)
    try:
        found = balanced(*before, rules)
    except Refusal:  # The book leaves it to the director.
        return Start(clause=str(rules.start.equal_after_bye))
    return Start(found.starter, "balanced" if found.starter else "not-known", found.clause)


def start_rule(method: str, rules: Rulebook) -> str:
    """The rule on this way to settle who starts; where the book has none for it, on any way.

    >>> from ledger.rulebook import load
    >>> [start_rule(way, load("wsc-2003")) for way in ("draw", "self-balancing", "other")]
    ['wsc-2003 1.4', 'wsc-2003 1.3', 'wsc-2003 1.2']
    """
    choice = rules.choices.get("start-method")
    number = choice.values.get(method, "") if choice is not None else ""
    if not number and method == "draw" and rules.start.drawn.is_known:
        return str(rules.start.drawn)
    return f"{rules.id} {number}" if number else str(rules.start.method)

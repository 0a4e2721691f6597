"""Tiles spilled from the bag: what follows."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import SpillPhase


class SpillRemedy(Struct, frozen=True, kw_only=True):
    """What follows a spill.

    Attributes:
      kind: ``overdraw``, ``found`` (as tiles found outside the bag), ``choice`` (the other
        player gives the spiller ``given`` of ``face_up`` tiles), ``none`` or ``director``.
      may_decline: the other player may ask the director to be spared the overdraw procedure.
      clause: the rule; ``trap``: id of the gap this touches, or empty.
      between: the book's limit lies between what the bag held before and after the spill.
    """

    kind: Literal["overdraw", "found", "choice", "none", "director"]
    clause: str
    may_decline: bool = False
    shown: int = 0
    face_up: int = 0
    given: int = 0
    trap: str = ""
    between: bool = False


def spill_remedy(
    phase: SpillPhase, count: int, bag: int, rack: int, agreed: bool, rules: Rulebook
) -> SpillRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> [spill_remedy("not-drawing", out, bag, 7, True, load("wespa-4.0")).kind
    ...  for out, bag in ((5, 12), (3, 5))]
    ['none', 'choice']

    Args:
      phase: up to and with the refill of the rack, just after it, or neither.
      count: tiles that lie outside the bag.
      bag: tiles in it before.
      rack: tiles on the spiller's rack.
      agreed: both players agree that the tiles fell.
      rules: the rulebook in force.
    """
    spills = rules.spills
    follows = {
        "drawing": spills.while_drawing,
        "after-refill": spills.after_refill,
        "not-drawing": spills.otherwise,
    }[phase]
    clause, trap = str(follows), follows.trap
    match follows.value:
        case "as-overdraw" | "as-overdraw-unless-declined":
            may = follows.value == "as-overdraw-unless-declined"
            surplus = spills.surplus.trap
            return SpillRemedy(kind="overdraw", clause=clause, may_decline=may, trap=surplus)
        case "as-found":
            return SpillRemedy(kind="found", clause=clause, trap=trap)
        case "back-if-agreed" if agreed:
            return SpillRemedy(kind="none", clause=clause, trap=trap)
        case "back-if-agreed":
            unclear = spills.surplus
            return SpillRemedy(kind="director", clause=str(unclear), trap=unclear.trap)
        case "by-the-bag":
            return _by_the_bag(count, bag, rack, rules)
    return SpillRemedy(kind="director", clause=clause, trap=trap)


def _by_the_bag(count: int, bag: int, rack: int, rules: Rulebook) -> SpillRemedy:
    spills = rules.spills
    few = spills.few_below.known()
    if bag >= few:
        between = bag - count < few
        trap = spills.few_counted.trap if between else ""
        return SpillRemedy(kind="none", clause=str(spills.otherwise), trap=trap, between=between)
    shown = min(spills.rack_shown.known(), rack)
    return SpillRemedy(
        kind="choice",
        clause=str(spills.few_below),
        shown=shown,
        face_up=count + shown,
        given=min(spills.given.known(), shown),
    )

"""Drawn tiles that were put back without right: what is shown and what goes where."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.play.drawing.overdraw_rule import to_turn_up
from ledger.rulebook import Rulebook


class DropRemedy(Struct, frozen=True, kw_only=True):
    """What follows tiles dropped back.

    Attributes:
      kind: ``shown``: tiles of bag and rack are shown and the rack is refilled from them;
        ``overdraw``; ``director``.
      from_bag: tiles taken from the bag; ``from_rack``: from the rack.
      given: of these, to the player; ``returned``: into the bag.
      clause: the rule; ``trap``: id of the gap this touches, or empty.
    """

    kind: Literal["shown", "overdraw", "director"]
    clause: str
    from_bag: int = 0
    from_rack: int = 0
    given: int = 0
    returned: int = 0
    trap: str = ""


def drop_remedy(count: int, rack: int, bag: int, target: int, rules: Rulebook) -> DropRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> found = drop_remedy(2, 5, 30, 7, load("wespa-5.1"))
    >>> (found.from_bag, found.from_rack, found.given, found.returned)
    (5, 3, 5, 3)

    Args:
      count: tiles put back.
      rack: tiles on the player's rack after it.
      bag: tiles in the bag after it.
      target: tiles the rack is to hold in the end: seven, or fewer where fewer were due.
      rules: the rulebook in force.
    """
    drawing = rules.drawing
    follows = drawing.dropped_back
    if not follows.is_known:
        return DropRemedy(kind="director", clause=str(follows), trap=follows.trap)
    if follows.known() == "as-overdraw":
        return DropRemedy(kind="overdraw", clause=str(follows), trap=follows.trap)
    from_bag = min(to_turn_up(drawing.dropped_from_bag.known(), count, bag), bag)
    from_rack = min(drawing.dropped_from_rack.known(), rack)
    given = max(0, min(target - (rack - from_rack), from_bag + from_rack))
    return DropRemedy(
        kind="shown",
        clause=str(follows),
        from_bag=from_bag,
        from_rack=from_rack,
        given=given,
        returned=from_bag + from_rack - given,
        trap=follows.trap,
    )

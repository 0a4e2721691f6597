"""Too few tiles drawn: whether and how they are made good."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import Seconds


class UnderdrawRemedy(Struct, frozen=True):
    """How missing tiles are made good.

    Attributes:
      kind: ``bag``, ``opponent`` (who picks them from the own rack), ``none``, ``director``.
      clause: the rule.
      seconds: for the opponent to choose; ``None``: not stated.
      trap: id of the gap this touches, or empty.
    """

    kind: Literal["bag", "opponent", "none", "director"]
    clause: str
    seconds: Seconds | None = None
    trap: str = ""


def underdraw_remedy(
    bag: int, own_turns: int, opponents_turns: int, rules: Rulebook
) -> UnderdrawRemedy:
    """What is done about tiles that were not drawn.

    >>> from ledger.rulebook import load
    >>> [underdraw_remedy(0, 1, 1, load(book)).kind for book in ("wespa-4.0", "nsa-1998")]
    ['none', 'opponent']

    Args:
      bag: tiles in the bag now; none: the opponent drew the rest.
      own_turns: turns the player who is short has completed since drawing too few.
      opponents_turns: turns the opponent has completed since; the draw after the first of
        them emptied the bag.
      rules: the rulebook in force.
    """
    drawing = rules.drawing
    window = drawing.underdraw_window
    clause = str(window)
    if window.known() == "from-the-bag-only":
        return UnderdrawRemedy("bag" if bag else "none", clause)
    if bag > 0:
        disclosed = drawing.underdraw_disclosed
        return UnderdrawRemedy("director", str(rules.fallback.decides), trap=disclosed.trap)
    in_time = {
        "underdrawers-next-turn": own_turns == 0,
        "opponents-next-play": opponents_turns <= 1,
    }
    if not in_time[window.known()]:
        return UnderdrawRemedy("none", clause)
    return UnderdrawRemedy("opponent", clause, drawing.underdraw_choose_within.value, window.trap)

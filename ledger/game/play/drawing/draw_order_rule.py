"""A player drew before the opponent, who was due first: what follows."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE

Remedy = Literal["none", "overdraw", "redraw", "director"]


class OrderRemedy(Struct, frozen=True):
    """What follows a draw out of order.

    Attributes:
      kind: ``none``; ``overdraw``: all new tiles are tiles too many; ``redraw``: they are
        shown, go back and both draw in the right order; ``director``.
      clause: the rule.
      whole_rack: the opponent sees the whole rack, whoever noticed.
      trap: id of the gap this touches, or empty.
    """

    kind: Remedy
    clause: str
    whole_rack: bool = False
    trap: str = ""


def order_remedy(
    bag: int, drawn: int, opponent_due: int, touched: bool, had_chance: bool, rules: Rulebook
) -> OrderRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> order_remedy(20, 4, 3, False, False, load("wespa-1.0")).kind
    'none'

    Args:
      bag: tiles in the bag before the draw.
      drawn: tiles drawn too early.
      opponent_due: tiles the opponent was to draw first.
      touched: a new tile has been on the rack.
      had_chance: the opponent had a reasonable chance to draw first.
      rules: the rulebook in force.
    """
    order = rules.draw_order
    chance_lost = order.chance_counts.value is True and had_chance
    if not order.short_bag.is_known:
        return OrderRemedy("director", str(order.short_bag), trap=order.short_bag.trap)
    if order.short_bag.known() == "director":
        if bag < (order.investigated_below.value or 0):
            return OrderRemedy("director", str(order.short_bag), trap=order.short_bag.trap)
    elif bag - drawn < opponent_due and not chance_lost:
        whole = order.short_bag.known() == "whole-rack"
        return OrderRemedy("overdraw", str(order.short_bag), whole, order.short_bag.trap)
    otherwise = order.touched if touched else order.untouched
    kind: Remedy = "redraw" if otherwise.known() == "shown-and-redrawn" else "none"
    return OrderRemedy(kind, str(otherwise), trap=otherwise.trap)


def in_the_right_order(
    bag: int, held: int, opponent_held: int, opponent_due: int
) -> tuple[int, int]:
    """Tiles on the player's rack and on the opponent's, once the opponent drew first.

    >>> in_the_right_order(5, 4, 3, 4)
    (5, 7)
    """
    opponents = min(opponent_due, bag)
    return held + min(max(0, RACK_SIZE - held), bag - opponents), opponent_held + opponents


def as_it_stays(
    bag: int, held: int, drawn: int, opponent_held: int, opponent_due: int
) -> tuple[int, int]:
    """The same where nothing is put right: the player fills the rack, the opponent draws then.

    >>> as_it_stays(5, 4, 3, 3, 4)
    (7, 5)
    """
    own = held + drawn
    own += min(max(0, RACK_SIZE - own), bag - drawn)
    return own, opponent_held + min(opponent_due, bag - (own - held))

"""Tiles found where none should be: whether they are added, and who gets them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE, Seat


class FoundRemedy(Struct, frozen=True):
    """What is done with tiles that were found.

    Attributes:
      kind: ``restore``: racks as they were, then a draw; ``not-added``; ``director``.
      clause: the rule; ``trap``: id of the gap this touches, or empty.
    """

    kind: Literal["restore", "not-added", "director"]
    clause: str
    trap: str = ""


def found_remedy(where: str, over: bool, rules: Rulebook) -> FoundRemedy:
    """What is done with tiles found ``outside`` the bag, or in a ``bag`` thought empty.

    >>> from ledger.rulebook import load
    >>> [found_remedy("outside", True, load(book)).kind for book in ("wespa-1.0", "nsa-1998")]
    ['restore', 'not-added']

    Args:
      where: ``outside`` or ``bag``.
      over: whether one player is out already.
      rules: the rulebook in force.
    """
    found = rules.tiles_found
    follows = found.in_bag if where == "bag" else found.outside
    if not follows.is_known:
        return FoundRemedy("director", str(follows), follows.trap)
    late = rules.drawing.late_found_in_bag if where == "bag" else (
        rules.drawing.late_found_after_play_out
    )  # fmt: skip
    if over and late.value == "not-added":
        return FoundRemedy("not-added", str(late))
    return FoundRemedy("restore", str(follows), found.until.trap)


def who_draws(racks: tuple[int, int]) -> Seat | Literal["nobody", "earliest"]:
    """Who draws once racks are as they were: the one who is short while the other is full.

    >>> who_draws((7, 7)), who_draws((7, 6)), who_draws((0, 2))
    ('nobody', <Seat.SECOND: 'second'>, 'earliest')
    """
    full = [racks[seat.place] >= RACK_SIZE for seat in Seat]
    if all(full):
        return "nobody"
    if not any(full):
        return "earliest"
    return Seat.SECOND if full[0] else Seat.FIRST

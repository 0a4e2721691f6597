"""Tiles drawn after a false blank go back as after an overdraw in which none was due."""

from __future__ import annotations

from ledger.game.play.exchanges.improper_exchange_rule import SURPLUS_SHOWN
from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE


def drawn_back(drawn: int, mixed: bool, rules: Rulebook) -> int:
    """How many tiles the opponent looks at before ``drawn`` of them go back.

    Never more than there are: with none due, two more than were drawn is too many (TN-07).

    >>> from ledger.rulebook import load
    >>> [drawn_back(2, mixed, load("nsa-1998")) for mixed in (False, True)]
    [2, 4]
    """
    drawing = rules.drawing
    kind = drawing.touched_found_by_opponent if mixed else drawing.untouched_found_by_opponent
    group = RACK_SIZE + drawn if mixed else drawn
    return min(drawn + SURPLUS_SHOWN[kind.known()], group)

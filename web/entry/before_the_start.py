"""What a tablet asks before the first clock: how the starter is found, and which timer it is.

Everything it may ask is what the rulebook in force knows; what the record has counted of earlier
rounds comes with it, so that a balanced start needs no arithmetic at the table.
"""

from __future__ import annotations

from typing import Any

from ledger.game.play.setting_up.starting_procedure import HOW_TO_START, TIMERS
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.starts import balanced
from ledger.tournament.balancing import starts_before
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import the_badges

METHODS = {
    "draw": "Tiles drawn",
    "assigned": "Pairing list",
    "self-balancing": "Balanced starts",
}
"""Ways to settle who starts, in a word or two. A book that leaves it open may use any."""

BALANCED = "self-balancing"


def start_of(sheet: Sheet, rules: Rulebook) -> dict[str, Any]:
    """What the start panel shows: ways, timers, the order of tiles, and the balance of starts.

    ``cause`` is the moment at which the book has the first clock started.
    """
    method = rules.start.method.value or ""
    kinds = rules.timer.kinds.value or tuple(TIMERS)
    return {
        "method": method if method in METHODS else "",
        "methods": [(one, words, HOW_TO_START[one]) for one, words in METHODS.items()],
        "clause": str(rules.start.method),
        "cause": rules.start.clock_starts.value or "",
        "stay_out": bool(rules.start.tiles_stay_out.value),
        "timers": [(kind, TIMERS[kind]) for kind in kinds],
        "mandatory": bool(rules.timer.mandatory.value),
        "timer": sheet.clock.timer,
        "balance": _balance(sheet, rules) if method == BALANCED else None,
    }


def _balance(sheet: Sheet, rules: Rulebook) -> dict[str, Any] | None:
    """Who starts by the starts so far: 1 or 2, or 0 to draw; ``None`` if the record can't tell."""
    desk = the_badges().desk
    counts = starts_before(desk.log, desk.shelf, sheet.scheduled)
    if counts is None:
        return None
    firsts = [one.firsts for one in counts]
    try:
        starter = balanced(*counts, rules).starter
    except Refusal as open_point:
        return {"starter": 0, "firsts": firsts, "open": open_point.what}
    return {"starter": starter, "firsts": firsts, "open": ""}

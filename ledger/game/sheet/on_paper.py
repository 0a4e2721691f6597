"""Games that went on on paper: nobody recorded how they ended, so a slip says it."""

from __future__ import annotations

from ledger.game.facts.setting_up import StarterDetermined
from ledger.game.sheet.effective import standing
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet

RACKS_COUNT = ("played-out", "six-zeros", "round-ended")
"""Ends after which the tiles left on the racks change the scores."""


def ends_on_paper(sheet: Sheet) -> bool:
    """Whether a slip filled in by hand says how this game ended, since the record does not.

    The record stopped before the end, or before the tiles left on the racks were counted, and
    nobody has signed anything since.
    """
    if sheet.result.given or sheet.result.carried or sheet.result.amended is not None:
        return False
    if sheet.ended in RACKS_COUNT:
        return not sheet.ending.unplayed_counted
    return sheet.ended in ("", "incomplete")


def kept_on_paper(sheet: Sheet) -> bool:
    """Whether a slip, or a file, says how it went on: what it adds up from, nobody recorded."""
    return any(line.kind in (LineKind.SLIP, LineKind.FILE) for line in sheet.lines)


def starter_is_known(sheet: Sheet) -> bool:
    """Whether the record says who started, and not only who is listed first."""
    said = [one.fact for one in standing(sheet.events) if isinstance(one.fact, StarterDetermined)]
    return not said or said[-1].method != "not-known"

"""Games that went on on paper: nobody recorded how they ended, so a slip says it."""

from __future__ import annotations

from ledger import rulebook
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
    """Whether the record says who started, and not only who is listed first.

    Everything that counts starts asks here: standings, paper, files, the interface, draws. Unless
    the players draw at the table, the pairing says who starts: who is listed first, as our draws
    and printed pairings have it. A slip that says otherwise wins.
    """
    said = [one.fact for one in standing(sheet.events) if isinstance(one.fact, StarterDetermined)]
    if said and said[-1].method != "not-known":
        return True
    recorded = not said and (sheet.started or not kept_on_paper(sheet))
    return recorded or _assigned(sheet)


def starter_is_assigned(sheet: Sheet) -> bool:
    """Whether paper for a game to come may say who starts it: the pairing does, and nothing else.

    Where starts balance themselves the book has players with equally many draw at the table.
    """
    return _method(sheet) == "assigned"


def _assigned(sheet: Sheet) -> bool:
    """Whether the pairing says who starts."""
    return _method(sheet) in ("assigned", "self-balancing")


def _method(sheet: Sheet) -> str:
    """How the starter is found; empty of a file's pairing: another program's, in any order."""
    scheduled = sheet.scheduled
    if not scheduled.rulebook or not scheduled.numbers or sheet.result.from_file:
        return ""
    rules = rulebook.rules_of(scheduled)
    return rules.start.method.value or ""

"""What paper says beside the record: how a game ended that went on on it; and who starts."""

from __future__ import annotations

from ledger import rulebook
from ledger.game.facts.setting_up import StarterDetermined
from ledger.game.sheet.effective import standing
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.limits import METHODS, Said, Start, Starts, who_starts
from ledger.vocabulary.refusals import Refusal

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


def start_of(sheet: Sheet, before: Starts | None = None) -> Start:
    """Who starts the game, or started it: 1 sits in the first seat of the sheet, 2 in the second.

    Everything that says who starts, or counts starts, asks here, or ``who_starts`` where there is
    no sheet at hand. Unless the players draw at the table, the pairing says who started a game of
    which nobody wrote it down: who is named first. A slip that says otherwise wins.

    Args:
      sheet: the game.
      before: what both did in the rounds before, in the order of the pairing.
    """
    return who_starts(said_of_start(sheet), _rules(sheet), before)


def start_method(sheet: Sheet) -> str:
    """How the starter is found (``Start.method``); empty of a file's pairing, or left open."""
    rules = _rules(sheet)
    return (rules.start.method.value if rules else "") or ""


def _rules(sheet: Sheet) -> Rulebook | None:
    """The game's rules; ``None`` of a file's pairing, which is another program's, in any order."""
    scheduled = sheet.scheduled
    if not scheduled.rulebook or not scheduled.numbers or sheet.result.from_file:
        return None
    try:
        return rulebook.rules_of(scheduled)
    except Refusal:  # a book of the organiser's own of which the file is gone
        return None


def said_of_start(sheet: Sheet) -> Said:
    """What the game's own record says of who starts."""
    said = [one.fact for one in standing(sheet.events) if isinstance(one.fact, StarterDetermined)]
    if said and said[-1].method != "not-known":
        return METHODS[said[-1].method]
    if sheet.turn_count or (sheet.started and not said):  # whose turn, or clock, was first
        return "played"
    return "not-known" if said or kept_on_paper(sheet) else ""

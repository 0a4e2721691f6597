"""What a replay tells between one line of the score sheet and the next: notes, remarks, rulings."""

from __future__ import annotations

from ledger.game.facts.scores import DiscrepancyFound
from ledger.game.sheet import Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.left_open import left_open
from ledger.game.sheet.resolved import DISCREPANCY, resolved
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.telling.in_words import note_of
from ledger.replay.remark_rules import rule_of
from ledger.replay.remarks_in_words import words_at
from ledger.rulebook import rules_of
from ledger.vocabulary.remarks import DIRECTOR_TO_CONFIRM


def notes_between(
    sheet: Sheet, entries: list[Standing], since: int = 0
) -> dict[int, tuple[str, ...]]:
    """What was written between one line and the next, by the index of the line before.

    Args:
      sheet: the game.
      entries: what stands of its events.
      since: the version up to which nothing is told but what was corrected later.
    """
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    notes: dict[int, tuple[str, ...]] = {}
    index = 0
    for entry in entries:
        version = entry.event.originator_version
        index = at_line.get(version, index)
        note = ""
        if (entry.fact is None or version <= since) and not entry.corrections:
            continue
        if entry.fact is None:
            correction = entry.corrections[-1]
            why = if_shown(correction.reason)
            note = f"Entry struck out: {correction.was}{f' ({why})' if why else ''}."
        elif version not in at_line:
            note = note_of(entry.fact, sheet)
            if isinstance(entry.fact, DiscrepancyFound):
                note += _put_right(sheet, version, DISCREPANCY)
        if note:
            notes[index] = (*notes.get(index, ()), note)
    return notes


def remarks_between(
    sheet: Sheet, entries: list[Standing]
) -> dict[int, tuple[tuple[str, str], ...]]:
    """Remarks, each with its rule, on a line and on what follows it, by the line's index."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    rules = rules_of(sheet.scheduled)
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    index = 0
    for entry in entries:
        index = at_line.get(entry.event.originator_version, index)
        codes = () if entry.fact is None else entry.event.envelope.remarks
        for code in codes:
            put_right = _put_right(sheet, entry.event.originator_version, code)
            words = words_at(sheet, entry.event, code)
            left = left_open(sheet, entry.event) if code == DIRECTOR_TO_CONFIRM else None
            one = (words + put_right, left.clause if left else rule_of(code, rules))
            found[index] = tuple(dict.fromkeys((*found.get(index, ()), one)))
    return found


def _put_right(sheet: Sheet, version: int, code: str) -> str:
    """What has put a matter right since, as a sentence; ``""`` while it stands."""
    found = resolved(sheet, version, code)
    return f" {found.words[:1].upper()}{found.words[1:]}." if found else ""


def ruled_after(sheet: Sheet) -> frozenset[int]:
    """Indexes of the lines after which something was entered under a ruling."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    ruled, index = set(), 0
    for event in sheet.events:
        index = at_line.get(event.originator_version, index)
        if event.envelope.case is not None:
            ruled.add(index)
    return frozenset(ruled)

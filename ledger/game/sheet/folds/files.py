"""What the words of a game file do to the sheet: they go with their line, and change nothing."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.files import GameFileTakenIn, GameLineNoted
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import FromFile, Sheet
from ledger.game.sheet.standing import Standing


def _noted(sheet: Sheet, fact: GameLineNoted, entry: Standing) -> Sheet:
    """The line has it; one that was struck out since takes its words with it."""
    version = entry.event.originator_version - fact.back
    for at in range(len(sheet.lines) - 1, -1, -1):
        line = sheet.lines[at]
        if line.version == version and line.seat is fact.seat:
            earlier = line.noted.notes if line.noted else ()
            noted = replace(fact, notes=(*earlier, *fact.notes))
            lines = (*sheet.lines[:at], replace(line, noted=noted), *sheet.lines[at + 1 :])
            return replace(sheet, lines=lines)
        if line.version < version:
            break
    return sheet


def _taken_in(sheet: Sheet, fact: GameFileTakenIn, entry: Standing) -> Sheet:
    return replace(sheet, file=FromFile(entry.event.originator_version, fact))


FOLDS: Folds = {GameLineNoted: _noted, GameFileTakenIn: _taken_in}

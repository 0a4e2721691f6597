"""What the words of a game file do to the sheet, which is nothing, and how they are told."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.files import GameFileTakenIn, GameLineNoted
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import FromFile, Sheet
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.wording.tells import tells


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


# What a game file says beside the turns, told in a few words.


@tells(
    GameLineNoted,
    "the file on the line of {seat}, {back} back[; notes {notes}][; after its total {comment}]"
    "[; rack {rack}][; total {total}][; written as {form}]",
)
def _file_line_noted(fact: GameLineNoted, sheet: Sheet) -> str:
    said = [f"“{words}”" for words in (" ".join(fact.notes), fact.comment) if words]
    if fact.total is not None:
        said.append(f"{fact.total} as the total of {sheet.name(fact.seat)}")
    return f"The file says here: {', '.join(said)}" if said else "The file says more of this line"


@tells(
    GameFileTakenIn,
    "file taken in; its players {nicks}[; declared {declared}][; notes {notes}][; racks {racks}]"
    "[; stops {stops}][; {turned|second player first|first player first}]",
)
def _file_taken_in(fact: GameFileTakenIn, _sheet: Sheet) -> str:
    titled = next((text for keyword, text in fact.declared if keyword == "title" and text), "")
    notes = " ".join(fact.notes)
    said = [f"“{words}”" for words in (titled, notes) if words]
    return f"Taken in from a game file: {', '.join(said)}" if said else "Taken in from a game file"

"""What a game file says beside the turns, told in a few words."""

from __future__ import annotations

from ledger.game.facts.files import GameFileTakenIn, GameLineNoted
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


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

"""What a ruling overruled: the gap it settles stands beside the entry, and how it is read."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.asking.asked import Asked
from ledger.game.play.deciding import decide
from ledger.game.play.entry import Entry
from ledger.game.sheet import Sheet
from ledger.rulebook.gaps import traps
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal


def about_the_gap(
    sheet: Sheet, asked: Asked, entry: Entry, ruled: frozenset[str]
) -> tuple[str, ...]:
    """What is to be remarked on where a ruling goes past a gap or contradiction of the book.

    The trap that the request would have been refused for without the ruling, and whether the
    ruling leaves open how it is read.

    Args:
      sheet: the sheet it is entered on.
      asked: what is entered.
      entry: under which ruling.
      ruled: the traps that the rulings of the case settle.
    """
    if entry.case is None:
        return ()
    try:
        decide(sheet, asked, replace(entry, case=None))
    except Refusal as overruled:
        found = traps().get(overruled.trap)
        if found is None or found.settled:
            return ()
        return (found.id,) if found.id in ruled else (found.id, remarks.READING_NOT_NAMED)
    return ()

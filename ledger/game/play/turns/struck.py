"""What goes with a play that is struck off the record."""

from __future__ import annotations

from ledger.game.sheet.effective import challenged_in_vain, standing
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import remarks


def goes_with(sheet: Sheet, play: int) -> tuple[str, ...]:
    """What is to be remarked on where the play at this version is struck.

    No book says what becomes of the price of a challenge whose play is found never to have
    been made: it goes with the play, as the challenge does, and the director is told.
    """
    stands = {entry.event.originator_version: entry for entry in standing(sheet.events)}
    if not challenged_in_vain(stands, play):
        return ()
    return (remarks.CHALLENGE_STRUCK, remarks.DIRECTOR_TO_CONFIRM)

"""The end of a game that another verdict undoes, and the count of the tiles left with it."""

from __future__ import annotations

from ledger.game.facts.endings import GameEnded, PlayOutAccepted, UnplayedTilesCounted
from ledger.game.facts.scores import EntryCorrected
from ledger.game.sheet.answering import Judged
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook


def turns_since(sheet: Sheet, judged: Judged) -> int:
    """How many turns were completed since the verdict."""
    return sum(line.is_turn and line.place > judged.version for line in sheet.lines)


def ends_undone(
    sheet: Sheet, judged: Judged, reason: str, approved_by: str, rules: Rulebook
) -> tuple[EntryCorrected, ...]:
    """The end of the game and the count of the tiles left, where the other verdict undoes them.

    A play-out that comes off was no end; nor was the last scoreless turn in a row where one
    of the row turns out to have scored. What the verdict's own request wrote goes with it.
    """
    in_the_row = turns_since(sheet, judged) < rules.zeros.turns.known()
    undone = (
        sheet.ended == "played-out" and sheet.out is judged.play_seat
        if judged.in_force
        else sheet.ended == "six-zeros" and in_the_row
    )
    if not undone:
        return ()
    request = sheet.events[judged.version - 1].envelope.command_id
    return tuple(
        EntryCorrected(
            supersedes=entry.event.originator_version,
            replacement=None,
            reason=reason,
            approved_by=approved_by,
        )
        for entry in standing(sheet.events)
        if entry.event.originator_version > judged.version
        and entry.event.envelope.command_id != request
        and isinstance(entry.fact, PlayOutAccepted | GameEnded | UnplayedTilesCounted)
    )

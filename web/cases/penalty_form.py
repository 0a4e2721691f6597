"""What the form of a penalty begins with: who was found against, and what the book names."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.offences import OTHER, Suggestion
from ledger.rulebook import Rulebook
from ledger.rulebook.model.conduct import Penalty
from ledger.tournament.conduct import suggests
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat


class PenaltyForm(Struct, frozen=True, kw_only=True):
    """A penalty as it stands in the form before anything is changed in it.

    Attributes:
      seat: who would be penalised; ``None`` where nobody was found against.
      named: what the book names for the act, warnings so far counted; ``None`` for no act of it.
      kinds: every penalty of the book, from the mildest to the gravest.
      reason: the finding.
    """

    seat: Seat | None
    named: Suggestion | None
    kinds: tuple[tuple[str, Penalty], ...]
    reason: str


def penalty_form(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament, rules: Rulebook
) -> PenaltyForm | None:
    """The form; ``None`` where no ruling stands from which a penalty could follow."""
    ruling = file.ruling
    if ruling is None or sheet is None or ruling.game != file.opened.game:
        return None
    found = file.finding
    seat = (found.seat if found else None) or file.opened.seat
    act = (found.offence if found else "") or file.opened.offence
    numbers = sheet.numbers
    named = None
    if seat is not None and numbers is not None and act not in ("", OTHER):
        named = suggests(tournament, numbers[seat.place], act)
    return PenaltyForm(
        seat=seat, named=named, kinds=tuple(rules.penalties.items()), reason=ruling.finding
    )

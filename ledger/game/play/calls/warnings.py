"""Warnings a book wants given: due when the act is reported, and given or waived by a director."""

from __future__ import annotations

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import DIRECTORS
from ledger.game.facts.calls import WarningDue, WarningSettled
from ledger.game.play.entry import Entry, decides
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat

WARNING = "official-warning"
"""What a book's table of acts calls a warning where it comes first."""


class SettleWarning(Asked, frozen=True, tag="settle-warning", kw_only=True):
    """A warning that was due to ``seat`` was given, or is waived; fields as in the fact."""

    seat: Seat
    offence: str
    given: bool
    reason: str = ""


def warning_due(
    sheet: Sheet, seat: Seat, offence: str, rules: Rulebook, *, times: int = 1, wanted_from: int = 1
) -> tuple[WarningDue, ...]:
    """The warning that is due for an act just reported, where the book in force wants one.

    Args:
      sheet: the game before the act.
      seat: who did it.
      offence: the act, by its name in the rulebook's table.
      rules: the book in force.
      times: how often this player did it in this game, this time included.
      wanted_from: from which time on the book speaks of it.
    """
    act = rules.offences.get(offence)
    if act is None or act.first != WARNING or times < wanted_from:
        return ()
    before = sum(
        isinstance(event.fact, WarningDue)
        and (event.fact.seat, event.fact.offence) == (seat, offence)
        for event in sheet.events
    )
    return (WarningDue(seat=seat, offence=offence, before=before),)


@decides(SettleWarning, may=DIRECTORS)
def settle_warning(sheet: Sheet, asked: SettleWarning, entry: Entry) -> Decision:
    """Write down that the warning was given, for the whole tournament too, or why it was not."""
    due = any(
        isinstance(one.fact, WarningDue)
        and (one.fact.seat, one.fact.offence) == (asked.seat, asked.offence)
        for one in sheet.open
    )
    entry.must(due, "no-such-entry/warning", player=sheet.name(asked.seat))
    entry.must(asked.given or asked.reason.strip(), "unreadable-request/warning-waived")
    settled = WarningSettled(
        seat=asked.seat, offence=asked.offence, given=asked.given, reason=asked.reason
    )
    return Decision((settled,), also=entry.warned(settled) if asked.given else ())

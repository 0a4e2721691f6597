"""The director called, and free challenges, told in a few words."""

from __future__ import annotations

from ledger.game.facts.calls import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    WarningDue,
    WarningSettled,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


@tells(
    DirectorCalled, "director called[; by {raised_by}][; about {seat}][; act {offence}]: {reason}"
)
def _director_called(fact: DirectorCalled, sheet: Sheet) -> str:
    about = f" about {sheet.name(fact.seat)}" if fact.seat else ""
    return f"Director called{about}{because(fact.reason)}"


@tells(DirectorSetOut, "director on the way")
def _director_set_out(_fact: DirectorSetOut, _sheet: Sheet) -> str:
    return "A director is on the way"


@tells(DirectorArrived, "director came[: {director}]")
def _director_arrived(fact: DirectorArrived, _sheet: Sheet) -> str:
    return f"Director {fact.director} came" if fact.director else "The director came to the table"


@tells(DirectorLeft, "director done[: {outcome}]")
def _director_left(fact: DirectorLeft, _sheet: Sheet) -> str:
    return f"The director is done: {fact.outcome}" if fact.outcome else "Director is done"


@tells(ClaimMade, "claim {seat}: {of}[; turn {turn}][; refused {refused}][; {words}]")
def _claim_made(fact: ClaimMade, sheet: Sheet) -> str:
    said = {"challenge": "to have challenged", "hold": "to have called hold"}.get(fact.of, "more")
    turn = f" turn {fact.turn}" if fact.turn else ""
    return f"{sheet.name(fact.seat)} claims {said}{turn}{because(fact.words)}"


@tells(WarningDue, "warning due to {seat}: {offence}[; before {before}]")
def _warning_due(fact: WarningDue, sheet: Sheet) -> str:
    return f"A warning is due to {sheet.name(fact.seat)}"


@tells(WarningSettled, "warning of {seat}: {offence} ({given|given|waived})[; {reason}]")
def _warning_settled(fact: WarningSettled, sheet: Sheet) -> str:
    what = "was warned" if fact.given else "was not warned"
    return f"{sheet.name(fact.seat)} {what}{because(fact.reason)}"


@tells(ChallengeCreditGranted, "free challenge for {seat}: {reason}[; {clause}]")
def _challenge_credit_granted(fact: ChallengeCreditGranted, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} was given a free challenge{because(fact.reason)}"


@tells(ChallengeCreditUsed, "free challenge used {seat}")
def _challenge_credit_used(fact: ChallengeCreditUsed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} used the free challenge"

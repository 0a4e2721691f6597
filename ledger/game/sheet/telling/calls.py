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
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells
from ledger.vocabulary.desk_matters import AT_TABLE_TOLD, LATER_TOLD, MATTERS_TOLD


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


@tells(MatterSetAside, "matter {kind:word} {which:word} {how:word}[ until {until}]: {reason}")
def _matter_set_aside(fact: MatterSetAside, _sheet: Sheet) -> str:
    what = AT_TABLE_TOLD.get(fact.kind, MATTERS_TOLD[fact.kind])
    why = because(fact.reason)
    match fact.how:
        case "waived":
            return f"The director waived {what}{why}"
        case "put-off":
            return f"The director sees to {what} {LATER_TOLD[fact.until]}{why}"
        case "taken-back":
            return f"The director sees to {what} after all{why}"


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

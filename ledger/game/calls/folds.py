"""What a call for the director and a free challenge do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.calls.facts import (
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
from ledger.game.sheet.sheet import Opened, Result, Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import Standing, folds, leaves_unchanged, tells, with_reason
from ledger.game.sheet.still_open import open_after_the_end, open_after_the_start
from ledger.messages import ENGLISH, known, language, say
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import ENDS_WHEN_WAIVED, at_table_told, later_told


@folds(DirectorCalled)
def _called(sheet: Sheet, fact: DirectorCalled, entry: Standing) -> Sheet:
    event = entry.event
    opened = with_opened(sheet.open, event.originator_version, fact)
    return replace(sheet, open=opened, clock=sheet.clock.read(event.envelope.clocks))


@folds(DirectorSetOut, DirectorArrived)
def _on_the_way(sheet: Sheet, fact: DirectorSetOut | DirectorArrived, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, DirectorCalled, fact))


@folds(DirectorLeft)
def _left(sheet: Sheet, fact: DirectorLeft, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DirectorCalled))


@folds(MatterSetAside)
def _aside(sheet: Sheet, fact: MatterSetAside, entry: Standing) -> Sheet:
    """A procedure that is waived ends, and goes on as it was if that is taken back."""
    if fact.kind not in ENDS_WHEN_WAIVED:
        return sheet
    if fact.how == "waived":
        gone = tuple(one for one in sheet.open if str(one.version) == fact.which)
        left = tuple(one for one in sheet.open if str(one.version) != fact.which)
        result = _without_amendment(sheet.result, fact.which)
        return replace(sheet, open=left, waived=(*sheet.waived, *gone), result=result)
    back = tuple(one for one in sheet.waived if str(one.version) == fact.which)
    result = sheet.result
    if fact.kind == "amendment" and back:
        if result.amending is None:
            result = replace(result, amending=result.amending_waived, amending_waived=None)
        else:
            back = ()  # what was asked for since took its place
    if sheet.started:
        back = open_after_the_start(back)
    if sheet.ended:
        back = open_after_the_end(back)
    noted = (_noted(one, fact) if str(one.version) == fact.which else one for one in sheet.open)
    return replace(
        sheet,
        open=tuple(sorted((*back, *noted), key=lambda one: one.version)),
        result=result,
        waived=tuple(one for one in sheet.waived if str(one.version) != fact.which),
    )


def _without_amendment(result: Result, which: str) -> Result:
    """A result of which no amendment is asked for that was asked for by this event."""
    if result.amending is None or str(result.amending.version) != which:
        return result
    return replace(result, amending=None, amending_waived=result.amending)


def _noted(opened: Opened, fact: MatterSetAside) -> Opened:
    """A procedure with what was last said about when it is seen to, if that still holds."""
    before = tuple(step for step in opened.done if not isinstance(step, MatterSetAside))
    return Opened(opened.version, opened.fact, (*before, *([fact] * (fact.how == "put-off"))))


@folds(WarningDue)
def _due(sheet: Sheet, fact: WarningDue, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(WarningSettled)
def _settled(sheet: Sheet, fact: WarningSettled, entry: Standing) -> Sheet:
    """The latest warning of that kind which is due to that player is due no more."""
    due = [
        one
        for one in sheet.open
        if isinstance(one.fact, WarningDue)
        and (one.fact.seat, one.fact.offence) == (fact.seat, fact.offence)
    ]
    return replace(sheet, open=tuple(one for one in sheet.open if one not in due[-1:]))


@folds(ChallengeCreditGranted)
def _granted(sheet: Sheet, fact: ChallengeCreditGranted, entry: Standing) -> Sheet:
    return _with_free_challenges(sheet, fact.seat, 1)


@folds(ChallengeCreditUsed)
def _used(sheet: Sheet, fact: ChallengeCreditUsed, entry: Standing) -> Sheet:
    return _with_free_challenges(sheet, fact.seat, -1)


def _with_free_challenges(sheet: Sheet, seat: Seat, change: int) -> Sheet:
    first, second = sheet.challenges.free
    if seat is Seat.FIRST:
        return replace(sheet, challenges=replace(sheet.challenges, free=(first + change, second)))
    return replace(sheet, challenges=replace(sheet.challenges, free=(first, second + change)))


leaves_unchanged(ClaimMade)


# The director called, and free challenges, told in a few words.


@tells(
    DirectorCalled, "director called[; by {raised_by}][; about {seat}][; act {offence}]: {reason}"
)
def _director_called(fact: DirectorCalled, sheet: Sheet) -> str:
    told = say("game_calls.director-called")
    if fact.seat:
        told = say("game_calls.director-called-about", player=sheet.name(fact.seat))
    reason = fact.reason
    if known(f"game_calls.reason-{reason}"):
        reason = say(f"game_calls.reason-{reason}")
    return with_reason(told, reason)


def reason_told(reason: str) -> str:
    """What a call is about: a word that the tablet gave, in the reader's language; else as written.

    In English as it is written, too: a round's sheet is bound to it.
    """
    if language() == ENGLISH or not known(f"game_calls.reason-{reason}"):
        return reason
    return say(f"game_calls.reason-{reason}")


@tells(DirectorSetOut, "director on the way")
def _director_set_out(_fact: DirectorSetOut, _sheet: Sheet) -> str:
    return say("game_calls.director-set-out")


@tells(DirectorArrived, "director came[: {director}]")
def _director_arrived(fact: DirectorArrived, _sheet: Sheet) -> str:
    if fact.director:
        return say("game_calls.director-named-came", director=fact.director)
    return say("game_calls.director-came-table")


@tells(DirectorLeft, "director done[: {outcome}]")
def _director_left(fact: DirectorLeft, _sheet: Sheet) -> str:
    if fact.outcome:
        return say("game_calls.director-done-with", outcome=fact.outcome)
    return say("game_calls.director-done")


@tells(MatterSetAside, "matter {kind:word} {which:word} {how:word}[ until {until}]: {reason}")
def _matter_set_aside(fact: MatterSetAside, _sheet: Sheet) -> str:
    what = at_table_told(fact.kind)
    match fact.how:
        case "waived":
            told = say("game_calls.waived", what=what)
        case "put-off":
            later = later_told(fact.until)
            told = say("game_calls.put-off", what=what, later=later)
        case "taken-back":
            told = say("game_calls.seen-to-after-all", what=what)
    return with_reason(told, fact.reason)


@tells(ClaimMade, "claim {seat}: {of}[; turn {turn}][; refused {refused}][; {words}]")
def _claim_made(fact: ClaimMade, sheet: Sheet) -> str:
    known_as = fact.of if fact.of in ("challenge", "hold") else "more"
    who = sheet.name(fact.seat)
    if fact.turn:
        told = say(f"game_calls.claims-{known_as}-of-turn", player=who, turn=fact.turn)
    else:
        told = say(f"game_calls.claims-{known_as}", player=who)
    return with_reason(told, fact.words)


@tells(WarningDue, "warning due to {seat}: {offence}[; before {before}]")
def _warning_due(fact: WarningDue, sheet: Sheet) -> str:
    return say("game_calls.warning-due", player=sheet.name(fact.seat))


@tells(WarningSettled, "warning of {seat}: {offence} ({given|given|waived})[; {reason}]")
def _warning_settled(fact: WarningSettled, sheet: Sheet) -> str:
    who = sheet.name(fact.seat)
    told = (
        say("game_calls.warned", player=who)
        if fact.given
        else say("game_calls.not-warned", player=who)
    )
    return with_reason(told, fact.reason)


@tells(ChallengeCreditGranted, "free challenge for {seat}: {reason}[; {clause}]")
def _challenge_credit_granted(fact: ChallengeCreditGranted, sheet: Sheet) -> str:
    return with_reason(
        say("game_calls.challenge-credit-granted", player=sheet.name(fact.seat)), fact.reason
    )


@tells(ChallengeCreditUsed, "free challenge used {seat}")
def _challenge_credit_used(fact: ChallengeCreditUsed, sheet: Sheet) -> str:
    return say("game_calls.challenge-credit-used", player=sheet.name(fact.seat))

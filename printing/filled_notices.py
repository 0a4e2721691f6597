"""Notices and the appeal form, filled from a case."""

from __future__ import annotations

from typing import TypeVar

from ledger.incidents import rights
from ledger.incidents.cited import rules_cited
from ledger.incidents.facts.appeals import AppealDecided, AppealHeard, AppealLodged
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.in_words import act_found
from ledger.incidents.rights import must_have_a_right, next_body
from ledger.incidents.to_tell import went_back
from ledger.record.fact import Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    choices,
)
from ledger.vocabulary.refusals import Refusal
from printing.appeal_form import AppealForm
from printing.case_at_hand import CaseAtHand
from printing.filled_cases import as_struck
from printing.incident_record import LEFT_OUT
from printing.page import when_words
from printing.ruling_notice import RulingNotice
from printing.warning_notice import WarningNotice

F = TypeVar("F", bound=Fact)

NOT_RULED = "Nothing is ruled yet."
NOT_STANDING = "No ruling stands."
NO_TIME = "no time was set"


def ruling_notices_of(case: CaseAtHand, *, redacted: bool = False) -> tuple[RulingNotice, ...]:
    """A notice for each player, or for the one whom a case about no game concerns."""
    ruling, went = case.file.ruling, went_back(case.file)
    signed = case.event(went.version) if went else case.ruled
    without = case.redaction.of if redacted else str
    seats: tuple[Seat | None, ...] = tuple(Seat) if case.sheet else (None,)
    follows = case.followed(redacted=redacted)
    cited = next(iter(rules_cited(case.file, case.rules.id)), None) if ruling else None
    return tuple(
        RulingNotice(
            heading=case.heading_of_notice,
            case=case.called,
            to=case.name(seat) if seat else case.players[0],
            ruled=without(ruled_now(case)),
            citation=without(cited.told) if cited else "",
            appeal=case.appeal(redacted=redacted) if ruling else "",
            follows=tuple(map(without, follows)) or (("Nothing follows.",) if ruling else ()),
            right=right_of(case, seat) if ruling else "",
            until=appeal_until(case) if ruling and may_appeal(case, seat) else "",
            director=case.official(signed) if signed else "",
            at=case.local(signed.envelope.written_at) if signed else None,
        )
        for seat in seats
    )


def ruled_words(case: CaseAtHand, ruling: RulingGiven) -> str:
    """What was found, with what it finds that a player did."""
    act = act_found(ruling, case.name)
    return f"{ruling.finding}; act found: {act}" if act else ruling.finding


def ruled_now(case: CaseAtHand) -> str:
    """The ruling that stands, and what was taken back since it was given; or that none stands."""
    ruling, went = case.file.ruling, went_back(case.file)
    if ruling is None:
        return not_ruled(case)
    by = case.event(went.version) if went else None
    gone = [
        as_struck(event.fact.finding, by)
        for event in case.file.events
        if isinstance(event.fact, RulingGiven)
        and by is case.file.taken_back.get(event.originator_version) is not None
    ]
    return "; no longer: ".join((ruled_words(case, ruling), *gone))


def not_ruled(case: CaseAtHand) -> str:
    """That nothing stands: nothing was ruled, or the last ruling was taken back, and why."""
    gone = case.file.taken_back
    struck = [
        as_struck(event.fact.finding, gone.get(event.originator_version))
        for event in case.file.events
        if isinstance(event.fact, RulingGiven)
    ]
    return f"{NOT_STANDING} {struck[-1]}" if struck else NOT_RULED


def may_appeal(case: CaseAtHand, seat: Seat | None) -> bool:
    """Whether the book gives a right of appeal to who sits there."""
    try:
        must_have_a_right(case.file, seat, case.rules)
    except Refusal:
        return False
    return True


def right_of(case: CaseAtHand, seat: Seat | None) -> str:
    """The right of appeal in words: whether there is one, when, and to whom.

    An appeal that was taken before its time is told, for the notice says when one may be lodged;
    the incident record has the reason. Once a body has decided, the next is no longer the first.
    """
    rules = case.rules
    try:
        must_have_a_right(case.file, seat, rules)
        body = next_body(case.file, rules)
    except Refusal as none:
        return f"{none.what} {none.next_step}"
    when = " once the tournament is over" if rules.appeal.when.value == "after-the-event" else ""
    decided = case.file.last(AppealDecided) is not None
    where = f", {'next' if decided else 'first'} to: {body}" if body else ""
    if case.file.state == "under appeal":
        return ""  # what may be appealed against next is not decided yet
    words = f"You may appeal{when}{where} ({rules.appeal.who})."
    sooner = when and any(one.although for one in case.file.each(AppealLodged))
    return f"{words} One was taken sooner; the record says why." if sooner else words


def appeal_until(case: CaseAtHand) -> str:
    """Until when an appeal may be lodged, as players were told; or that no time was set."""
    told = rights.appeal_until(case.file)
    return when_words(case.local(told)) if told else NO_TIME


def warning_notices_of(case: CaseAtHand, *, redacted: bool = False) -> tuple[WarningNotice, ...]:
    """A notice for each warning of the case; one for the hand where there was none."""
    without = case.redaction.of if redacted else str
    given = [one for one in case.tournament.conduct.warnings if one.case == case.file.id]
    ruled = case.ruled
    director = case.official(ruled) if ruled else ""
    notices = []
    for one in given:
        player, told = case.tournament.player(one.player), one.told(case.rules)
        notices.append(
            WarningNotice(
                heading=case.heading,
                case=case.called,
                player=player.name if player else "",
                number=one.player,
                kind=one.kind,
                what=without(told if one.words or one.offence != "other" else case.title),
                rule=one.rested_on(case.rules)
                or (case.file.ruling.citation if case.file.ruling else ""),
                notice=one.notice,
                director=director,
                at=case.local(one.given_at),
            )
        )
    return tuple(notices) or (WarningNotice(heading=case.heading, case=case.called),)


def appeal_form_of(case: CaseAtHand, *, redacted: bool = False) -> AppealForm:
    """The appeal form of a case: of the last appeal, or to be filled in by who appeals.

    It has the ruling appealed against, and not one that was given since.
    """
    without = case.redaction.of if redacted else str
    last = case.file.last(AppealLodged)
    lodged, appeal = (case.event(last[0]), last[1]) if last else (None, None)
    ruled = case.ruled_before(appeal.version) if appeal else case.ruled
    ruling = ruled.fact if ruled else None
    assert ruling is None or isinstance(ruling, RulingGiven)
    heard = _since(last, case.file.last(AppealHeard))
    found = case.file.last(AppealDecided)
    decided = _since(last, found)
    decided_at = case.event(found[0]) if found and decided else None
    sat = heard if heard and not redacted else None
    return AppealForm(
        heading=case.heading_of(redacted=redacted),
        case=case.called,
        title=without(case.title),
        ruled=without(ruling.finding if ruling else not_ruled(case)),
        citation=ruling.citation if ruling else "",
        director=case.official(ruled) if ruled else "",
        ruled_at=case.local(ruled.envelope.written_at) if ruled else None,
        until=appeal_until(case) if ruling else "",
        appellant=_appellant(appeal, redacted=redacted),
        against=dict(choices(AppealedAgainst))[appeal.against] if appeal else "",
        body=appeal.to if appeal else "",
        deposit=appeal.deposit if appeal else "",
        decide_by=when_words(case.local(appeal.decide_by)) if appeal and appeal.decide_by else "",
        grounds=_grounds(case, appeal, redacted=redacted),
        lodged_at=case.local(lodged.envelope.written_at) if lodged else None,
        received_by=case.official(lodged) if lodged else "",
        panel=sat.committee if sat else (),
        declared=sat.declared if sat else (),
        how=heard.how if heard else "",
        outcome=dict(choices(AppealOutcome))[decided.outcome] if decided else "",
        reasons=without(decided.reasons) if decided else "",
        recommends=without("; ".join(decided.recommends)) if decided else "",
        answer=dict(choices(AcceptedByExecutive))[decided.accepted] if decided else "",
        effect=without(decided.effect) if decided else "",
        decided_at=case.local(decided_at.envelope.written_at) if decided_at else None,
    )


def _since(last: tuple[int, AppealLodged] | None, found: tuple[int, F] | None) -> F | None:
    """What was written since the last appeal was lodged."""
    return found[1] if last and found and found[0] > last[0] else None


def _appellant(appeal: AppealLodged | None, *, redacted: bool) -> str:
    if appeal is None:
        return ""
    return "Somebody affected" if redacted and appeal.seat is None else appeal.who


def _grounds(case: CaseAtHand, appeal: AppealLodged | None, *, redacted: bool) -> str:
    """The appellant's words; that they were removed, or are left out."""
    if appeal is None or not appeal.grounds:
        return ""
    if redacted:
        return LEFT_OUT
    return case.told(appeal.grounds)

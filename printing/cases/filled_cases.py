"""What the papers of a case say: facts, hearing, rulings now and before, warnings, appeals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.standing import because
from ledger.incidents import appeals as appeals_appeals
from ledger.incidents import facts as cases
from ledger.incidents.appeals import must_have_a_right, next_body
from ledger.incidents.case_file import decisions_in, rules_cited, went_back, withdrawn
from ledger.incidents.facts import AppealDecided, AppealHeard, AppealLodged, RulingGiven
from ledger.incidents.reports import reason_of
from ledger.incidents.wording import act_found, case_wording, raised_wording
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.tournament import warnings_under
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    ConfirmedHow,
    StatementRole,
    choices,
)
from ledger.vocabulary.refusals import Refusal
from printing.cases.case_at_hand import NOTICE, CaseAtHand, anonymous
from printing.cases.notices import RULING_NOTICE, WARNING_NOTICE, RulingNotice, WarningNotice
from printing.cases.records import (
    APPEAL_FORM,
    INCIDENT_RECORD,
    LEFT_OUT,
    NOT_READ_BACK,
    NOTHING_SAID,
    AppealForm,
    Entries,
    Heard,
    IncidentRecord,
)
from printing.engine.flowing import SAID
from printing.engine.page import time_words, when_words
from printing.papers import Papers
from printing.source import place_words

SOMEBODY: dict[StatementRole, str] = {
    "player": "A player",
    "opponent": "A player",
    "witness": "A witness",
    "observer": "An observer",
    "monitor": "A monitor",
    "staff": "Somebody of the staff",
}
"""Who was heard, where the name is left out."""


def incident_record_of(case: CaseAtHand, *, redacted: bool = False) -> IncidentRecord:
    opened = case.file.opened
    ruled = case.ruled
    at = case.file.events[0].envelope
    without = case.redaction.of if redacted else str

    def told(*kinds: type[Fact]) -> Entries:
        return tuple(
            (
                moment_words(case, event),
                without(event_words(case, event, redacted=redacted)),
            )
            for event in case.file.events
            if isinstance(event.fact, kinds)
        )

    return IncidentRecord(
        heading=case.heading_of(redacted=redacted),
        case=case.called,
        title=without(case.title),
        category=opened.category,
        players=case.players,
        starter_known=case.sheet is not None and start_of(case.sheet).who > 0,
        raised_by=raised_wording(opened.raised_by, opened.seat, case.name),
        opened_at=case.local(at.written_at),
        facts=facts_of(case, redacted=redacted),
        heard=tuple(
            heard_of(case, event, redacted=redacted) for event in case.each(cases.StatementTaken)
        ),
        rule=tuple((label, without(words)) for label, words in rules_of(case)),
        finding=tuple((label, without(words)) for label, words in finding_of(case)),
        follows=follows_of(case, redacted=redacted),
        told=told(cases.RulingTold),
        reports=told(cases.CaseReported),
        appeals=appeals_of(case, redacted=redacted),
        director=case.official(ruled) if ruled else "",
        second=second_of(case),
        ruled_at=case.local(ruled.envelope.written_at) if ruled else None,
        appeal=case.appeal(redacted=redacted),
        redacted=NOTICE if redacted else "",
    )


def appeals_of(case: CaseAtHand, *, redacted: bool) -> Entries:
    without = case.redaction.of if redacted else str
    found: list[tuple[str, str]] = []
    for event in case.file.events:
        fact, more = event.fact, ""
        if isinstance(fact, cases.AppealLodged) and fact.grounds:
            more = LEFT_OUT if redacted else case.wording(fact.grounds)
        elif isinstance(fact, cases.AppealHeard):
            more = "" if redacted else declared_words(fact)
        elif isinstance(fact, cases.AppealDecided):
            said_so = [one.strip().rstrip(".") for one in (*fact.recommends, fact.reasons)]
            more = without("".join(f"{one}. " for one in said_so if one).strip())
        elif not isinstance(fact, cases.AppealLodged | cases.NothingCarriedOut):
            continue
        words = without(event_words(case, event, redacted=redacted))
        if isinstance(fact, cases.AppealLodged) and fact.although:
            why = "" if redacted else f": {fact.although}"
            words = f"{words}, taken although the book bars it{why}"
        found.append((moment_words(case, event), words))
        found += [(SAID, more)] if more else []
    return tuple(found)


def declared_words(heard: cases.AppealHeard) -> str:
    """What those who sat said of their interest, and why somebody with a part in the case sat."""
    silent = [name for name in heard.committee if name not in heard.declared]
    parts = (
        ("Declared no interest", ", ".join(heard.declared)),
        ("No declaration", ", ".join(silent)),
        ("Of the Executive", ", ".join(heard.executive)),
        ("Sat with a part in the case, because", heard.although.rstrip(".")),
    )
    return " ".join(f"{label}: {words}." for label, words in parts if words)


def moment_words(case: CaseAtHand, event: Event) -> str:
    """When something was done about a case; with its day, where it is another than the first."""
    began, at = (case.local(one.envelope.written_at) for one in (case.file.events[0], event))
    return time_words(at) if began.date() == at.date() else when_words(at)


def event_words(case: CaseAtHand, event: Event, *, redacted: bool = False) -> str:
    """An event of a case in words; that it was taken back, if it was."""
    fact = anonymous(event.fact) if redacted else event.fact
    version = event.originator_version
    by = case.file.taken_back.get(version) or withdrawn(case.file).get(version)
    return as_struck(case_wording(fact, case.name), by)


def as_struck(words: str, by: Event | None) -> str:
    """Words, and that what they tell was taken back and why, where ``by`` did that."""
    return words if by is None else f"{words} (taken back{because(reason_of(by))})"


def former(case: CaseAtHand) -> list[tuple[cases.RulingGiven, Event | None]]:
    """The rulings of a case before the one that stands, each with what took it back."""
    gone, last = case.file.taken_back, case.file.last(cases.RulingGiven)
    return [
        (event.fact, gone.get(event.originator_version))
        for event in case.file.events
        if isinstance(event.fact, cases.RulingGiven)
        and (last is None or event.originator_version != last[0])
    ]


def facts_of(case: CaseAtHand, *, redacted: bool = False) -> Entries:
    """What the record knew of the table, and what was put with the case."""
    opened, sheet = case.file.opened, case.sheet
    found: list[tuple[str, str]] = []

    def where(version: int) -> str:
        return place_words(sheet, version, says=not redacted) if sheet else f"event {version}"

    stood = opened.situation
    if sheet is not None and stood is not None:
        first, second = sheet.names
        clocks = " / ".join(minutes(one) for one in stood.clocks) if stood.clocks else "not read"
        found = [
            ("Reported", f"{when_words(case.local(stood.moment))}, {where(stood.version)}"),
            ("Score", f"{first} {stood.totals[0]} : {stood.totals[1]} {second}"),
            ("Clocks", clocks),
            ("Bag", f"{stood.bag}, on the racks {stood.racks[0]} and {stood.racks[1]}"),
            ("To move", sheet.name(stood.on_move) if stood.on_move else "nobody"),
        ]
    if opened.about is not None:
        at = where(opened.about)
        found.append(("Disputed", at[:1].upper() + at[1:]))
    if opened.seat is not None:
        found.append(("About", case.name(opened.seat)))
    found += warned_before(case)
    if opened.although:
        found.append(("Begun although", opened.although))
    without = case.redaction.of if redacted else str
    found += [
        ("Attached", event_words(case, event, redacted=redacted))
        for event in case.each(cases.EvidenceAttached)
    ]
    return tuple((label, without(words)) for label, words in found)


def warned_before(case: CaseAtHand) -> Entries:
    """The warnings that the players had before this case was opened, each with its moment."""
    if case.sheet is not None:
        numbers: tuple[int, ...] = case.sheet.numbers or ()
        names = case.sheet.names
    else:
        numbers, names = (case.file.opened.player,), case.players
    opened = case.file.events[0].envelope.written_at
    return tuple(
        (
            "Warned before",
            f"{name}, {when_words(case.local(one.given_at))}: {one.wording(case.rules)}",
        )
        for number, name in zip(numbers, names, strict=False)
        for one in case.tournament.conduct.warnings_of(number)
        if number and one.case != case.file.id and one.given_at <= opened
    )


def heard_of(case: CaseAtHand, event: Event, *, redacted: bool) -> Heard:
    fact = event.fact
    assert isinstance(fact, cases.StatementTaken)
    hides = redacted and fact.seat is None
    without = case.redaction.of if redacted else str
    if fact.declined:
        words = NOTHING_SAID
    elif redacted:
        words = LEFT_OUT
    else:
        words = case.wording(fact.words)
    words = without(as_struck(words, case.file.taken_back.get(event.originator_version)))
    by = f"by {fact.interpreter}" if fact.interpreter and not redacted else ""
    spoken = f"said in {fact.language}" if fact.language else ""
    envelope = event.envelope
    return Heard(
        who=SOMEBODY[fact.role] if hides else fact.who,
        role=fact.role,
        words=words,
        language=", interpreted ".join(part for part in (spoken, by) if part),
        read_back="" if fact.declined else read_back(case, event, redacted=redacted),
        at=case.local(envelope.occurred_at or envelope.written_at),
    )


def read_back(case: CaseAtHand, statement: Event, *, redacted: bool) -> str:
    for fact in case.file.each(cases.StatementConfirmed):
        if fact.statement == statement.originator_version:
            how = dict(choices(ConfirmedHow))[fact.how]
            before = f"before {'somebody' if redacted else fact.witness}" if fact.witness else how
            return f"read back and confirmed {before}"
    return NOT_READ_BACK


def rules_of(case: CaseAtHand) -> Entries:
    return tuple((one.why, one.wording) for one in rules_cited(case.file, case.rules.id))


def finding_of(case: CaseAtHand) -> Entries:
    """What was found and ruled; first the other rulings, taken back or standing beside it."""
    ruling = case.file.ruling
    found = [
        ("Ruled before" if by else "Also ruled", as_struck(f"{one.finding} ({one.citation})", by))
        for one, by in former(case)
    ]
    if ruling is None:
        return tuple(found)
    if ruling.found:
        resting = f" ({ruling.standard.replace('-', ' ')})" if ruling.standard else ""
        found.append(("Found", f"{ruling.found}{resting}"))
    if ruling.reading:
        found.append(("Read as", ruling.reading))
    elif unclear := ambiguities().get(ruling.trap):
        found.append(("Unclear", unclear.sentence))
    found.append(("Ruled", ruling.finding))
    carried = [one.fact for one in decisions_in(case.file.stands) if one.version == ruling.decision]
    found += [("Carries out", f"what {one.by} decided on appeal") for one in carried]
    if ruling.offence:
        found.append(("Act", act_found(ruling, case.name)))
    if ruling.gap:
        found.append(("Gap", "The book leaves this open."))
    if ruling.although:
        found.append(("Ruled although", ruling.although))
    return tuple(found)


def follows_of(case: CaseAtHand, *, redacted: bool = False) -> Entries:
    without = case.redaction.of if redacted else str
    said = case.followed(redacted=redacted)
    return tuple((str(number), without(words)) for number, words in enumerate(said, 1))


def second_of(case: CaseAtHand) -> str:
    """The second official who agreed, or why there was none."""
    ruling = case.file.ruling
    if ruling is None:
        return ""
    if ruling.seconded:
        return case.source.official(ruling.seconded)
    return f"none, {ruling.alone}" if ruling.alone else ""


# Notices and the appeal form, filled from a case.


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
    ruled, citation = without(ruled_now(case)), without(cited.wording) if cited else ""
    heading = case.heading_of_notice
    if case.source.signs is not None:
        from printing.signed_codes import ruling_says

        says = ruling_says(
            case.source.signs, case.last, tournament=case.tournament.slug,
            entry=case.record_to or 0, case=case.file.opened.number,
            ruling=len(case.file.each(RulingGiven)), ruled=ruled,
            citation=without(cited.citation) if cited else "", game=case.sheet,
        )  # fmt: skip
        heading = replace(heading, says=says)
    return tuple(
        RulingNotice(
            heading=heading,
            case=case.called,
            to=case.name(seat) if seat else case.players[0],
            ruled=ruled,
            citation=citation,
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
    window = appeals_appeals.appeal_until(case.file)
    return when_words(case.local(window)) if window else NO_TIME


def warning_notices_of(case: CaseAtHand, *, redacted: bool = False) -> tuple[WarningNotice, ...]:
    """A notice for each warning of the case, also taken back; one for the hand without any."""
    without = case.redaction.of if redacted else str
    ruled = case.ruled
    director = case.official(ruled) if ruled else ""
    notices = []
    for one, by in warnings_under(case.tournament, case.file.id):
        player, text = case.tournament.player(one.player), one.wording(case.rules)
        what = text if one.words or one.offence != "other" else case.title
        notices.append(
            WarningNotice(
                heading=case.heading,
                case=case.called,
                player=player.name if player else "",
                number=one.player,
                kind=one.kind,
                what=as_struck(without(what), by),
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
    return case.wording(appeal.grounds)


# The same as papers, which ``printing.forms`` names. A form with people's words on it says itself
# what its code binds: the digests of those words.


def incident_record_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    filled = with_its_code(incident_record_of, case, redacted=redacted)
    return Papers.of(INCIDENT_RECORD, case.source, filled)


def ruling_notices_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(RULING_NOTICE, case.source, *ruling_notices_of(case, redacted=redacted))


def warning_notices_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    """The warning notices of a case; one for the hand where nobody was warned."""
    return Papers.of(WARNING_NOTICE, case.source, *warning_notices_of(case, redacted=redacted))


def appeal_form_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    filled = with_its_code(appeal_form_of, case, redacted=redacted)
    return Papers.of(APPEAL_FORM, case.source, filled)


class _Binds(Protocol):
    """A form that says itself what its code binds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Binding = TypeVar("Binding", bound=_Binds)


def with_its_code(fill: Callable[..., Binding], case: CaseAtHand, *, redacted: bool) -> Binding:
    binds = fill(case.bound, redacted=redacted)
    filled: Binding = replace(fill(case, redacted=redacted), binds=binds)
    return filled

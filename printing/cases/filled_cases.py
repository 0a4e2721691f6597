"""What the papers of a case say: facts, hearing, rulings now and before, warnings, appeals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.standing import as_papers_have
from ledger.incidents import appeals as appeals_appeals
from ledger.incidents import facts as cases
from ledger.incidents.appeals import must_have_a_right, next_body
from ledger.incidents.case_file import decisions_in, rules_cited, went_back, withdrawn
from ledger.incidents.facts import AppealDecided, AppealHeard, AppealLodged, RulingGiven
from ledger.incidents.reports import reason_of
from ledger.incidents.wording import (
    about_wording,
    act_found,
    case_wording,
    finding_wording,
    raised_wording,
)
from ledger.messages import known
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.rulebook.ambiguities import ambiguities
from ledger.rulebook.reading import rule_wording
from ledger.tournament.tournament import warnings_under
from ledger.vocabulary import Seat
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    ConfirmedHow,
    choices,
)
from ledger.vocabulary.refusals import Refusal
from printing.cases.case_at_hand import CaseAtHand, anonymous
from printing.cases.notices import RULING_NOTICE, WARNING_NOTICE, RulingNotice, WarningNotice
from printing.cases.records import (
    APPEAL_FORM,
    INCIDENT_RECORD,
    AppealForm,
    Entries,
    Heard,
    IncidentRecord,
)
from printing.engine.flowing import SAID
from printing.engine.page import time_words, when_words
from printing.languages import having, say
from printing.papers import Papers
from printing.source import place_words, taken_back_words


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
        category=about_wording(opened.category),
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
        redacted=say("paper_cases.what-is-left-out") if redacted else "",
    )


def appeals_of(case: CaseAtHand, *, redacted: bool) -> Entries:
    without = case.redaction.of if redacted else str
    found: list[tuple[str, str]] = []
    for event in case.file.events:
        fact, more = event.fact, ""
        if isinstance(fact, cases.AppealLodged) and fact.grounds:
            more = say("paper_cases.statement-left-out") if redacted else case.wording(fact.grounds)
        elif isinstance(fact, cases.AppealHeard):
            more = "" if redacted else declared_words(fact)
        elif isinstance(fact, cases.AppealDecided):
            said_so = [one.strip().rstrip(".") for one in (*fact.recommends, fact.reasons)]
            more = without("".join(f"{one}. " for one in said_so if one).strip())
        elif not isinstance(fact, cases.AppealLodged | cases.NothingCarriedOut):
            continue
        words = without(event_words(case, event, redacted=redacted))
        if isinstance(fact, cases.AppealLodged) and fact.although:
            given = {"why": "" if redacted else fact.although}
            words = say(f"paper_cases.taken-although-barred{having(given)}", words=words, **given)
        found.append((moment_words(case, event), words))
        found += [(SAID, more)] if more else []
    return tuple(found)


def declared_words(heard: cases.AppealHeard) -> str:
    """What those who sat said of their interest, and why somebody with a part in the case sat."""
    silent = [name for name in heard.committee if name not in heard.declared]
    parts = (
        (say("paper_cases.declared-no-interest"), ", ".join(heard.declared)),
        (say("paper_cases.no-declaration"), ", ".join(silent)),
        (say("paper_cases.executive"), ", ".join(heard.executive)),
        (say("paper_cases.sat-with-part-in-case"), heard.although.rstrip(".")),
    )
    told = (say("paper.place-and-what", place=each, what=what) for each, what in parts if what)
    return " ".join(f"{one}." for one in told)


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
    return words if by is None else taken_back_words(words, reason_of(by))


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
        return (
            place_words(sheet, version, says=not redacted)
            if sheet
            else say("paper_forms.event", number=version)
        )

    stood = opened.situation
    if sheet is not None and stood is not None:
        first, second = sheet.names
        clocks = (
            " / ".join(minutes(one) for one in stood.clocks)
            if stood.clocks
            else say("paper.not-read")
        )
        found = [
            (
                say("paper_cases.reported"),
                f"{when_words(case.local(stood.moment))}, {where(stood.version)}",
            ),
            (say("paper_cases.score"), f"{first} {stood.totals[0]} : {stood.totals[1]} {second}"),
            (say("paper_cases.clocks"), clocks),
            (
                say("paper_cases.bag"),
                say(
                    "paper_cases.bag-on-racks-racks-and",
                    bag=stood.bag,
                    racks=stood.racks[0],
                    racks2=stood.racks[1],
                ),
            ),
            (
                say("paper_cases.move"),
                sheet.name(stood.on_move) if stood.on_move else say("paper_cases.nobody"),
            ),
        ]
    if opened.about is not None:
        at = where(opened.about)
        found.append((say("paper_cases.disputed"), at[:1].upper() + at[1:]))
    if opened.seat is not None:
        found.append((say("paper_cases.about"), case.name(opened.seat)))
    found += warned_before(case)
    if opened.although:
        found.append((say("paper_cases.begun-although"), opened.although))
    without = case.redaction.of if redacted else str
    found += [
        (say("paper_cases.attached"), event_words(case, event, redacted=redacted))
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
            say("paper_cases.warned-before"),
            say(
                "paper.place-and-what",
                place=f"{name}, {when_words(case.local(one.given_at))}",
                what=one.wording(case.rules),
            ),
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
        words = say("paper_cases.asked-and-had-nothing-to-say")
    elif redacted:
        words = say("paper_cases.statement-left-out")
    else:
        words = case.wording(fact.words)
    words = without(as_struck(words, case.file.taken_back.get(event.originator_version)))
    by = fact.interpreter if not redacted else ""
    spoken = say("paper_cases.said-in-language", language=fact.language) if fact.language else ""
    if by:
        spoken = (
            say("paper_cases.said-and-interpreted", said=spoken, by=by)
            if spoken
            else say("paper.by-whom", who=by)
        )
    envelope = event.envelope
    return Heard(
        who=say(f"paper_cases.somebody-{fact.role}") if hides else fact.who,
        role=fact.role,
        words=words,
        language=spoken,
        read_back="" if fact.declined else read_back(case, event, redacted=redacted),
        at=case.local(envelope.occurred_at or envelope.written_at),
    )


def read_back(case: CaseAtHand, statement: Event, *, redacted: bool) -> str:
    for fact in case.file.each(cases.StatementConfirmed):
        if fact.statement == statement.originator_version:
            how = dict(choices(ConfirmedHow))[fact.how]
            who = say("paper_cases.somebody") if redacted else fact.witness
            before = say("paper_cases.before-whom", who=who) if fact.witness else how
            return say("paper_cases.read-back-and-confirmed-before", before=before)
    return say("paper_cases.not-read-back")


def rules_of(case: CaseAtHand) -> Entries:
    return tuple((one.why, one.wording) for one in rules_cited(case.file, case.rules.id))


def finding_of(case: CaseAtHand) -> Entries:
    """What was found and ruled; first the other rulings, taken back or standing beside it."""
    ruling = case.file.ruling
    found = [
        (
            say("paper_cases.ruled-before") if by else say("paper_cases.also-ruled"),
            as_struck(f"{finding_wording(one)} ({rule_wording(one.citation)})", by),
        )
        for one, by in former(case)
    ]
    if ruling is None:
        return tuple(found)
    if ruling.found:
        standard = ruling.standard
        if known(f"incidents.standard.{standard}"):
            standard = say(f"incidents.standard.{standard}")
        resting = f" ({as_papers_have(standard)})" if standard else ""
        found.append((say("paper_cases.found"), f"{ruling.found}{resting}"))
    if ruling.reading:
        found.append((say("paper_cases.read-as"), ruling.reading))
    elif unclear := ambiguities().get(ruling.trap):
        found.append((say("paper_cases.unclear"), unclear.sentence))
    found.append((say("paper_cases.ruled"), finding_wording(ruling)))
    carried = [one.fact for one in decisions_in(case.file.stands) if one.version == ruling.decision]
    found += [
        (say("paper_cases.carries-out"), say("paper_cases.what-by-decided-on-appeal", by=one.by))
        for one in carried
    ]
    if ruling.offence:
        found.append((say("paper_cases.act"), act_found(ruling, case.name)))
    if ruling.gap:
        found.append((say("paper_cases.gap"), say("paper_cases.book-leaves-open")))
    if ruling.although:
        found.append((say("paper_cases.ruled-although"), ruling.although))
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
    return say("paper_cases.none-why", why=ruling.alone) if ruling.alone else ""


# Notices and the appeal form, filled from a case.


F = TypeVar("F", bound=Fact)


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
            follows=tuple(map(without, follows))
            or ((say("paper_cases.nothing-follows"),) if ruling else ()),
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
    return (
        say("paper_cases.finding-act-found-act", finding=finding_wording(ruling), act=act)
        if act
        else finding_wording(ruling)
    )


def ruled_now(case: CaseAtHand) -> str:
    """The ruling that stands, and what was taken back since it was given; or that none stands."""
    ruling, went = case.file.ruling, went_back(case.file)
    if ruling is None:
        return not_ruled(case)
    by = case.event(went.version) if went else None
    gone = [
        as_struck(finding_wording(event.fact), by)
        for event in case.file.events
        if isinstance(event.fact, RulingGiven)
        and by is case.file.taken_back.get(event.originator_version) is not None
    ]
    said = ruled_words(case, ruling)
    for one in gone:
        said = say("paper_cases.no-longer", said=said, gone=one)
    return said


def not_ruled(case: CaseAtHand) -> str:
    """That nothing stands: nothing was ruled, or the last ruling was taken back, and why."""
    gone = case.file.taken_back
    struck = [
        as_struck(finding_wording(event.fact), gone.get(event.originator_version))
        for event in case.file.events
        if isinstance(event.fact, RulingGiven)
    ]
    return (
        f"{say('paper_cases.no-ruling-stands')} {struck[-1]}"
        if struck
        else say("paper_cases.nothing-ruled-yet")
    )


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
    after = rules.appeal.when.value == "after-the-event"
    decided = case.file.last(AppealDecided) is not None
    if case.file.state == "under appeal":
        return ""  # what may be appealed against next is not decided yet
    when = "once-over" if after else "now"
    to = ("next" if decided else "first") if body else "nowhere"
    words = say(f"paper_cases.may-appeal-{when}-{to}", body=body, who=rules.appeal.who)
    sooner = after and any(one.although for one in case.file.each(AppealLodged))
    return say("paper_cases.words-one-was-taken-sooner", words=words) if sooner else words


def appeal_until(case: CaseAtHand) -> str:
    """Until when an appeal may be lodged, as players were told; or that no time was set."""
    window = appeals_appeals.appeal_until(case.file)
    return when_words(case.local(window)) if window else say("paper_cases.no-time-was-set")


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
        ruled=without(finding_wording(ruling) if ruling else not_ruled(case)),
        citation=rule_wording(ruling.citation) if ruling else "",
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
    return say("paper_cases.somebody-affected") if redacted and appeal.seat is None else appeal.who


def _grounds(case: CaseAtHand, appeal: AppealLodged | None, *, redacted: bool) -> str:
    """The appellant's words; that they were removed, or are left out."""
    if appeal is None or not appeal.grounds:
        return ""
    if redacted:
        return say("paper_cases.statement-left-out")
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


Binding = TypeVar("Binding", bound=Struct)
"""A form that says itself what its code binds."""


def with_its_code(fill: Callable[..., Binding], case: CaseAtHand, *, redacted: bool) -> Binding:
    binds = fill(case.bound, redacted=redacted)
    filled: Binding = replace(fill(case, redacted=redacted), binds=binds)
    return filled

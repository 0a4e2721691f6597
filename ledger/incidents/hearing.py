"""Hearing a case: statements, evidence, rules cited, and the steps of it."""

from __future__ import annotations

from typing import ClassVar

from ledger.game.procedure import Procedure, Step
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import (
    CaseFile,
    changes_something,
    decisions_in,
    to_tell,
    went_back,
    worked_out_once,
)
from ledger.incidents.facts import (
    EvidenceAttached,
    EvidenceTakenBack,
    RuleCited,
    RulingGiven,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.reports import due_reports, with_note
from ledger.incidents.requests import CaseContext, CaseRequest, decides, must_be_open
from ledger.messages import listed, say
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import must_be_a_trap
from ledger.rulebook.help.finder import cited
from ledger.rulebook.model.endings import Offence
from ledger.rulebook.reading import OF_THIS_EVENT, offence_wording, penalty_wording
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import ConfirmedHow, EvidenceKind, StatementRole


class TakeStatement(CaseRequest, frozen=True, tag="take-statement", kw_only=True):
    """Somebody was heard; when it was said stands in what the request says of itself.

    Fields as in ``StatementTaken``.
    """

    needs: ClassVar[tuple[str, ...]] = ("who",)

    who: str
    role: StatementRole
    words: str = ""
    seat: Seat | None = None
    language: str = ""
    interpreter: str = ""


class ConfirmStatement(CaseRequest, frozen=True, tag="confirm-statement", kw_only=True):
    """A statement was read back and confirmed; fields as in ``StatementConfirmed``."""

    statement: int
    how: ConfirmedHow
    strokes: str = ""
    witness: str = ""


class AttachEvidence(CaseRequest, frozen=True, tag="attach-evidence", kw_only=True):
    """Put a piece of evidence with the case: kept beside the log, or named by its digest.

    Attributes:
      digest: of the thing kept with the request, or SHA-256 in hex of one that lies elsewhere.
    """

    kind: EvidenceKind
    what: str
    digest: str = ""
    seat: Seat | None = None
    kept: bool = False


class TakeBackEvidence(CaseRequest, frozen=True, tag="take-back-evidence", kw_only=True):
    """Take a piece of evidence away from the case again; fields as in ``EvidenceTakenBack``."""

    evidence: int
    reason: str


class CiteRule(CaseRequest, frozen=True, tag="cite-rule", kw_only=True):
    """Note a rule that bears on the case, as ``wespa-4.0 3.9.9(a)``, and who named it."""

    needs: ClassVar[tuple[str, ...]] = ("citation",)

    citation: str
    cited_by: str = ""
    trap: str = ""


@decides(TakeStatement, may=DIRECTORS)
def take_statement(file: CaseFile, request: TakeStatement, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    fact = StatementTaken.from_request(request, declined=not request.words)
    return Decision((fact,))


@decides(ConfirmStatement, may=DIRECTORS)
def confirm_statement(file: CaseFile, request: ConfirmStatement, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    said = file.fact(request.statement, StatementTaken)
    if said is None:
        raise refusal("no-such-statement", version=request.statement)
    if said.declined:
        raise refusal("nothing-said")
    if not (request.strokes if request.how == "stroke" else request.witness.strip()):
        raise refusal("unreadable-request/unconfirmed")
    fact = StatementConfirmed.from_request(request)
    return Decision((fact,))


@decides(AttachEvidence, may=DIRECTORS)
def attach_evidence(file: CaseFile, request: AttachEvidence, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    if not request.digest:
        raise refusal("unreadable-request/no-evidence")
    fact = EvidenceAttached.from_request(request)
    return Decision((fact,))


@decides(TakeBackEvidence, may=DIRECTORS)
def take_back_evidence(file: CaseFile, request: TakeBackEvidence, context: CaseContext) -> Decision:
    """Write down that it was taken back, once; nothing of what was attached is rewritten."""
    del context
    must_be_open(file)
    gone = {one.evidence for one in file.each(EvidenceTakenBack)}
    if file.fact(request.evidence, EvidenceAttached) is None or request.evidence in gone:
        raise refusal("no-such-evidence", version=request.evidence)
    if not request.reason.strip():
        raise refusal("unreadable-request/taken-back-without-reason")
    return Decision((EvidenceTakenBack(evidence=request.evidence, reason=request.reason.strip()),))


@decides(CiteRule, may=DIRECTORS)
def cite_rule(file: CaseFile, request: CiteRule, context: CaseContext) -> Decision:
    must_be_open(file)
    must_be_a_trap(request.trap)
    rules = context.rules_for(file)
    citation = cited(request.citation, rules)
    if not citation:
        raise refusal("unreadable-request/no-rule-named")
    noticed = of_this_book(citation, rules)
    fact = RuleCited(citation=citation, cited_by=request.cited_by, trap=request.trap)
    return Decision((fact,), noticed)


def of_this_book(citation: str, rules: Rulebook) -> tuple[str, ...]:
    """A remark where the citation does not name the book in force: numbers move (T5-02)."""
    here = citation.startswith((f"{rules.id} ", OF_THIS_EVENT))
    return () if here else (remarks.CITES_ANOTHER_BOOK,)


# Hearing a case under the book in force, step by step.


@worked_out_once
def hearing(file: CaseFile, sheet: Sheet | None, rules: Rulebook) -> Procedure:
    """The steps from report to report: hear, find, rule, penalise, tell."""
    request = rules.hearing
    act = rules.offences.get(file.opened.offence)
    about = _is_about_conduct(file)
    silent = about and request.both_heard.value is None and request.standard.value is None
    steps = [*_raised(file, rules)]
    if sheet is None:
        steps.append(_heard_alone(file, rules))
    elif about or request.both_heard.value:
        steps += [_heard(file, seat, sheet, rules) for seat in Seat]
    steps.append(_witnesses(file, rules))
    steps.append(
        Step(
            "director",
            say("incidents.hearing.evidence"),
            str(rules.fallback.decides),
            asks="attach-evidence",
            room="director",
            done=bool(file.each(EvidenceAttached)),
            optional=True,
        )
    )
    steps += _told_back(file, rules)
    steps += _found(file, rules, act)
    steps += _followed(file, rules)
    steps += _appealed(file, rules)
    return Procedure(
        name="hearing",
        title=say("incidents.hearing.title"),
        clause=str(act or request.both_heard),
        steps=tuple(steps),
        seat=file.opened.seat,
        version=file.opened.about or 0,
        counts=(
            (say("incidents.hearing.count-heard"), len(file.heard)),
            (say("incidents.hearing.count-penalties"), len(rules.penalties)),
        ),
        traps=(act.trap,) if act and act.trap else (),
        needs_ruling=silent,
    )


def _raised(file: CaseFile, rules: Rulebook) -> list[Step]:
    """What the way it came up means: reported by others, or seen by the director."""
    request, steps = rules.hearing, []
    raised = file.opened.raised_by
    if raised in ("third-party", "observer", "staff", "monitor") and request.third_party.value:
        only = say(f"incidents.hearing.third-party.{request.third_party.value}")
        steps.append(
            Step(
                "staff",
                only,
                str(request.third_party),
                asks="open-case",
                room="director",
                done=True,
            )
        )
    act = rules.offences.get(file.opened.offence)
    if act is not None or _is_about_conduct(file):
        steps.append(look_into(rules, act))
    elif raised == "director":
        clause = (
            request.uninvited_arithmetic
            if file.opened.category == "score"
            else request.uninvited_procedure
        )
        words = say(f"incidents.hearing.unasked.{clause.value or 'unsaid'}")
        steps.append(Step("director", words, str(clause), done=True))
    return steps


def look_into(rules: Rulebook, act: Offence | None) -> Step:
    duty = rules.hearing.uninvited_misconduct
    how = "must-look-into" if duty.value == "must" else "look-into"
    return Step(
        "director",
        say(f"incidents.hearing.act.{how}", act=offence_wording(act.words))
        if act
        else say(f"incidents.hearing.it.{how}"),
        str(duty if duty.is_known else act or duty),
        asks="open-case",
        room="director",
        done=True,
    )


def _heard(file: CaseFile, seat: Seat, sheet: Sheet, rules: Rulebook) -> Step:
    return Step(
        "director",
        say("incidents.hearing.hear-player", player=sheet.name(seat)),
        str(rules.hearing.both_heard),
        asks="take-statement",
        room="director",
        if_wrong=say("incidents.hearing.without-a-hearing"),
        done=seat in file.heard,
    )


def _heard_alone(file: CaseFile, rules: Rulebook) -> Step:
    return Step(
        "director",
        say("incidents.hearing.hear-whom-it-is-about"),
        str(rules.hearing.both_heard),
        asks="take-statement",
        room="director",
        done=any(one.role == "player" for one in file.each(StatementTaken)),
    )


def _witnesses(file: CaseFile, rules: Rulebook) -> Step:
    request = rules.hearing.witnesses
    does = say(f"incidents.hearing.witnesses.{request.value or 'unsaid'}")
    return Step(
        "director",
        does,
        str(request),
        asks="take-statement",
        done=any(one.role not in ("player", "opponent") for one in file.each(StatementTaken)),
        optional=True,
    )


def is_rule_named(file: CaseFile) -> bool:
    """Whether a rule was named: when the case was opened, since then, or by a ruling."""
    return bool(file.opened.rule or file.each(RuleCited) or _rulings(file))


def _found(file: CaseFile, rules: Rulebook, act: Offence | None) -> list[Step]:
    request, ruled = rules.hearing, bool(_rulings(file))
    steps = [
        Step(
            "director",
            say("incidents.hearing.name-the-rule"),
            str(rules.fallback.decides),
            asks="cite-rule",
            room="director",
            done=is_rule_named(file),
        ),
        Step(
            "director",
            say(f"incidents.hearing.find.{request.standard.value or 'unsaid'}"),
            str(request.standard),
            asks="give-ruling",
            room="director",
            done=ruled,
        ),
    ]
    if act is not None and act.intent:
        steps.insert(
            1,
            Step(
                "director",
                say("incidents.hearing.find-intent"),
                str(request.state_of_mind),
                asks="give-ruling",
                room="director",
                done=bool(file.finding and file.finding.state_of_mind),
            ),
        )
    return steps


def _followed(file: CaseFile, rules: Rulebook) -> list[Step]:
    kinds = ", ".join(penalty_wording(code, rules) for code in rules.penalties)
    steps = []
    if _is_about_conduct(file):
        steps.append(
            Step(
                "director",
                say("incidents.hearing.decide-on-penalty", listed=kinds),
                str(next(iter(rules.penalties.values()), rules.fallback.decides)),
                asks="penalise",
                room="director",
                done=bool(file.penalties),
            )
        )
    steps += [
        Step(
            "director",
            with_note(
                say(f"incidents.hearing.tell.{one.rule.duty}", bodies=listed(one.rule.to)), one.rule
            ),
            str(one.rule),
            asks="report-case",
            room="director",
            optional=one.rule.duty in ("may", "if-serious"),
        )
        for one in due_reports(file, rules)
    ]
    right = rules.appeal.who
    if right.value in ("anyone-affected", "adverse-conduct-finding"):
        steps.append(
            Step(
                "director",
                say("incidents.hearing.tell-players"),
                str(right),
                asks="tell-ruling",
                room="director",
                done=_is_told(file),
            )
        )
    return steps


def _appealed(file: CaseFile, rules: Rulebook) -> list[Step]:
    """What an appeal asks of the director: to write down who decided what, and to carry it out."""
    if file.is_before_a_body:
        body = file.put_to[-1]
        return [
            Step(
                "director",
                say("incidents.hearing.body-decided", body=body)
                if body
                else say("incidents.hearing.the-body-decided"),
                str(rules.appeal.outcome),
                asks="decide-appeal",
                room="director",
            )
        ]
    changing = [one for one in decisions_in(file.stands) if changes_something(one.fact)]
    if not changing:
        return []
    last = changing[-1]
    return [
        Step(
            "director",
            say("incidents.hearing.carry-out", body=last.fact.by),
            str(rules.appeal.outcome),
            asks="carry-nothing-out" if last.nothing else "give-ruling",
            room="director",
            done=last.is_settled,
        )
    ]


def _is_told(file: CaseFile) -> bool:
    news = to_tell(file)
    return file.ruling is not None and news is not None and news.is_told


def _told_back(file: CaseFile, rules: Rulebook) -> list[Step]:
    """That players hear of a ruling that was taken back."""
    news = went_back(file) if file.opened.game is not None else None
    if news is None:
        return []
    return [
        Step(
            "director",
            say("incidents.hearing.tell-taken-back"),
            str(rules.fallback.decides),
            asks="tell-ruling",
            room="director",
            done=news.is_told,
        )
    ]


def _is_about_conduct(file: CaseFile) -> bool:
    return file.opened.category == "conduct" or bool(file.opened.offence or file.finding)


def _rulings(file: CaseFile) -> tuple[RulingGiven, ...]:
    return file.each(RulingGiven)

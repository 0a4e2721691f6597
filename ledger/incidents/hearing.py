"""Hearing people, putting evidence with a case, and naming the rules that bear on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import (
    EvidenceAttached,
    EvidenceTakenBack,
    RuleCited,
    StatementConfirmed,
    StatementTaken,
)
from ledger.incidents.requests import CaseContext, CaseRequest, decides, must_be_open
from ledger.refusals.saying import refusal
from ledger.requests.request import DIRECTORS, Decision
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import must_be_a_trap
from ledger.rulebook.help.citation import OF_THIS_EVENT, cited
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import ConfirmedHow, EvidenceKind, StatementRole


class TakeStatement(CaseRequest, frozen=True, tag="take-statement", kw_only=True):
    """Somebody was heard; when it was said stands in what the request says of itself.

    Attributes:
      who: name of who spoke.
      words: digest of what was said, which is kept beside the log; empty where the person was
        asked and said nothing.
      language: in which it was said, where that is not the language of the words kept.
      interpreter: who put it into that.
    """

    needs: ClassVar[Mapping[str, str]] = {"who": "The name of who was heard"}

    who: str
    role: StatementRole
    words: str = ""
    seat: Seat | None = None
    language: str = ""
    interpreter: str = ""


class ConfirmStatement(CaseRequest, frozen=True, tag="confirm-statement", kw_only=True):
    """A statement was read back, and who made it says that it is what was said.

    Attributes:
      statement: version of the statement.
      strokes: digest of the signature, which is kept beside the log, where it was signed.
      witness: who heard it confirmed, where it was not.
    """

    statement: int
    how: ConfirmedHow
    strokes: str = ""
    witness: str = ""


class AttachEvidence(CaseRequest, frozen=True, tag="attach-evidence", kw_only=True):
    """Put a piece of evidence with the case: kept beside the log, or named by its digest.

    Attributes:
      what: what it shows, in a few words.
      digest: of the thing kept with the request, or SHA-256 in hex of one that lies elsewhere.
      seat: whose sheet it is, if it is a player's.
      kept: whether the thing is handed in with the request, to be kept beside the log.
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

    needs: ClassVar[Mapping[str, str]] = {"citation": "The rule"}

    citation: str
    cited_by: str = ""
    trap: str = ""


@decides(TakeStatement, may=DIRECTORS)
def take_statement(file: CaseFile, request: TakeStatement, context: CaseContext) -> Decision:
    """Write down that somebody was heard."""
    del context
    must_be_open(file)
    fact = StatementTaken(
        who=request.who,
        role=request.role,
        seat=request.seat,
        words=request.words,
        declined=not request.words,
        language=request.language,
        interpreter=request.interpreter,
    )
    return Decision((fact,))


@decides(ConfirmStatement, may=DIRECTORS)
def confirm_statement(file: CaseFile, request: ConfirmStatement, context: CaseContext) -> Decision:
    """Write down that a statement was confirmed by who made it."""
    del context
    must_be_open(file)
    said = file.fact(request.statement, StatementTaken)
    if said is None:
        raise refusal("no-such-statement", version=request.statement)
    if said.declined:
        raise refusal("nothing-said")
    if not (request.strokes if request.how == "stroke" else request.witness.strip()):
        raise refusal("unreadable-request/unconfirmed")
    fact = StatementConfirmed(
        statement=request.statement,
        how=request.how,
        strokes=request.strokes,
        witness=request.witness,
    )
    return Decision((fact,))


@decides(AttachEvidence, may=DIRECTORS)
def attach_evidence(file: CaseFile, request: AttachEvidence, context: CaseContext) -> Decision:
    """Write down what lies with the case."""
    del context
    must_be_open(file)
    if not request.digest:
        raise refusal("unreadable-request/no-evidence")
    fact = EvidenceAttached(
        kind=request.kind,
        digest=request.digest,
        what=request.what,
        seat=request.seat,
        kept=request.kept,
    )
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
    """Write down which rule was named."""
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

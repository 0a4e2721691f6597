"""Appeals: who may, when, to whom, who sat, what came of it. A petition is none of this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import (
    AskedOfCase,
    Under,
    decides,
    must_be_to_carry_out,
    must_still_be,
)
from ledger.incidents.case_file import CaseFile
from ledger.incidents.decided import before_a_body
from ledger.incidents.facts.appeals import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    BundleIssued,
    NothingCarriedOut,
)
from ledger.incidents.facts.cases import PenaltyDecided, RulingGiven
from ledger.incidents.rights import (
    must_be_in_time,
    must_be_over,
    must_have_a_right,
    next_body,
)
from ledger.record.fact import Fact
from ledger.record.standing import versions_of
from ledger.refusals.saying import refusal
from ledger.vocabulary import Moment, Seat, remarks
from ledger.vocabulary.closed_lists import AcceptedByExecutive, AppealedAgainst, AppealOutcome

AGAINST: Mapping[AppealedAgainst, type[Fact]] = {
    "ruling": RulingGiven,
    "conduct-finding": RulingGiven,
    "penalty": PenaltyDecided,
}


class LodgeAppeal(AskedOfCase, frozen=True, tag="lodge-appeal", kw_only=True):
    """Somebody appeals (R-15 to R-17).

    Attributes:
      who: name of the appellant.
      against: the last decision of this kind counts.
      seat: the appellant's, if a player of the game.
      to: the body; empty for the next one in the book's order.
      grounds: digest of the appellant's words, which are kept beside the log.
      although: why it is taken where the book bars it.
      decide_by: until when the body is to decide, where a time was set.
      deposit: what was paid for it, as people write it.
    """

    needs: ClassVar[Mapping[str, str]] = {"who": "The name of who appeals"}

    who: str
    against: AppealedAgainst = "ruling"
    seat: Seat | None = None
    to: str = ""
    grounds: str = ""
    although: str = ""
    decide_by: Moment | None = None
    deposit: str = ""


class HearAppeal(AskedOfCase, frozen=True, tag="hear-appeal", kw_only=True):
    """A body considered the appeal; names of those who sat, and how.

    Attributes:
      executive: those of the committee who are members of the body's Executive.
      declared: those of them who declared that the outcome is nothing to them.
      although: why somebody sat who has a part in the case.
    """

    body: str
    committee: tuple[str, ...] = ()
    executive: tuple[str, ...] = ()
    how: str = ""
    declared: tuple[str, ...] = ()
    although: str = ""


class DecideAppeal(AskedOfCase, frozen=True, tag="decide-appeal", kw_only=True):
    """What a body decided, and what its Executive made of a recommendation.

    Attributes:
      reasons: why, in the body's words.
      effect: what it does to results, in a line; a ruling in the case then carries it out.
    """

    body: str
    outcome: AppealOutcome
    recommends: tuple[str, ...] = ()
    accepted: AcceptedByExecutive = ""
    reasons: str = ""
    effect: str = ""


class CarryNothingOut(AskedOfCase, frozen=True, tag="carry-nothing-out", kw_only=True):
    """Nothing is to be carried out of a decision on appeal.

    Attributes:
      decision: version of the decision.
      reason: why.
    """

    decision: int
    reason: str


class IssueBundle(AskedOfCase, frozen=True, tag="issue-bundle", kw_only=True):
    """The papers of a case were handed out, as one file of that SHA-256.

    Attributes:
      version: the case as it stood: version of the last event in the file; 0: as it stands.
      words: digest under which the file is kept beside the log; empty: it is not.
      core: and the rest: how it is made again, as ``BundleIssued`` has it.
    """

    to: str
    digest: str
    redacted: bool = True
    version: int = 0
    words: str = ""
    core: str = ""
    section: str = ""
    certificate: str = ""
    position: int = 0
    under: int = 0
    paper: str = ""
    base: str = ""
    printed_with: str = ""


@decides(LodgeAppeal, may=DIRECTORS)
def lodge_appeal(file: CaseFile, asked: LodgeAppeal, under: Under) -> Decision:
    """Write an appeal down, for the body it goes to."""
    rules = under.rules_for(file)
    found = file.last(AGAINST[asked.against])
    if found is None:
        raise refusal("nothing-to-appeal/no-decision")
    if file.is_before_a_body:
        raise refusal("nothing-to-appeal/waits")
    must_still_be(file, asked, lambda case: (case.last(AGAINST[asked.against]) or (0,))[0])
    if not asked.although:
        must_have_a_right(file, asked.seat, rules)
        tournament = under.tournament_for(file)
        must_be_over(tournament, rules)
        must_be_in_time(file, rules, tournament, under.now())
    first = next_body(file, rules, asked.although)
    fact = AppealLodged(
        who=asked.who,
        seat=asked.seat,
        against=asked.against,
        version=found[0],
        to=asked.to or first,
        grounds=asked.grounds,
        although=asked.although,
        decide_by=asked.decide_by,
        deposit=asked.deposit,
    )
    passed_over = bool(asked.to and first and asked.to != first)
    return Decision((fact,), (remarks.BODY_PASSED_OVER,) if passed_over else ())


@decides(HearAppeal, may=DIRECTORS)
def hear_appeal(file: CaseFile, asked: HearAppeal, under: Under) -> Decision:
    """Write down who sat. A member of the Executive among them is remarked on (Y93).

    Whoever played in the game, ruled, was heard or appealed sits for a reason that is given.
    """
    _must_be_appealed(file)
    barred = under.rules_for(file).appeal.committee
    found = under.concerned(file, asked.committee)
    if found and not asked.although.strip():
        named = "; ".join(one.words for one in found)
        raise refusal("panel-concerned", clause=barred if barred.is_known else "", named=named)
    noticed: tuple[str, ...] = ()
    if asked.executive and barred.value == "disinterested-no-executive":
        noticed += (remarks.EXECUTIVE_ON_COMMITTEE,)
    if barred.is_known and set(asked.committee) - set(asked.declared):
        noticed += (remarks.NOT_DECLARED,)
    fact = AppealHeard(
        by=asked.body,
        committee=asked.committee,
        executive=asked.executive,
        how=asked.how,
        declared=asked.declared,
        although=asked.although.strip() if found else "",
    )
    return Decision((fact,), noticed)


@decides(DecideAppeal, may=DIRECTORS)
def decide_appeal(file: CaseFile, asked: DecideAppeal, under: Under) -> Decision:
    """Write down what was decided."""
    del under
    _must_be_appealed(file)
    must_still_be(file, asked, lambda case: versions_of(before_a_body(case.stands)))
    fact = AppealDecided(
        by=asked.body,
        outcome=asked.outcome,
        recommends=asked.recommends,
        accepted=asked.accepted,
        reasons=asked.reasons,
        effect=asked.effect,
    )
    return Decision((fact,))


@decides(CarryNothingOut, may=DIRECTORS)
def carry_nothing_out(file: CaseFile, asked: CarryNothingOut, under: Under) -> Decision:
    """Write down why a decision on appeal leaves everything as it is."""
    del under
    must_be_to_carry_out(file, asked.decision)
    if not asked.reason.strip():
        raise refusal("no-reason/to-carry-nothing-out")
    return Decision((NothingCarriedOut(decision=asked.decision, reason=asked.reason.strip()),))


@decides(IssueBundle, may=DIRECTORS)
def issue_bundle(file: CaseFile, asked: IssueBundle, under: Under) -> Decision:
    """Write down who got the papers, and how the case stood then."""
    del under
    if not asked.to.strip():
        raise refusal("unreadable-request/papers-for-nobody")
    fact = BundleIssued(
        to=asked.to,
        digest=asked.digest,
        version=asked.version or file.version,
        redacted=asked.redacted,
        words=asked.words,
        core=asked.core,
        section=asked.section,
        certificate=asked.certificate,
        position=asked.position,
        under=asked.under,
        paper=asked.paper,
        base=asked.base,
        printed_with=asked.printed_with,
    )
    return Decision((fact,))


def _must_be_appealed(file: CaseFile) -> None:
    """Refuse what only a case under appeal, or one that was referred, can hold.

    Raises:
      Refusal: ``no-appeal``: there is none, or each is decided.
    """
    if file.is_before_a_body:
        return
    raise refusal("no-appeal/decided" if file.each(AppealDecided) else "no-appeal/none")

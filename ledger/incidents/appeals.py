"""Appeals: the right to one, the ladder of bodies, its requests, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import ClassVar, Literal, NamedTuple

from msgspec import Struct

from ledger.incidents.case_file import CaseFile, before_a_body, puts_to_a_body
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    BundleIssued,
    NothingCarriedOut,
    PenaltyDecided,
    RulingGiven,
    RulingTold,
)
from ledger.incidents.requests import (
    CaseContext,
    CaseRequest,
    decides,
    must_be_to_carry_out,
    must_still_be,
)
from ledger.messages import listed
from ledger.record.fact import Fact
from ledger.record.standing import versions_of
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament, is_over
from ledger.vocabulary import Moment, Seat, remarks
from ledger.vocabulary.closed_lists import AcceptedByExecutive, AppealedAgainst, AppealOutcome
from ledger.vocabulary.refusals import Refusal

# Who may appeal, when, and to whom next.


def must_have_a_right(file: CaseFile, seat: Seat | None, rules: Rulebook) -> None:
    """Refuse an appeal the book gives no right to."""
    who = rules.appeal.who
    kind = who.known()
    if kind == "anyone-affected":
        return
    gap = rules.reports.get("gap")
    whom = listed(gap.to) if gap else rules.fallback.reported_to.known()
    if kind == "director-may-refer":
        raise Refusal.of("no-right-of-appeal/of-players", clause=str(who), whom=whom)
    if file.finding is None or file.finding.seat is not seat or seat is None:
        raise Refusal.of("no-right-of-appeal/but-for-conduct", clause=str(who), whom=whom)


def must_be_over(tournament: Tournament, rules: Rulebook) -> None:
    """Refuse an appeal during the tournament, where the book does (R-16)."""
    when = rules.appeal.when
    if when.value == "after-the-event" and not is_over(tournament):
        raise refusal("tournament-not-over", clause=when)


def appeal_until(file: CaseFile) -> Moment | None:
    """Until when players may appeal against the ruling that stands, as they were told last."""
    window = _view(file)
    return window[1] if window else None


def _view(file: CaseFile) -> tuple[Moment, Moment] | None:
    """When players were last told a time to appeal against the ruling that stands, and which."""
    found = file.last(RulingGiven)
    times = [
        (event.envelope.written_at, event.fact.appeal_until)
        for event in file.stands
        if isinstance(event.fact, RulingTold) and found and event.fact.ruling == found[0]
    ]
    return next(((at, until) for at, until in reversed(times) if until), None)


class TimeToAppeal(NamedTuple):
    """The time in which players may appeal, as they were told it last.

    Attributes:
      until: its end; where the close of the event came after that, as much later as the close.
      runs: whether an appeal may be lodged at all by now, as far as the event goes.
      span: how long it was when the players were told.
    """

    until: Moment
    runs: bool
    span: timedelta


def time_to_appeal(file: CaseFile, rules: Rulebook, tournament: Tournament) -> TimeToAppeal | None:
    """The time to appeal against the ruling that stands; ``None``: none was set.

    Where a book takes appeals after the event only, a time that would be over before the close
    begins with the close: else it would end before anybody could appeal (an inference).
    """
    window = _view(file)
    if window is None:
        return None
    at, until = window
    span = max(until - at, timedelta(0))
    if rules.appeal.when.value != "after-the-event":
        return TimeToAppeal(until, runs=True, span=span)
    close = tournament.over_since
    if close is not None and until <= close and at < close:
        until = close + span
    return TimeToAppeal(until, runs=close is not None, span=span)


def must_be_in_time(file: CaseFile, rules: Rulebook, tournament: Tournament, at: datetime) -> None:
    """Refuse a first appeal after the time that players were told.

    No book of ours sets one: it is the tournament's, and binds who was told of it (an inference).
    """
    time = time_to_appeal(file, rules, tournament)
    if time and time.runs and at > time.until and not file.each(AppealLodged):
        raise refusal("appeal-too-late")


def next_body(file: CaseFile, rules: Rulebook, although: str = "") -> str:
    """The body that hears the next appeal; empty where the book names none."""
    bodies = rules.appeal.bodies.value or ()
    decided = [one.by for one in file.each(AppealDecided)]
    done = max((bodies.index(by) + 1 for by in decided if by in bodies), default=0)
    if done < len(bodies):
        return bodies[done]
    if bodies and rules.appeal.final.value and not although:
        raise Refusal.of("no-further-appeal", clause=str(rules.appeal.final), body=bodies[-1])
    return bodies[-1] if bodies else ""


# How far the appeals of a case have come: the ladder, whose turn it is, which time runs.


RungState = Literal["decided", "heard", "lodged", "next", "later"]


class Rung(Struct, frozen=True):
    body: str
    state: RungState
    outcome: AppealOutcome | None = None


class AppealStanding(Struct, frozen=True, kw_only=True):
    """The appeals of a case as they stand.

    Attributes:
      may: for whom the book has an appeal; ``None`` stands for somebody who is no player of the
        game.
      bars: why none is taken at this moment; ``None``: one is taken.
      until: the time that runs: to lodge one, or for the body to decide; ``None``: none was set.
      after_close: how long players have from the close of the event on, if that comes after
        ``until``; ``None``: the close is no matter, or was.
    """

    ladder: tuple[Rung, ...]
    may: tuple[Seat | None, ...]
    bars: Refusal | None
    until: Moment | None
    runs_for: Literal["", "to lodge", "to decide"]
    after_close: timedelta | None = None


def appeal_standing(
    file: CaseFile, rules: Rulebook, tournament: Tournament, at: datetime
) -> AppealStanding:
    lodged = file.last(AppealLodged)
    pending = file.is_before_a_body
    may = tuple(_with_a_right(file, rules))
    bars = None if pending else _bars(file, rules, tournament, at, may)
    time = None if lodged else time_to_appeal(file, rules, tournament)
    until = lodged[1].decide_by if pending and lodged else time.until if time else None
    return AppealStanding(
        ladder=tuple(_ladder(file, rules, pending=pending)),
        may=may,
        bars=bars,
        until=until,
        runs_for="" if until is None else "to decide" if pending else "to lodge",
        after_close=time.span if time and not time.runs else None,
    )


def _with_a_right(file: CaseFile, rules: Rulebook) -> Iterator[Seat | None]:
    for seat in (*Seat, None):
        try:
            must_have_a_right(file, seat, rules)
        except Refusal:
            continue
        yield seat


def _bars(
    file: CaseFile,
    rules: Rulebook,
    tournament: Tournament,
    at: datetime,
    may: tuple[Seat | None, ...],
) -> Refusal | None:
    try:
        must_have_a_right(file, may[0] if may else None, rules)
        must_be_over(tournament, rules)
        must_be_in_time(file, rules, tournament, at)
        next_body(file, rules)
    except Refusal as bars:
        return bars
    return None


def _ladder(file: CaseFile, rules: Rulebook, *, pending: bool) -> Iterator[Rung]:
    """Each body once, those of the book in its order; who was asked beside it after them."""
    decided = {one.by: one.outcome for one in file.each(AppealDecided)}
    request = file.put_to
    bodies = dict.fromkeys((*(rules.appeal.bodies.value or ()), *request, *decided))
    here = request[-1] if request and pending else ""
    heard = pending and _heard_since_put(file)
    due = not pending
    for body in filter(None, bodies):
        if body == here:
            yield Rung(body, "heard" if heard else "lodged")
        elif body in decided:
            yield Rung(body, "decided", decided[body])
        else:
            yield Rung(body, "next" if due else "later")
            due = False


def _heard_since_put(file: CaseFile) -> bool:
    of_it = [
        one.fact
        for one in file.stands
        if isinstance(one.fact, AppealHeard) or puts_to_a_body(one.fact)
    ]
    return bool(of_it) and isinstance(of_it[-1], AppealHeard)


AGAINST: Mapping[AppealedAgainst, type[Fact]] = {
    "ruling": RulingGiven,
    "conduct-finding": RulingGiven,
    "penalty": PenaltyDecided,
}


class LodgeAppeal(CaseRequest, frozen=True, tag="lodge-appeal", kw_only=True):
    """Somebody appeals (R-15 to R-17); fields as in ``AppealLodged``.

    Attributes:
      against: the last decision of this kind counts.
      to: the body; empty for the next one in the book's order.
    """

    needs: ClassVar[tuple[str, ...]] = ("who",)

    who: str
    against: AppealedAgainst = "ruling"
    seat: Seat | None = None
    to: str = ""
    grounds: str = ""
    although: str = ""
    decide_by: Moment | None = None
    deposit: str = ""


class HearAppeal(CaseRequest, frozen=True, tag="hear-appeal", kw_only=True):
    """A body considered the appeal; fields as in ``AppealHeard``."""

    body: str
    committee: tuple[str, ...] = ()
    executive: tuple[str, ...] = ()
    how: str = ""
    declared: tuple[str, ...] = ()
    although: str = ""


class DecideAppeal(CaseRequest, frozen=True, tag="decide-appeal", kw_only=True):
    """What a body decided, and its Executive accepted; fields as in ``AppealDecided``."""

    body: str
    outcome: AppealOutcome
    recommends: tuple[str, ...] = ()
    accepted: AcceptedByExecutive = ""
    reasons: str = ""
    effect: str = ""


class CarryNothingOut(CaseRequest, frozen=True, tag="carry-nothing-out", kw_only=True):
    """Nothing is to be carried out of a decision on appeal."""

    decision: int
    reason: str


class IssueBundle(CaseRequest, frozen=True, tag="issue-bundle", kw_only=True):
    """The papers of a case were handed out, as one file; fields as in ``BundleIssued``.

    Attributes:
      version: the case as it stood: version of the last event in the file; 0: as it stands.
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
def lodge_appeal(file: CaseFile, request: LodgeAppeal, context: CaseContext) -> Decision:
    rules = context.rules_for(file)
    found = file.last(AGAINST[request.against])
    if found is None:
        raise refusal("nothing-to-appeal/no-decision")
    if file.is_before_a_body:
        raise refusal("nothing-to-appeal/waits")
    must_still_be(file, request, lambda case: (case.last(AGAINST[request.against]) or (0,))[0])
    if not request.although:
        must_have_a_right(file, request.seat, rules)
        tournament = context.tournament_for(file)
        must_be_over(tournament, rules)
        must_be_in_time(file, rules, tournament, context.now())
    first = next_body(file, rules, request.although)
    fact = AppealLodged.from_request(request, version=found[0], to=request.to or first)
    passed_over = bool(request.to and first and request.to != first)
    return Decision((fact,), (remarks.BODY_PASSED_OVER,) if passed_over else ())


@decides(HearAppeal, may=DIRECTORS)
def hear_appeal(file: CaseFile, request: HearAppeal, context: CaseContext) -> Decision:
    """Write down who sat. A member of the Executive among them is remarked on (Y93).

    Whoever played in the game, ruled, was heard or appealed sits for a reason that is given.
    """
    _must_be_appealed(file)
    barred = context.rules_for(file).appeal.committee
    found = context.concerned(file, request.committee)
    if found and not request.although.strip():
        named = "; ".join(one.words for one in found)
        raise refusal("panel-concerned", clause=barred if barred.is_known else "", named=named)
    noticed: tuple[str, ...] = ()
    if request.executive and barred.value == "disinterested-no-executive":
        noticed += (remarks.EXECUTIVE_ON_COMMITTEE,)
    if barred.is_known and set(request.committee) - set(request.declared):
        noticed += (remarks.NOT_DECLARED,)
    fact = AppealHeard.from_request(
        request, by=request.body, although=request.although.strip() if found else ""
    )
    return Decision((fact,), noticed)


@decides(DecideAppeal, may=DIRECTORS)
def decide_appeal(file: CaseFile, request: DecideAppeal, context: CaseContext) -> Decision:
    del context
    _must_be_appealed(file)
    must_still_be(file, request, lambda case: versions_of(before_a_body(case.stands)))
    fact = AppealDecided.from_request(request, by=request.body)
    return Decision((fact,))


@decides(CarryNothingOut, may=DIRECTORS)
def carry_nothing_out(file: CaseFile, request: CarryNothingOut, context: CaseContext) -> Decision:
    del context
    must_be_to_carry_out(file, request.decision)
    if not request.reason.strip():
        raise refusal("no-reason/to-carry-nothing-out")
    return Decision((NothingCarriedOut(decision=request.decision, reason=request.reason.strip()),))


@decides(IssueBundle, may=DIRECTORS)
def issue_bundle(file: CaseFile, request: IssueBundle, context: CaseContext) -> Decision:
    del context
    if not request.to.strip():
        raise refusal("unreadable-request/papers-for-nobody")
    fact = BundleIssued.from_request(request, version=request.version or file.version)
    return Decision((fact,))


def _must_be_appealed(file: CaseFile) -> None:
    """Refuse what only a case under appeal, or one that was referred, can hold."""
    if file.is_before_a_body:
        return
    raise refusal("no-appeal/decided" if file.each(AppealDecided) else "no-appeal/none")

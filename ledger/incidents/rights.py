"""Who may appeal, when, and to whom next (R-15 to R-17)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealDecided, AppealLodged
from ledger.incidents.facts.cases import RulingGiven, RulingTold
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament, is_over
from ledger.vocabulary import Moment, Seat
from ledger.vocabulary.refusals import Refusal


def must_have_a_right(file: CaseFile, seat: Seat | None, rules: Rulebook) -> None:
    """Refuse an appeal the book gives no right to.

    Raises:
      Refusal: ``no-right-of-appeal``, or ``rulebook-silent``.
    """
    who = rules.appeal.who
    kind = who.known()
    if kind == "anyone-affected":
        return
    gap = rules.reports.get("gap")
    whom = " and ".join(gap.to) if gap else rules.fallback.reported_to.known()
    if kind == "director-may-refer":
        what = "This book knows no appeal by players."
        next_step = f"Ask the director, who may refer the matter to {whom}."
    elif file.finding is not None and file.finding.seat is seat and seat is not None:
        return
    else:
        what = "Only who was found against for conduct may appeal."
        next_step = f"Ask the director to put a contested interpretation to {whom}."
    raise Refusal("no-right-of-appeal", what, next_step, clause=str(who))


def must_be_over(tournament: Tournament, rules: Rulebook) -> None:
    """Refuse an appeal during the tournament, where the book does (R-16).

    Raises:
      Refusal: ``tournament-not-over``.
    """
    when = rules.appeal.when
    if when.value == "after-the-event" and not is_over(tournament):
        raise refusal("tournament-not-over", clause=when)


def appeal_until(file: CaseFile) -> Moment | None:
    """Until when players may appeal against the ruling that stands, as they were told last."""
    told = _told(file)
    return told[1] if told else None


def _told(file: CaseFile) -> tuple[Moment, Moment] | None:
    """When players were last told a time to appeal against the ruling that stands, and which."""
    found = file.last(RulingGiven)
    told = [
        (event.envelope.written_at, event.fact.appeal_until)
        for event in file.stands
        if isinstance(event.fact, RulingTold) and found and event.fact.ruling == found[0]
    ]
    return next(((at, until) for at, until in reversed(told) if until), None)


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
    told = _told(file)
    if told is None:
        return None
    at, until = told
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

    Raises:
      Refusal: ``appeal-too-late``.
    """
    time = time_to_appeal(file, rules, tournament)
    if time and time.runs and at > time.until and not file.each(AppealLodged):
        raise refusal("appeal-too-late")


def next_body(file: CaseFile, rules: Rulebook, although: str = "") -> str:
    """The body that hears the next appeal; empty where the book names none.

    Raises:
      Refusal: ``no-further-appeal``.
    """
    bodies = rules.appeal.bodies.value or ()
    decided = [one.by for one in file.each(AppealDecided)]
    done = max((bodies.index(by) + 1 for by in decided if by in bodies), default=0)
    if done < len(bodies):
        return bodies[done]
    if bodies and rules.appeal.final.value and not although:
        raise Refusal(
            "no-further-appeal",
            f"{bodies[-1]} has decided; no further appeal follows.",
            "Close the case.",
            clause=str(rules.appeal.final),
        )
    return bodies[-1] if bodies else ""

"""How far the appeals of a case have come: the ladder, whose turn it is, which time runs (R-15)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from ledger.incidents.case_file import CaseFile
from ledger.incidents.decided import puts_to_a_body
from ledger.incidents.facts.appeals import AppealDecided, AppealHeard, AppealLodged
from ledger.incidents.rights import (
    must_be_in_time,
    must_be_over,
    must_have_a_right,
    next_body,
    time_to_appeal,
)
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Moment, Seat
from ledger.vocabulary.closed_lists import AppealOutcome
from ledger.vocabulary.refusals import Refusal

RungState = Literal["decided", "heard", "lodged", "next", "later"]


class Rung(Struct, frozen=True):
    """One body of the ladder, and what it has done.

    Attributes:
      outcome: where it decided.
    """

    body: str
    state: RungState
    outcome: AppealOutcome | None = None


class AppealStanding(Struct, frozen=True, kw_only=True):
    """The appeals of a case as they stand.

    Attributes:
      ladder: every body that the book names, or that was asked, first to last.
      may: for whom the book has an appeal; ``None`` stands for somebody who is no player of the
        game.
      bars: why none is taken at this moment; ``None``: one is taken.
      until: the time that runs: to lodge one, or for the body to decide; ``None``: none was set.
      runs_for: what that time is for.
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
    """How the appeals of a case stand at a moment."""
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
    """The first reason why an appeal is not taken now."""
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
    asked = file.put_to
    bodies = dict.fromkeys((*(rules.appeal.bodies.value or ()), *asked, *decided))
    here = asked[-1] if asked and pending else ""
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

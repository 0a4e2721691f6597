"""A player resigns: the margin of the rulebook, or the director's."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS
from ledger.game.facts.endings import GameResigned
from ledger.game.play.endings.resignation_rule import accept_improper_margin, resignation_margin
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Points, Seat, remarks
from ledger.vocabulary.refusals import Refusal


class Resign(Asked, frozen=True, tag="resign", kw_only=True):
    """``seat`` resigns; ``margin`` is the director's, where the rulebook asks for one."""

    seat: Seat
    proper: bool = True
    margin: Points | None = None
    reason: str = ""


@decides(Resign, may=DIRECTORS)
def resign(sheet: Sheet, asked: Resign, entry: Entry) -> Decision:
    """Write a resignation down, with the margin of the rulebook or the director's (P-01, P-02)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.ended, "game-over/resigned")
    margin = asked.margin
    if margin is None or asked.proper:
        try:
            by_the_book = resignation_margin(sheet.totals, asked.seat, asked.proper, entry.rules)
        except Refusal as open_point:
            entry.unless_ruled(open_point)
        else:
            margin = _as_the_book_has_it(by_the_book, asked.margin, entry)
    else:
        try:
            accept_improper_margin(margin, sheet.totals, asked.seat, entry.rules)
        except Refusal as below:
            entry.unless_ruled(below)
    resigned = GameResigned(
        seat=asked.seat,
        proper=asked.proper,
        margin=margin,
        reason=asked.reason,
        rated=entry.rules.resignation.rated.value,
    )
    return Decision((resigned,), (*_of_the_margin(sheet, resigned, entry), *_of_the_rating(entry)))


def _as_the_book_has_it(
    margin: Points | None, wanted: Points | None, entry: Entry
) -> Points | None:
    """The margin of a resignation that the book works out; another one only by ruling."""
    entry.must_unless_ruled(margin is not None, "margin-to-be-set")
    if margin is None or wanted in (None, margin):
        return margin
    entry.must_be_ruled("other-margin", margin=margin, wanted=wanted)
    return wanted


def _of_the_margin(sheet: Sheet, resigned: GameResigned, entry: Entry) -> tuple[str, ...]:
    """A margin to be set, or one below what a proper resignation would have cost."""
    if resigned.margin is None:
        return (remarks.DIRECTOR_TO_CONFIRM,)
    if resigned.proper or not entry.rules.resignation.least_margin.is_known:
        return ()
    proper = resignation_margin(sheet.totals, resigned.seat, True, entry.rules)
    below = proper is not None and resigned.margin < proper
    return (remarks.BELOW_PROPER_MARGIN,) if below else ()


def _of_the_rating(entry: Entry) -> tuple[str, ...]:
    """Nothing is said of ratings here, unless the organiser has settled it."""
    if entry.rules.resignation.rated.is_known:
        return ()
    return touching(entry.rules, "T4-17", "T1-16")

"""Judging an exchange, and putting its tiles right (rules matrix 2.I.1)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.exchanges import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangePutRight,
    ExchangeVoided,
)
from ledger.game.facts.scores import PenaltyApplied
from ledger.game.play.drawing.numbers import clock_again
from ledger.game.play.endings.zero_turns import unnamed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.exchanges.improper_exchange_rule import Remedy, looks_legal, remedy
from ledger.game.play.exchanges.objections import stage_of
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps import call_the_director
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Role, Seconds, Tiles, remarks
from ledger.vocabulary.refusals import Refusal


class JudgeExchange(Asked, frozen=True, tag="judge-exchange", kw_only=True):
    """It is settled whether the exchange was legal."""

    legal: bool
    adjudicator: str = ""


class PutExchangeRight(Asked, frozen=True, tag="put-exchange-right", kw_only=True):
    """The tiles are where the rules want them; ``None``: as many as was worked out."""

    shown: int | None = None
    returned: int | None = None
    tiles: Tiles = Tiles("")
    seconds: Seconds | None = None


@decides(JudgeExchange, may=STAFF)
def judge_exchange(sheet: Sheet, asked: JudgeExchange, entry: Entry) -> Decision:
    """Write the verdict down, and what follows from it at once (2.I.1)."""
    must_not_be_final(sheet, entry)
    _, challenged = _under_way(sheet)
    _must_be_the_judge(entry)
    verdict = ExchangeJudged(legal=asked.legal, adjudicator=asked.adjudicator)
    ours = None
    if challenged.ground != "number":
        ours = looks_legal(stage_of(challenged), entry.rules)
    differs = ours not in (None, asked.legal)
    noticed: tuple[str, ...] = (remarks.COUNT_SAYS_OTHERWISE,) if differs else ()
    if asked.legal or challenged.ground == "number":
        costs = entry.rules.improper_exchange.wrong_objection
        unsettled = asked.legal and not costs.is_known and challenged.ground != "number"
        noticed += (remarks.DIRECTOR_TO_CONFIRM,) if unsettled else ()
        return Decision((verdict, *clock_again(sheet, ExchangeChallenged)), noticed)
    try:
        found = remedy(stage_of(challenged), entry.rules)
    except Refusal as open_point:
        # What follows is then for the director to enter, under the same case.
        entry.unless_ruled(open_point)
        return Decision((verdict,), noticed)
    judged = ExchangeJudged(legal=False, settled=found.settled, adjudicator=asked.adjudicator)
    noticed += touching(entry.rules, *found.traps)
    follows = _at_once(challenged, found, entry)
    noticed += _row_of(sheet, follows, entry)
    after = clock_again(sheet, ExchangeChallenged) if found.settled else ()
    return Decision((judged, *follows, *after), tuple(dict.fromkeys(noticed)))


def _remedy_or_ruling(challenged: ExchangeChallenged, entry: Entry) -> Remedy:
    """What the book does about it; where it says nothing, what a ruling does."""
    try:
        return remedy(stage_of(challenged), entry.rules)
    except Refusal as open_point:
        entry.unless_ruled(open_point)
        return Remedy(kind="ruling", clause=open_point.clause)


def _row_of(sheet: Sheet, follows: tuple[Fact, ...], entry: Entry) -> tuple[str, ...]:
    """What is noticed where the turn voided is the last one, and of no kind the book names."""
    unnamed_turns = {x.exchange for x in follows if isinstance(x, ExchangeVoided) and not x.counted}
    last = sheet.last_turn
    if last is None or last.version not in unnamed_turns:
        return ()
    return unnamed(sheet, "void-exchange", entry, last)


def _at_once(challenged: ExchangeChallenged, found: Remedy, entry: Entry) -> tuple[Fact, ...]:
    """The points, or what becomes of the turn."""
    if found.points:
        return (
            PenaltyApplied(
                seat=challenged.exchanger,
                unit="points",
                amount=found.points,
                reason="exchanged with too few tiles in the bag",
                clause=found.clause,
            ),
        )
    if not found.turn:
        return ()
    counted = found.turn in tuple(entry.rules.zeros.counted.known())
    return (
        ExchangeVoided(
            seat=challenged.exchanger,
            exchange=challenged.exchange,
            becomes=found.turn,
            counted=counted,
        ),
    )


@decides(PutExchangeRight, may=STAFF)
def put_exchange_right(sheet: Sheet, asked: PutExchangeRight, entry: Entry) -> Decision:
    """Write down that the tiles are put right."""
    must_not_be_final(sheet, entry)
    opened, challenged = _under_way(sheet)
    entry.must_unless_ruled(opened.has(ExchangeJudged), "not-judged")
    found = _remedy_or_ruling(challenged, entry)
    shown = found.shown if asked.shown is None else asked.shown
    returned = found.back if asked.returned is None else asked.returned
    if found.kind == "ruling" and found.traps:
        entry.unless_ruled(call_the_director(found.traps[0], entry.rules))
    elif (shown, returned) != (found.shown, found.back):
        entry.must_be_ruled(
            "tiles-do-not-add-up/exchange", shown=found.shown, back=found.back, clause=found.clause
        )
    surplus, stock = returned - found.back, sheet.stock
    held = stock.racks[challenged.exchanger.place]
    # Worked out for the moment of the objection; a ruling on play that went on is about now.
    rack, bag = (held, stock.bag) if found.open_ended else (found.rack, found.bag)
    rack, bag = rack - surplus, bag + surplus
    entry.must(
        shown >= 0 and 0 <= rack <= held + stock.bag and bag >= 0,
        "unreadable-request/into-the-bag",
        returned=returned,
    )
    late = asked.seconds is not None and found.within is not None and asked.seconds > found.within
    return Decision(
        (
            ExchangePutRight(
                seat=challenged.exchanger,
                shown=shown,
                returned=returned,
                rack=rack,
                bag=bag,
                tiles=asked.tiles,
                seconds=asked.seconds,
            ),
            *clock_again(sheet, ExchangeChallenged),
        ),
        (remarks.CHOSEN_LATE, *touching(entry.rules, "TN-18")) if late else (),
    )


def _under_way(sheet: Sheet) -> tuple[Opened, ExchangeChallenged]:
    opened = find(sheet.open, ExchangeChallenged)
    if opened is None or not isinstance(opened.fact, ExchangeChallenged):
        raise refusal("no-such-entry/objection")
    return opened, opened.fact


def _must_be_the_judge(entry: Entry) -> None:
    judge = entry.rules.improper_exchange.judged_by
    if judge.value != "players" and entry.role is not Role.DIRECTOR:
        entry.must_be_ruled("director-judges/exchange")

"""A draw out of order: what follows, and both draws made good."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.clock import ClockNeutralised
from ledger.game.facts.drawing import DrawnOutOfOrder, DrawOrderRestored, Overdrawn
from ledger.game.play.drawing.draw_order_rule import (
    OrderRemedy,
    as_it_stays,
    in_the_right_order,
    order_remedy,
)
from ledger.game.play.drawing.numbers import (
    clock_again,
    due_then,
    held_before,
    must_be_counts,
    must_be_there,
    pair,
)
from ledger.game.play.drawing.overdraws import ReportOverdraw, overdrawn
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import NoticedBy


class ReportOutOfOrder(Asked, frozen=True, tag="report-out-of-order", kw_only=True):
    """``seat`` drew before the opponent, who was due first; fields as in ``DrawnOutOfOrder``.

    Attributes:
      drawn: tiles drawn too early.
      mixed: a new tile was mixed with old ones.
      held, opponent_held, opponent_due, bag: ``None`` where the record is to work them out.
      noticed_by: as in ``Overdrawn``.
      knowingly: the player drew, or the opponent let it happen, well aware of it.
    """

    seat: Seat
    drawn: int
    touched: bool = False
    mixed: bool = False
    had_chance: bool = False
    held: int | None = None
    opponent_held: int | None = None
    opponent_due: int | None = None
    bag: int | None = None
    noticed_by: NoticedBy = "player"
    knowingly: bool = False


class CompleteDraws(Asked, frozen=True, tag="complete-draws", kw_only=True):
    """Both players have drawn in the right order; ``racks``: tiles counted, if they were."""

    racks: tuple[int, int] | None = None


@decides(ReportOutOfOrder, may=STAFF)
def report_out_of_order(sheet: Sheet, asked: ReportOutOfOrder, entry: Entry) -> Decision:
    """Write the real order of the draws down, and what follows (H-13, H-14)."""
    must_not_be_final(sheet, entry)
    other = asked.seat.opponent
    held = held_before(sheet, asked.seat) if asked.held is None else asked.held
    their = held_before(sheet, other) if asked.opponent_held is None else asked.opponent_held
    due = due_then(sheet, other, their) if asked.opponent_due is None else asked.opponent_due
    bag = sheet.stock.bag + sum(sheet.stock.racks) - held - their
    bag = bag if asked.bag is None else asked.bag
    must_be_counts(held, their, due, bag, asked.drawn)
    remedy = order_remedy(bag, asked.drawn, due, asked.touched, asked.had_chance, entry.rules)
    racks = (
        as_it_stays(bag, held, asked.drawn, their, due)
        if remedy.kind in ("none", "director")
        else (held + asked.drawn, their)
    )
    fact = DrawnOutOfOrder(
        seat=asked.seat,
        held=held,
        drawn=asked.drawn,
        opponent_due=due,
        bag=bag,
        touched=asked.touched,
        had_chance=asked.had_chance,
        remedy=remedy.kind,
        racks=pair(asked.seat, *racks),
    )
    must_be_there(sheet, fact.racks)
    noticed = _remarks(remedy, asked, bag, entry)
    if remedy.kind != "overdraw":
        stop = remedy.kind == "redraw" and not sheet.clock.neutral
        stopped = (ClockNeutralised(reason="draw out of order"),) if stop else ()
        return Decision((*stopped, fact), noticed)
    over, more = overdrawn(
        sheet,
        ReportOverdraw(
            seat=asked.seat,
            drawn=asked.drawn,
            touched=asked.touched,
            mixed=asked.mixed,
            noticed_by="opponent" if remedy.whole_rack else asked.noticed_by,
            held=held,
            due=0,
            cause="out-of-order",
        ),
        entry,
        fact.racks,
    )
    stopped = () if sheet.clock.neutral else (ClockNeutralised(reason="overdraw"),)
    return Decision((*stopped, fact, over), tuple(dict.fromkeys((*noticed, *more))))


def _remarks(
    remedy: OrderRemedy, asked: ReportOutOfOrder, bag: int, entry: Entry
) -> tuple[str, ...]:
    order = entry.rules.draw_order
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if asked.knowingly:
        noticed += (remarks.OUT_OF_ORDER_KNOWINGLY,)
    if remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
        if order.penalised_below.is_known and bag < order.penalised_below.known():
            noticed += (remarks.MAY_BE_PENALISED,)
            noticed += (order.penalty.trap,) if order.penalty.trap else ()
    return noticed


def held_since(sheet: Sheet, opened: Opened, fact: DrawnOutOfOrder) -> int:
    """Tiles on the player's rack without those drawn too early; a play come off since is on it."""
    came_off = any(
        line.kind is LineKind.WITHDRAWN and line.seat is fact.seat and line.version > opened.version
        for line in sheet.lines
    )
    return sheet.stock.racks[fact.seat.place] if came_off else fact.held


@decides(CompleteDraws, may=STAFF)
def complete_draws(sheet: Sheet, asked: CompleteDraws, entry: Entry) -> Decision:
    """Close it: the opponent has drawn what was due, then the player what was left."""
    opened = find(sheet.open, DrawnOutOfOrder)
    if opened is None or not isinstance(opened.fact, DrawnOutOfOrder):
        raise entry.refusal("nothing-to-put-right/draw-order")
    fact = opened.fact
    entry.must_unless_ruled(find(sheet.open, Overdrawn) is None, "overdraw-not-corrected")
    theirs = fact.racks[fact.seat.opponent.place]
    held = held_since(sheet, opened, fact)
    right = in_the_right_order(fact.bag, held, theirs, fact.opponent_due)
    racks = pair(fact.seat, *right)
    if fact.remedy == "director":
        racks = fact.racks
        entry.must_be_ruled("needs-ruling/draw-order")
    if asked.racks is not None and asked.racks != racks:
        entry.must_be_ruled(
            "racks-do-not-add-up",
            first=racks[0],
            second=racks[1],
            first_told=asked.racks[0],
            second_told=asked.racks[1],
        )
        racks = asked.racks
    must_be_there(sheet, racks)
    done = DrawOrderRestored(racks=racks)
    return Decision((done, *clock_again(sheet, DrawnOutOfOrder)))

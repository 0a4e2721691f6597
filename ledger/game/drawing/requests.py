"""Draws: the order of drawing, too few tiles, and a draw noted late."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.absences.requests import must_be_free_to_draw
from ledger.game.calls.requests import warning_due
from ledger.game.clock.facts import ClockNeutralised
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.facts import (
    DrawingImproper,
    DrawingSettled,
    DrawnOutOfOrder,
    DrawOrderRestored,
    Overdrawn,
    TilesDrawn,
    UnderdrawMended,
    Underdrawn,
)
from ledger.game.drawing.folds import NAMES
from ledger.game.drawing.overdraws import (
    ReportOverdraw,
    clock_again,
    due_then,
    held_before,
    last_turn_drawn_after,
    must_be_counts,
    must_be_there,
    overdrawn,
    pair,
)
from ledger.game.setting_up.starting import must_both_be_here
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import DrawingProcedure, DrawManner, DrawMoment, NoticedBy

# A player drew before the opponent, who was due first: what follows.


Remedy = Literal["none", "overdraw", "redraw", "director"]


class OrderRemedy(Struct, frozen=True):
    """What follows a draw out of order.

    Attributes:
      kind: ``none``; ``overdraw``: all new tiles are tiles too many; ``redraw``: they are
        shown, go back and both draw in the right order; ``director``.
      whole_rack: the opponent sees the whole rack, whoever noticed.
    """

    kind: Remedy
    clause: str
    whole_rack: bool = False
    trap: str = ""


def order_remedy(
    bag: int, drawn: int, opponent_due: int, touched: bool, had_chance: bool, rules: Rulebook
) -> OrderRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> order_remedy(20, 4, 3, False, False, load("wespa-1.0")).kind
    'none'

    Args:
      bag: tiles in the bag before the draw.
      touched: a new tile has been on the rack.
      had_chance: the opponent had a reasonable chance to draw first.
    """
    order = rules.draw_order
    chance_lost = order.chance_counts.value is True and had_chance
    if not order.short_bag.is_known:
        return OrderRemedy("director", str(order.short_bag), trap=order.short_bag.trap)
    if order.short_bag.known() == "director":
        if bag < (order.investigated_below.value or 0):
            return OrderRemedy("director", str(order.short_bag), trap=order.short_bag.trap)
    elif bag - drawn < opponent_due and not chance_lost:
        whole = order.short_bag.known() == "whole-rack"
        return OrderRemedy("overdraw", str(order.short_bag), whole, order.short_bag.trap)
    otherwise = order.touched if touched else order.untouched
    kind: Remedy = "redraw" if otherwise.known() == "shown-and-redrawn" else "none"
    return OrderRemedy(kind, str(otherwise), trap=otherwise.trap)


def in_the_right_order(
    bag: int, held: int, opponent_held: int, opponent_due: int
) -> tuple[int, int]:
    """Tiles on the player's rack and on the opponent's, once the opponent drew first.

    >>> in_the_right_order(5, 4, 3, 4)
    (5, 7)
    """
    opponents = min(opponent_due, bag)
    return held + min(max(0, RACK_SIZE - held), bag - opponents), opponent_held + opponents


def as_it_stays(
    bag: int, held: int, drawn: int, opponent_held: int, opponent_due: int
) -> tuple[int, int]:
    """The same where nothing is put right: the player fills the rack, the opponent draws then.

    >>> as_it_stays(5, 4, 3, 3, 4)
    (7, 5)
    """
    own = held + drawn
    own += min(max(0, RACK_SIZE - own), bag - drawn)
    return own, opponent_held + min(opponent_due, bag - (own - held))


# A draw out of order: what follows, and both draws made good.


class ReportOutOfOrder(Request, frozen=True, tag="report-out-of-order", kw_only=True):
    """``seat`` drew before the opponent, who was due first; fields as in ``DrawnOutOfOrder``.

    Attributes:
      mixed: a new tile was mixed with old ones.
      held, opponent_held, opponent_due, bag: ``None`` where the record is to work them out.
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


class CompleteDraws(Request, frozen=True, tag="complete-draws", kw_only=True):
    """Both players have drawn in the right order; ``racks``: tiles counted, if they were."""

    racks: tuple[int, int] | None = None


@decides(ReportOutOfOrder, may=STAFF)
def report_out_of_order(sheet: Sheet, request: ReportOutOfOrder, context: GameContext) -> Decision:
    """Write the real order of the draws down, and what follows (H-13, H-14)."""
    must_not_be_final(sheet, context)
    other = request.seat.opponent
    held = held_before(sheet, request.seat) if request.held is None else request.held
    their = held_before(sheet, other) if request.opponent_held is None else request.opponent_held
    due = due_then(sheet, other, their) if request.opponent_due is None else request.opponent_due
    bag = sheet.stock.bag + sum(sheet.stock.racks) - held - their
    bag = bag if request.bag is None else request.bag
    must_be_counts(held, their, due, bag, request.drawn)
    remedy = order_remedy(
        bag, request.drawn, due, request.touched, request.had_chance, context.rules
    )
    racks = (
        as_it_stays(bag, held, request.drawn, their, due)
        if remedy.kind in ("none", "director")
        else (held + request.drawn, their)
    )
    fact = DrawnOutOfOrder.from_request(
        request,
        held=held,
        opponent_due=due,
        bag=bag,
        remedy=remedy.kind,
        racks=pair(request.seat, *racks),
    )
    must_be_there(sheet, fact.racks)
    noticed = _remarks(remedy, request, bag, context)
    if remedy.kind != "overdraw":
        stop = remedy.kind == "redraw" and not sheet.clock.neutral
        stopped = (ClockNeutralised(reason="draw out of order"),) if stop else ()
        return Decision((*stopped, fact), noticed)
    over, more = overdrawn(
        sheet,
        ReportOverdraw(
            seat=request.seat,
            drawn=request.drawn,
            touched=request.touched,
            mixed=request.mixed,
            noticed_by="opponent" if remedy.whole_rack else request.noticed_by,
            held=held,
            due=0,
            cause="out-of-order",
        ),
        context,
        fact.racks,
    )
    stopped = () if sheet.clock.neutral else (ClockNeutralised(reason="overdraw"),)
    return Decision((*stopped, fact, over), tuple(dict.fromkeys((*noticed, *more))))


def _remarks(
    remedy: OrderRemedy, request: ReportOutOfOrder, bag: int, context: GameContext
) -> tuple[str, ...]:
    order = context.rules.draw_order
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if request.knowingly:
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
def complete_draws(sheet: Sheet, request: CompleteDraws, context: GameContext) -> Decision:
    """Close it: the opponent has drawn what was due, then the player what was left."""
    opened = find(sheet.open, DrawnOutOfOrder)
    if opened is None or not isinstance(opened.fact, DrawnOutOfOrder):
        raise context.refusal("nothing-to-put-right/draw-order")
    fact = opened.fact
    context.must_unless_ruled(find(sheet.open, Overdrawn) is None, "overdraw-not-corrected")
    theirs = fact.racks[fact.seat.opponent.place]
    held = held_since(sheet, opened, fact)
    right = in_the_right_order(fact.bag, held, theirs, fact.opponent_due)
    racks = pair(fact.seat, *right)
    if fact.remedy == "director":
        racks = fact.racks
        context.must_be_ruled("needs-ruling/draw-order")
    if request.racks is not None and request.racks != racks:
        context.must_be_ruled(
            "racks-do-not-add-up",
            first=racks[0],
            second=racks[1],
            first_told=request.racks[0],
            second_told=request.racks[1],
        )
        racks = request.racks
    must_be_there(sheet, racks)
    done = DrawOrderRestored(racks=racks)
    return Decision((done, *clock_again(sheet, DrawnOutOfOrder)))


# Too few tiles drawn: whether and how they are made good.


class UnderdrawRemedy(Struct, frozen=True):
    """How missing tiles are made good.

    Attributes:
      kind: ``bag``, ``opponent`` (who picks them from the own rack), ``none``, ``director``.
      seconds: for the opponent to choose; ``None``: not stated.
    """

    kind: Literal["bag", "opponent", "none", "director"]
    clause: str
    seconds: Seconds | None = None
    trap: str = ""


def underdraw_remedy(
    bag: int, own_turns: int, opponents_turns: int, rules: Rulebook
) -> UnderdrawRemedy:
    """What is done about tiles that were not drawn.

    >>> from ledger.rulebook import load
    >>> [underdraw_remedy(0, 1, 1, load(book)).kind for book in ("wespa-4.0", "nsa-1998")]
    ['none', 'opponent']

    Args:
      bag: tiles in the bag now; none: the opponent drew the rest.
      own_turns: turns the player who is short has completed since drawing too few.
      opponents_turns: turns the opponent has completed since; the draw after the first of
        them emptied the bag.
    """
    drawing = rules.drawing
    window = drawing.underdraw_window
    clause = str(window)
    if window.known() == "from-the-bag-only":
        return UnderdrawRemedy("bag" if bag else "none", clause)
    if bag > 0:
        disclosed = drawing.underdraw_disclosed
        return UnderdrawRemedy("director", str(rules.fallback.decides), trap=disclosed.trap)
    in_time = {
        "underdrawers-next-turn": own_turns == 0,
        "opponents-next-play": opponents_turns <= 1,
    }
    if not in_time[window.known()]:
        return UnderdrawRemedy("none", clause)
    return UnderdrawRemedy("opponent", clause, drawing.underdraw_choose_within.value, window.trap)


# Too few tiles drawn: reported, and made good where the book allows it.


class ReportUnderdraw(Request, frozen=True, tag="report-underdraw", kw_only=True):
    """``seat`` has drawn too few tiles.

    Attributes:
      after: version of the turn after which they were not drawn; ``None``: the player's last.
      racks: tiles really on both racks; ``None`` where the record is to work them out.
    """

    seat: Seat
    short: int
    noticed_by: NoticedBy = "player"
    after: int | None = None
    racks: tuple[int, int] | None = None
    concealed: bool = False


class MendUnderdraw(Request, frozen=True, tag="mend-underdraw", kw_only=True):
    """The missing tiles were drawn, or given by the opponent in ``used`` seconds."""

    count: int
    used: Seconds | None = None


@decides(ReportUnderdraw, may=STAFF)
def report_underdraw(sheet: Sheet, request: ReportUnderdraw, context: GameContext) -> Decision:
    """Write an underdraw down, with what the book does about it at this moment (H-11, H-12)."""
    must_not_be_final(sheet, context)
    context.must(
        1 <= request.short <= RACK_SIZE, "unreadable-request/rack-short", short=request.short
    )
    own, opponents = _turns_since(sheet, request)
    racks = request.racks or _as_they_are(sheet, request.seat, request.short, opponents)
    must_be_there(sheet, racks)
    remedy = underdraw_remedy(sheet.stock.with_racks(racks).bag, own, opponents, context.rules)
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    disclosed = context.rules.drawing.underdraw_disclosed
    if request.concealed and disclosed.is_known:
        noticed += (remarks.UNDERDRAW_CONCEALED,)
    if remedy.kind == "none":
        noticed += (remarks.TOO_LATE_TO_MEND,)
    elif remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    fact = Underdrawn.from_request(request, remedy=remedy.kind, racks=racks)
    return Decision((fact,), tuple(dict.fromkeys(noticed)))


def _turns_since(sheet: Sheet, request: ReportUnderdraw) -> tuple[int, int]:
    """Turns both players completed since too few were drawn: the one who is short, the other."""
    line = last_turn_drawn_after(sheet, request.seat)
    if request.after is not None:
        line = next((x for x in sheet.lines if x.version == request.after and x.is_turn), None)
        if line is None or line.seat is not request.seat:
            raise refusal(
                "no-such-entry/underdrawn-after",
                version=request.after,
                player=sheet.name(request.seat),
            )
    since = [x for x in sheet.lines if x.is_turn and (line is None or x.place > line.place)]
    own = sum(x.seat is request.seat for x in since)
    return own, len(since) - own


def _as_they_are(sheet: Sheet, seat: Seat, short: int, opponents: int) -> tuple[int, int]:
    """Both racks: the missing tiles stayed in the bag, for the opponent's next draw."""
    own = sheet.stock.racks[seat.place] - short
    other = sheet.stock.racks[seat.opponent.place]
    if opponents and other < RACK_SIZE:
        other += min(RACK_SIZE - other, sheet.stock.bag + short)
    return pair(seat, own, other)


def to_be_made_good(sheet: Sheet, fact: Underdrawn) -> int:
    """Tiles missing, as far as they are there: in the bag, or on the opponent's rack."""
    other = sheet.stock.racks[fact.seat.opponent.place]
    return min(fact.short, other if fact.remedy == "opponent" else sheet.stock.bag)


@decides(MendUnderdraw, may=STAFF)
def mend_underdraw(sheet: Sheet, request: MendUnderdraw, context: GameContext) -> Decision:
    """Close it: the player has the missing tiles, from the bag or from the other rack."""
    must_be_counts(request.count, request.used or 0)
    opened = find(sheet.open, Underdrawn)
    if opened is None or not isinstance(opened.fact, Underdrawn):
        raise context.refusal("nothing-to-put-right/underdraw")
    fact = opened.fact
    context.must_unless_ruled(fact.remedy != "director", "needs-ruling/underdraw")
    source = "opponent" if fact.remedy == "opponent" else "bag"
    wanted = to_be_made_good(sheet, fact)
    context.must_unless_ruled(
        request.count == wanted, "wrong-number-given", wanted=wanted, count=request.count
    )
    own = sheet.stock.racks[fact.seat.place] + request.count
    other = sheet.stock.racks[fact.seat.opponent.place]
    racks = pair(fact.seat, own, other - request.count if source == "opponent" else other)
    must_be_there(sheet, racks)
    limit = context.rules.drawing.underdraw_choose_within.value
    slow = request.used is not None and limit is not None and request.used > limit
    return Decision(
        (
            UnderdrawMended(
                seat=fact.seat, count=request.count, source=source, racks=racks, used=request.used
            ),
        ),
        (remarks.CHOSE_TOO_SLOWLY,) if slow else (),
    )


class RecordDraw(Request, frozen=True, tag="record-draw", kw_only=True):
    """A ``moment`` of the draw of ``seat``; ``count``: tiles drawn, 0 if nobody counted."""

    seat: Seat
    moment: DrawMoment
    count: int = 0


class ReportManner(Request, frozen=True, tag="report-manner", kw_only=True):
    """``seat`` drew in a manner the rules forbid; fields as in ``DrawingImproper``."""

    seat: Seat
    manner: DrawManner
    note: str = ""


class SettleDrawing(Request, frozen=True, tag="settle-drawing", kw_only=True):
    """The director settles the procedure ``what``; ``racks``: tiles on both racks afterwards."""

    what: DrawingProcedure
    finding: str
    racks: tuple[int, int] | None = None


@decides(RecordDraw, may=STAFF)
def record_draw(sheet: Sheet, request: RecordDraw, context: GameContext) -> Decision:
    """Note a moment of a draw (H-04); none may happen while a challenge is judged (H-19)."""
    must_not_be_final(sheet, context)
    must_be_counts(request.count)
    must_both_be_here(sheet, context)
    must_be_free_to_draw(sheet, request.seat, context)
    during = context.rules.drawing.during_adjudication
    if sheet.challenges.pending is not None and during.value is False:
        context.must_be_ruled("draw-during-challenge")
    noticed: tuple[str, ...] = ()
    if sheet.challenges.pending is not None and during.value is not False:
        noticed = (remarks.KEEP_APART,) if during.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision(
        (TilesDrawn(seat=request.seat, moment=request.moment, count=request.count),), noticed
    )


@decides(ReportManner, may=STAFF)
def report_manner(sheet: Sheet, request: ReportManner, context: GameContext) -> Decision:
    """Note an improper draw, and how often it was noted of this player (H-01, H-03, H-06)."""
    must_not_be_final(sheet, context)
    times = 1 + sum(
        isinstance(event.fact, DrawingImproper)
        and event.fact.seat is request.seat
        and event.fact.manner == request.manner
        for event in sheet.events
    )
    fact = DrawingImproper(seat=request.seat, manner=request.manner, times=times, note=request.note)
    offence = request.manner if request.manner == "palm-not-shown" else ""
    due = warning_due(sheet, request.seat, offence, context.rules, times=times, wanted_from=2)
    return Decision((fact, *due), (remarks.DRAWN_IMPROPERLY_AGAIN,) if times > 1 else ())


@decides(SettleDrawing, may=DIRECTORS)
def settle_drawing(sheet: Sheet, request: SettleDrawing, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    if find(sheet.open, NAMES[request.what]) is None:
        raise context.refusal("nothing-to-put-right/none-of-that-kind")
    context.must_be_ruled("needs-ruling/procedure")
    racks = request.racks or sheet.stock.racks
    must_be_there(sheet, racks)
    return Decision((DrawingSettled(what=request.what, racks=racks, finding=request.finding),))

"""Drawn tiles put back into the bag without right."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.clock import ClockNeutralised
from ledger.game.facts.drawing import DropMended, TileDroppedBack
from ledger.game.play.drawing.dropped_tiles_rule import drop_remedy
from ledger.game.play.drawing.numbers import (
    clock_again,
    due_then,
    held_before,
    must_be_counts,
    must_be_there,
    racks_with,
)
from ledger.game.play.drawing.overdraw_rule import seconds_charged
from ledger.game.play.drawing.overdraws import ReportOverdraw, overdrawn
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import NoticedBy


class ReportDroppedBack(Asked, frozen=True, tag="report-dropped-back", kw_only=True):
    """``seat`` put drawn tiles back.

    Attributes:
      count: how many; ``None`` if that can't be told.
      hand_out: the drawing hand had wholly left the bag.
      rack: tiles on the rack after it; ``None``: as many as the record has, less ``count``.
      bag: tiles in the bag after it, if they were counted.
      held, due: tiles on the rack before the draw, and due then; ``None``: worked out.
      touched, mixed: as in ``Overdrawn``, for a book that treats this as an overdraw.
    """

    seat: Seat
    count: int | None = None
    hand_out: bool = True
    rack: int | None = None
    bag: int | None = None
    held: int | None = None
    due: int | None = None
    touched: bool = True
    mixed: bool = True
    noticed_by: NoticedBy = "opponent"


class MendDrop(Asked, frozen=True, tag="mend-drop", kw_only=True):
    """The opponent refilled the rack: ``given`` to the player, ``returned`` to the bag."""

    exposed: int
    given: int
    returned: int
    used: Seconds | None = None


@decides(ReportDroppedBack, may=STAFF)
def report_dropped_back(sheet: Sheet, asked: ReportDroppedBack, entry: Entry) -> Decision:
    """Write it down, and what the book does about it (H-05, Z-05)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(asked.hand_out, "not-drawn-yet")
    if asked.count is None:
        raise entry.refusal("tiles-back-not-known")
    must_be_counts(asked.count, asked.rack or 0, asked.bag or 0)
    held = held_before(sheet, asked.seat) if asked.held is None else asked.held
    due = due_then(sheet, asked.seat, held) if asked.due is None else asked.due
    before = sheet.stock.racks[asked.seat.place]
    rack = max(0, before - asked.count) if asked.rack is None else asked.rack
    racks = racks_with(sheet, asked.seat, rack)
    must_be_there(sheet, racks)
    bag = sheet.stock.with_racks(racks).bag
    target = min(RACK_SIZE, held + due)
    remedy = drop_remedy(asked.count, rack, bag, target, entry.rules)
    drawn = rack + asked.count - held
    # Nothing too many had been drawn: what the overdraw correction would be is not said.
    by_ruling = remedy.kind == "director" or (remedy.kind == "overdraw" and drawn <= due)
    fact = TileDroppedBack(
        seat=asked.seat,
        count=asked.count,
        remedy="director" if by_ruling else remedy.kind,
        racks=racks,
        bag=bag,
        target=target,
        from_bag=remedy.from_bag,
        from_rack=remedy.from_rack,
    )
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if asked.bag is not None and asked.bag != bag:
        noticed += (remarks.BAG_DIFFERS,)
    if remedy.kind == "overdraw" and not by_ruling:
        over, more = overdrawn(
            sheet,
            ReportOverdraw(
                seat=asked.seat,
                drawn=drawn,
                touched=asked.touched,
                mixed=asked.mixed,
                noticed_by=asked.noticed_by,
                held=held,
                due=due,
                cause="dropped-back",
            ),
            entry,
        )
        return Decision((fact, over), (*noticed, remarks.PUT_BACK_AGAINST_THE_RULES, *more))
    noticed += (remarks.PUT_BACK_AGAINST_THE_RULES,)
    if by_ruling:
        return Decision((fact,), (*noticed, remarks.DIRECTOR_TO_CONFIRM))
    second = entry.rules.drawing.dropped_from_rack.trap
    stopped = () if sheet.clock.neutral else (ClockNeutralised(reason="tiles dropped back"),)
    return Decision((*stopped, fact), (*noticed, *((second,) if second else ())))


@decides(MendDrop, may=STAFF)
def mend_drop(sheet: Sheet, asked: MendDrop, entry: Entry) -> Decision:
    """Close it: the rack is full again and the rest went into the bag."""
    must_be_counts(asked.exposed, asked.given, asked.returned, asked.used or 0)
    opened = find(sheet.open, TileDroppedBack)
    if opened is None or not isinstance(opened.fact, TileDroppedBack):
        raise entry.refusal("nothing-to-put-right/dropped-back")
    fact = opened.fact
    entry.must_unless_ruled(fact.remedy == "shown", "needs-ruling/dropped-back")
    exposed = fact.from_bag + fact.from_rack
    left = sheet.stock.racks[fact.seat.place] - fact.from_rack + asked.given
    wanted = max(0, min(fact.target - (left - asked.given), exposed))
    entry.must_unless_ruled(
        (asked.exposed, asked.given, asked.returned) == (exposed, wanted, exposed - wanted),
        "tiles-do-not-add-up/dropped-back",
        exposed=exposed,
        wanted=wanted,
        back=exposed - wanted,
    )
    racks = racks_with(sheet, fact.seat, left)
    must_be_there(sheet, racks)
    done = DropMended(
        seat=fact.seat,
        exposed=asked.exposed,
        given=asked.given,
        returned=asked.returned,
        racks=racks,
        used=asked.used,
        charged=seconds_charged(asked.used, entry.rules.drawing.dropped_seconds.value),
    )
    return Decision((done, *clock_again(sheet, TileDroppedBack)))

"""Tiles spilled from the bag."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.clock import ClockNeutralised
from ledger.game.facts.loose_tiles import SpillSettled, TilesFound, TilesSpilled
from ledger.game.play.drawing.numbers import (
    clock_again,
    due_then,
    held_before,
    must_be_counts,
    racks_with,
)
from ledger.game.play.drawing.overdraws import ReportOverdraw, overdrawn
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.loose_tiles.spill_rule import SpillRemedy, spill_remedy
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Seat, Tiles, remarks
from ledger.vocabulary.closed_lists import SpillPhase


class ReportSpill(Asked, frozen=True, tag="report-spill", kw_only=True):
    """``seat`` spilled tiles.

    Attributes:
      count: tiles that lie outside the bag; ``phase``: as in ``TilesSpilled``.
      bag: tiles in the bag before; ``None`` where the record is to work that out.
      drawn: tiles drawn properly before the spill, while drawing.
      touched: a new tile has been on the rack.
      declined: the other player declines the overdraw procedure; the director must agree.
      agreed: both players agree that the tiles fell.
    """

    seat: Seat
    count: int
    phase: SpillPhase
    bag: int | None = None
    drawn: int | None = None
    touched: bool = False
    declined: bool = False
    agreed: bool = True


class SettleSpill(Asked, frozen=True, tag="settle-spill", kw_only=True):
    """The other player gave the spiller ``given`` tiles; ``returned`` went into the bag."""

    given: int
    returned: int


@decides(ReportSpill, may=STAFF)
def report_spill(sheet: Sheet, asked: ReportSpill, entry: Entry) -> Decision:
    """Write a spill down, with what the book does about it (H-17)."""
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count, asked.bag or 0, asked.drawn or 0)
    entry.must(asked.count, "unreadable-request/no-tile-spilled")
    held = held_before(sheet, asked.seat)
    due = due_then(sheet, asked.seat, held)
    bag = sheet.stock.bag + (due if asked.phase == "drawing" else 0)
    bag = bag if asked.bag is None else asked.bag
    rack = sheet.stock.racks[asked.seat.place]
    remedy = spill_remedy(asked.phase, asked.count, bag, rack, asked.agreed, entry.rules)
    if remedy.between:
        entry.unless_ruled(call_the_director(remedy.trap, entry.rules))
    spared = asked.declined and remedy.may_decline
    entry.must_unless_ruled(not spared, "needs-ruling/spared", clause=remedy.clause)
    nothing_over = remedy.kind == "overdraw" and not spared and _surplus(asked, due) <= 0
    if nothing_over:
        entry.unless_ruled(call_the_director(remedy.trap, entry.rules))
    fact = TilesSpilled(
        seat=asked.seat,
        count=asked.count,
        phase=asked.phase,
        bag=bag,
        remedy="none" if spared or nothing_over else remedy.kind,
        face_up=remedy.face_up,
        given=remedy.given,
        declined=spared,
    )
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    if remedy.kind == "none" and entry.rules.spills.few_below.is_known:
        noticed += (remarks.SPILL_MAY_BE_PETITIONED,)
    halts = entry.rules.overdraw.timer.value == "must-stop"
    stops = halts and remedy.kind in ("overdraw", "choice", "none") and not sheet.clock.neutral
    stopped: tuple[Fact, ...] = (ClockNeutralised(reason="spilled tiles"),) if stops else ()
    return Decision(
        (
            *stopped,
            fact,
            *_what_follows(sheet, asked, remedy, spared or nothing_over, held, due, entry),
        ),
        tuple(dict.fromkeys(noticed)),
    )


def _what_follows(
    sheet: Sheet,
    asked: ReportSpill,
    remedy: SpillRemedy,
    spared: bool,
    held: int,
    due: int,
    entry: Entry,
) -> tuple[Fact, ...]:
    """The overdraw, or the tiles found, that the book makes of a spill."""
    if remedy.kind == "found":
        return (
            TilesFound(
                where="outside",
                count=asked.count,
                tiles=Tiles(""),
                by=sheet.name(asked.seat),
                remedy="restore",
            ),
        )
    if remedy.kind != "overdraw" or spared:
        return ()
    # Just after the refill all of the player's tiles and those spilled make one group.
    refilled = asked.phase == "after-refill"
    over, _ = overdrawn(
        sheet,
        ReportOverdraw(
            seat=asked.seat,
            drawn=due + _surplus(asked, due),
            touched=refilled or asked.touched,
            mixed=refilled or asked.touched,
            noticed_by="opponent",
            held=held,
            due=due,
            cause="spill",
        ),
        entry,
    )
    return (over,)


def _surplus(asked: ReportSpill, due: int) -> int:
    """Tiles outside the bag beyond those due, our reading of what is too many (T4-27)."""
    drawn = due if asked.phase == "after-refill" or asked.drawn is None else asked.drawn
    return drawn + asked.count - due


@decides(SettleSpill, may=STAFF)
def settle_spill(sheet: Sheet, asked: SettleSpill, entry: Entry) -> Decision:
    """Close it: tiles given to the spiller, the rest in the bag; no number changes."""
    must_be_counts(asked.given, asked.returned)
    opened = find(sheet.open, TilesSpilled)
    if opened is None or not isinstance(opened.fact, TilesSpilled):
        raise entry.refusal("nothing-to-put-right/spill")
    fact = opened.fact
    entry.must_unless_ruled(fact.remedy != "director", "needs-ruling/spill")
    entry.must_unless_ruled(
        (asked.given, asked.returned) == (fact.given, fact.face_up - fact.given),
        "tiles-do-not-add-up/spill",
        face_up=fact.face_up,
        given=fact.given,
        back=fact.face_up - fact.given,
    )
    racks = racks_with(sheet, fact.seat, sheet.stock.racks[fact.seat.place])
    done = SpillSettled(seat=fact.seat, given=asked.given, returned=asked.returned, racks=racks)
    return Decision((done, *clock_again(sheet, TilesSpilled)))

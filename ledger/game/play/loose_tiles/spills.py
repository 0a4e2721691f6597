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
from ledger.vocabulary.refusals import Refusal


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
    """Write a spill down, with what the book does about it (H-17).

    Raises:
      Refusal: ``call-the-director`` where the bag's limit lies between before and after, or
        no more tiles lie outside it than were due; ``needs-ruling`` for a procedure declined.
    """
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count, asked.bag or 0, asked.drawn or 0)
    if not asked.count:
        raise Refusal(
            "unreadable-request", "No tile was spilled.", "Enter how many tiles lie outside."
        )
    held = held_before(sheet, asked.seat)
    due = due_then(sheet, asked.seat, held)
    bag = sheet.stock.bag + (due if asked.phase == "drawing" else 0)
    bag = bag if asked.bag is None else asked.bag
    rack = sheet.stock.racks[asked.seat.place]
    remedy = spill_remedy(asked.phase, asked.count, bag, rack, asked.agreed, entry.rules)
    if remedy.between:
        entry.unless_ruled(call_the_director(remedy.trap, entry.rules))
    spared = asked.declined and remedy.may_decline
    if spared:
        entry.unless_ruled(
            Refusal(
                "needs-ruling",
                "Whether the overdraw procedure may be declined is for the director to say.",
                "Call the director.",
                clause=remedy.clause,
            )
        )
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
    stops = halts and remedy.kind in ("overdraw", "choice", "none") and not sheet.neutral
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
    """Close it: tiles given to the spiller, the rest in the bag; no number changes.

    Raises:
      Refusal: ``nothing-to-put-right`` or ``tiles-do-not-add-up``.
    """
    must_be_counts(asked.given, asked.returned)
    opened = find(sheet.open, TilesSpilled)
    if opened is None or not isinstance(opened.fact, TilesSpilled):
        raise Refusal(
            "nothing-to-put-right",
            "No spill is being put right at this table.",
            "Report the spill first.",
        )
    fact = opened.fact
    if fact.remedy == "director":
        entry.unless_ruled(
            Refusal(
                "needs-ruling",
                "What follows this spill is for the director to say.",
                "Call the director.",
                clause=str(entry.rules.fallback.decides),
            )
        )
    elif (asked.given, asked.returned) != (fact.given, fact.face_up - fact.given):
        entry.unless_ruled(
            Refusal(
                "tiles-do-not-add-up",
                f"{fact.face_up} tiles lie face up: {fact.given} are given and "
                f"{fact.face_up - fact.given} go into the bag.",
                "Count the tiles again, or call the director.",
                clause=str(entry.rules.spills.given),
            )
        )
    racks = racks_with(sheet, fact.seat, sheet.stock.racks[fact.seat.place])
    done = SpillSettled(seat=fact.seat, given=asked.given, returned=asked.returned, racks=racks)
    return Decision((done, *clock_again(sheet, TilesSpilled)))

"""Which way plays run, and tiles that lie askew: noted, turned, straightened (D-13, D-14)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.placement import (
    OrientationCorrected,
    OrientationSet,
    TilesMisplaced,
    TilesStraightened,
)
from ledger.game.play.calls.warnings import warning_due
from ledger.game.play.drawing.numbers import clock_again
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import Askew

QUARTERS = (0, 90, 180, 270)
MOVES_THAT_LEAVE_IT_OPEN = 2
"""The first play can be turned until this many moves are over (wespa-4.0 3.1.3(b))."""


class SetOrientation(Asked, frozen=True, tag="set-orientation", kw_only=True):
    """The first play runs at ``degrees`` to the lettering of the board."""

    degrees: int


class CorrectOrientation(Asked, frozen=True, tag="correct-orientation", kw_only=True):
    """``seat`` put the first play right."""

    seat: Seat
    degrees: int = 0


class ReportMisplacedTiles(Asked, frozen=True, tag="report-misplaced-tiles", kw_only=True):
    """Tiles that ``seat`` placed lie askew; fields as in ``TilesMisplaced``."""

    seat: Seat
    how: Askew
    squares: tuple[str, ...] = ()


class StraightenTiles(Asked, frozen=True, tag="straighten-tiles", kw_only=True):
    """``seat`` straightens tiles."""

    seat: Seat


@decides(SetOrientation, may=STAFF)
def set_orientation(sheet: Sheet, asked: SetOrientation, entry: Entry) -> Decision:
    """Write down how the first play lies; coordinates are those the first play sets (D-13)."""
    must_not_be_final(sheet, entry)
    _must_be_quarters(asked.degrees)
    way = entry.rules.placing.orientation
    early = sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN
    wrong = bool(asked.degrees) and way.value == "lettering" and early
    silent = bool(asked.degrees) and not way.is_known
    return Decision(
        (OrientationSet(degrees=asked.degrees, to_correct=wrong),),
        (remarks.DIRECTOR_TO_CONFIRM,) if silent else (),
    )


@decides(CorrectOrientation, may=STAFF)
def correct_orientation(sheet: Sheet, asked: CorrectOrientation, entry: Entry) -> Decision:
    """Write down that the first play was turned, while it still may be."""
    must_not_be_final(sheet, entry)
    _must_be_quarters(asked.degrees)
    way = entry.rules.placing.orientation
    entry.must_unless_ruled(
        way.value == "lettering" and sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN,
        "orientation-fixed",
    )
    turned = OrientationCorrected(seat=asked.seat, degrees=asked.degrees)
    return Decision((turned, *clock_again(sheet, OrientationSet)))


def _must_be_quarters(degrees: int) -> None:
    if degrees not in QUARTERS:
        raise refusal("unreadable-request/degrees", degrees=degrees)


@decides(ReportMisplacedTiles, may=STAFF)
def report_misplaced_tiles(sheet: Sheet, asked: ReportMisplacedTiles, entry: Entry) -> Decision:
    """Write down that tiles lie askew: a matter of manners, nothing more (D-14)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(
        any(line.seat is asked.seat and line.placed for line in sheet.plays),
        "no-such-entry/tiles-of",
        player=sheet.name(asked.seat),
    )
    times = 1 + sum(
        isinstance(event.fact, TilesMisplaced)
        and (event.fact.seat, event.fact.how) == (asked.seat, asked.how)
        for event in sheet.events
    )
    offence = "tiles-upside-down" if asked.how == "upside-down" else ""
    due = warning_due(sheet, asked.seat, offence, entry.rules, times=times, wanted_from=2)
    return Decision(
        (TilesMisplaced(seat=asked.seat, how=asked.how, squares=asked.squares), *due),
        touching(entry.rules, "TN-22"),
    )


@decides(StraightenTiles, may=STAFF)
def straighten_tiles(sheet: Sheet, asked: StraightenTiles, entry: Entry) -> Decision:
    """Write down that tiles were straightened, by who may do it (D-10, D-14, TX-03)."""
    must_not_be_final(sheet, entry)
    rule = entry.rules.placing.straightened_by
    opened = find(sheet.open, TilesMisplaced)
    owner = opened.fact.seat if opened and isinstance(opened.fact, TilesMisplaced) else None
    opponents = owner is not None and owner is not asked.seat
    exempt = rule.value == "on-turn-or-opponents-tiles" and opponents
    if rule.is_known and sheet.on_move not in (None, asked.seat) and not exempt:
        entry.must_be_ruled("not-on-turn")
    return Decision(
        (TilesStraightened(seat=asked.seat), *clock_again(sheet, TilesMisplaced)),
        () if rule.is_known else touching(entry.rules, "TN-22"),
    )

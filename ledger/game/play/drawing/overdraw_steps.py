"""The steps of an overdraw correction: tiles turned up, tiles back into the bag."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.drawing import (
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
)
from ledger.game.play.drawing.numbers import clock_again, must_be_counts, only_by_ruling, racks_with
from ledger.game.play.drawing.overdraw_rule import seconds_charged
from ledger.game.play.drawing.overdraws import counts_of
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seconds, Tiles, remarks
from ledger.vocabulary.closed_lists import NotSaid, SeenBy


class ExposeOverdraw(Asked, frozen=True, tag="expose-overdraw", kw_only=True):
    """So many tiles were turned up; ``seen_by`` empty: by whom the book says."""

    revealed: int
    seen_by: SeenBy | NotSaid = ""
    tiles: Tiles = Tiles("")


class CorrectOverdraw(Asked, frozen=True, tag="correct-overdraw", kw_only=True):
    """Tiles went back into the bag.

    Attributes:
      returned: how many.
      rack: tiles counted on the rack afterwards; ``None`` if nobody counted.
      used: seconds the opponent took to choose; ``None`` if not measured.
    """

    returned: int
    rack: int | None = None
    used: Seconds | None = None
    tiles: Tiles = Tiles("")


@decides(ExposeOverdraw, may=STAFF)
def expose_overdraw(sheet: Sheet, asked: ExposeOverdraw, entry: Entry) -> Decision:
    """Write down how many tiles were turned up; too many is a correction done wrong."""
    opened, fact = _open(sheet)
    must_be_counts(asked.revealed)
    numbers = counts_of(fact, entry.rules)
    entry.must_unless_ruled(
        asked.revealed <= fact.size,
        "more-shown-than-there",
        revealed=asked.revealed,
        size=fact.size,
        clause=numbers.clause,
    )
    seen_by = asked.seen_by or numbers.seen_by
    shown = OverdrawExposed(
        seat=fact.seat, revealed=asked.revealed, seen_by=seen_by, tiles=asked.tiles
    )
    most = to_be_shown(opened)
    if asked.revealed > most:
        again = entry.rules.drawing.after_too_many_shown
        only_by_ruling(again, entry)
        botched = OverdrawCorrectionBotched(
            seat=fact.seat, revealed=asked.revealed, again=numbers.again or fact.over
        )
        return Decision((shown, botched), (remarks.TOO_MANY_TURNED_UP,))
    noticed: tuple[str, ...] = (remarks.TOO_FEW_TURNED_UP,) if asked.revealed < most else ()
    return Decision((shown,), noticed)


def to_be_shown(opened: Opened) -> int:
    """How many tiles are to be turned up now: after a botched attempt, another number."""
    botched = [x for x in opened.done if isinstance(x, OverdrawCorrectionBotched)]
    if botched:
        return botched[-1].again
    return opened.fact.revealed if isinstance(opened.fact, Overdrawn) else 0


@decides(CorrectOverdraw, may=STAFF)
def correct_overdraw(sheet: Sheet, asked: CorrectOverdraw, entry: Entry) -> Decision:
    """Close the correction: as many tiles back as were too many, the rack as it should be."""
    opened, fact = _open(sheet)
    must_be_counts(asked.returned, asked.rack or 0, asked.used or 0)
    numbers = counts_of(fact, entry.rules)
    last = opened.done[-1] if opened.done else None
    if fact.revealed and not isinstance(last, OverdrawExposed):
        entry.must_be_ruled("not-turned-up", count=to_be_shown(opened), clause=numbers.clause)
    entry.must_unless_ruled(
        asked.returned == fact.over,
        "wrong-number-back",
        over=fact.over,
        returned=asked.returned,
        clause=numbers.clause,
    )
    left = fact.held + fact.drawn - asked.returned
    if asked.rack is not None and asked.rack != left:
        entry.must_be_ruled(
            "rack-does-not-add-up", left=left, rack=asked.rack, clause=numbers.clause
        )
        left = asked.rack
    done = OverdrawCorrected(
        seat=fact.seat,
        returned=asked.returned,
        racks=racks_with(sheet, fact.seat, left),
        used=asked.used,
        charged=seconds_charged(asked.used, numbers.free_seconds),
        tiles=asked.tiles,
    )
    return Decision((done, *clock_again(sheet, Overdrawn)))


def _open(sheet: Sheet) -> tuple[Opened, Overdrawn]:
    opened = find(sheet.open, Overdrawn)
    if opened is None or not isinstance(opened.fact, Overdrawn):
        raise refusal("nothing-to-put-right/overdraw")
    return opened, opened.fact

"""A letter tile played face down as a blank (G-10)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.blanks import FalseBlankFound, FalseBlankSettled
from ledger.game.play.blanks.designating import a_letter, line_of, must_be_a_blank
from ledger.game.play.blanks.false_blank_rule import drawn_back
from ledger.game.play.endings.zero_turns import unnamed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, remarks


class ReportFalseBlank(Asked, frozen=True, tag="report-false-blank", kw_only=True):
    """``seat`` turned over the blank at ``square``; it is the letter tile ``real``.

    Attributes:
      drawn: new tiles its player has drawn since.
      mixed: whether one of them was mixed with old tiles.
    """

    seat: Seat
    square: str
    real: str
    drawn: int = 0
    mixed: bool = False


class SettleFalseBlank(Asked, frozen=True, tag="settle-false-blank", kw_only=True):
    """The tiles drawn went back: ``shown`` first, then ``returned``."""

    shown: int
    returned: int


@decides(ReportFalseBlank, may=STAFF)
def report_false_blank(sheet: Sheet, asked: ReportFalseBlank, entry: Entry) -> Decision:
    """Write down a false blank; in time the whole play comes off for nothing.

    In time is before the opponent, who has to notice it, has completed a turn. Else it goes
    on as a blank, and the count of tiles allows for it (TN-31).
    """
    must_not_be_final(sheet, entry)
    real = a_letter(sheet, asked.real)
    must_be_a_blank(sheet, asked.square, entry)
    play = line_of(sheet, asked.square)
    player = play.seat if play is not None else asked.seat.opponent
    rule = entry.rules.blank_declaring.false_blank
    if not rule.is_known:
        entry.unless_ruled(rule.refusal())
    by_opponent = asked.seat is not player
    in_time = by_opponent and play is not None and play is sheet.last_turn and rule.is_known
    found = FalseBlankFound(
        seat=asked.seat,
        player=player,
        square=asked.square,
        real=real,
        taken_back=in_time,
        drawn=asked.drawn,
        mixed=asked.mixed,
    )
    if not in_time:
        return Decision((found,), (remarks.NO_BLANK, *touching(entry.rules, "TN-31")))
    drawn = touching(entry.rules, "TN-07") if asked.drawn else ()
    return Decision((found,), (*unnamed(sheet, "false-blank", entry, play), *drawn))


@decides(SettleFalseBlank, may=STAFF)
def settle_false_blank(sheet: Sheet, asked: SettleFalseBlank, entry: Entry) -> Decision:
    """Write down that the tiles drawn after a false blank are back in the bag."""
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, FalseBlankFound)
    found = opened.fact if opened is not None else None
    if not isinstance(found, FalseBlankFound):
        raise entry.refusal("no-such-entry/false-blank")
    shown = drawn_back(found.drawn, found.mixed, entry.rules)
    entry.must_unless_ruled(
        (asked.shown, asked.returned) == (shown, found.drawn),
        "tiles-do-not-add-up/false-blank",
        shown=shown,
        drawn=found.drawn,
    )
    return Decision(
        (FalseBlankSettled(player=found.player, shown=asked.shown, returned=asked.returned),)
    )

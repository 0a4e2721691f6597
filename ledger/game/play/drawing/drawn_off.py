"""New tiles that had been drawn for a play which came off: reported, and returned."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.drawing import Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.facts.holds import DrawnThenChallengedOff, NewTilesReturned
from ledger.game.play.drawing.drawn_off_rule import contested, returned_as
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.holds.courtesy import must_be_a_number
from ledger.game.sheet.line import Line
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, remarks


class ReportDrawnOff(Asked, frozen=True, tag="report-drawn-off", kw_only=True):
    """``seat`` had drawn ``drawn`` tiles for the play that just came off the board."""

    seat: Seat
    drawn: int
    racked: bool | None = None
    mixed: bool | None = None
    looked: bool | None = None


class ReturnNewTiles(Asked, frozen=True, tag="return-new-tiles", kw_only=True):
    """The new tiles went back to the bag; ``seen``: the opponent was shown them."""

    seat: Seat
    returned: int
    seen: bool


def drawn_meanwhile(
    sheet: Sheet, play: Line, rules: Rulebook
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """New tiles known to have been drawn for a play that comes off, and what is noticed."""
    drawn, noticed = _known_to_be_drawn(sheet, play, rules)
    return drawn, (*noticed, *(trap for fact in drawn for trap in contested(fact, rules)))


def _known_to_be_drawn(
    sheet: Sheet, play: Line, rules: Rulebook
) -> tuple[tuple[DrawnThenChallengedOff, ...], tuple[str, ...]]:
    held = None if play.before is None else play.before.racks[play.seat.place]
    answering, challenge = sheet.answering, sheet.challenges.pending
    if (courtesy := answering.courtesy) is not None:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how="courtesy",
                drawn=courtesy.drawn,
                held=held,
                racked=courtesy.racked,
                mixed=courtesy.mixed,
                looked=courtesy.looked,
            ),
        ), ()
    if (flash := answering.flash) is not None and flash.drawn:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how="flash",
                drawn=flash.drawn,
                held=held,
                racked=_either(flash.racked, challenge.tile_racked if challenge else None),
                mixed=flash.mixed,
            ),
        ), ()
    new = answering.new_tiles
    if new is not None and new.drawn:
        return (
            DrawnThenChallengedOff(
                seat=play.seat,
                how=_how_drawn(sheet, challenge, rules),
                drawn=new.drawn,
                held=held,
                racked=_either(new.racked or None, challenge.tile_racked if challenge else None),
                mixed=new.mixed or None,
            ),
        ), ()
    out = new is not None or (
        challenge is not None and (challenge.tile_out or challenge.tile_racked)
    )
    corrected = any(
        isinstance(one.fact, Overdrawn | Underdrawn | TileDroppedBack)
        and one.fact.seat is play.seat
        for one in sheet.open
    )
    return (), (remarks.NEW_TILES_DRAWN,) if out or corrected else ()


def _either(one: bool | None, other: bool | None) -> bool | None:
    """What two reports of the same say; ``None`` where neither knows."""
    return other if one is None else one


def _how(sheet: Sheet, rules: Rulebook) -> str:
    """How tiles were drawn for the play that came off, by what was entered about it before."""
    judged = sheet.challenges.judged
    return _how_drawn(sheet, judged.challenge if judged else None, rules)


def _how_drawn(sheet: Sheet, challenge: ChallengeIssued | None, rules: Rulebook) -> str:
    answering = sheet.answering
    out_of_order = answering.irregular or (challenge.out_of_order if challenge else "")
    grounds = rules.answers.flash_draw_grounds.value or ()
    stays_open = rules.windows.flash_draw.value == "stays-open"
    if answering.courtesy is not None:
        return "courtesy"
    if answering.flash is not None or (stays_open and out_of_order in grounds):
        return "flash"
    return "irregular" if out_of_order else "ordinary"


@decides(ReportDrawnOff, may=STAFF)
def report_drawn_off(sheet: Sheet, asked: ReportDrawnOff, entry: Entry) -> Decision:
    """Write down new tiles drawn for a play that came off (H-22)."""
    must_not_be_final(sheet, entry)
    must_be_a_number(asked.drawn)
    last = sheet.last_turn
    entry.must_unless_ruled(
        last is not None and last.withdrawn and last.seat is asked.seat,
        "nothing-came-off",
        player=sheet.name(asked.seat),
    )
    drawn = DrawnThenChallengedOff(
        seat=asked.seat,
        how=_how(sheet, entry.rules),
        drawn=asked.drawn,
        held=last.before.racks[asked.seat.place] if last and last.before else None,
        racked=asked.racked,
        mixed=asked.mixed,
        looked=asked.looked,
    )
    goes = returned_as(drawn, entry.rules)
    if not goes.is_known:
        refusal = call_the_director(goes.trap, entry.rules) if goes.trap else goes.refusal()
        entry.unless_ruled(refusal)
    return Decision((drawn,), touching(entry.rules, goes.trap) if goes.trap else ())


@decides(ReturnNewTiles, may=STAFF)
def return_new_tiles(sheet: Sheet, asked: ReturnNewTiles, entry: Entry) -> Decision:
    """Write down that the new tiles are back in the bag, which ends the matter (H-20, H-22)."""
    must_not_be_final(sheet, entry)
    must_be_a_number(asked.returned)
    entry.must_unless_ruled(
        find(sheet.open, DrawnThenChallengedOff) is not None, "nothing-to-return"
    )
    return Decision((NewTilesReturned(seat=asked.seat, returned=asked.returned, seen=asked.seen),))

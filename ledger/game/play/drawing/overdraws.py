"""Too many tiles drawn: reported, with every number of the correction worked out."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.clock import ClockNeutralised
from ledger.game.facts.drawing import Overdrawn
from ledger.game.play.drawing.numbers import (
    due_then,
    held_before,
    must_be_counts,
    must_be_there,
    only_by_ruling,
    racks_with,
)
from ledger.game.play.drawing.overdraw_rule import Counts, TooMany, overdraw_counts
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import NoticedBy, OverdrawCause

SILENCE = {
    "unethical": remarks.OVERDRAW_CONCEALED,
    "may-be-unethical": remarks.OVERDRAW_MAY_BE_CONCEALED,
    "cheating": remarks.OVERDRAW_HIDDEN,
}


class ReportOverdraw(Asked, frozen=True, tag="report-overdraw", kw_only=True):
    """``seat`` has drawn too many tiles; fields as in ``Overdrawn``.

    Attributes:
      held, due: ``None`` where the record is to work them out.
      after_next_play: found only after a further play and a fresh draw.
      cause: why these count as too many, where it was no ordinary draw.
    """

    seat: Seat
    drawn: int
    touched: bool = False
    mixed: bool = False
    noticed_by: NoticedBy = "player"
    held: int | None = None
    due: int | None = None
    concealed: bool = False
    apart: int = 0
    observer: str = ""
    after_next_play: bool = False
    cause: OverdrawCause = "drawing"


@decides(ReportOverdraw, may=STAFF)
def report_overdraw(sheet: Sheet, asked: ReportOverdraw, entry: Entry) -> Decision:
    """Write an overdraw down and open its correction, with every number worked out (H-07)."""
    must_not_be_final(sheet, entry)
    must_be_counts(asked.drawn, asked.held or 0, asked.due or 0, asked.apart)
    entry.must_unless_ruled(find(sheet.open, Overdrawn) is None, "correction-open")
    late = entry.rules.drawing.overdraw_found_after_next_play
    if asked.after_next_play:
        only_by_ruling(late, entry)
    held = held_before(sheet, asked.seat) if asked.held is None else asked.held
    due = due_then(sheet, asked.seat, held) if asked.due is None else asked.due
    fact, noticed = overdrawn(sheet, replace(asked, held=held, due=due), entry)
    if asked.after_next_play and late.value == "play-on":
        noticed += (late.trap,) if late.trap else ()
        return Decision((replace(fact, revealed=0, put_right=False),), noticed)
    if asked.after_next_play and late.inferred:
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((*_clock_stopped(sheet, entry), fact), noticed)


def overdrawn(
    sheet: Sheet,
    asked: ReportOverdraw,
    entry: Entry,
    racks: tuple[int, int] | None = None,
) -> tuple[Overdrawn, tuple[str, ...]]:
    """The fact, with its numbers, and what is to be remarked on.

    For everything a rule treats as an overdraw: give ``held`` and ``due``, and the ``cause``;
    ``racks``, tiles on both racks now, where the other rack is not as the record has it.
    """
    held, due = asked.held or 0, asked.due or 0
    counts = counted(
        Overdrawn(
            seat=asked.seat,
            held=held,
            drawn=asked.drawn,
            due=due,
            over=0,
            touched=asked.touched or asked.mixed,  # among the old ones a tile was on the rack
            mixed=asked.mixed,
            noticed_by=asked.noticed_by,
            group="",
            size=0,
            revealed=0,
            racks=racks or racks_with(sheet, asked.seat, held + asked.drawn),
            cause=asked.cause,
            concealed=asked.concealed,
            apart=asked.apart,
            observer=asked.observer,
        ),
        entry,
    )
    fact, numbers = counts
    must_be_there(sheet, fact.racks)
    noticed = numbers.traps
    silence = entry.rules.drawing.overdraw_disclosure
    if asked.concealed and silence.is_known:
        noticed += (SILENCE[silence.known()], *((silence.trap,) if silence.trap else ()))
    if asked.noticed_by == "third-party":
        noticed += (remarks.SEEN_BY_A_THIRD_PARTY,)
    return fact, noticed


def counted(fact: Overdrawn, entry: Entry) -> tuple[Overdrawn, Counts]:
    """An overdraw with its numbers worked out; where a ruling was given, across the gaps."""
    numbers = counts_of(fact, entry.rules, ruled=entry.case is not None)
    return (
        replace(
            fact,
            over=numbers.over,
            group=numbers.group,
            size=numbers.size,
            revealed=numbers.revealed,
        ),
        numbers,
    )


def counts_of(fact: Overdrawn, rules: Rulebook, *, ruled: bool = True) -> Counts:
    """The numbers of an overdraw that is written down."""
    drew = TooMany(
        held=fact.held,
        drawn=fact.drawn,
        due=fact.due,
        touched=fact.touched,
        mixed=fact.mixed,
        noticed_by=fact.noticed_by,
        concealed=fact.concealed,
        apart=fact.apart,
    )
    return overdraw_counts(drew, rules, ruled=ruled)


def _clock_stopped(sheet: Sheet, entry: Entry) -> tuple[Fact, ...]:
    """That the clocks were stopped, where the book wants that and they still ran."""
    if sheet.clock.neutral or sheet.ended or entry.rules.overdraw.timer.value != "must-stop":
        return ()
    return (ClockNeutralised(reason="overdraw"),)

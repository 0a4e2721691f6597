"""A slip that was typed for the wrong table, or typed wrong, is taken back by who typed it.

That is no amendment: nobody has signed on a screen what the record says, and no paper changes.
So it is possible only while nothing rests on it, and what was typed stays in the log. Of two slips
that differ either one may be the wrong one. Where the first is, the record rested on it; so what
was typed after it is written once more, in its place.
"""

from __future__ import annotations

from uuid import UUID

from msgspec.structs import replace

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import AT_THE_RESULTS
from ledger.game.facts.results import ResultReported, ResultSigned, SlipTakenBack, SlipTyped
from ledger.game.play.entry import Entry, decides
from ledger.game.play.results.slips import TypeSlip, type_slip
from ledger.game.play.results.slips_there import typed_slips
from ledger.game.play.turns.retractions import BESIDE_THE_TURN
from ledger.game.sheet.folding import after
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import SlipMistake

_ONCE_MORE = UUID(int=0)
"""Stands for the request that is being decided, whose number its decision does not know."""


class TakeBackSlip(Asked, frozen=True, tag="take-back-slip", kw_only=True):
    """A slip is taken back.

    Attributes:
      version: of the event of the slip.
      why: ``wrong-table``: it is another table's slip; ``typed-wrong``: the paper says otherwise.
    """

    version: int
    why: SlipMistake = "typed-wrong"


@decides(TakeBackSlip, may=AT_THE_RESULTS)
def take_back_slip(sheet: Sheet, asked: TakeBackSlip, entry: Entry) -> Decision:
    """Strike a slip, its signatures and its hand-in; what was typed after it is entered anew.

    Raises:
      Refusal: ``no-such-entry/slip``, ``slip-stands`` (something rests on it, or it is another
        official's) or ``round-is-closed``.
    """
    slips = typed_slips(sheet)
    entry.must(asked.version in slips, "no-such-entry/slip", version=asked.version)
    typed = sheet.event(asked.version).envelope
    own = entry.role is Role.DIRECTOR or typed.written_by == entry.by
    entry.must_unless_ruled(own, "slip-stands/another-official", by=typed.written_by)
    entry.must_unless_ruled(not entry.round_closed(), "round-is-closed")
    if (rests := rests_on(sheet, asked.version)) is not None:
        if isinstance(rests, ResultSigned):
            entry.must_be_ruled("slip-stands/signed-here", player=sheet.name(rests.seat))
        entry.must_be_ruled("slip-stands/came-after", what=words_of(rests))
    facts: tuple[Fact, ...] = (SlipTakenBack(supersedes=asked.version, why=asked.why),)
    later = {version: slip for version, slip in slips.items() if version > asked.version}
    facts += tuple(SlipTakenBack(supersedes=version, why="entered-anew") for version in later)
    now = _with(sheet, facts, entry)
    for slip in later.values():
        again = type_slip(now, _typed_again(sheet, slip), entry).facts
        facts, now = (*facts, *again), _with(now, again, entry)
    return Decision(facts)


def rests_on(sheet: Sheet, version: int) -> Fact | None:
    """What came after a slip and keeps it from being taken back; ``None``: nothing did.

    Other slips and phones don't: they are compared anew. What was taken back since is nothing.
    """
    typed = sheet.event(version).envelope.command_id
    of_slips = {
        event.envelope.command_id
        for event in sheet.events
        if isinstance(event.fact, SlipTyped | SlipTakenBack | ResultReported)
    }
    since = [
        event.fact
        for event in sheet.events
        if event.originator_version > version
        and event.envelope.command_id not in (typed, *of_slips)
        and not isinstance(event.fact, BESIDE_THE_TURN)
    ]
    signed = [fact for fact in since if isinstance(fact, ResultSigned)]
    return next(iter((*signed, *since)), None)


def _typed_again(sheet: Sheet, slip: SlipTyped) -> TypeSlip:
    """The request that typed a slip, by the order of the pairing as slips have it."""
    swapped = sheet.starter == 1
    one, two = slip.totals[::-1] if swapped else slip.totals
    whose = 0 if slip.whose is None else (slip.whose is Seat.SECOND) ^ swapped
    return TypeSlip(
        scores=(one, two),
        starter=slip.starter,
        whose=0 if slip.whose is None else 1 + whose,
        unsigned=slip.unsigned,
        photo=slip.photo,
        sure=True,
    )


def _with(sheet: Sheet, facts: tuple[Fact, ...], entry: Entry) -> Sheet:
    """The sheet as it is after these facts of the request that is being decided."""
    like = replace(
        sheet.events[-1].envelope, written_by=entry.by, case=entry.case, command_id=_ONCE_MORE
    )
    return after(
        sheet,
        [
            Event(sheet.id, sheet.version + place, replace(like, fact=fact))
            for place, fact in enumerate(facts, 1)
        ],
    )

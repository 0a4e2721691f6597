"""A slip that was typed for the wrong table just now, or typed wrong, is taken back.

That is no amendment: nobody has signed at this table what the record says, and no paper changes.
So it is possible only while nothing rests on it, and what was typed stays in the log.
"""

from __future__ import annotations

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import AT_THE_RESULTS
from ledger.game.facts.results import SlipTakenBack, SlipTyped
from ledger.game.play.entry import Entry, decides
from ledger.game.play.turns.retractions import BESIDE_THE_TURN
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import SlipMistake


class TakeBackSlip(Asked, frozen=True, tag="take-back-slip", kw_only=True):
    """The slip just typed is taken back.

    Attributes:
      version: of the event of the slip.
      why: ``wrong-table``: it is another table's slip; ``typed-wrong``: the paper says otherwise.
    """

    version: int
    why: SlipMistake = "typed-wrong"


def typed_slips(sheet: Sheet) -> dict[int, SlipTyped]:
    """The slips typed for a game that were not taken back, by version, oldest first."""
    return {
        one.event.originator_version: one.fact
        for one in standing(sheet.events)
        if isinstance(one.fact, SlipTyped)
    }


@decides(TakeBackSlip, may=AT_THE_RESULTS)
def take_back_slip(sheet: Sheet, asked: TakeBackSlip, entry: Entry) -> Decision:
    """Strike a slip, its signatures and its hand-in, as long as nothing came after it.

    Raises:
      Refusal: ``no-such-entry/slip``, ``slip-stands`` (something rests on it, or it is another
        official's) or ``round-is-closed``.
    """
    entry.must(asked.version in typed_slips(sheet), "no-such-entry/slip", version=asked.version)
    typed = sheet.event(asked.version).envelope
    own = entry.role is Role.DIRECTOR or typed.written_by == entry.by
    entry.must_unless_ruled(own, "slip-stands/another-official", by=typed.written_by)
    entry.must_unless_ruled(not entry.round_closed(), "round-is-closed")
    since = [
        event
        for event in sheet.events
        if event.originator_version > asked.version
        and event.envelope.command_id != typed.command_id
        and not isinstance(event.fact, BESIDE_THE_TURN)
    ]
    if since:
        entry.must_be_ruled("slip-stands/came-after", what=words_of(since[0].fact))
    return Decision((SlipTakenBack(supersedes=asked.version, why=asked.why),))

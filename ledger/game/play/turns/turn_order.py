"""Putting the order of the turns right: one that was missed, and turns of the other player."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.turns import TURNS, SeatsExchanged, Turn, TurnInserted
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.scores.counting import must_be_correctable
from ledger.game.play.turns.corrections import (
    entry_at,
    must_have_reason,
    must_not_undo_the_director,
    worked_out,
)
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.turn_order import from_here
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal


class InsertTurn(Asked, frozen=True, tag="insert-turn", kw_only=True):
    """A turn is missing before the one at ``before``: ``turn`` was made there.

    Attributes:
      others: the turns from there on were written to the wrong player for it, and go to the
        other one. So it is wherever players took turns, for the page asks for the next one's.
    """

    before: int
    turn: Turn
    reason: str
    approved_by: str
    others: bool = True


class ExchangeSeats(Asked, frozen=True, tag="exchange-seats", kw_only=True):
    """The turn at ``version`` was the other player's; ``onwards``: and all that follow it."""

    version: int
    reason: str
    approved_by: str
    onwards: bool = True


@decides(InsertTurn, may=STAFF)
def insert_turn(sheet: Sheet, asked: InsertTurn, entry: Entry) -> Decision:
    """Put a turn in where it was made; later turns stay as entered, but for whose they are.

    What does not agree afterwards is listed for the director (``sheet/rescoring.py``).
    """
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    _turn_at(sheet, asked.before)
    turn = worked_out(sheet, asked.before, asked.turn, entry)
    assert isinstance(turn, TURNS)
    facts: tuple[Fact, ...] = (
        TurnInserted(
            before=asked.before, turn=turn, reason=asked.reason, approved_by=asked.approved_by
        ),
    )
    if asked.others:
        _must_be_ours(sheet, asked.before, entry, onwards=True)
        facts += (_exchanged(asked.before, asked.reason, asked.approved_by, onwards=True),)
    return Decision(facts)


@decides(ExchangeSeats, may=STAFF)
def exchange_seats(sheet: Sheet, asked: ExchangeSeats, entry: Entry) -> Decision:
    """Give a turn, or all from there on, to the other player."""
    must_be_correctable(sheet, entry)
    must_have_reason(asked.reason)
    _turn_at(sheet, asked.version)
    _must_be_ours(sheet, asked.version, entry, onwards=asked.onwards)
    return Decision(
        (_exchanged(asked.version, asked.reason, asked.approved_by, onwards=asked.onwards),)
    )


def _exchanged(version: int, reason: str, approved_by: str, *, onwards: bool) -> SeatsExchanged:
    return SeatsExchanged(
        supersedes=version, onwards=onwards, reason=reason, approved_by=approved_by
    )


def _turn_at(sheet: Sheet, version: int) -> Standing:
    found = entry_at(sheet, version)
    if found is None or not isinstance(found.fact, TURNS):
        raise refusal("no-such-entry/turn", version=version)
    return found


def _must_be_ours(sheet: Sheet, version: int, entry: Entry, *, onwards: bool) -> None:
    """Refuse to give away a turn that a ruling put there."""
    stands = {one.event.originator_version: one for one in standing(sheet.events)}
    for each, one in from_here(stands, version):
        if not isinstance(one.made, TURNS) or one.fact is None:
            continue
        if each != version and not onwards:
            return
        must_not_undo_the_director(one, entry)

"""What the record knows about a draw: tiles on the rack before it, tiles due, tiles there are."""

from __future__ import annotations

from typing import Any

from ledger.game.facts.clock import ClockRestarted
from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack
from ledger.game.facts.exchanges import ExchangeChallenged
from ledger.game.facts.loose_tiles import TilesSpilled
from ledger.game.facts.placement import PlacementChallenged
from ledger.game.facts.upsets import BoardUpset
from ledger.game.play.entry import Entry
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import find, without
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.rulebook import Clause
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import RACK_SIZE, Seat


def latest_draw(sheet: Sheet, seat: Seat) -> Line | None:
    """The turn after which ``seat`` drew last, if the record has one."""
    return next((x for x in reversed(sheet.lines) if x.is_turn and x.seat is seat), None)


def held_before(sheet: Sheet, seat: Seat) -> int:
    """Tiles on the rack of ``seat`` when its last draw began; none at its first."""
    line = latest_draw(sheet, seat)
    if line is None:
        return 0
    rack = sheet.stock.racks[seat.place]
    if line.kind is LineKind.EXCHANGE:
        return max(0, rack - line.count)
    if line.before is None or line.withdrawn:
        return rack
    return max(0, line.before.racks[seat.place] - len(line.placed))


def due_then(sheet: Sheet, seat: Seat, held: int) -> int:
    """Tiles ``seat`` was to draw with ``held`` on the rack: to seven, as far as the bag went."""
    line = latest_draw(sheet, seat)
    bag = sheet.stock.bag
    if line is not None and line.kind is LineKind.EXCHANGE:
        bag = sheet.stock.bag + line.count
    elif line is not None and line.before is not None and not line.withdrawn:
        bag = line.before.bag
    return max(0, min(RACK_SIZE - held, bag))


def racks_with(sheet: Sheet, seat: Seat, tiles: int) -> tuple[int, int]:
    """Tiles on both racks, ``tiles`` of them on that of ``seat``."""
    first, second = sheet.stock.racks
    return (tiles, second) if seat is Seat.FIRST else (first, tiles)


def pair(seat: Seat, own: int, other: int) -> tuple[int, int]:
    """``own`` for ``seat`` and ``other`` for its opponent, first seat first."""
    return (own, other) if seat is Seat.FIRST else (other, own)


def clock_again(sheet: Sheet, finished: type[Fact]) -> tuple[Fact, ...]:
    """The clock of the player on turn is started, unless something else still holds it up."""
    held_up = (
        find(without(sheet.open, finished), WAITED_FOR) or sheet.challenges.pending or sheet.out
    )
    if not sheet.clock.neutral or sheet.on_move is None or held_up:
        return ()
    return (ClockRestarted(seat=sheet.on_move),)


WAITED_FOR = (
    Overdrawn, DrawnOutOfOrder, TileDroppedBack, TilesSpilled, BoardUpset, ExchangeChallenged,
    PlacementChallenged,
)  # fmt: skip
"""Procedures under which the clocks stand until the last of them is done."""


def must_be_there(sheet: Sheet, racks: tuple[int, int], lost: int = 0) -> None:
    """Refuse racks that would leave fewer than no tiles in the bag; no ruling makes tiles.

    Where the record itself has somebody hold fewer than none, since a correction left later turns
    as entered, it can't tell what is there: then what was counted is written down.
    """
    must_be_counts(*racks)
    stock = sheet.stock
    told = min(stock.bag, *stock.racks) >= 0
    if told and stock.with_racks(racks, lost).bag < 0:
        raise refusal("more-than-there-are/on-both-racks", tiles=sum(racks))


def must_be_counts(*counts: int) -> None:
    """Refuse a number of tiles below zero."""
    if any(count < 0 for count in counts):
        raise refusal("unreadable-request/tiles-below-zero")


def only_by_ruling(clause: Clause[Any], entry: Entry) -> None:
    """Refuse what the book does not settle, unless a director has ruled."""
    if clause.is_known:
        return
    entry.unless_ruled(
        call_the_director(clause.trap, entry.rules) if clause.trap else clause.refusal()
    )

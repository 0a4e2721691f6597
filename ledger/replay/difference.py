"""Two states of one game beside each other: what differs between them, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, clock_time
from ledger.vocabulary.signs import whole


class Differs(Struct, frozen=True):
    """One thing that is not the same in both states; empty where it is not there."""

    what: str
    one: str
    other: str


def difference(one: Sheet, other: Sheet) -> tuple[Differs, ...]:
    """What differs between two states: scores, racks, bag, clocks, who is on move, squares."""
    return tuple(Differs(*row) for row in _rows(one, other) if row[1] != row[2])


def _rows(one: Sheet, other: Sheet) -> Iterator[tuple[str, str, str]]:
    yield "State", one.state, other.state
    yield "On move", _on_move(one), _on_move(other)
    for seat in Seat:
        name = one.name(seat)
        yield f"Score of {name}", _points(one, seat), _points(other, seat)
        yield f"Clock of {name}", _clock(one, seat), _clock(other, seat)
        yield f"Tiles on the rack of {name}", _rack(one, seat), _rack(other, seat)
    yield "In the bag", str(one.stock.bag), str(other.stock.bag)
    yield "Turns", str(one.turn_count), str(other.turn_count)
    width = int(len(one.board.squares) ** 0.5)
    for at, (tile, now) in enumerate(zip(one.board.squares, other.board.squares, strict=True)):
        yield f"Square {at // width + 1}{chr(ord('A') + at % width)}", tile, now


def _on_move(sheet: Sheet) -> str:
    return sheet.name(sheet.on_move) if sheet.on_move else "nobody"


def _points(sheet: Sheet, seat: Seat) -> str:
    return whole(sheet.stands[seat.place])


def _clock(sheet: Sheet, seat: Seat) -> str:
    times = sheet.clock.times
    return clock_time.shown(times[seat.place]) if times else "not read"


def _rack(sheet: Sheet, seat: Seat) -> str:
    return str(sheet.stock.racks[seat.place])

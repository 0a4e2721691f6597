"""What would have become of a game had a turn been another; two states of one, compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from msgspec import Struct

from ledger.game.context import GameContext
from ledger.game.deciding import decide
from ledger.game.sheet.folding import after, replay, sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.record.events import Envelope, Event
from ledger.requests import Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role, Seat, bounds
from ledger.vocabulary.signs import whole

# Two states of one game beside each other: what differs between them, and nothing else.


class Differs(Struct, frozen=True):
    """One thing that is not the same in both states; empty where it is not there."""

    what: str
    one: str
    other: str


def difference(one: Sheet, other: Sheet) -> tuple[Differs, ...]:
    return tuple(Differs(*row) for row in _rows(one, other) if row[1] != row[2])


def _rows(one: Sheet, other: Sheet) -> Iterator[tuple[str, str, str]]:
    yield say("replay.differs.state"), one.state, other.state
    yield say("replay.differs.on-move"), _on_move(one), _on_move(other)
    for seat in Seat:
        name = one.name(seat)
        yield say("replay.differs.score", name=name), _points(one, seat), _points(other, seat)
        yield say("replay.differs.clock", name=name), _clock(one, seat), _clock(other, seat)
        yield say("replay.differs.rack", name=name), _rack(one, seat), _rack(other, seat)
    yield say("replay.differs.bag"), str(one.stock.bag), str(other.stock.bag)
    yield say("replay.differs.turns"), str(one.turn_count), str(other.turn_count)
    width = int(len(one.board.squares) ** 0.5)
    for at, (tile, now) in enumerate(zip(one.board.squares, other.board.squares, strict=True)):
        square = f"{at // width + 1}{chr(ord('A') + at % width)}"
        yield say("replay.differs.square", square=square), tile, now


def _on_move(sheet: Sheet) -> str:
    return sheet.name(sheet.on_move) if sheet.on_move else say("replay.differs.nobody")


def _points(sheet: Sheet, seat: Seat) -> str:
    return whole(sheet.stands[seat.place])


def _clock(sheet: Sheet, seat: Seat) -> str:
    times = sheet.clock.times
    return bounds.shown(times[seat.place]) if times else say("replay.differs.not-read")


def _rack(sheet: Sheet, seat: Seat) -> str:
    return str(sheet.stock.racks[seat.place])


SUPPOSED = UUID(int=0)
"""The case under which something is supposed that nobody ruled."""


class WhatIf(Struct, frozen=True, kw_only=True):
    """A game as it went, beside as it would have gone.

    Attributes:
      end: the sheet as it stands now.
      would_end: the same, if all that came after had come as it did.
    """

    was: Sheet
    would_be: Sheet
    end: Sheet
    would_end: Sheet


def what_if(
    sheet: Sheet,
    rules: Rulebook,
    *,
    at: int,
    request: Sequence[Request] = (),
    without: Sequence[int] = (),
) -> WhatIf:
    """What would have become of a game, had something else been entered or ruled.

    Nothing is refused that came later: it is taken as it was written, wherever the board then
    stood, so that totals can be compared and nothing is guessed.

    Args:
      rules: the rulebook by which what is supposed is decided; it may be another than the game's.
      at: version of the event after which it is supposed.
      request: what a director would have entered there, one after another.
      without: versions of events that would not be there.
    """
    was = sheet_as_known(sheet, at=at)
    left_out = frozenset(without) - {1}
    would_be = replay(tuple(e for e in was.events if e.originator_version not in left_out))
    numbers = _numbers_after(sheet.version)
    for one in request:
        entry = GameContext(rules=rules, by="", role=Role.DIRECTOR, case=SUPPOSED)
        facts = decide(would_be, one, entry).facts
        last = would_be.events[-1]
        supposed = tuple(
            Event(
                sheet.id,
                numbers(),
                Envelope(
                    written_at=last.envelope.written_at,
                    written_by="",
                    command_id=SUPPOSED,
                    fact=fact,
                ),
            )
            for fact in facts
        )
        would_be = after(would_be, supposed)
    later = tuple(
        event
        for event in sheet.events
        if event.originator_version > at and event.originator_version not in left_out
    )
    would_end = replay((*would_be.events, *later)) if later else would_be
    return WhatIf(was=was, would_be=would_be, end=sheet, would_end=would_end)


def _numbers_after(last: int) -> Callable[[], int]:
    """Versions past the last one: what came later still finds the events it speaks of."""
    numbers = iter(range(last + 1, last + 10_000))
    return lambda: next(numbers)


#

"""What both clocks might be set to where the timer failed: recollections, readings, and between.

Nothing is decided by it: the director chooses, or writes other times.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from ledger.game.facts.clock import RecollectionsWritten, TimerFailed
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Clocks, Seat, Seconds


class SuggestedTimes(Struct, frozen=True):
    """Times both clocks might be set to.

    Attributes:
      words: where they come from.
      times: seconds left, first seat then second.
    """

    words: str
    times: Clocks


def suggested_times(sheet: Sheet) -> tuple[SuggestedTimes, ...]:
    """Every time both clocks might be set to, while a timer is reported.

    None is preferred; nothing is suggested where nobody remembered or read anything.
    """
    return tuple(SuggestedTimes(words, times) for words, times in _suggested(sheet))


def _suggested(sheet: Sheet) -> Iterator[tuple[str, Clocks]]:
    opened = find(sheet.open, TimerFailed)
    if opened is None:
        return
    said = {
        step.seat: step.remembered for step in opened.done if isinstance(step, RecollectionsWritten)
    }
    for seat, remembered in said.items():
        yield f"as {sheet.name(seat)} remembers", remembered
    if len(said) == len(Seat):
        one, two = (said[seat] for seat in Seat)
        yield "each as the own clock is remembered", (one[0], two[1])
        yield "the mean", (_mean(one[0], two[0]), _mean(one[1], two[1]))
        yield "the lower of both", (min(one[0], two[0]), min(one[1], two[1]))
    last = _last_reading(sheet)
    if last is None:
        return
    read, at = last
    yield "as last read", read
    on_move = sheet.on_move
    if on_move is None:
        return
    failed = sheet.event(opened.version).envelope
    happened = failed.occurred_at or failed.written_at
    elapsed = round((happened - at).total_seconds())
    if elapsed > 0:
        less = list(read)
        less[on_move.place] = Seconds(less[on_move.place] - elapsed)
        yield f"as last read, less what {sheet.name(on_move)} took since", (less[0], less[1])


def _mean(one: Seconds, other: Seconds) -> Seconds:
    return Seconds((one + other) // 2)


def _last_reading(sheet: Sheet) -> tuple[Clocks, datetime] | None:
    """What both clocks showed when they were read last, and when that was."""
    for event in reversed(sheet.events):
        if event.envelope.clocks is not None:
            return event.envelope.clocks, event.envelope.occurred_at or event.envelope.written_at
    return None

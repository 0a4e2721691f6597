"""What would have become of a game: a turn off or on, another score, letter, verdict or book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from msgspec import Struct

from ledger.asking.asked import Asked
from ledger.game.play.deciding import decide
from ledger.game.play.entry import Entry
from ledger.game.sheet import after, replay
from ledger.game.sheet.as_known import sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Envelope, Event
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role

SUPPOSED = UUID(int=0)
"""The case under which something is supposed that nobody ruled."""


class WhatIf(Struct, frozen=True, kw_only=True):
    """A game as it went, beside as it would have gone.

    Attributes:
      was: the sheet at the moment that is looked at.
      would_be: the same with what is supposed.
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
    asked: Sequence[Asked] = (),
    without: Sequence[int] = (),
) -> WhatIf:
    """What would have become of a game, had something else been entered or ruled.

    Nothing is refused that came later: it is taken as it was written, wherever the board then
    stood, so that totals can be compared and nothing is guessed.

    Args:
      sheet: the game as it stands.
      rules: the rulebook by which what is supposed is decided; it may be another than the game's.
      at: version of the event after which it is supposed.
      asked: what a director would have entered there, one after another.
      without: versions of events that would not be there.

    Raises:
      Refusal: ``no-such-moment``, or why something could not be entered there.
    """
    was = sheet_as_known(sheet, at=at)
    left_out = frozenset(without) - {1}
    would_be = replay(tuple(e for e in was.events if e.originator_version not in left_out))
    numbers = _numbers_after(sheet.version)
    for one in asked:
        entry = Entry(rules=rules, by="", role=Role.DIRECTOR, case=SUPPOSED)
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

"""The sheet of a game as it was: after one of its events, or as it was known at a moment."""

from __future__ import annotations

from datetime import datetime
from itertools import takewhile

from ledger.game.sheet.folding import replay
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal


def sheet_as_known(sheet: Sheet, *, at: int | None = None, as_of: datetime | None = None) -> Sheet:
    """The sheet as it was at version ``at``, or as it was known at ``as_of``.

    Args:
      sheet: the game as it stands now.
      at: the version; ``None`` for the last one.
      as_of: the moment of knowledge; ``None`` for now.

    Raises:
      Refusal: ``no-such-moment`` where there is no such event, or before the first one.
    """
    events = sheet.events
    if as_of is not None:
        moment = as_of
        events = tuple(takewhile(lambda e: e.envelope.written_at <= moment, events))
    if at is not None:
        if at < 1 or at > sheet.version:
            raise refusal("no-such-moment/version", last=sheet.version, at=at)
        events = events[:at]
    if not events:
        raise refusal(
            "no-such-moment/before", first=f"{sheet.events[0].envelope.written_at:%FT%TZ}"
        )
    return replay(events)

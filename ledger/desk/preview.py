"""A ruling seen before it is given: what would be written, and the sheet before and after."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.asking.asked import Asked
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.game.sheet import after
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event


class Preview(Struct, frozen=True, kw_only=True):
    """What a request about a case would do.

    Attributes:
      events: what would be written, on all streams.
      before: the sheet of the game it is about, as it stands; ``None`` for no game.
      after: the same as it would be.
    """

    events: tuple[Event, ...]
    before: Sheet | None
    after: Sheet | None


def preview(desk: Desk, case: UUID, game: UUID | None, asked: Asked, sent: Sent) -> Preview:
    """What a request about a case would write as things stand; nothing is.

    Args:
      desk: where it would be asked.
      case: the case.
      game: the game whose sheet is looked at.
      asked: the request.
      sent: what it says about itself.

    Raises:
      Refusal: why nothing would be written.
    """
    return seen_on(desk, game, desk.would_write(case, asked, sent))


def seen_on(desk: Desk, game: UUID | None, events: tuple[Event, ...]) -> Preview:
    """Events that would be written, and what they make of a game.

    Args:
      desk: where the game stands.
      game: the game; ``None`` for none.
      events: what would be written, on all streams.
    """
    if game is None:
        return Preview(events=events, before=None, after=None)
    before = desk.sheet(game)
    own = tuple(event for event in events if event.originator_id == game)
    return Preview(events=events, before=before, after=after(before, own) if own else before)

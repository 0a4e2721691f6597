"""Both sides of a conflict, for everybody at the table: what was wanted, and what was written.

Every tablet at the table and the director's desk see an entry that came too late, whoever made
it, until it is settled (``ledger.desk.answering``).
"""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from flask import Response, request
from msgspec import Meta, Struct

from ledger.desk.answering import LONGEST_REASON, Settled, settle, unsettled
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Moment
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_TABLE
from web.access.visitors import accounts, signed_in, the_device
from web.entry.entries import events_shown
from web.entry.entries_sent import EventView
from web.entry.wanted_in_words import words_of
from web.frame.bodies import as_json, decoded
from web.frame.pages import Limit, Pages, is_too_large
from web.live.stream import tell_table

pages = Pages("unsettled", manual=None)


class Waits(Struct, frozen=True, kw_only=True):
    """An entry that waits for a person, as it is shown.

    Attributes:
      by: badge it was made under.
      occurred_at: when it was made, by that tablet's clock.
      answered_at: when the server turned it away.
      meanwhile: what had been written in its place.
    """

    entry: UUID
    told: str
    by: str
    device: str
    occurred_at: Moment | None
    answered_at: Moment
    meanwhile: tuple[EventView, ...]


class Unsettled(Struct, frozen=True):
    """What nobody has settled yet in a game, oldest first."""

    unsettled: tuple[Waits, ...]


class HowSettled(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of it: entered anew as another request, or dropped for a reason."""

    became: UUID | None = None
    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_REASON})] = ""


_HOW = msgspec.json.Decoder(HowSettled)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def waiting_at(sheet: Sheet) -> tuple[Waits, ...]:
    return tuple(
        Waits(
            entry=one.entry,
            told=words_of(one.wanted, sheet),
            by=one.wanted.by,
            device=one.device,
            occurred_at=one.wanted.occurred_at,
            answered_at=one.answered_at,
            meanwhile=events_shown(one.meanwhile(sheet.events), sheet),
        )
        for one in unsettled(accounts().desk.log, sheet.id)
    )


@pages.post(
    "/api/games/<uuid:game>/unsettled/<uuid:entry>",
    who=AT_THE_TABLE,
    answers=Unsettled,
    reads=Limit(4 * 1024),
)
def settled(game: UUID, entry: UUID) -> Response:
    """Say what became of an entry, from where it was made, or as a director."""
    session, office, device = signed_in(), accounts(), the_device()
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable("What became of an entry is told as JSON, 4 kilobytes at most.")
    try:
        how = decoded(_HOW, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(f"This can't be read: {trouble}.") from trouble
    office.tablets.must_serve(device, session.badge, game)
    told = Settled(entry=entry, by=session.badge, became=how.became, reason=how.reason.strip())
    settle(
        office.desk.log, game, told, device=device, role=session.role, now=office.desk.now
    )  # fmt: skip
    tell_table(game)
    return as_json(Unsettled(waiting_at(office.desk.sheet(game))))


def _unreadable(what: str) -> Refusal:
    return Refusal("unreadable-request", what, "Reload the page, and decide again.")

"""A director at a scorekeeper's tablet: badge and PIN for one entry, and nobody is signed out.

What only a director may enter at a table, or must witness, is written under the director's own
badge. It goes past the tablet's queue, so it needs the server; the queue must be empty first.
"""

from __future__ import annotations

from uuid import UUID

import msgspec
from flask import Response, request
from msgspec import Struct

from ledger.desk.authority import looked_up
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_TABLE
from web.access.visitors import accounts, signed_in, the_origin
from web.entry.entries import enter_at_once
from web.entry.entries_sent import Answer, EntrySent
from web.frame.json_io import decoded
from web.frame.pages import LARGEST, Limit, Pages, is_too_large

pages = Pages("by_director", manual=None)


class ByDirector(Struct, frozen=True, forbid_unknown_fields=True):
    badge: str
    pin: str
    entry: EntrySent


_SENT = msgspec.json.Decoder(ByDirector)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@pages.post(
    "/api/games/<uuid:game>/by-director",
    who=AT_THE_TABLE,
    answers=Answer,
    reads=Limit(LARGEST),
    checks_pin=True,
)
def enter(game: UUID) -> Response:
    signed_in()
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable("A director's entry is handed in as JSON, 64 kilobytes at most.")
    try:
        sent = decoded(_SENT, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(f"The entry can't be read: {trouble}.") from trouble
    if sent.entry.game != game:
        raise _unreadable("The entry is for another game.")
    office = accounts()
    if office.pins.check(sent.badge, sent.pin, the_origin()):
        raise Refusal(
            "must-change-pin",
            "This PIN was made up and must be changed before it opens anything.",
            "Sign in with it once, and choose your own.",
        )
    if office.desk.role_of(sent.badge) is not Role.DIRECTOR:
        raise Refusal("no-director", "That is not a director's badge.", "Call the director.")
    with looked_up(sent.badge, Role.DIRECTOR):
        return enter_at_once(sent.entry, sent.badge)


def _unreadable(what: str) -> Refusal:
    return Refusal("unreadable-request", what, "Reload the page, and enter it again.")

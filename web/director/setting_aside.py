"""What a director puts off or waives, as the desk sends it.

Either is taken back on the page of ``taking_back``, where it is looked at first.
"""

from __future__ import annotations

from uuid import UUID

import msgspec
from flask import Response, request
from msgspec import Struct

from ledger.desk.requests import Sent
from ledger.record.events import tournament_id
from ledger.tournament.matters import PutOffMatter, WaiveMatter
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import THE_DIRECTOR
from web.access.visitors import accounts, signed_in
from web.frame.addresses import tournament_at
from web.frame.bodies import as_json, decoded
from web.frame.pages import Limit, Pages, is_too_large

pages = Pages("setting_aside", manual=None)


class AsideSent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A matter to be put off or waived.

    Attributes:
      command_id: made by the page, so that a reply that was lost asks for nothing twice.
    """

    command_id: UUID
    tournament: str
    asked: PutOffMatter | WaiveMatter


class AsideView(Struct, frozen=True):
    """It is written; ``again``: it was before."""

    written: bool
    again: bool = False


_SENT = msgspec.json.Decoder(AsideSent)


@pages.post("/desk/matters", who=THE_DIRECTOR, answers=AsideView, reads=Limit(4 * 1024))
def set_aside() -> Response:
    if request.mimetype != "application/json" or is_too_large():
        raise _unreadable("it is sent as JSON, 4 KB at most")
    try:
        told = decoded(_SENT, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise _unreadable(str(trouble)) from trouble
    sent = Sent(by=signed_in().badge, command_id=told.command_id)
    stream = tournament_id(tournament_at(told.tournament).slug)
    written = accounts().desk.must_write(stream, told.asked, sent)
    return as_json(AsideView(written=True, again=written.again))


def _unreadable(why: str) -> Refusal:
    return Refusal(
        "unreadable-request",
        f"What was to be put off or waived can't be read: {why}.",
        "Reload the desk, and try again.",
    )

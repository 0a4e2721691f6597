"""A tablet without a network shows what it holds as QR codes; a director's device hands it in.

The codes hold the entries themselves, behind the ``#`` of the address of the page below, where
no server sees them before the director has.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response, render_template
from msgspec import Meta, Struct

from ledger.record.events import device_id
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY, THE_DIRECTOR
from web.access.visitors import accounts, signed_in
from web.entry.entries import AT_ONCE, read, replied
from web.entry.entries_sent import Answers, EntrySent
from web.frame.pages import LARGEST_QUEUE, Limit, Pages

pages = Pages("handover", manual="tablet")


class Handover(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tablet holds: its device, and its entries in order, each under its own number."""

    device: str
    entries: Annotated[tuple[EntrySent, ...], Meta(extra_json_schema={"maxItems": AT_ONCE})]


_HANDOVERS = msgspec.json.Decoder(Handover)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@pages.get("/handover", who=EVERYBODY)
def page() -> str:
    """What the code of a tablet holds. Open to everybody: the server gives nothing away."""
    return render_template("entry/handover.html")


@pages.post("/api/handover", who=THE_DIRECTOR, answers=Answers, reads=Limit(LARGEST_QUEUE))
def hand_in() -> Response:
    """Enter what a tablet holds as that tablet's entries; however often, by whichever way.

    Each is written down for the director who is signed in here, not for whoever made it: a code
    can be drawn by anybody, and the only badge that was shown is the director's, who vouches for
    it. The device is the tablet's own, with its own numbers and command ids. So when the tablet
    finds a network again it hears *already written*.
    """
    handed, session = read(_HANDOVERS), signed_in()
    if not accounts().desk.log.version_of(device_id(handed.device)):
        raise Refusal(
            "no-such-device",
            f"No device {handed.device[:40]!r} was ever taken in here.",
            "Check that the tablet belongs to this tournament.",
        )
    return replied(handed.entries, session, handed.device)

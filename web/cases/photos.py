"""A photograph as it is kept: written anew, so that nothing is left of it but the picture."""

from __future__ import annotations

from msgspec.msgpack import Decoder

from ledger.apart.reading import Apart
from ledger.messages import say
from ledger.vocabulary.refusals import Refusal
from web.cases.photo_apart import LARGEST, TOO_MANY, PhotoView

PHOTOS = Apart("web.cases.photo_apart", seconds=20, most=2 * LARGEST)
"""Where they are made small: one at a time, whoever sends them."""

_TOLD = Decoder(PhotoView)


def photo_of(sent: bytes, asker: str = "") -> PhotoView:
    """A picture that ``asker`` sent, turned upright, made small, written anew."""
    read = PHOTOS.read(sent, asker=asker)
    photo = PhotoView(refused=TOO_MANY) if read is None else _TOLD.decode(read)
    if photo.refused:
        raise Refusal(
            "unreadable-request",
            say(f"cases.photo_refused.{photo.refused}"),
            say("cases.send-a-photograph-as-jpeg"),
        )
    return photo

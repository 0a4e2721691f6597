"""A photograph as it is kept: written anew, so that nothing is left of it but the picture."""

from __future__ import annotations

from io import BytesIO

from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from ledger.vocabulary.refusals import Refusal

MOST_PIXELS = 50_000_000
"""Of a picture that is read at all: what small bytes unpack to is bounded."""

SIDES = (2000, 1400, 1000, 700)
"""Pixels of the longer side as it is kept, the largest first: a slip can be read on it."""

LARGEST = 400 * 1024
"""Bytes that are kept."""

QUALITIES = (85, 70, 50)
WHITE = (255, 255, 255)


class Photo(Struct, frozen=True, kw_only=True):
    """A JPEG without a word about where, when and with what it was taken; its size in pixels."""

    content: bytes
    width: int
    height: int


def photo_of(sent: bytes) -> Photo:
    """A picture that was sent, turned upright, made small, written anew.

    What it is is seen from its bytes, whatever its name says.

    Raises:
      Refusal: ``unreadable-request``: it is none, is not whole, or is too large to be looked at.
    """
    if not sent:
        raise _refused("Nothing was sent.")
    try:
        with Image.open(BytesIO(sent), formats=("JPEG", "PNG")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise _refused("The picture has more pixels than can be looked at.")
            opened.load()
            upright = ImageOps.exif_transpose(opened)
            clean = _on_white(upright)
    except UnidentifiedImageError:
        raise _refused("This is neither a JPEG nor a PNG picture.") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _refused("The picture has more pixels than can be looked at.") from None
    except (OSError, SyntaxError, ValueError):
        raise _refused("The picture is not whole, or is damaged.") from None
    return _written(clean)


def _on_white(picture: Image.Image) -> Image.Image:
    """The pixels alone, in a picture of their own: what else the file held stays behind."""
    clean = Image.new("RGB", picture.size, WHITE)
    seen_through = picture.convert("RGBA")
    clean.paste(seen_through, mask=seen_through.getchannel("A"))
    return clean


def _written(picture: Image.Image) -> Photo:
    """As large and as good as it may be in so many bytes; the same for the same pixels."""
    for side in SIDES:
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        for quality in QUALITIES:
            written = BytesIO()
            picture.save(written, "JPEG", quality=quality, optimize=True)
            if len(written.getbuffer()) <= LARGEST:
                break
        else:
            continue
        break
    return Photo(content=written.getvalue(), width=picture.width, height=picture.height)


def _refused(what: str) -> Refusal:
    return Refusal(
        "unreadable-request", what, "Send a photograph as JPEG or PNG, one for each picture."
    )

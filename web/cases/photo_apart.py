"""A photograph made small and bare, by a process of its own.

Six kilobytes can be fifty million pixels. So it is made small as it is unpacked, where its kind
allows that, and before anything else is made of it: each step would take as much memory again.
"""

from __future__ import annotations

import sys
from io import BytesIO

import msgspec
from msgspec import Struct
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from ledger.apart.within import answer

SECONDS = 8  # of the processor; twelve million pixels take one

MEMORY = 160_000_000
"""Bytes beyond the libraries: twelve million pixels as they are, and once more in colours."""

MOST_PIXELS = 12_500_000
"""Of a picture as it is unpacked: what a phone takes, where it is not asked for more."""

MOST_IN_A_JPEG = 50_000_000
"""Of a JPEG as it is sent; it is unpacked to a half, a quarter or an eighth of its sides."""

MOST_AT_ONCE = 20_000_000
"""Of a JPEG that is sent coarse first (progressive): all of it is held until it is whole."""

UNPACKED_TO = 1500  # pixels of its shorter side, which a JPEG keeps at least

SIDES = (2000, 1400, 1000, 700)
"""Pixels of the longer side as it is kept, the largest first: a slip can be read on it."""

LARGEST = 400 * 1024  # bytes that are kept

QUALITIES = (85, 70, 50)
WHITE = (255, 255, 255)

NOTHING = "nothing"
NEITHER = "neither"
TOO_MANY = "too-many"
NOT_WHOLE = "not-whole"
"""Why a picture is not kept, as ``cases.photo_refused.`` says it."""


class PhotoView(Struct, frozen=True, kw_only=True):
    """A picture as it is kept.

    Attributes:
      refused: why there is none; empty: there is one.
      content: a JPEG without a word about where, when and with what it was taken.
    """

    refused: str = ""
    content: bytes = b""
    width: int = 0
    height: int = 0


def photo_view(sent: bytes) -> PhotoView:
    """A picture that was sent, turned upright, made small, written anew.

    What it is is seen from its bytes, whatever its name says.
    """
    if not sent:
        return PhotoView(refused=NOTHING)
    try:
        with Image.open(BytesIO(sent), formats=("JPEG", "PNG")) as opened:
            if not _made_small(opened):
                return PhotoView(refused=TOO_MANY)
            opened.load()
            return _written(_on_white(ImageOps.exif_transpose(_at_most(opened))))
    except UnidentifiedImageError:
        return PhotoView(refused=NEITHER)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
        return PhotoView(refused=TOO_MANY)
    except (OSError, SyntaxError, ValueError):
        return PhotoView(refused=NOT_WHOLE)


def _made_small(opened: ImageFile.ImageFile) -> bool:
    """Whether it will be unpacked to no more than may be; a JPEG as small as it can be."""
    if opened.format != "PNG":
        most = MOST_AT_ONCE if opened.info.get("progressive") else MOST_IN_A_JPEG
        if opened.width * opened.height > most:
            return False
        opened.draft(None, (UNPACKED_TO, UNPACKED_TO))
    return opened.width * opened.height <= MOST_PIXELS


def _at_most(picture: Image.Image) -> Image.Image:
    """No larger than it is kept, in colours that can be mixed, with what is seen through."""
    small = picture
    if picture.mode not in ("L", "LA", "RGB", "RGBA"):
        small = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    small.thumbnail((SIDES[0], SIDES[0]), Image.Resampling.LANCZOS)
    return small


def _on_white(picture: Image.Image) -> Image.Image:
    """The pixels alone, in a picture of their own: what else the file held stays behind."""
    clean = Image.new("RGB", picture.size, WHITE)
    seen_through = picture.convert("RGBA")
    clean.paste(seen_through, mask=seen_through.getchannel("A"))
    return clean


def _written(picture: Image.Image) -> PhotoView:
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
    return PhotoView(content=written.getvalue(), width=picture.width, height=picture.height)


def _answered(sent: bytes) -> bytes:
    return msgspec.msgpack.encode(photo_view(sent))


def main() -> None:
    """Read a picture from standard input, write what is kept of it to standard output."""
    Image.preinit()
    answer(_answered, sys.stdin.buffer.read(), seconds=SECONDS, more=MEMORY)


if __name__ == "__main__":
    main()

"""Small files that are large inside, as somebody would send them who means no good."""

from __future__ import annotations

import zlib
from functools import cache
from io import BytesIO

from PIL import Image


@cache
def pdf_of_pages(pages: int, *, told: int | None = None) -> bytes:
    """A PDF of half a kilobyte whose one page is named ``pages`` times.

    Args:
      pages: how often.
      told: how many pages it says it has; as many as there are if left out.
    """
    kids = b"3 0 R " * pages
    count = b"%d" % (pages if told is None else told)
    inside = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count " + count + b"/Kids[" + kids + b"]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
    ]
    return _in_an_object_stream(inside)


def pdf_of_nested_pages(depth: int, width: int) -> bytes:
    """A PDF whose tree of pages has ``width`` branches that are all the same, ``depth`` deep."""
    inside = [b"<</Type/Catalog/Pages 2 0 R>>"]
    for at in range(depth):
        kids = b"%d 0 R " % (at + 3) * width
        inside.append(b"<</Type/Pages/Count %d/Kids[" % width**depth + kids + b"]>>")
    inside.append(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>")
    return _in_an_object_stream(inside)


def _in_an_object_stream(inside: list[bytes]) -> bytes:
    """A PDF whose objects lie in one stream, packed twice."""
    offsets, at = [], 0
    for number, each in enumerate(inside, 1):
        offsets.append(b"%d %d" % (number, at))
        at += len(each) + 1
    head = b" ".join(offsets) + b" "
    packed = zlib.compress(zlib.compress(head + b"\n".join(inside), 9), 9)
    stream, table = len(inside) + 1, len(inside) + 2
    out = BytesIO()
    out.write(b"%PDF-1.5\n")
    stream_at = out.tell()
    out.write(
        b"%d 0 obj<</Type/ObjStm/N %d/First %d/Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n"
        % (stream, len(inside), len(head), len(packed))
    )
    out.write(packed + b"\nendstream\nendobj\n")
    table_at = out.tell()
    rows = bytes([0, 0, 0, 255])
    for nth in range(len(inside)):
        rows += bytes([2]) + stream.to_bytes(2, "big") + bytes([nth])
    rows += bytes([1]) + stream_at.to_bytes(2, "big") + bytes([0])
    rows += bytes([1]) + table_at.to_bytes(2, "big") + bytes([0])
    out.write(
        b"%d 0 obj<</Type/XRef/Size %d/W[1 2 1]/Root 1 0 R/Length %d>>stream\n"
        % (table, table + 1, len(rows))
    )
    out.write(rows + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % table_at)
    return out.getvalue()


@cache
def wide_png(side: int = 7_070, mode: str = "1") -> bytes:
    """A picture of one colour: 6 KB that are fifty million pixels."""
    out = BytesIO()
    Image.new(mode, (side, side)).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":  # a reader that never ends
    while True:
        pass

"""What a PDF from outside says of itself, as far as it is looked at; told by a process of its own.

A few hundred bytes can name a page a million times, or unpack to gigabytes. So pages are counted
before the library makes objects of them, and ``pdf_told`` is asked in ``ledger.apart`` alone.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from io import BytesIO

import msgspec
import pikepdf
from msgspec import Struct

from ledger.apart.within import answer
from printing.engine.sealing import CHECKPOINT, Seal, attachment_in, seal_of

SECONDS = 4  # of the processor; a bundle of ours takes one
MEMORY = 192_000_000  # bytes beyond the libraries. A file of 600 slips takes a third of it.
MOST_PAGES = 5_000  # three pages for each of 1,600 tables

UNPACKED = 32 * 1024 * 1024
"""Bytes of a file's pages that are compared; 600 slips of ours come to a quarter of it."""

# For this whole process: 2 KB of a hostile file unpacked to 1 GB.
pikepdf.settings.set_qpdf_limits(
    max_stream_filters=4,
    flate_max_memory=UNPACKED,
    png_max_memory=UNPACKED,
    run_length_max_memory=UNPACKED,
    tiff_max_memory=UNPACKED,
    dct_max_memory=UNPACKED,
)

UNREADABLE = (pikepdf.PdfError, ValueError, TypeError, AttributeError, RecursionError)

SIGNED = b"/Sig"
"""Without this nothing in a file is a signature, and nobody looks for one."""


class PdfView(Struct, frozen=True, kw_only=True):
    """What a PDF says of itself.

    Attributes:
      keywords: as they are; the addresses of its codes stand there.
      box: the corners of the first page, in points.
      seal: what its signature says; ``None``: it has none.
      checkpoint: of the record, as a bundle has it inside; empty: it has none.
      drawings: of each page, a digest of what it draws; ``None``: more than any file of ours.
      fonts: by their names, which say which letters of them it has; ``None`` like ``drawings``.
    """

    keywords: str
    box: tuple[float, ...] = ()
    seal: Seal | None = None
    checkpoint: bytes = b""
    drawings: tuple[bytes, ...] | None = None
    fonts: frozenset[str] | None = None


def pdf_view(data: bytes) -> PdfView | None:
    """What a PDF says of itself; ``None`` of what is none, or has more pages than any of ours."""
    try:
        with _opened(data) as pdf:
            if not has_few_pages(pdf):
                return None
            keywords = str(pdf.docinfo.get("/Keywords", ""))
            box = tuple(float(side) for side in pdf.pages[0].mediabox) if pdf.pages else ()
    except UNREADABLE:
        return None
    seal = seal_of(data)
    return PdfView(
        keywords=keywords,
        box=box,
        seal=seal,
        checkpoint=attachment_in(data, CHECKPOINT) if seal is not None else b"",
        drawings=drawings_in(data),
        fonts=fonts_in(data),
    )


def has_few_pages(pdf: pikepdf.Pdf) -> bool:
    """Whether its tree of pages ends within ``MOST_PAGES``, whatever it says of their number.

    The library makes an object of every page before it tells how many there are.
    """
    seen, to_do = 0, [pdf.Root.Pages]
    while to_do:
        kids = to_do.pop().get("/Kids")
        seen += 1
        if kids is not None:
            if seen + len(to_do) + len(kids) > MOST_PAGES:
                return False
            to_do.extend(kids)
    return True


def drawings_in(data: bytes) -> tuple[bytes, ...] | None:
    """A digest of what each page draws by itself, and of what lies over it.

    ``None`` where that can't be read, or is more than any file of ours unpacks to.
    """
    digests, left = [], UNPACKED
    try:
        with _opened(data) as pdf:
            for page in pdf.pages:
                page.contents_coalesce()
                contents, over = page.obj.get("/Contents"), page.obj.get("/Annots")
                drawing = b"" if contents is None else contents.read_bytes()
                drawing += b"" if over is None else over.unparse(resolved=True)
                digests.append(sha256(drawing).digest())
                left -= len(drawing)
                if left < 0:
                    return None
    except UNREADABLE:
        return None
    return tuple(digests)


def fonts_in(data: bytes) -> frozenset[str] | None:
    """The fonts of a file by their names; ``None`` where they can't be read."""
    try:
        with _opened(data) as pdf:
            dictionaries = (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary))
            return frozenset(str(one["/BaseFont"]) for one in dictionaries if "/BaseFont" in one)
    except UNREADABLE:
        return None


def _opened(data: bytes) -> pikepdf.Pdf:
    """The file; nothing is handed down to its pages, for that makes an object of each."""
    return pikepdf.open(BytesIO(data), inherit_page_attributes=False)


def _answered(data: bytes) -> bytes:
    return msgspec.msgpack.encode(pdf_view(data))


def main() -> None:
    """Read a PDF from standard input, write what it says to standard output."""
    data = sys.stdin.buffer.read()
    if SIGNED in data:
        import pyhanko.sign.validation  # noqa: F401 (what it takes is not the file's)
    answer(_answered, data, seconds=SECONDS, more=MEMORY)


if __name__ == "__main__":
    main()

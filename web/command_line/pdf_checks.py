"""A PDF of ours looked up: each of its codes, and whether the file is as it is printed.

The same forms from the same state are the same bytes, so a file that was changed is one that
differs from what is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from io import BytesIO
from math import inf
from urllib.parse import unquote

import pikepdf

from ledger.proof.paper_verdicts import PdfVerdict
from ledger.shown_to import Viewer
from ledger.vocabulary.refusals import Refusal
from printing import fonts
from printing.page import PAPERS, RECEIPT
from printing.papers import Papers
from printing.result_words import ResultSlip
from printing.sheets import cut_and_stack
from printing.so_far import Both, from_word
from web.command_line.filled_again import Filled
from web.command_line.issued_checks import sealed_verdict
from web.command_line.opened import Opened
from web.command_line.paper_checks import Looked, looked_up
from web.command_line.patience import Still, within

MARK = "/v/"
"""What stands before the code in an address on paper."""

MOST = 600
"""Codes of one file that are looked up."""

POINTS = 72 / 25.4

SHOWN = 6
"""Letters from other fonts that a verdict names."""

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


def parts_of(address: str) -> tuple[str, str]:
    """The code and the state that an address on paper says.

    >>> parts_of("https://hall.example/v/TJ7K2M9QXX/31/spring-open/R3/T14")
    ('TJ7K2M9QXX', '31/spring-open/R3/T14')
    """
    _, _, rest = address.partition(MARK)
    code, _, state = rest.partition("/")
    return code, unquote(state)


def check_pdf(
    here: Opened, data: bytes, viewer: Viewer = Viewer.DIRECTOR, patience: float = inf
) -> PdfVerdict:
    """What a PDF is.

    Raises:
      Refusal: ``unreadable-pdf``; ``too-long-to-check`` where all its codes together take more
        than so many seconds.
    """
    still = within(patience)
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            keywords = str(pdf.docinfo.get("/Keywords", ""))
            box = [float(side) for side in pdf.pages[0].mediabox] if pdf.pages else []
    except UNREADABLE as trouble:
        raise _unreadable() from trouble
    addresses: list[str] = []
    stood: list[Both] = []
    for word in keywords.split():
        if MARK in word and len(addresses) < MOST:
            addresses.append(word)
            stood.append(from_word(""))
        elif stood:
            stood[-1] = from_word(word)
    looked = [_looked(here, address, viewer, still) for address in addresses]
    sheets = tuple(one.verdict for one in looked)
    signed = sealed_verdict(here, data, (parts_of(address)[1] for address in addresses), sheets)
    if signed is not None:
        return PdfVerdict(sheets, is_issued=signed.is_issued, signed=signed.in_words)
    base = addresses[0].partition(MARK)[0] if addresses else ""
    again = _drawn_again([one.filled for one in looked], stood, box, base)
    if again is None:
        return PdfVerdict(sheets)
    if again == data:
        return PdfVerdict(sheets, as_printed=True)
    if removed := min((one.removed for one in sheets if one.removed), default=""):
        return PdfVerdict(sheets, removed=removed)
    if foreign := _in_other_fonts(again, data, (one.filled for one in looked)):
        return PdfVerdict(sheets, foreign=foreign)
    printed, drawn = _drawings(again), _drawings(data)
    most = max(len(printed), len(drawn))
    differs = (n for n in range(most) if printed[n : n + 1] != drawn[n : n + 1])
    return PdfVerdict(sheets, as_printed=False, pages=tuple(n + 1 for n in differs))


def _looked(here: Opened, address: str, viewer: Viewer, still: Still) -> Looked:
    code, state = parts_of(address)
    still()
    return looked_up(here, code, state, viewer, still)


def _drawings(data: bytes) -> list[bytes]:
    """A digest of what each page draws by itself, and of what lies over it.

    Raises:
      Refusal: ``unreadable-pdf``: also of more than any file of ours unpacks to.
    """
    digests, left = [], UNPACKED
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            for page in pdf.pages:
                page.contents_coalesce()
                contents, over = page.obj.get("/Contents"), page.obj.get("/Annots")
                drawing = b"" if contents is None else contents.read_bytes()
                drawing += b"" if over is None else over.unparse(resolved=True)
                digests.append(sha256(drawing).digest())
                left -= len(drawing)
                if left < 0:
                    raise _unreadable()
    except UNREADABLE as trouble:
        raise _unreadable() from trouble
    return digests


def _in_other_fonts(again: bytes, data: bytes, filled: Iterable[Filled | None]) -> str:
    """The letters from further fonts, where a file has other fonts than it is drawn with here.

    Of our own letters no computer lacks one: where a sheet has no others, a font that differs was
    put there.
    """
    letters = {ch for one in filled if one for line in one.lines for ch in line}
    foreign = sorted(ch for ch in letters if not ch.isspace() and not fonts.is_ours(ord(ch)))
    if not foreign or _fonts_in(again) == _fonts_in(data):
        return ""
    return " ".join(foreign[:SHOWN]) + (" …" if foreign[SHOWN:] else "")


def _fonts_in(data: bytes) -> set[str]:
    """The fonts of a file by their names, which say which letters of them it has."""
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            dictionaries = (one for one in pdf.objects if isinstance(one, pikepdf.Dictionary))
            return {str(one["/BaseFont"]) for one in dictionaries if "/BaseFont" in one}
    except UNREADABLE as trouble:
        raise _unreadable() from trouble


UNREADABLE = (pikepdf.PdfError, ValueError, TypeError, RecursionError)


def _unreadable() -> Refusal:
    return Refusal(
        "unreadable-pdf",
        "This file is no PDF that can be read.",
        "Choose the file as it was downloaded, or type the code at the foot of the sheet.",
    )


def _drawn_again(
    filled: Sequence[Filled | None], stood: Sequence[Both], box: list[float], base: str
) -> bytes | None:
    """The file drawn again from the record, or ``None`` where not all of it is genuine.

    How players stood before a game no code binds (``ResultSlip.binds``): it is as the file has it.
    """
    found = [
        one._replace(papers=_standing(one, had))
        for one, had in zip(filled, stood, strict=True)
        if one is not None
    ]
    if not found or len(found) < len(filled):
        return None
    room, paper = found[0].papers.room, _paper_of(box)
    if paper is None or any(one.papers.room is not room for one in found):
        return None
    cells = getattr(room, "CELLS", None) if paper in PAPERS else None
    if cells is not None:  # drawn as they lie on the sheets
        order = [n for held in cut_and_stack(len(found), cells.count) for n in held]
        found = [found[order.index(n)] for n in range(len(found))]
    return Papers(room, tuple(one.papers.filled[one.nth] for one in found)).pdf(paper, base)


def _standing(one: Filled, so_far: Both) -> Papers:
    form, source = one.papers.filled[one.nth]
    if not isinstance(form, ResultSlip):
        return one.papers
    return Papers(one.papers.room, ((form.standing(so_far), source),) * (one.nth + 1))


def _paper_of(box: list[float]) -> str | None:
    """The paper with these corners, upright or lying."""
    if box and abs(box[2] - RECEIPT.width * POINTS) < 1:
        return RECEIPT.name.lower()
    sides = sorted(box[2:])
    for name, paper in PAPERS.items():
        if all(
            abs(a - b * POINTS) < 1
            for a, b in zip(sides, (paper.width, paper.height), strict=False)
        ):
            return name
    return None

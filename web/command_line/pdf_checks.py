"""A PDF of ours looked up: each of its codes, and whether the file is as it is printed.

The same forms from the same state are the same bytes, so a file that was changed is one that
differs from what is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from urllib.parse import unquote

from msgspec.msgpack import Decoder

from ledger.apart.reading import Apart
from ledger.proof.paper_verdicts import Found, PdfVerdict
from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from printing import fonts
from printing.page import PAPERS, RECEIPT
from printing.papers import Papers
from printing.pdf_apart import PdfView, drawings_in, fonts_in
from printing.player_sheet import PlayerSheet
from printing.result_words import Beside, ResultSlip, from_word
from printing.score_sheet import ScoreSheet
from printing.sheets import cut_and_stack
from web.command_line.issued_checks import sealed_verdict
from web.command_line.list_checks import Still, within
from web.command_line.opened import Opened
from web.command_line.paper_checks import Filled, Looked, looked_up

MARK = "/v/"
"""What stands before the code in an address on paper."""

MOST = 600
"""Codes of one file that are looked up."""

POINTS = 72 / 25.4

SHOWN = 6
"""Letters from other fonts that a verdict names."""

PDFS = Apart("printing.pdf_apart", seconds=60, most=4_000_000)
"""Where PDFs are read: whoever sent them is a stranger."""


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
      Refusal: ``unreadable-pdf``; ``too-many-files``; ``too-long-to-check`` where all its codes
        together take more than so many seconds.
    """
    still = within(patience)
    told = _told_by(data, patience, still)
    addresses: list[str] = []
    stood: list[Beside] = []
    for word in told.keywords.split():
        if MARK in word and len(addresses) < MOST:
            addresses.append(word)
            stood.append(from_word(""))
        elif stood:
            stood[-1] = from_word(word)
    looked = [_looked(here, address, viewer, still) for address in addresses]
    sheets = tuple(one.verdict for one in looked)
    signed = sealed_verdict(
        here, data, told, (parts_of(address)[1] for address in addresses), sheets
    )
    if signed is not None:
        # What the signature says of a file of ours, no code of a changed record takes back.
        ours = tuple(one for one in sheets if one.found is not Found.NOT_OURS)
        return PdfVerdict(
            ours if signed.is_ours else sheets,
            is_issued=signed.is_issued,
            signed=signed.in_words,
            differs=signed.differs,
        )
    base = addresses[0].partition(MARK)[0] if addresses else ""
    again = _drawn_again([one.filled for one in looked], stood, told.box, base)
    if again is None:
        return PdfVerdict(sheets)
    if again == data:
        return PdfVerdict(sheets, as_printed=True)
    if removed := min((one.removed for one in sheets if one.removed), default=""):
        return PdfVerdict(sheets, removed=removed)
    if foreign := _in_other_fonts(again, told, (one.filled for one in looked)):
        return PdfVerdict(sheets, foreign=foreign)
    printed, drawn = drawings_in(again) or (), told.drawings
    if drawn is None:
        raise _unreadable()
    most = max(len(printed), len(drawn))
    differs = (n for n in range(most) if printed[n : n + 1] != drawn[n : n + 1])
    return PdfVerdict(sheets, as_printed=False, pages=tuple(n + 1 for n in differs))


def _looked(here: Opened, address: str, viewer: Viewer, still: Still) -> Looked:
    code, state = parts_of(address)
    still()
    return looked_up(here, code, state, viewer, still)


def _told_by(data: bytes, patience: float, still: Still) -> PdfView:
    """What a file says of itself.

    Raises:
      Refusal: ``unreadable-pdf``, ``too-many-files`` or ``too-long-to-check``.
    """
    read = PDFS.read(data, patience)
    told: PdfView | None = None if read is None else _TOLD.decode(read)
    if told is None:
        still()
        raise _unreadable()
    return told


_TOLD = Decoder(PdfView | None)


def _in_other_fonts(again: bytes, told: PdfView, filled: Iterable[Filled | None]) -> str:
    """The letters from further fonts, where a file has other fonts than it is drawn with here.

    Of our own letters no computer lacks one: where a sheet has no others, a font that differs was
    put there.
    """
    letters = {ch for one in filled if one for line in one.lines for ch in line}
    foreign = sorted(ch for ch in letters if not ch.isspace() and not fonts.is_ours(ord(ch)))
    if foreign and told.fonts is None:
        raise _unreadable()
    if not foreign or fonts_in(again) == told.fonts:
        return ""
    return " ".join(foreign[:SHOWN]) + (" …" if foreign[SHOWN:] else "")


def _unreadable() -> Refusal:
    return Refusal(
        "unreadable-pdf",
        "This file is no PDF that can be read.",
        "Choose the file as it was downloaded, or type the code at the foot of the sheet.",
    )


def _drawn_again(
    filled: Sequence[Filled | None], stood: Sequence[Beside], box: Sequence[float], base: str
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


def _standing(one: Filled, kept: Beside) -> Papers:
    form, source = one.papers.filled[one.nth]
    if not isinstance(form, ResultSlip | ScoreSheet | PlayerSheet):
        return one.papers
    return Papers(one.papers.room, ((form.beside(kept), source),) * (one.nth + 1))


def _paper_of(box: Sequence[float]) -> str | None:
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

"""Faces whose glyphs are drawn by number, as they stand in a file: subset, read back as text."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printing.shaping import Run, font_of

if TYPE_CHECKING:
    import uharfbuzz as hb

A_BLOCK = 100
"""Rows of a map from glyphs to text that stand together; readers stop at more."""

SYMBOLIC = 4


class GlyphFont:
    """One face in one file: which of its glyphs are drawn, and what they say.

    ReportLab asks it for its objects when the file is written (``addObjects``).
    """

    def __init__(self, face: str, number: int) -> None:
        self.face = face
        self.name = f"G{number}"
        self.said: dict[int, str] = {}

    def hold(self, run: Run) -> None:
        """Take in what a run draws."""
        starts = sorted({glyph[3] for glyph in run.glyphs})
        after = dict(zip(starts, [*starts[1:], len(run.text)], strict=True))
        for glyph, _, _, begins in run.glyphs:
            self.said.setdefault(glyph, run.text[begins : after[begins]])

    def addObjects(self, doc: pdfdoc.PDFDocument) -> None:  # noqa: N802 (ReportLab's name)
        """Write the font: its glyphs, their widths, and what they say."""
        font = font_of(self.face)
        face = font.face
        program, kind, numbers = _subset(face, sorted(self.said))
        thousandth = 1000 / face.upem
        tag = "".join(chr(65 + value % 26) for value in sha256(program).digest()[:6])
        base = pdfdoc.PDFName(f"{tag}+{self.name}")
        extents = font.get_font_extents("ltr")
        array, dictionary, name = pdfdoc.PDFArray, pdfdoc.PDFDictionary, pdfdoc.PDFName
        key = "FontFile2" if kind == "CIDFontType2" else "FontFile3"
        about: dict[str, object] = (
            {"Length1": len(program)} if key == "FontFile2" else {"Subtype": name("CIDFontType0C")}
        )
        descriptor = dictionary(
            {
                "Type": name("FontDescriptor"), "FontName": base, "Flags": SYMBOLIC,
                "FontBBox": array([-1000, -1000, 2000, 2000]), "ItalicAngle": 0,
                "Ascent": round(extents.ascender * thousandth),
                "Descent": round(extents.descender * thousandth),
                "CapHeight": 700, "StemV": 80, key: doc.Reference(_packed(about, program)),
            }
        )  # fmt: skip
        widths: list[object] = []
        for glyph in sorted(self.said, key=numbers.__getitem__):
            advance = round(font.get_glyph_h_advance(glyph) * thousandth, 2)
            widths += [numbers[glyph], array([advance])]
        descendant = {
            "Type": name("Font"), "Subtype": name(kind), "BaseFont": base,
            "CIDSystemInfo": dictionary({
                "Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"),
                "Supplement": 0,
            }),
            "FontDescriptor": doc.Reference(descriptor), "W": array(widths),
        }  # fmt: skip
        if kind == "CIDFontType2":
            descendant["CIDToGIDMap"] = name("Identity")
        said = {numbers[glyph]: text for glyph, text in self.said.items()}
        whole = dictionary(
            {
                "Type": name("Font"), "Subtype": name("Type0"), "BaseFont": base,
                "Encoding": name("Identity-H"),
                "DescendantFonts": array([doc.Reference(dictionary(descendant))]),
                "ToUnicode": doc.Reference(_packed({}, _read_back(said))),
            }
        )  # fmt: skip
        # By reference, or readers find no map to text.
        doc.idToObject["BasicFonts"].dict[self.name] = doc.Reference(whole)


def draw_run(canvas: Canvas, run: Run, x: float, y: float, size: float) -> None:
    """Draw a shaped run from a point on, in points; a reader is told its text whole."""
    held: dict[str, GlyphFont] = vars(canvas).setdefault("glyph_fonts", {})
    font = held.get(run.face)
    if font is None:
        font = held[run.face] = GlyphFont(run.face, len(held) + 1)
        canvas._doc.fontMapping[font.name] = f"/{font.name}"
        canvas._doc.delayedFonts.append(font)
    font.hold(run)
    drawn = " ".join(
        f"1 0 0 1 {x + right * size:.2f} {y + up * size:.2f} Tm "
        f"<{number_of(run.face, glyph):04X}> Tj"
        for glyph, right, up, _ in run.glyphs
    )
    said = f"FEFF{run.text.encode('utf-16-be').hex().upper()}"
    canvas.addLiteral(
        f"/Span <</ActualText <{said}>>> BDC BT /{font.name} {size} Tf {drawn} ET EMC"
    )


@lru_cache(maxsize=16384)
def number_of(face: str, glyph: int) -> int:
    """How a glyph is called in a file: its number in the face, or that of a CID-keyed face."""
    font = font_of(face)
    return _cid(font, glyph) if _has_outlines(font.face) else glyph


def _has_outlines(face: hb.Face) -> bool:
    return "CFF " in face.table_tags


def _cid(font: hb.Font, glyph: int) -> int:
    """The number that a CID-keyed face has for a glyph, which its name says."""
    named = font.glyph_to_string(glyph)
    return int(named[3:]) if named.startswith("cid") and named[3:].isdigit() else glyph


def _subset(face: hb.Face, glyphs: list[int]) -> tuple[bytes, str, dict[int, int]]:
    """The glyphs alone: the font program, its kind, and each glyph's number in it."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.pin_all_axes_to_default(face)
    if not _has_outlines(face):
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
        return hb.subset(face, wanted).blob.data, "CIDFontType2", {g: g for g in glyphs}
    wanted.flags = hb.SubsetFlags.NO_HINTING
    small, font = hb.subset(face, wanted), hb.Font(face)
    program = small.reference_table("CFF ").data
    return program, "CIDFontType0", {glyph: _cid(font, glyph) for glyph in glyphs}


def _packed(about: dict[str, object], content: bytes) -> pdfdoc.PDFStream:
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(about), content)
    stream.filters = [pdfdoc.PDFZCompress]
    return stream


def _read_back(said: dict[int, str]) -> bytes:
    """The map from glyphs to text, as PDF spells it."""
    rows = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>"
        for glyph, text in sorted(said.items())
    ]
    blocks = [rows[start : start + A_BLOCK] for start in range(0, len(rows), A_BLOCK)]
    listed = "\n".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{listed}\nendcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode("ascii")

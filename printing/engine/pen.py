"""The writer and the pen: words glyph by glyph, boxes to write in and to mark, the square code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import ceil
from typing import TYPE_CHECKING
from urllib.parse import quote

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printing import put_off
from printing.engine.archive import COLUMN_HEAD
from printing.engine.fitting import (
    CAP,
    HANGS,
    ITS_OWN,
    OURS,
    POINT,
    ROOM,
    SMALLEST,
    Run,
    fitted,
    font_of,
    is_simple,
    lead_of,
    leads_leftwards,
    named,
    reach_of,
    rise_of,
    runs_of,
    width_of,
)
from printing.engine.labels import (
    AIR,
    AROUND_A_MARK,
    ASCENDS,
    BETWEEN_TWO,
    CLEAR,
    FIRST_LINE,
    IN_TWO,
    LABEL,
    LEAST,
    OFF,
    OFF_LINES,
    SECOND,
    STACKED,
    TALLER,
    TIGHT,
    TIGHTER,
    TWO_HIGH,
    UNDER,
    both_wide,
    label_rows,
    least_label,
    lowered,
    room_of_label,
    second_beside,
    ticked_rows,
)
from printing.engine.page import HAIR, RULE, Ruler, note, printable
from printing.fonts import BODY, BOLD, MONO, MONO_BOLD
from printing.languages import is_english_alone, say, second_of

if TYPE_CHECKING:
    import uharfbuzz as hb


# The square code that ties a sheet of paper to the record, and the address it says.


LONGEST_ADDRESS = 150
"""Characters. On our smallest slip a module of the code is then still a third of a millimetre."""

NOWHERE = "tilescribe:"
"""What an address begins with where the hall has none that a phone could open."""

SIGNED_MODULE = 0.5  # millimetres that a module of a code has at least that proves its sheet
SIGNED_SIDE = 22.5  # millimetres that such a code has at least, as half a page of Letter has room
CODE_SIDE = 19.0  # millimetres that a square code measures at least, without its quiet zone
QUIET = 4  # modules that stay white around a square code; its standard asks for four


def paper_address(code: str, of: str, *, base: str = NOWHERE) -> str:
    """What the square code of a paper says: where its code can be looked up.

    Args:
      of: what it is about and in which state, as ``31/autumn-open/A/R3/T14``.
      base: what goes before, ``https://host``; without it the code is one to be typed in.

    >>> paper_address("TJ7K2M9QXX", "31/spring-open/R3/T14", base="https://hall.example")
    'https://hall.example/v/TJ7K2M9QXX/31/spring-open/R3/T14'

    Raises:
      ValueError: the address is longer than ``LONGEST_ADDRESS``.
    """
    address = f"{base}/v/{code}/{quote(of)}"
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"{len(address)} characters make too fine a code for a worn printer")
    return address


def page_address(slug: str, *, base: str) -> str:
    """Where phones find a tournament's own page; empty where the hall has no address for them.

    >>> page_address("spring-open", base="https://hall.example")
    'https://hall.example/t/spring-open/'
    >>> page_address("spring-open", base=NOWHERE)
    ''
    """
    return "" if base == NOWHERE else f"{base}/t/{quote(slug)}/"


MASK = 2  # the pattern laid over a square code so that it has no large dark or light patches


@lru_cache(maxsize=64)
def runs(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The dark parts of a square code.

    Modules a side without the quiet zone, and each run of dark modules as (row from the top,
    first column, length). A code with a signature is long: it has as few modules as hold it, which
    can be larger then, and as much correction as these hold besides.
    """
    signed = proves(address)
    with put_off("urllib.request"):
        import segno

    # Any of the eight masks may be read back; trying them all takes five times as long as the rest.
    error = "l" if signed else "m"
    symbol = segno.make(address, error=error, boost_error=signed, micro=False, mask=MASK)
    found: list[tuple[int, int, int]] = []
    for row, modules in enumerate(symbol.matrix):
        # Odd modules are dark; splitting the row at the light ones leaves the dark runs.
        column = 0
        for run in bytes(module & 1 for module in modules).split(b"\0"):
            if run:
                found.append((row, column, len(run)))
            column += len(run) + 1
    return len(symbol.matrix), tuple(found)


def proves(address: str) -> bool:
    """Whether a square code says its sheet and a signature (``ledger.proof.signed_paper``)."""
    return address.isupper()


def signed_side(address: str) -> tuple[float, float]:
    """Millimetres of such a code on a page, and of the white that its quiet zone takes."""
    modules, _ = runs(address)
    module = max(SIGNED_MODULE, SIGNED_SIDE / modules)
    return modules * module, QUIET * module


def side_of(address: str, least: float, step: float) -> float:
    """The side of a square code of whole dots, its quiet zone included, in millimetres.

    ``least`` and ``step``: millimetres of a module at least, and of a dot.
    """
    modules, _ = runs(address)
    module = max(least, ceil(round(CODE_SIDE / modules / step, 3)) * step)
    return (modules + 2 * QUIET) * module


def draw_square_code(
    canvas: Canvas,
    left: float,
    bottom: float,
    side: float,
    address: str,
    *,
    in_corner: bool = False,
) -> None:
    """Draw the square code as one path, its quiet zone inside ``side``.

    Args:
      left: points from the left edge of the page.
      bottom: points from the bottom edge of the page.
      side: millimetres, quiet zone included.
      in_corner: that white margins lie above and to the right, which are quiet enough: the code
        itself goes so far, and is a tenth larger.
    """
    modules, dark = runs(address)
    quiet = QUIET if in_corner else 2 * QUIET
    module = round(side * mm / (modules + quiet), 4)
    # Spelled out rather than through ReportLab's path: three hundred boxes, six times as fast.
    _draw_modules(canvas, (left, bottom), module, (modules, dark), QUIET)


def _draw_modules(
    canvas: Canvas,
    corner: tuple[float, float],
    module: float,
    code: tuple[int, tuple[tuple[int, int, int], ...]],
    quiet: int,
) -> None:
    """The dark modules, ``module`` points each, so many light ones away from a corner."""
    (left, bottom), (modules, dark) = corner, code
    boxes = " ".join(
        f"{column + quiet} {modules - 1 - row + quiet} {length} 1 re"
        for row, column, length in dark
    )
    canvas.addLiteral(f"q {module} 0 0 {module} {left} {bottom} cm {boxes} f Q")


# The writer and the pen: words glyph by glyph, boxes to write in and to mark.


# Faces whose glyphs are drawn by number, as they stand in a file: subset, read back as text.


A_BLOCK = 100  # rows of a map from glyphs to text that stand together; readers stop at more

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


# The writer: how words are put on a form, in millimetres from its top left corner.
#
# No text reaches paper without having been made safe (``page.printable``), and nothing is set below
# seven points.


class Writer(Ruler):
    """Writes on one rectangle of a page. All measures are millimetres, sizes of type points."""

    def write(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = BODY,
        *,
        width: float | None = None,
        align: str = "left",
        smallest: float = SMALLEST,
        runs: str = OURS,
    ) -> float:
        """Write one line, its baseline ``down`` from the top; its width in millimetres.

        Args:
          across: where the line begins, ends or has its middle, by ``align``.
          size: of the type, if the room allows it.
          width: the room there is; the line is set smaller, then cut, to keep to it.
          align: ``left``, ``right`` or ``middle``.
          smallest: type is not made smaller than this to fit.
          runs: which way, one of those of ``printing.engine.fitting``.
        """
        text = printable(words)
        if not text:
            return 0.0
        if width is not None:
            text, size = fitted(text, font, size, width * mm, smallest)
        wide = width_of(text, font, size)
        start = across * mm - {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        self.set(self.x(start / mm), self.y(down), text, font, size, runs=runs)
        return float(wide / mm)

    def write_name(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = BODY,
        *,
        width: float,
        align: str = "left",
        upwards: bool = False,
        high: float = ROOM,
        foot: float | None = None,
        runs: str = ITS_OWN,
    ) -> None:
        """Write a name, whole: smaller, then over two lines, then over as many as it takes.

        Args:
          across: where it begins or ends, by ``align``, as for ``write``.
          down: the baseline of one line; more have their middle where one would have it.
          upwards: of several lines the last is where one would be.
          high: millimetres there are for its lines.
          foot: how far down what hangs from the last line may reach.
          runs: which way; ``OURS`` where a number or words of ours stand with it.
        """
        text = printable(words)
        lines, at = named(text, font, size, width * mm, high)
        lead = at * lead_of(text, font)
        last = down
        if len(lines) > 1 and not upwards:
            last += ((len(lines) - 1) * lead + (at - size) * CAP / mm) / 2
        if foot is not None:
            last = min(last, foot - reach_of(text, font)[1] * at * POINT)
        if runs == ITS_OWN and align == "left" and len(lines) > 1 and leads_leftwards(text):
            # Each line of it begins at its right end, where the eye goes on from the last.
            across += max(width_of(line, font, at) for line in lines) / mm
            align = "right"
        with self.tags.together():
            for place, line in enumerate(lines, start=1):
                base = last - (len(lines) - place) * lead
                self.write(across, base, line, at, font, align=align, runs=runs)

    def set(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        spacing: float = 0.0,
        runs: str = OURS,
    ) -> None:
        """What ``Canvas.drawString`` does, without measuring once more: text is never parsed.

        ``x`` and ``y`` are points on the page, ``spacing`` points between letters; ``text`` has
        to be ``printable``.
        """
        if not is_simple(text):
            self._set_shaped((x, y), text, font, size, runs)
            return
        if self.tags.words():
            x -= width_of(" ", font, size)
            text = f" {text}"
        line = self.canvas.beginText(round(x, 2), y)
        line.setFont(font, size)
        if spacing:
            line.setCharSpace(round(spacing, 3))
        line.textOut(text)
        if spacing:
            line.setCharSpace(0)
        self.canvas.drawText(line)

    def _set_shaped(
        self, start: tuple[float, float], text: str, font: str, size: float, runs: str
    ) -> None:
        """A line that has letters of other scripts, run by run from left to right."""
        x, y = start
        if self.tags.words():
            self._lay_words(x - width_of(" ", font, size), y, " ", font, size)
        for run in runs_of(text, font, runs):
            if run.glyphs:
                draw_run(self.canvas, run, x, y, size)
                x += run.wide * size
            else:
                self._lay_words(x, y, run.text, font, size)
                x += width_of(run.text, font, size)

    def _lay_words(self, x: float, y: float, words: str, font: str, size: float) -> None:
        line = self.canvas.beginText(round(x, 2), y)
        line.setFont(font, size)
        line.textOut(words)
        self.canvas.drawText(line)

    def write_tiles(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = MONO,
        *,
        width: float,
    ) -> float:
        """Write words as on the board, blanks (small) underlined; the width in millimetres."""
        text, size = fitted(printable(words), font, size, width * mm)
        wide = self.write(across, down, text, size, font)
        for place, letter in enumerate(text):
            if letter != letter.upper():
                start = width_of(text[:place], font, size) / mm
                self.rule(across + start, down + 0.8, width_of(letter, font, size) / mm)
        return wide


Box = tuple[float, float, float, float]
"""Of a box: how far across and down its corner is, its width and its height, in millimetres."""


class Pen(Writer):
    """Draws the parts of forms. All measures are millimetres, sizes of type points."""

    def tick_box(
        self,
        across: float,
        down: float,
        words: str,
        *,
        marked: bool | None = None,
        side: float = 3.4,
        size: float = 8.5,
        bold: bool = False,
        width: float | None = None,
    ) -> float:
        """A box to mark, top at ``down``; millimetres from its left to the end of its words."""
        mark = {None: "", True: say("paper.marked"), False: say("paper.not-marked")}[marked]
        with self.tags.saying(printable(words) + mark if mark else ""):
            self.box(across, down, side, side)
            if marked:
                self.cross(across, down, side)
            base = down + side / 2 + size * CAP / 2 / mm
            gap = 1.2
            room = None if width is None else width - side - gap
            font = BOLD if bold else BODY
            at = across + side + gap
            if room is not None and (lines := ticked_rows(words, font, size, room)):
                base -= sum(TIGHT * line.size for line in lines[1:]) / 2
                for line in lines:
                    self.write(at, base + line.below, line.text, line.size, font)
                return side + gap + room
            if other := second_of(words):
                size = min(size, (side + AROUND_A_MARK - STACKED * SECOND) / (ASCENDS * POINT))
                small = min(SECOND, size)
                base = down + (side + size * ASCENDS * POINT - STACKED * small) / 2
                self.write(at, base + TIGHT * small, other, small, width=room, smallest=LEAST)
            wide = self.write(at, base, words, size, font, width=room, smallest=LEAST)
        return side + gap + wide

    def field(
        self,
        box: Box,
        label: str,
        value: str = "",
        *,
        size: float = 10.0,
        font: str = BODY,
        align: str = "left",
        weight: float = RULE,
        name: bool = False,
        rows: int = 1,
        runs: str = ITS_OWN,
        label_wide: float | None = None,
    ) -> None:
        """A box to write in: its label small in the corner, its value below, if it has one.

        A value that is a ``name`` takes two lines before it is set small, any other one after; a
        label up to ``rows``, for which the box has to be higher (``more_of``). Only a name may run
        otherwise than words of ours (``runs``). ``label_wide``: the room of a label that something
        else stands beside.
        """
        across, down, width, height = box
        with self.tags.together():
            self.box(across, down, width, height, weight=weight)
            room = room_of_label(label_wide or width)
            most = 0.0
            if rows == 1:
                taken = OFF + size * CAP * POINT if label_wide is None else 0.0
                most = max(TWO_HIGH, height - taken - FIRST_LINE - UNDER)
            more = self.draw_label(across + 1.1, down, label, room, rows, most)
            if value:
                below = 3.4 + more
                below += 0.0 if is_simple(printable(value)) else TALLER
                at = across + {"left": 1.4, "middle": width / 2, "right": width - 1.4}[align]
                base = down + below + (height - below) / 2 + size * CAP / 2 / mm - 0.1
                room, foot = width - 2.4, down + height - OFF
                text = printable(value)
                if not name and fitted(text, font, size, room * mm)[0] == text and is_simple(text):
                    base = min(base, foot - reach_of(text, font)[1] * size * POINT)
                    self.write(at, base, value, size, font, width=room, align=align)
                else:
                    high = height - below - CLEAR
                    self.write_name(
                        at, base, value, size, font, width=room, align=align, high=high, foot=foot,
                        runs=runs if name else OURS,
                    )  # fmt: skip

    def cells(
        self,
        across: float,
        down: float,
        side: float,
        height: float,
        count: int,
        characters: Sequence[str] = (),
        *,
        size: float = 12.0,
        weight: float = HAIR,
    ) -> None:
        """A row of boxes for one letter each, with the letters that are known."""
        self.grid(across, down, [side] * count, [height], weight=weight)
        base = down + height / 2 + size * CAP / 2 / mm
        with self.tags.saying(printable("".join(characters))):
            for place, character in enumerate(characters[:count]):
                middle = across + (place + 0.5) * side
                self.write(
                    middle, base, character, size, MONO_BOLD, width=side - 0.6, align="middle"
                )

    def draw_label(
        self,
        across: float,
        down: float,
        label: str,
        width: float,
        rows: int = 1,
        high: float = 0.0,
    ) -> float:
        """A label whole, in both languages of the paper; millimetres beyond its first line.

        ``down``: the top of its box; ``high``: as for ``label_rows``.
        """
        found = label_rows(label, second_of(label), width, rows, high, least_label())
        lower = lowered(found)
        for row in found:
            base = down + FIRST_LINE + lower + row.below
            self.write(across + row.across, base, row.text, row.size)
        return lower + found[-1].below if found else 0.0

    def write_both(
        self, across: float, down: float, words: str, size: float, font: str = BODY, *, width: float
    ) -> float:
        """One line in both languages of the paper, the second smaller; its width in millimetres."""
        other, room = second_of(words), width
        if other:
            room = max(
                width * 0.6, width - BETWEEN_TWO - width_of(printable(other), BODY, LEAST) / mm
            )
        used = self.write(across, down, words, size, font, width=room, smallest=LEAST)
        if other:
            left = used + BETWEEN_TWO
            small = second_beside(size)
            used = left + self.write(
                across + left, down, other, small, width=width - left, smallest=LEAST
            )
        return used

    def write_stacked(
        self,
        across: float,
        down: float,
        words: str,
        size: float,
        font: str = BODY,
        *,
        width: float,
        high: float = ROOM,
    ) -> float:
        """The same with the second language below the first; its width in millimetres.

        They stand side by side where ``high``, the millimetres there are for both, is too little.
        """
        other = second_of(words)
        if not other:
            return self.write(across, down, words, size, font, width=width, smallest=LEAST)
        rises = size * POINT * rise_of(printable(words))
        if high < rises + STACKED * SECOND + UNDER:
            if both_wide(words, size, font, least=True) <= width:
                return self.write_both(across, down, words, size, font, width=width)
            return self._write_small(
                across, down - size * CAP * POINT / 2, words, font, width, high
            )
        small = min(SECOND, size)
        up = (STACKED * small + size * CAP * POINT - rises) / 2
        used = self.write(across, down - up, words, size, font, width=width, smallest=LEAST)
        below = down - up + TIGHT * small
        return max(used, self.write(across, below, other, small, width=width, smallest=LEAST))

    def _write_small(
        self, across: float, middle: float, words: str, font: str, width: float, high: float
    ) -> float:
        """One language below the other, as small as the height asks for, around a ``middle``."""
        hang, lead = HANGS * POINT * LEAST, TIGHT * LEAST
        size = max(LEAST, (high - 2 * OFF_LINES - hang - lead) / (CAP * POINT))
        base = middle + (size * CAP * POINT - lead - hang) / 2
        used = self.write(across, base, words, size, font, width=width, smallest=LEAST)
        other = second_of(words)
        below = self.write(across, base + lead, other, LEAST, width=width, smallest=LEAST)
        return max(used, below)

    def heads(
        self,
        left: float,
        base: float,
        columns: Sequence[tuple[str, float]],
        in_two: float = IN_TWO,
    ) -> None:
        """A row of labels, each in the middle of its column, of label and width.

        In two languages they are set small, as above them there is little room: ``in_two`` points.
        """
        with self.tags.part("TR"):
            for label, wide in columns:
                with self.tags.part("TH", COLUMN_HEAD):
                    other, middle = second_of(label), left + wide / 2
                    line = base + (0.15 if other else 0.0)
                    room: float = wide - (0.4 if is_english_alone() else 2 * AIR + 0.3)
                    if other:
                        lead = TIGHT if rise_of(printable(other)) > CAP else TIGHTER
                        up, size = lead * in_two, in_two
                        self.write(
                            middle, line, other, size, width=room, align="middle", smallest=LEAST
                        )
                    else:
                        up, size = 0.0, LABEL
                    self.write(
                        middle, line - up, label, size, width=room, align="middle", smallest=LEAST
                    )
                left += wide

    def note(self, word: str) -> None:
        """Keep a word in the file, for programs; nothing of it is seen."""
        if word:
            note(self.canvas, word)

    def square_code(
        self,
        across: float,
        down: float,
        side: float,
        address: str,
        *,
        signed: str = "",
        in_corner: bool = False,
    ) -> None:
        """The square code, its quiet zone inside ``side``; the file says it too, for programs.

        One that stands ``in_corner`` of a page has its margins for a quiet zone there. ``signed``:
        what it says in place of the address, which is read aloud all the same.
        """
        note(self.canvas, address, *([signed] if signed else []))
        said = (
            say("paper.square-code-signed-address", address=address)
            if signed
            else say("paper.square-code-address", address=address)
        )
        with self.picture(across, down, side, side, said):
            self.tags.ink()
            corner = self.x(across), self.y(down + side)
            shown = signed or address
            draw_square_code(self.canvas, *corner, side, shown, in_corner=in_corner)

    def signed_code(
        self, right: float, down: float, high: float, address: str, signed: str
    ) -> None:
        """A code that proves its sheet, up to ``right`` and in the middle of ``high``.

        The white around it is for whoever calls. Read aloud is the ``address`` alone; the file
        says both, for programs.
        """
        side, _ = signed_side(signed)
        left, top = right - side, down + (high - side) / 2
        note(self.canvas, address, signed)
        with self.picture(
            left, top, side, side, say("paper.square-code-signed-address", address=address)
        ):
            self.tags.ink()
            corner = self.x(left), self.y(top + side)
            module = round(side * mm / runs(signed)[0], 4)
            _draw_modules(self.canvas, corner, module, runs(signed), 0)

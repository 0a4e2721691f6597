"""Text set by script and direction, by HarfBuzz where it must be, and made to fit its room."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from reportlab.pdfbase.pdfmetrics import stringWidth

from printing import fonts
from printing.engine.page import parted_as_bound, printable

if TYPE_CHECKING:
    import uharfbuzz as hb


# Text in every script: which way it runs, and how its letters are shaped.


# Which way each part of a line runs.
#
# The Unicode bidirectional algorithm (UAX 9), as far as a line of names, numbers and signs needs
# it: without explicit marks, which paper drops anyway. A line of our own words runs from left to
# right, whoever it begins with, and each name in it is a paragraph of its own.


STRONG = {"L": "L", "R": "R", "AL": "R"}
OPENS = {"(": ")", "[": "]", "{": "}"}

A_NAME = re.compile(r"R+(?:(?:[ J]|(?<!RR)J )R+| \(R+(?:[ J]R+)*\))*")
"""What in a line of ours is one name, by the kinds of its characters: letters that run leftwards,
with blanks, the signs of names or brackets between them. A comma, a colon, a digit is ours."""

IN_NAMES = frozenset("'\"-.’‐\u05be\u05f3\u05f4")


class Stretch(NamedTuple):
    """Part of a line that runs one way: its characters in reading order."""

    text: str
    leftwards: bool


def is_plain(text: str) -> bool:
    return text.isascii() or not any(unicodedata.bidirectional(ch) in ("R", "AL") for ch in text)


def of_our_own(text: str) -> list[Stretch]:
    r"""The parts of a line of ours from left to right: it runs so, whatever it begins with.

    >>> [(len(some.text), some.leftwards) for some in of_our_own("\u05d3\u05d5\u05d3 31 : 9 Ann")]
    [(3, True), (11, False)]
    """
    if is_plain(text):
        return [Stretch(text, leftwards=False)] if text else []
    found, done = [], 0
    for name in A_NAME.finditer("".join(_kinds_in_names(text))):
        start, end = name.span()
        ours = text[done:start]
        found += [Stretch(ours, leftwards=False)] if ours else []
        found.append(Stretch(text[start:end], leftwards=True))
        done = end
    return [*found, Stretch(text[done:], leftwards=False)] if text[done:] else found


def _kinds_in_names(text: str) -> Iterator[str]:
    """One sign for each character: ``R`` runs leftwards, ``J`` joins parts of a name."""
    last = ""
    for ch in text:
        kind = unicodedata.bidirectional(ch)
        if not (kind == "NSM" and last == "R"):  # a mark belongs to its letter
            ours = "J" if ch in IN_NAMES else ch if ch in " ()" else "_"
            last = "R" if kind in STRONG and STRONG[kind] == "R" else ours
        yield last


def leads_leftwards(text: str) -> bool:
    """Whether a paragraph runs from right to left, by its first letter (rule P2)."""
    return _base(unicodedata.bidirectional(ch) for ch in text) == "R"


def _base(kinds: Iterable[str]) -> str:
    return next((STRONG[kind] for kind in kinds if kind in STRONG), "L")  # no digit


def stretches(text: str, base: str = "") -> list[Stretch]:
    r"""The parts of a text of its own from left to right, as they are printed.

    Args:
      base: ``L`` or ``R``, which way the paragraph runs; by its first letter where it is left out.

    >>> stretches("Ana 3")
    [Stretch(text='Ana 3', leftwards=False)]
    >>> [(len(some.text), some.leftwards) for some in stretches("\u05d3\u05d5\u05d3 (2)")]
    [(1, True), (1, False), (5, True)]
    """
    if is_plain(text):
        return [Stretch(text, leftwards=False)] if text else []
    levels = _levels(text, base)
    runs = [
        (level, [place for place, _ in some])
        for level, some in groupby(enumerate(levels), key=lambda each: each[1])
    ]
    for deepest in range(max(levels), 0, -1):  # rule L2: from the deepest on, turned round
        runs = _turned(runs, deepest)
    return [
        Stretch("".join(text[place] for place in places), leftwards=bool(level % 2))
        for level, places in runs
    ]


def _turned(runs: list[tuple[int, list[int]]], deepest: int) -> list[tuple[int, list[int]]]:
    """Runs as deep as that, or deeper, in the opposite order wherever they stand together."""
    found: list[tuple[int, list[int]]] = []
    for deep, some in groupby(runs, key=lambda run: run[0] >= deepest):
        together = list(some)
        found += together[::-1] if deep else together
    return found


def _levels(text: str, base: str) -> list[int]:
    """How deep each character is embedded: even runs to the right, odd to the left."""
    kinds = [unicodedata.bidirectional(ch) or "ON" for ch in text]
    base = base or _base(kinds)
    kinds = _numbers(kinds, base)
    _brackets(text, kinds, base)
    directions = _neutrals(kinds, base)
    level = 1 if base == "R" else 0
    return [
        _level(kind, direction, level) for kind, direction in zip(kinds, directions, strict=True)
    ]


def _level(kind: str, direction: str, base: int) -> int:
    if kind in ("EN", "AN"):
        return base + 2 - base % 2 if base % 2 == 0 else base + 1
    return base + (1 if (direction == "R") != bool(base % 2) else 0)


def _numbers(kinds: list[str], base: str) -> list[str]:
    """Rules W1 to W7: marks follow their letter, digits and their signs what is around them."""
    kinds = _signs_in_numbers(_digits_after(_marks(kinds)))
    found, last = [], base
    for kind in kinds:
        last = STRONG.get(kind, last)
        found.append("L" if kind == "EN" and last == "L" else STRONG.get(kind, kind))
    return found


def _marks(kinds: list[str]) -> list[str]:
    found: list[str] = []
    for kind in kinds:
        found.append((found[-1] if found else "ON") if kind == "NSM" else kind)
    return found


def _digits_after(kinds: list[str]) -> list[str]:
    """Digits after Arabic letters are Arabic ones."""
    found, last = [], ""
    for kind in kinds:
        last = kind if kind in STRONG else last
        found.append("AN" if kind == "EN" and last == "AL" else kind)
    return found


def _signs_in_numbers(kinds: list[str]) -> list[str]:
    """One sign between two numbers of a kind, and signs of measure beside one, belong to it."""
    found = list(kinds)
    for place in range(1, len(kinds) - 1):
        kind, before, after = kinds[place], found[place - 1], kinds[place + 1]
        if before == after and (kind, before) in {("ES", "EN"), ("CS", "EN"), ("CS", "AN")}:
            found[place] = before
    for way in (range(len(found)), range(len(found) - 1, -1, -1)):
        beside = ""
        for place in way:
            if found[place] == "ET" and beside == "EN":
                found[place] = "EN"
            beside = found[place]
    return found


def _brackets(text: str, kinds: list[str], base: str) -> None:
    """Rule N0: a pair of brackets takes the direction of the line if anything in it has that."""
    open_: list[tuple[str, int]] = []
    for place, ch in enumerate(text):
        if ch in OPENS:
            open_.append((OPENS[ch], place))
        elif open_ and ch == open_[-1][0]:
            _, start = open_.pop()
            inside = {_strong(kind) for kind in kinds[start + 1 : place]} - {""}
            if base in inside:
                kinds[start] = kinds[place] = base
            elif inside:
                before = next((_strong(k) for k in reversed(kinds[:start]) if _strong(k)), base)
                kinds[start] = kinds[place] = before if before in inside else base


def _strong(kind: str) -> str:
    return "R" if kind in ("EN", "AN") else kind if kind in STRONG else ""


def _neutrals(kinds: list[str], base: str) -> list[str]:
    """Rules N1 and N2: what has no direction takes that of both its sides, else the line's."""
    found = [_strong(kind) for kind in kinds]
    place = 0
    while place < len(found):
        if found[place]:
            place += 1
            continue
        end = place
        while end < len(found) and not found[end]:
            end += 1
        before = found[place - 1] if place else base
        after = found[end] if end < len(found) else base
        found[place:end] = [before if before == after else base] * (end - place)
        place = end
    return found


FEATURES = {"kern": True, "liga": True}
"""No discretionary ligatures: they add marks to names that nobody wrote."""

OURS, ITS_OWN, LEFTWARDS = "ours", "", "R"
"""Which way a line runs: one of our words to the right, with each name in it as it runs; a name
alone as its first letter does; what somebody said in a script that does, to the left."""

Glyphs = tuple[tuple[int, float, float, int], ...]
"""Of each glyph in the order it is drawn: number, how far right and up of the beginning of the
run, in parts of an em, and which character of the run it begins with."""


class Run(NamedTuple):
    """Part of a line in one font that runs one way.

    Attributes:
      face: the font's name: ours for ReportLab, or a face of ``fonts.FACES``.
      text: in reading order.
      glyphs: of a shaped run; empty for one that ReportLab draws.
      wide: in parts of an em; of a run that ReportLab draws, it is measured there.
    """

    face: str
    text: str
    glyphs: Glyphs = ()
    wide: float = 0.0


def is_simple(text: str) -> bool:
    """Whether ReportLab draws the text as it is: every character is in our own fonts."""
    return text.isascii() or all(ord(ch) in fonts.ready() for ch in text)


@lru_cache(maxsize=4096)
def runs_of(text: str, font: str, runs: str = OURS) -> tuple[Run, ...]:
    """The runs of a line from left to right.

    Args:
      text: ``page.printable``, so that some font has each character.
      runs: ``OURS``, ``ITS_OWN`` or ``LEFTWARDS``.
    """
    found_stretches = of_our_own(text) if runs == OURS else stretches(text, runs)
    return tuple(
        _shaped(face, part, leftwards=some.leftwards)
        if face
        else Run(font, _mirrored(part) if some.leftwards else part)
        for some in found_stretches
        for face, part in _in_faces(some.text, font, leftwards=some.leftwards)
    )


def _in_faces(text: str, font: str, *, leftwards: bool) -> Iterator[tuple[str, str]]:
    """A stretch by the face that has its characters, empty for our own font.

    Signs and spaces between letters of one script stay with them, as their face has them too.
    """
    parts: list[list[str]] = []
    for ch in text:
        before = parts[-1][0] if parts else None
        face = _face_for(ch, before, font)
        if face != before:
            parts.append([face, ""])
        parts[-1][1] += ch
    parts_in_faces = [(face, part) for face, part in parts]
    yield from (reversed(parts_in_faces) if leftwards else parts_in_faces)


MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def _mirrored(text: str) -> str:
    """Signs of our own fonts in a stretch that runs leftwards, as ReportLab is to draw them."""
    return text[::-1].translate(MIRRORED)


def _face_for(ch: str, before: str | None, font: str) -> str:
    code, bold = ord(ch), font in fonts.BOLD_FONTS
    if before and code in fonts.covered_by(before) and not ch.isdigit():
        return before
    if code in fonts.ready():
        return ""
    return fonts.face_for(code, bold=bold) or ""


@lru_cache(maxsize=64)
def font_of(face: str) -> hb.Font:
    """A face as HarfBuzz knows it. Papers in our own fonts alone never wait for it."""
    import uharfbuzz as hb

    return hb.Font(hb.Face(hb.Blob.from_file_path(str(fonts.file_of(face)))))


@lru_cache(maxsize=4096)
def _shaped(face: str, text: str, *, leftwards: bool) -> Run:
    import uharfbuzz as hb

    font = font_of(face)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if leftwards else "ltr"
    hb.shape(font, buffer, FEATURES)
    em, across, up = font.face.upem, 0, 0
    glyphs = []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        right, high = across + place.x_offset, up + place.y_offset
        glyphs.append((info.codepoint, right / em, high / em, info.cluster))
        across += place.x_advance
        up += place.y_advance
    return Run(face, text, tuple(glyphs), across / em)


RISES, HANGS = 0.714, 0.24
"""How far a capital of our own fonts rises above its line, and what hangs hangs below it."""

HANGING = frozenset("gjpqyQÇçŞşŢţĄąĘę,;()[]{}/@|")
"""Letters and signs of our own fonts that hang below their line, as far as names have them."""


MARKED = 0.95
"""How far a capital of our own fonts rises with a mark above it."""


def rise_of(text: str) -> float:
    """How far the letters of a text rise with the marks above them, as a part of the font size.

    >>> rise_of("Table"), rise_of("Équipe")
    (0.714, 0.95)
    """
    marked = any(ch.isupper() and unicodedata.decomposition(ch) for ch in text)
    return MARKED if marked else RISES


@lru_cache(maxsize=4096)
def reach_of(text: str, font: str) -> tuple[float, float]:
    """How far letters rise above their line and hang below it, as parts of the font size.

    Those of our own fonts rise as capitals do: a mark above one is white to its neighbours.
    """
    rise, hang = RISES, HANGS if HANGING & set(text) else 0.0
    if is_simple(text):
        return rise, hang
    for run in runs_of(text, font):
        for glyph, _, high, _ in run.glyphs:
            ink = font_of(run.face).get_glyph_extents(glyph)
            em = font_of(run.face).face.upem
            rise = max(rise, high + ink.y_bearing / em)
            hang = max(hang, -high - (ink.y_bearing + ink.height) / em)
    return rise, hang


def cuts_of(text: str) -> list[int]:
    r"""Where a text may be cut: before each character that begins a letter, and at both ends.

    >>> cuts_of("Zoe\u0308"), cuts_of("")
    ([0, 1, 2, 4], [0])
    """
    found = [0]
    joined = False
    for place, ch in enumerate(text):
        if place and not joined and not fonts.is_mark(ch):
            found.append(place)
        joined = fonts.joins(ch)
    return [*found, len(text)] if text else found


SMALLEST = 7.0  # points. No text on any form is smaller.
COMFORTABLE = 0.75  # a name is set smaller down to this part of its size before it takes two lines
TWO_LINES = 8.5  # points: a name over two lines is no larger

FLOOR = 5.0
"""Points: a name, and nothing else, is set so small where its box does not hold it whole at more.
Eighty capitals in the narrowest box come to that, and nobody's name we have seen."""

ROOM = 8.0  # millimetres that the lines of a name may take, where nothing else is said

WORDS = re.compile(r"[^ -]*-|[^ -]+ ?| ")
"""The parts of a text: words, with the space behind them, and what ends with a hyphen."""

LEAD = 0.4  # millimetres from line to line of a name, for each point of its size

CAP = RISES
"""Height of a capital letter, as a part of the font size."""

POINT = 0.3528  # millimetres of a point

WHITE = 0.06
"""White between what hangs from a line and what rises from the next, as a part of the size."""


def lead_of(text: str, font: str) -> float:
    """Millimetres from line to line of a name for each point of its size, in whatever script."""
    return max(LEAD, (sum(reach_of(text, font)) + WHITE) * POINT)


@lru_cache(maxsize=4096)
def width_of(text: str, font: str, size: float) -> float:
    fonts.ready()
    if is_simple(text):
        return float(stringWidth(text, font, size))
    return float(
        sum(
            run.wide * size if run.glyphs else stringWidth(run.text, font, size)
            for run in runs_of(text, font)
        )
    )


def fitted(
    text: str, font: str, size: float, width: float, smallest: float = SMALLEST
) -> tuple[str, float]:
    """``text`` (already ``printable``) and the size to draw it at: set smaller, then cut.

    Sizes and widths are points; below ``smallest`` letters are cut rather than shrunk.
    """
    wide = width_of(text, font, size)
    if not text or wide <= width:
        return text, size
    # A tenth of a point down from the exact fit, so that rounding can't push it over.
    size = max(smallest, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    cuts = cuts_of(text)
    most, least = len(cuts) - 1, 0
    while least < most:
        middle = (least + most + 1) // 2
        if width_of(text[: cuts[middle]].rstrip() + "…", font, size) <= width:
            least = middle
        else:
            most = middle - 1
    return (text[: cuts[least]].rstrip() + "…" if least else ""), size


def named(
    text: str, font: str, size: float, width: float, high: float = ROOM
) -> tuple[list[str], float]:
    """A name's lines and their size: set smaller, then over two lines, then as many as it takes.

    It is parted at spaces and behind hyphens where it has any, else between letters. ``size`` and
    ``width`` are points, ``high`` millimetres.
    """
    whole_name, at = fitted(text, font, size, width)
    one_line = max(FLOOR, high / height_of(1, 1.0, text, font))
    at = min(at, one_line) if height_of(1, at, text, font) > high else at
    if whole_name == text and at >= COMFORTABLE * min(size, one_line):
        return [text], at
    breaks = [found.end() for found in re.finditer(r"[ -]", text)]
    if breaks:
        middle = min(breaks, key=lambda place: abs(2 * place - len(text)))
        halves = [text[:middle].rstrip(), text[middle:]]
        smaller = min(fitted(half, font, min(size, TWO_LINES), width)[1] for half in halves)
        fits = all(width_of(half, font, smaller) <= width for half in halves)
        if fits and height_of(2, smaller, text, font) <= high:
            return halves, smaller
    if whole_name == text:
        return [text], at
    at = min(size, TWO_LINES)
    while True:
        rows = parted(text, font, at, width)
        if height_of(len(rows), at, text, font) <= high or at <= FLOOR:
            return rows, at
        at = max(FLOOR, at - 0.5)


def height_of(rows: int, size: float, text: str, font: str) -> float:
    """Millimetres from the top of the first of so many lines of a name to the foot of the last.

    What hangs from the last one as far as a letter of ours does is not counted.
    """
    rise, hang = reach_of(text, font)
    ends = rise + max(0.0, hang - HANGS)
    return size * ((rows - 1) * lead_of(text, font) + ends * POINT)


def parted(text: str, font: str, size: float, width: float) -> list[str]:
    """``text`` whole, over as few lines as it needs: parted between letters where it must be."""
    parts: list[str] = []
    for part in re.findall(WORDS, text):
        if width_of(part.rstrip(), font, size) <= width:
            parts.append(part)
        else:
            parts += [part[here:there] for here, there in pairwise(cuts_of(part))]
    return _filled(parts, font, size, width)


def pieces_of(word: str, font: str, size: float, width: float) -> list[str]:
    """A word in pieces that fit: never within a letter and its marks, and a letter at least."""
    pieces: list[str] = []
    while width_of(word.rstrip(), font, size) > width and len(cuts := cuts_of(word)) > 2:
        least, most = 1, len(cuts) - 2
        while least < most:
            middle = (least + most + 1) // 2
            if width_of(word[: cuts[middle]], font, size) <= width:
                least = middle
            else:
                most = middle - 1
        pieces.append(word[: cuts[least]])
        word = word[cuts[least] :]
    return [*pieces, word]


def broken(text: str, font: str, size: float, width: float, most: int) -> list[str]:
    """``text`` over at most ``most`` lines of ``width`` points, the last one cut if need be."""
    rows: list[str] = []
    words = parted_as_bound(text).split(" ")
    while words and len(rows) < most - 1:
        count = 1
        while count < len(words) and width_of(" ".join(words[: count + 1]), font, size) <= width:
            count += 1
        rows.append(fitted(" ".join(words[:count]), font, size, width, size)[0])
        words = words[count:]
    if words:
        rows.append(fitted(" ".join(words), font, size, width, size)[0])
    return rows


def in_rows(
    text: str, font: str, size: float, width: float, most: int, smallest: float = SMALLEST
) -> tuple[list[str], float]:
    """``text`` whole, over as few lines as it needs, set smaller where ``most`` do not hold it.

    It is parted at spaces, and behind hyphens, between letters where it must be. What no size
    holds is shortened at its end. Sizes and widths are points; no text has no lines.
    """
    whole = printable(text)
    parts = re.findall(WORDS, whole)
    at = size
    while True:
        rows = _filled(parts, font, at, width)
        if len(rows) <= most and all(width_of(row, font, at) <= width for row in rows):
            return rows, at
        if at <= smallest:
            rows = parted(whole, font, at, width)
            if len(rows) <= most:
                return rows, at
            rest = " ".join(rows[most - 1 :]) if most > 1 else whole
            return [*rows[: most - 1], fitted(rest, font, at, width, at)[0]], at
        at = max(smallest, at - 0.5)


def _filled(parts: list[str], font: str, size: float, width: float) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and width_of((rows[-1] + part).rstrip(), font, size) <= width:
            rows[-1] += part
        else:
            rows.append(part)
    return [row.rstrip() for row in rows]

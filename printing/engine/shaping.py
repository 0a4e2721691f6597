"""Text in every script: which way it runs, and how its letters are shaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printing import fonts

if TYPE_CHECKING:
    import uharfbuzz as hb


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

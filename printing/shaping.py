"""Text in scripts whose letters change by what stands beside them, drawn glyph by glyph.

ReportLab draws one glyph a character, from left to right. That is right for Latin, Greek and
Cyrillic, which stay with it; everything else is shaped by HarfBuzz, a run of one font and one
direction at a time, and drawn by glyph number from fonts that are subset into the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from printing import fonts
from printing.bidi import of_our_own, stretches

if TYPE_CHECKING:
    import uharfbuzz as hb

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
      font: what the rest of the line is set in, one of ``fonts.EVERY_FONT``.
      runs: ``OURS``, ``ITS_OWN`` or ``LEFTWARDS``.
    """
    told = of_our_own(text) if runs == OURS else stretches(text, runs)
    return tuple(
        _shaped(face, part, leftwards=some.leftwards)
        if face
        else Run(font, _mirrored(part) if some.leftwards else part)
        for some in told
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
    told = [(face, part) for face, part in parts]
    yield from (reversed(told) if leftwards else told)


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

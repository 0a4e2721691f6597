"""The fonts our paper is drawn with, as files beside this one. See README.md here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

BODY = "NotoSans-Regular"
BOLD = "NotoSans-Bold"
MONO = "NotoSansMono-Regular"
MONO_BOLD = "NotoSansMono-Bold"

EVERY_FONT = (BODY, BOLD, MONO, MONO_BOLD)
"""A character is printable only if each of these has it: any text may be set in any of them."""

FONTS_FOLDER = Path(__file__).parent

MONO_ADVANCE = 0.6
"""Width of every character of the mono fonts, as a part of the font size."""


@cache
def ready() -> frozenset[int]:
    """Make the fonts known to ReportLab, once.

    Returns:
      The code points that all of them can draw.
    """
    covered: list[frozenset[int]] = []
    for name in EVERY_FONT:
        font = TTFont(name, str(FONTS_FOLDER / f"{name}.ttf"))
        font.face.makeSubset = _kept(font.face.makeSubset)
        pdfmetrics.registerFont(font)
        covered.append(frozenset(font.face.charToGlyph))
    return frozenset.intersection(*covered)


def _kept(make: Callable[[list[int]], bytes]) -> Callable[[list[int]], bytes]:
    """Subsets of a font that were made lately: most papers need the same letters of it."""
    made = lru_cache(maxsize=16)(lambda codes: make(list(codes)))
    return lambda codes: made(tuple(codes))

"""Every text on every form, measured: none cut, over another, near a line or too small to read.

Of each letter the ink is asked of its font, so that a gap is known to a hundredth of a millimetre
without rendering, in each language, in each two, and in the pseudo-language: blank and filled, on
sheets and on rolls. What English alone has, which keeps its places, is no fault of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from ledger.messages import ENGLISH, LANGUAGES, PSEUDO
from printing.engine.fitting import font_of
from printing.engine.page import A4, LETTER, MARGIN
from printing.fonts import EVERY_FONT
from printing.forms import draw_on_a_roll
from printing.languages import Spoken, printed_in, speaking
from printing.sheets.closing_block import adjustments_asked
from tests.printing.conftest import KINDS, pages_of
from tests.printing.test_forms_drawn import MM
from tests.tiers import each_once

SLASH = 1.0
"""Points: the stroke through a tile that is crossed off."""


class Limits(NamedTuple):
    """What words must keep to: points of the least type, millimetres of air beside a line.

    ``over``: millimetres that marks above a letter may lie in what hangs from the line before.
    """

    least: float = 5.5
    air: float = 0.25
    over: float = 0.05


USUAL = Limits()


class Ink(NamedTuple):
    """Letters of a page that are in our own fonts: boxes of ink, in points from the top left."""

    chars: list[dict[str, Any]]
    boxes: Any  # of each: left, top, right, bottom


@cache
def ink_of(font: str, text: str) -> tuple[float, float, float, float] | None:
    """From the point where a letter is set: left, top, right and bottom of its ink, in ems."""
    face = font_of(font)
    glyph = face.get_nominal_glyph(ord(text))
    extents = glyph and face.get_glyph_extents(glyph)
    if not extents or not extents.width:
        return None
    em = face.face.upem
    left, top = extents.x_bearing / em, -extents.y_bearing / em
    return left, top, left + extents.width / em, top - extents.height / em


def ink_on(page: Any) -> Ink:
    chars, boxes = [], []
    for char in page.chars:
        font = char["fontname"].partition("+")[2]
        if font not in EVERY_FONT or len(char["text"]) != 1 or not char["text"].strip():
            continue
        if found := ink_of(font, "‒" if char["text"] == "−" else char["text"]):
            left, top, right, bottom = (each * char["size"] for each in found)
            x, y = char["matrix"][4], page.height - char["matrix"][5]
            chars.append(char)
            boxes.append((x + left, y + top, x + right, y + bottom))
    return Ink(chars, np.array(boxes).reshape(-1, 4))


def lines_on(page: Any) -> list[tuple[float, float, float, float]]:
    """Lines with their thickness as boxes: sides of boxes, rules, grids; no hand, ring or cross."""
    found = []
    for one in (*page.rects, *page.lines, *page.curves):
        if not one["stroke"]:
            continue
        half = one["linewidth"] / 2
        path = one["path"]
        for (_, *_, start), (kind, *rest) in pairwise(path):
            end = path[0][-1] if kind == "h" else rest[-1]
            if kind in ("l", "h") and (start[0] == end[0] or start[1] == end[1]):
                (left, right), (top, bottom) = (sorted((start[axis], end[axis])) for axis in (0, 1))
                found.append((left - half, top - half, right + half, bottom + half))
    return found


def wrong_on(pdf: bytes, limits: Limits = USUAL) -> Iterator[str]:
    """What is wrong with the words of a PDF, and where, in millimetres."""
    for nth, page in enumerate(pages_of(pdf), start=1):
        ink = ink_on(page)
        for what, found in (
            ("cut", _cut(ink)),
            ("small", _small(ink, limits.least)),
            ("at the edge", _at_the_edge(page, ink)),
            ("over another", _over_each_other(ink, limits.over)),
            ("over a hand", _over_marks(page, ink, limits.over)),
            ("near a line", _near_lines(page, ink, limits.air)),
        ):
            for start, end, more in _in_runs(ink, found):
                left, top = ink.boxes[start][:2] / MM
                said = "".join(char["text"] for char in ink.chars[start:end])
                yield f"page {nth}: {what} at {left:.1f}, {top:.1f} mm: {said!r} {more}".rstrip()


def _in_runs(ink: Ink, found: dict[int, float]) -> Iterator[tuple[int, int, str]]:
    """Letters one after the other that have the same, and the least of what was measured."""
    runs: list[list[int]] = []
    for place in sorted(found):
        if not runs or place > runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(place)
    for run in runs:
        yield run[0], run[-1] + 1, f"{min(found[place] for place in run):.2f}"


def _cut(ink: Ink) -> dict[int, float]:
    return {place: 0.0 for place, char in enumerate(ink.chars) if char["text"] == "…"}


def _small(ink: Ink, least: float) -> dict[int, float]:
    return {
        place: char["size"] for place, char in enumerate(ink.chars) if char["size"] < least - 0.01
    }


def _at_the_edge(page: Any, ink: Ink) -> dict[int, float]:
    roll = page.width < 100 * MM
    edge = (4.0 if roll else MARGIN) * MM - 0.5
    left, right = ink.boxes[:, 0], page.width - ink.boxes[:, 2]
    return {
        int(place): float(min(left[place], right[place]) / MM)
        for place in np.flatnonzero((left < edge) | (right < edge))
    }


def _over_each_other(ink: Ink, more: float) -> dict[int, float]:
    """Letters whose ink lies in that of letters of another line, or much in one of their own."""
    if not len(ink.boxes):
        return {}
    left, top, right, bottom = ink.boxes.T
    base = np.array([char["matrix"][5] for char in ink.chars])
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    high = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    least = np.minimum.outer(right - left, right - left)
    same = np.abs(np.subtract.outer(base, base)) < 0.05
    over = wide > np.where(same, 0.4 * least, 0.05 * MM)
    over &= high > np.where(same, 0.05, more) * MM
    np.fill_diagonal(over, val=False)
    after = np.arange(len(left) - 1)  # a mark may reach over the next letter of its own line
    over[after, after + 1] &= ~same[after, after + 1]
    over[after + 1, after] &= ~same[after + 1, after]
    return {
        int(place): float(high[place][over[place]].max() / MM)
        for place in np.flatnonzero(over.any(axis=1))
    }


def _over_marks(page: Any, ink: Ink, more: float) -> dict[int, float]:
    """Letters in the box of a hand's stroke or of a cross."""
    found: dict[int, float] = {}
    for one in (*page.curves, *page.lines):
        ring = one["path"][0][-1] == one["path"][-1][-1] or one["path"][-1][0] == "h"
        if (
            ring
            or one["x0"] == one["x1"]
            or one["top"] == one["bottom"]
            or (one["linewidth"] == SLASH and len(one["path"]) == 2)
        ):
            continue
        left, top, right, bottom = ink.boxes.T
        over = (right > one["x0"]) & (left < one["x1"])
        over &= (bottom > one["top"] + more * MM) & (top < one["bottom"] - more * MM)
        found |= {int(place): 0.0 for place in np.flatnonzero(over)}
    return found


def _near_lines(page: Any, ink: Ink, air: float) -> dict[int, float]:
    lines = np.array(lines_on(page)).reshape(-1, 4)
    found: dict[int, float] = {}
    for place, (left, top, right, bottom) in enumerate(ink.boxes):
        across = np.maximum(np.maximum(lines[:, 0] - right, left - lines[:, 2]), 0.0)
        down = np.maximum(np.maximum(lines[:, 1] - bottom, top - lines[:, 3]), 0.0)
        away = np.hypot(across, down) / MM
        for line in np.flatnonzero(away < air - 0.01):
            if not _is_meant(ink.chars[place], ink.boxes[place], lines[line]):
                found[place] = min(found.get(place, air), float(away[line]))
    return found


def _is_meant(char: dict[str, Any], box: Any, line: Any) -> bool:
    """Whether a line belongs to a letter: it underlines a blank, or strikes a number out."""
    if line[3] - line[1] > 1.0:
        return False
    long, middle = line[2] - line[0], (line[1] + line[3]) / 2
    under = char["text"].islower() and abs(long - char["adv"]) < 1.0
    third = (box[3] - box[1]) / 4
    struck = char["text"] in "0123456789−" and long < 25 * MM and (
        box[1] + third < middle < box[3] - third
    )  # fmt: skip
    return under or struck


# Every form, in every language and every two of them.


ALONE = [(one, "") for one in LANGUAGES if one != ENGLISH]
IN_PSEUDO = [(PSEUDO, ""), (ENGLISH, PSEUDO), (PSEUDO, ENGLISH)]
SPOKEN = [*combinations(LANGUAGES, 2), *ALONE, *IN_PSEUDO]

FORMS = {kind.name: kind for kind in KINDS}
ON = (("blank", A4), ("filled", LETTER), ("blank", None), ("filled", None))
"""What is drawn of a kind of form: empty or not, on which sheet, or on a roll."""


def limits_of(languages: tuple[str, str]) -> Limits:
    """Two languages keep half a millimetre from a line.

    The pseudo-language has marks above tall letters, which no language has: they may rise higher.
    """
    if PSEUDO in languages:
        return Limits(air=0.0, over=0.6)
    return Limits(air=0.5) if languages[1] else USUAL


def drawn(kind: Any, state: str, paper: Any, languages: tuple[str, str]) -> bytes:
    with printed_in(*languages), speaking(Spoken(*languages)):
        form = getattr(kind, state)
        if paper is None:
            return draw_on_a_roll(kind.drawing, form)
        return kind.drawing.draw(form, paper=paper)


@cache
def in_english(name: str, state: str, paper: Any, limits: Limits) -> frozenset[str]:
    pdf = drawn(FORMS[name], state, paper, (ENGLISH, ""))
    return frozenset(anywhere(one) for one in wrong_on(pdf, limits))


def anywhere(said: str) -> str:
    """What is wrong, wherever it is and by how much."""
    return re.sub(r"page \d+| at [0-9., ]+ mm| [0-9.]+$", "", said)


@pytest.mark.parametrize(
    ("kind", "languages"),
    each_once(FORMS, {"+".join(one).rstrip("+"): one for one in SPOKEN}, one_in=12),
)
def test_every_text_is_whole_legible_and_clear_of_lines(kind: Any, languages: tuple[str, str]):
    limits = limits_of(languages)
    for state, paper in ON:
        if paper is None and not kind.drawing.on_a_roll:
            continue
        known = in_english(kind.name, state, paper, limits)
        found = wrong_on(drawn(kind, state, paper, languages), limits)

        assert [one for one in found if anywhere(one) not in known] == [], (state, paper)


@pytest.mark.parametrize("languages", [("en", "de"), ("es", "fr"), ("pl", "de")])
@pytest.mark.parametrize("rows", [4, 8])
def test_sums_of_a_crowded_sheet_keep_off_the_lines_in_two_languages(languages, rows):
    kind, limits = FORMS["score_sheet"], limits_of(languages)
    known = in_english("score_sheet", "filled", A4, limits)
    with printed_in(*languages), speaking(Spoken(*languages)):
        sheet = kind.filled
        some = [replace(one, points=(25, -10)) for one in adjustments_asked() * 2][:rows]
        closing = replace(sheet.closing, adjustments=tuple(some))
        pdf = kind.drawing.draw(replace(sheet, closing=closing), paper=A4)

    assert [one for one in wrong_on(pdf, limits) if anywhere(one) not in known] == []

"""Rows of lists in which people sign: names and remarks lie on nothing, however long they are."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pdfplumber
import pypdfium2
import pytest
from msgspec.structs import replace

from printing.engine.page import A4, LETTER
from printing.sheets import cards
from tests.printing.conftest import CARD, TALLY
from tests.printing.test_forms_drawn import inked
from tests.printing.test_names_whole import GERMAN, WORST
from tests.tiers import each_once

MM = 72 / 25.4
NOTES = ("resigned, rating open", "opponent resigned, rating open, provisional, amended")
LONG = {
    "German": f"12 {GERMAN}", "Thai": "สมชาย ใจดีศรีสุข" * 5, "M": "M" * 80, "short": "Åsa Ågren",
    "hyphens": WORST["M. Ito"],
}  # fmt: skip
GREY = 128


def tally(name, note, paper):
    line = replace(TALLY.games[0], players=(name, name), notes=(note, ""))
    return cards.TALLY_SHEET.draw(replace(TALLY, games=(line,) * 4), paper=paper)


def card(name, note, paper):
    row = replace(CARD.rows[1], opponent=name, note=note)
    return cards.SCORE_CARD.draw(replace(CARD, rows=(row,) * 4), paper=paper)


SHEETS = {"tally": (tally, cards.in_tally(), 1), "card": (card, cards.in_card(), 3)}


@pytest.mark.parametrize(
    ("sheet", "name", "note", "paper"),
    each_once(
        {sheet: sheet for sheet in SHEETS},
        {name: name for name in LONG},
        {note: note for note in ("", *NOTES)},
        {paper.name: paper for paper in (A4, LETTER)},
    ),
)
def test_a_name_and_its_remark_stay_between_the_lines_of_their_row(sheet, name, note, paper):
    draw, columns, column = SHEETS[sheet]
    pdf = draw(LONG[name], note, paper)
    [page, *_] = pdfplumber.open(BytesIO(pdf)).pages
    before = sum(wide for _, wide in columns[:column])
    left, wide = (page.width - 190 * MM) / 2 + before * MM, columns[column][1] * MM
    levels = lines_in(page, left + wide / 2)
    picture = pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=4).to_pil().convert("L")

    assert len(levels) > 8
    for above, below in pairwise(levels):
        assert is_white(picture, (left + 2, above + 0.8, left + wide - 2, above + 1.3))
        assert is_white(picture, (left + 2, below - 1.3, left + wide - 2, below - 0.8))
        rows = lines_of(page, (left, above, left + wide, below))
        apart = all(one[1] < other[0] for one, other in pairwise(rows))
        assert apart or name == "Thai"  # whose boxes pdfplumber does not know


def lines_in(page, across):
    """How far down the level lines are that cross a column."""
    ends = {
        round(mark["top"], 1)
        for mark in page.edges
        if mark["orientation"] == "h" and mark["x0"] <= across <= mark["x1"] and is_wide(mark)
    }
    return sorted(ends)


def is_wide(mark):
    return mark["x1"] - mark["x0"] > 180 * MM


def is_white(picture, box):
    part = picture.crop(tuple(round(side * 4) for side in box))
    return part.getextrema()[0] > GREY


def lines_of(page, box):
    """The ink of each line of text in a cell: how far down it begins and ends, and its words."""
    left, above, right, below = box
    found = {}
    for char in page.chars:
        if left < char["x0"] < right and above < char["top"] + char["size"] / 2 < below:
            _, top, _, bottom, _ = inked(char)
            found.setdefault(round(bottom), (top, bottom))
    return [found[line] for line in sorted(found)]


@pytest.mark.one_in(2, "paper")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_higher_rows_lose_no_game(paper):
    games = [replace(TALLY.games[0], table=str(n), notes=(NOTES[n % 2], "")) for n in range(99)]
    pages = cards.tally_pages(replace(TALLY, games=tuple(games)), paper)
    pdf = cards.TALLY_SHEET.draw(replace(TALLY, games=tuple(games)), paper=paper)
    drawn = pdfplumber.open(BytesIO(pdf)).pages
    tables = [
        word["text"]
        for page in drawn
        for word in page.extract_words()
        if word["x0"] < 8 * MM + 20 * MM and word["text"].isdigit()
    ]

    assert len(drawn) == len(pages) > 4
    assert {str(n) for n in range(99)} <= set(tables)

"""PP-12: lists for the wall fill the page; no column is empty, the alphabet is at the edge."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import pdfplumber
import pytest

from printing.engine.heading import Heading
from printing.engine.page import A4, LETTER
from printing.engine.ruled import Listed, PlainList, initial_of
from printing.lists.course_lists import MISSING_SLIPS, PAIRINGS, PRIZES, STANDINGS, Pairings

GIVEN = ("Ada", "Ben", "Chidinma", "Dara", "Elin", "Gita", "Jana", "Leocadia", "Noor", "Piotr")
FAMILY = ("Eze", "Okafor", "Tanaka", "Quayle", "Osei-Lund", "Wilczak", "Abendroth", "Renn", "Pell",
          "Vance", "Marsh", "Lunt", "Hale", "Voss", "Teague", "Okoro", "Denholm", "Brandt", "Sato",
          "Castellanos-Montgomery")  # fmt: skip
HEAD = Heading(tournament="Autumn Open", round_number=3, undivided=True)


def names(count):
    every = [f"{given} {family}" for family in FAMILY for given in GIVEN]
    return [every[(7 * nth) % len(every)] for nth in range(count)]


def by_name(count):
    people = names(count)
    seats = [(people[n], n // 2 + 1, people[n ^ 1]) for n in range(count)]
    rows, before = [], ""
    for name, table, other in sorted(seats):
        letter = initial_of(name)
        shown = letter if letter != before else ""
        rows.append(Listed((shown, name, str(table), other, ""), group=letter))
        before = letter
    return Pairings(heading=HEAD, order="name", rows=tuple(rows))


def by_table(count):
    people = names(count)
    rows = [Listed((str(n // 2 + 1), people[n], people[n + 1], "")) for n in range(0, count, 2)]
    return Pairings(heading=HEAD, rows=tuple(rows))


def standings(count):
    rows = [
        Listed((str(place), name, "2", "0", "+123", "1", "", ""))
        for place, name in enumerate(names(count), 1)
    ]
    return PlainList(heading=HEAD, rows=tuple(rows))


def missing(count):
    rows = [
        Listed(("", "3", str(n + 1), f"{names(count)[n]} – {names(count)[n + 1]}", "result slip"))
        for n in range(0, count, 2)
    ]
    return PlainList(heading=HEAD, rows=tuple(rows))


def prizes(count):
    rows = [Listed(("", f"Place {n}", f"{100 - n} euros", names(count)[n])) for n in range(count)]
    return PlainList(heading=HEAD, rows=tuple(rows))


LISTS = {
    "by name": (PAIRINGS, by_name), "by table": (PAIRINGS, by_table),
    "standings": (STANDINGS, standings), "missing": (MISSING_SLIPS, missing),
    "prizes": (PRIZES, prizes),
}  # fmt: skip


def pages(what, count, paper=A4):
    drawing, made = LISTS[what]
    return pdfplumber.open(BytesIO(drawing.draw(made(count), paper=paper))).pages


def said(page):
    return " ".join((page.extract_text() or "").split())


@pytest.mark.found("PP-12")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("what", ["by name", "by table", "standings"])
def test_PP12_twelve_players_are_set_in_letters_of_24_points_and_fill_the_page(what, paper):
    [page] = pages(what, 12, paper)
    sizes = Counter(round(letter["size"], 1) for letter in page.chars if letter["text"].isalpha())
    large = sum(count for size, count in sizes.items() if size >= 24)

    assert large >= 12 * 9  # every name that is looked for, at the least
    lowest = max(letter["bottom"] for letter in page.chars if letter["size"] >= 24)
    assert lowest > 0.62 * float(page.height)


@pytest.mark.found("PP-12")
@pytest.mark.parametrize("what", LISTS)
def test_PP12_a_column_in_which_nothing_stands_is_left_out(what):
    [page] = pages(what, 8)
    words = said(page)

    for label in ("Classes", "Prize ", "Division", "Note", "Start ") if what != "prizes" else ():
        assert label not in words
    assert "Division" not in words.partition("As of")[2]


@pytest.mark.found("PP-12")
def test_PP12_two_hundred_stand_over_pages_with_the_alphabet_at_the_edge():
    found = pages("by name", 200)
    letters = sorted({name[0] for name in names(200)})

    assert len(found) > 2
    for page in found:
        right = [letter for letter in page.chars if letter["x0"] > page.width - 55]
        edge = sorted(right, key=lambda letter: letter["top"])
        assert [letter["text"] for letter in edge] == letters
        here = {row[0] for row in _names_on(page)}
        large = {letter["text"] for letter in edge if letter["size"] > 12}
        assert large == here


def _names_on(page):
    """The names of the players that rows of a page are of, which are set in bold."""
    bold = page.filter(lambda one: "Bold" in one.get("fontname", "") and one["x0"] > 45)
    return [line for line in bold.extract_text().split("\n") if line.split()[0] in GIVEN]


@pytest.mark.one_in(4, "what", "count")
@pytest.mark.parametrize("what", LISTS)
@pytest.mark.parametrize("count", [2, 12, 60, 200])
def test_every_name_is_whole_however_large_it_is_set(what, count):
    squeezed = "".join(said(page) for page in pages(what, count)).replace(" ", "")

    for name in names(count):
        assert name.replace(" ", "") in squeezed or _parted(name, squeezed), name


def _parted(name, squeezed):
    """Over two lines, with words of other columns between."""
    return all(part in squeezed for part in name.replace("-", "- ").split())


def test_a_list_to_be_written_on_has_all_its_columns():
    [page] = pdfplumber.open(BytesIO(STANDINGS.draw(PlainList(heading=HEAD)))).pages

    assert "Classes Prize" in said(page)

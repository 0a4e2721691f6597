"""The official score sheet: rows, pages, board, sums."""

from io import BytesIO

import pdfplumber
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.equipment.board import empty_squares, load_board
from ledger.vocabulary import Seat
from printing.engine.page import A4, LETTER, MARGIN, new_page
from printing.engine.pen import Pen
from printing.sheets import board_picture, score_sheet
from printing.sheets.board_picture import BoardPicture, draw_board
from printing.sheets.turn_columns import Turn, rows_of
from tests.tiers import each_once

MM = 72 / 25.4
LINES = st.builds(
    Turn,
    seat=st.sampled_from(Seat),
    move=st.sampled_from(["8D WINDY", "pass", "exchange 7", "H1 QuIXOTRY"]),
    number=st.sampled_from([None, 1]),
    words=st.sampled_from([(), ("QuIXOTRY", "AXE", "ZA", "AN", "IN"), ("AB",)]),
    remarks=st.sampled_from(
        [(), ("corrected: was 30, on petition of both players after a recount",)]
    ),
)


def text_of(pdf):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


@given(turns=st.lists(LINES, max_size=60))
def test_every_line_stands_once_in_its_own_column_and_in_order(turns):
    rows = rows_of(turns)

    for seat in Seat:
        told = [turn for row in rows for turn in row.sides[seat.place]]
        assert told == [turn for turn in turns if turn.seat is seat]


@given(turns=st.lists(LINES, max_size=60))
def test_read_row_by_row_left_then_right_turns_are_in_the_order_they_were_made(turns):
    numbered = [replace(turn, number=place) for place, turn in enumerate(turns, 1)]

    told = [turn for row in rows_of(numbered) for side in row.sides for turn in side]

    assert told == numbered


def many(count):
    return tuple(
        Turn(
            seat=Seat.FIRST if number % 2 else Seat.SECOND,
            number=number,
            move=f"8D W{number:03d}",
            words=("AN", "IN"),
            score=1,
            total=number,
            remarks=("announced 36, counted 35",),
        )
        for number in range(1, count + 1)
    )


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("count", [1, 26, 44, 60, 140])
def test_a_long_game_goes_on_and_no_turn_is_lost(scores, count, paper):
    pages = text_of(score_sheet.draw(replace(scores, turns=many(count)), paper=paper))
    text = "".join(pages)

    assert [number for number in range(1, count + 1) if f"W{number:03d}" not in text] == []
    assert [f"page {k} of {len(pages)}" in page for k, page in enumerate(pages, 1)] == [True] * len(
        pages
    )
    assert sum("Final score" in page for page in pages) == 1
    assert len(pages) <= 1 + count // 20


@pytest.mark.parametrize(
    ("count", "paper"),
    each_once(
        {str(count): count for count in range(20, 44, 3)},
        {paper.name: paper for paper in (A4, LETTER)},
        one_in=3,
    ),
)
def test_what_follows_the_turns_never_runs_over_the_foot(scores, count, paper):
    remarks = tuple(f"Event {k}: something that was ruled on at the table." for k in range(5))
    sheet = replace(scores, turns=many(count), closing=replace(scores.closing, remarks=remarks))
    for page in pdfplumber.open(BytesIO(score_sheet.draw(sheet, paper=paper))).pages:
        foot = min(
            word["top"]
            for word in page.extract_words()
            if word["bottom"] > page.height - 20 * MM and word["text"].startswith("Score")
        )
        above = [
            w for w in page.extract_words() if w["bottom"] < page.height - MARGIN * MM - 7 * MM
        ]
        assert max(word["bottom"] for word in above) < foot
        assert max(mark["bottom"] for mark in [*page.rects, *page.lines]) < foot + 1


def test_the_usual_game_stands_on_one_page_of_a4(scores):
    turns = tuple(replace(turn, words=turn.words[:1], remarks=()) for turn in many(28))

    assert len(text_of(score_sheet.draw(replace(scores, turns=turns)))) == 1


@pytest.mark.found("PA19")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_PA19_a_blank_sheet_has_25_rows_a_player_and_goes_on_overleaf(paper):
    """Since PP-9 front and back together: the front ends with final score and signatures."""
    first, overleaf = score_sheet.pages_of(score_sheet.ScoreSheet(), paper)
    words = text_of(score_sheet.draw(score_sheet.ScoreSheet(), paper=paper))

    assert len(first.rows) + len(overleaf.rows) >= score_sheet.BY_HAND == 25
    assert len(overleaf.rows) >= 8
    assert first.closing
    assert "Continued on page 2" in words[0]
    assert "Continued from page 1" in words[1]
    assert "Date" in words[0]
    assert "Written" not in "".join(words)


@pytest.mark.found("PA19")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_PA19_a_game_of_60_turns_goes_on_on_a_page_that_says_from_where(scores, paper):
    first, second = text_of(score_sheet.draw(replace(scores, turns=many(60)), paper=paper))[:2]

    assert "Continued on page 2" in first
    assert "Continued from" not in first
    assert "Continued from page 1" in second
    assert "Continued on" not in second


def test_the_board_says_in_letters_what_lies_on_it(scores):
    rows = board_picture.lines(scores.picture)

    assert rows[0].split() == list("ABCDEFGHIJKLMNO")
    assert rows[8] == " 8 . . . W I N D Y . . . . . . ."
    assert rows[9].split()[8] == "e"


def drawn(picture, side=100.0):
    """The one page of a board drawn at the top left of nothing else."""
    buffer = BytesIO()
    canvas = new_page("board", buffer, A4)
    draw_board(Pen(canvas, 60, 700), 0, 0, side, picture)
    canvas.save()
    return pdfplumber.open(buffer).pages[0]


def test_the_board_shows_each_tile_on_its_square_and_premiums_by_their_letters(scores):
    page = drawn(scores.picture)
    step = (100.0 - board_picture.EDGE) / 15 * MM
    left, top = 60 + board_picture.EDGE * MM, page.height - 700 + board_picture.EDGE * MM
    shown = {}
    for char in page.chars:
        column, row = (
            (char["x0"] - left) // step,
            ((char["top"] + char["bottom"]) / 2 - top) // step,
        )
        if 0 <= column < 15 and 0 <= row < 15:
            place = int(row * 15 + column)
            shown[place] = shown.get(place, "") + char["text"]

    expected = {
        place: tile or premium
        for place, (tile, premium) in enumerate(
            zip(scores.picture.squares, scores.picture.board.premiums, strict=True)
        )
        if tile or premium
    }
    assert shown == expected


def test_a_blank_on_the_board_is_lower_case_with_a_ring_and_a_tile_is_not(scores):
    board = load_board("standard")
    squares = list(empty_squares(board))
    squares[0], squares[16] = "A", "b"
    page = drawn(BoardPicture(board, tuple(squares)))
    [blank] = [c for c in page.chars if c["text"] == "b"]
    big = [c for c in page.chars if c["text"] == "A" and "Bold" in c["fontname"]]

    def ringed(char):
        return [
            c for c in page.curves
            if c["linewidth"] == 1.0 and c["x0"] < char["x0"] and char["x1"] < c["x1"]
            and c["top"] < (char["top"] + char["bottom"]) / 2 < c["bottom"]
        ]  # fmt: skip

    assert len(big) == 1
    assert (len(ringed(blank)), len(ringed(big[0]))) == (2, 1)  # each lies on a tile with an edge


def test_the_large_board_is_drawn_too(scores):
    board = load_board("super")
    squares = ["" for _ in board.premiums]
    squares[220], squares[221] = "CH", "ch"
    picture = BoardPicture(board, tuple(squares))

    [text] = text_of(score_sheet.draw(replace(scores, picture=picture)))

    assert "CH" in text
    assert "ch" in text
    assert "4W" in text or "4L" in text


def test_the_sums_are_printed_for_both_and_in_lines(scores):
    said = score_sheet.lines(scores)

    assert "Unplayed tiles, single +12 –12" in said
    assert "Final score 69 –6" in said
    assert "Spread 75" in said

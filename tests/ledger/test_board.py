"""The board and the names of its squares. Rules matrix 4.2 and 4.3."""

from __future__ import annotations

from collections import Counter

import pytest
import tomli

from ledger.equipment.board import (
    Start,
    board_from,
    empty_squares,
    load_board,
    read_square,
    write_square,
)
from ledger.vocabulary.refusals import Refusal

BOARD = load_board("standard")


def on(square):
    start = read_square(square)
    return BOARD.premiums[start.row * BOARD.size + start.column]


@pytest.mark.parametrize(
    ("kind", "squares"),
    [
        ("3W", "A1 H1 O1 A8 O8 A15 H15 O15"),
        ("2W", "B2 N2 C3 M3 D4 L4 E5 K5 H8 E11 K11 D12 L12 C13 M13 B14 N14"),
        ("3L", "F2 J2 B6 F6 J6 N6 B10 F10 J10 N10 F14 J14"),
        ("2L", "D1 L1 G3 I3 A4 H4 O4 C7 G7 I7 M7 D8 L8 C9 G9 I9 M9 A12 H12 O12 G13 I13 D15 L15"),
    ],
)
def test_the_premium_squares_are_where_the_matrix_says(kind, squares):
    assert {on(square) for square in squares.split()} == {kind}
    assert Counter(BOARD.premiums)[kind] == len(squares.split())


def test_the_centre_is_8h():
    assert BOARD.centre == 7 * 15 + 7


def test_the_large_board_is_the_same_from_all_sides():
    board = load_board("super")
    rows = [board.premiums[at : at + 21] for at in range(0, 441, 21)]

    assert rows == rows[::-1] == [row[::-1] for row in rows] == list(zip(*rows, strict=True))
    assert rows[0][0] == "4W"
    assert board.centre == 10 * 21 + 10


def test_an_unknown_board_is_refused():
    with pytest.raises(Refusal) as refusal:
        load_board("round")

    assert refusal.value.code == "no-such-board"


@pytest.mark.parametrize("layout", [". .\n.", "! .\n. ."])
def test_a_drawing_that_is_no_board_is_refused(layout):
    with pytest.raises(ValueError, match="not drawn"):
        board_from(tomli.loads(f"name = 'x'\ncentre = '1A'\nlayout = '''\n{layout}\n'''"))


@pytest.mark.parametrize(
    ("written", "start"),
    [
        ("8D", Start(7, 3, True)),
        ("D8", Start(7, 3, False)),
        ("8d", Start(7, 3, True)),
        ("d8", Start(7, 3, False)),
        ("15O", Start(14, 14, True)),
        ("U21", Start(20, 20, False)),
    ],
)
def test_row_first_is_across_column_first_is_down(written, start):
    assert read_square(written) == start


@pytest.mark.parametrize(
    "written",
    ["", "8", "D", "88", "DD", "0D", "D0", "08D", "123A", "8DD", "D8D", "8Ä", "٨D", "²D", "8 D"],
)
def test_what_is_no_square_is_refused_in_words(written):
    with pytest.raises(ValueError, match="is not the name of a square"):
        read_square(written)


def test_every_square_is_read_back_as_it_was_written():
    for row in range(21):
        for column in range(21):
            for across in (True, False):
                start = read_square(write_square(row, column, across))
                assert start == Start(row, column, across)


def test_an_empty_board_has_a_place_for_each_square():
    assert empty_squares(BOARD) == ("",) * 225


def test_paths_lead_from_a_square_to_the_edge_nearest_first():
    left, right, up, down = BOARD.paths

    assert left[112] == (111, 110, 109, 108, 107, 106, 105)
    assert right[112] == (113, 114, 115, 116, 117, 118, 119)
    assert up[112] == (97, 82, 67, 52, 37, 22, 7)
    assert down[112] == (127, 142, 157, 172, 187, 202, 217)
    assert (left[105], right[119], up[7], down[217]) == ((), (), (), ())

"""Unseen tiles and the worth of a rack."""

from __future__ import annotations

import pytest

from ledger.equipment.board import empty_squares, load_board
from ledger.equipment.scoring import place, unseen_tiles, value_of
from ledger.equipment.tile_set import load_tile_set

ENGLISH = load_tile_set("english")
NOTHING = empty_squares(load_board("standard"))


def test_before_the_first_play_every_tile_is_unseen():
    assert unseen_tiles(ENGLISH, NOTHING) == dict(ENGLISH.counts)
    assert sum(unseen_tiles(ENGLISH, NOTHING).values()) == 100


def test_tiles_on_the_board_and_on_the_rack_are_seen_and_a_designated_blank_is_a_blank():
    squares = place(NOTHING, [(112, "Q"), (113, "u"), (114, "A")])

    unseen = unseen_tiles(ENGLISH, squares, ("A", "?"))

    assert (unseen["Q"], unseen["U"], unseen["A"], unseen["?"]) == (0, 4, 7, 0)
    assert sum(unseen.values()) == 95


def test_more_of_a_tile_than_the_set_holds_shows_as_less_than_none():
    squares = place(NOTHING, [(112, "Q"), (113, "Q")])

    assert unseen_tiles(ENGLISH, squares)["Q"] == -1


@pytest.mark.parametrize(
    ("tiles", "worth"), [("QUIZ?", 22), ("-", 0), ("", 0), (("Q", "?"), 10), (["E"], 1)]
)
def test_a_rack_is_worth_its_faces(tiles, worth):
    assert value_of(ENGLISH, tiles) == worth


@pytest.mark.parametrize("tiles", ["A1", ("É",)])
def test_what_is_no_tile_has_no_worth(tiles):
    with pytest.raises(ValueError, match="not a tile"):
        value_of(ENGLISH, tiles)

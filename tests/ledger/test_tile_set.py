"""Tile sets, and words cut into tiles. The Spanish set here is small and invented for the test."""

from __future__ import annotations

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from ledger.equipment.tile_set import load_tile_set, tile_set_from, tile_set_names
from ledger.vocabulary.refusals import Refusal

ENGLISH = load_tile_set("english")

SPANISH = tile_set_from(
    tomli.loads(
        """
    name = "a little Spanish"
    [tiles]
    "?" = [0, 2]
    A = [1, 12]
    C = [3, 4]
    "CH" = [5, 1]
    H = [4, 2]
    L = [1, 4]
    "LL" = [8, 1]
    "Ñ" = [8, 1]
    O = [1, 9]
    """
    )
)


def test_the_english_set_has_a_hundred_tiles_worth_187_points():
    assert ENGLISH.size == 100
    assert sum(ENGLISH.values[tile] * count for tile, count in ENGLISH.counts.items()) == 187
    assert ENGLISH.counts["?"] == 2


@pytest.mark.parametrize(("name", "size", "worth"), [("german", 102, 202), ("polish", 100, 190)])
def test_other_languages_have_sets_of_their_own(name, size, worth):
    tiles = load_tile_set(name)

    assert tiles.size == size
    assert sum(tiles.values[tile] * count for tile, count in tiles.counts.items()) == worth


def test_a_set_is_loaded_once():
    assert load_tile_set("english") is ENGLISH
    assert "english" in tile_set_names()


@pytest.mark.parametrize("name", ["klingon", "", "../boards/standard", "ENGLISH"])
def test_an_unknown_set_is_refused_with_the_sets_there_are(name):
    with pytest.raises(Refusal) as refusal:
        load_tile_set(name)

    assert refusal.value.code == "no-such-tile-set"
    assert "english" in refusal.value.next_step


def test_a_placement_is_cut_into_tiles_blanks_and_tiles_played_through():
    assert ENGLISH.cut("QUIxOTR.") == ("Q", "U", "I", "x", "O", "T", "R", ".")


def test_a_blank_is_worth_nothing_on_the_rack_and_on_the_board():
    assert (ENGLISH.value("?"), ENGLISH.value("z"), ENGLISH.value("Z")) == (0, 0, 10)


@pytest.mark.parametrize("letters", ["CA7", "CAFÉ", "CA T", "A[CH]", "[", "A[]", "Ω", "?"])
def test_what_is_no_tile_of_the_set_is_named(letters):
    with pytest.raises(ValueError, match=r"not a tile of the english set|bracket"):
        ENGLISH.cut(letters)


@pytest.mark.parametrize("tiles", ["CaT", "C.T", "A#", "DEII--R"])
def test_a_rack_holds_neither_designated_blanks_nor_dots(tiles):
    with pytest.raises(ValueError, match="not a tile of the english set"):
        ENGLISH.cut_rack(tiles)


def test_a_rack_known_to_be_empty_and_one_not_known_hold_no_tiles():
    assert ENGLISH.cut_rack("-") == ENGLISH.cut_rack("") == ()


@pytest.mark.parametrize("value", ["[", "ch", "É", "CH"])
def test_a_tile_that_is_not_in_the_set_has_no_value(value):
    with pytest.raises(ValueError, match="not a tile"):
        ENGLISH.value(value)


def test_a_tile_of_several_characters_stands_in_brackets_or_between_bars():
    assert SPANISH.cut("[CH]A.A") == ("CH", "A", ".", "A")
    assert SPANISH.cut("A[ll]O") == ("A", "ll", "O")
    assert SPANISH.cut("CH|A|.|A") == ("CH", "A", ".", "A")
    assert SPANISH.cut_rack("A[CH]?C") == ("A", "CH", "?", "C")
    assert (SPANISH.value("LL"), SPANISH.value("ll")) == (8, 0)


def test_without_brackets_two_characters_are_two_tiles():
    assert SPANISH.cut("CHA") == ("C", "H", "A")


def test_a_letter_written_as_two_code_points_is_the_same_tile():
    assert SPANISH.cut("AN\u0303O") == ("A", "Ñ", "O")
    assert SPANISH.cut("An\u0303O") == ("A", "ñ", "O")


@given(st.lists(st.sampled_from([*SPANISH.faces, "."])))
def test_what_is_spelled_is_cut_the_same_way_again(tiles):
    assert SPANISH.cut(SPANISH.spell(tiles)) == tuple(tiles)


@given(st.lists(st.sampled_from(list(SPANISH.values))))
def test_a_rack_that_is_spelled_is_cut_the_same_way_again(tiles):
    assert SPANISH.cut_rack(SPANISH.spell(tiles)) == tuple(tiles)


@given(st.text(max_size=12))
def test_any_text_is_cut_or_refused_in_words(text):
    for tiles in (ENGLISH, SPANISH):
        try:
            assert all(tile == "." or tile in tiles.faces for tile in tiles.cut(text))
        except ValueError as refused:
            assert str(refused)  # noqa: PT017


@pytest.mark.parametrize(
    "text", ['name = "x"\n[tiles]\nA = [1, 1]', 'name = "x"\n[tiles]\n"?" = [0]']
)
def test_a_file_that_is_no_tile_set_is_refused(text):
    with pytest.raises(ValueError, match="not a tile set"):
        tile_set_from(tomli.loads(text))

"""Tile sets, and words cut into tiles. The Spanish set here is small and invented for the test."""

from __future__ import annotations

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from ledger.equipment.tile_set import (
    FOLDER,
    load_tile_set,
    name_of,
    own_tile_set,
    tile_set_from,
    tile_set_meant,
    tile_set_names,
)
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


@pytest.mark.parametrize("name", tile_set_names())
def test_each_set_that_ships_comes_to_what_its_file_says_and_names_its_source(name):
    data = tomli.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    tiles = load_tile_set(name)

    assert (tiles.name, tiles.kept) == (name, name)
    assert tiles.size == data["size"]
    assert tiles.counts["?"] == data["blanks"]
    assert sum(tiles.values[tile] * count for tile, count in tiles.counts.items()) == data["points"]
    assert all(data["sources"])
    assert own_tile_set(as_own(tiles), "it.toml").counts == tiles.counts


@pytest.mark.parametrize(
    ("name", "size", "points", "blanks", "kinds", "several"),
    [
        ("english", 100, 187, 2, 26, ()),
        ("english-super", 200, 381, 4, 26, ()),
        ("german", 102, 202, 2, 29, ()),
        ("polish", 100, 190, 2, 32, ()),
        ("spanish", 100, 192, 2, 28, ("CH", "LL", "RR")),
        ("french", 102, 197, 2, 26, ()),
        ("italian", 120, 293, 2, 21, ()),
        ("portuguese", 120, 204, 3, 24, ()),
        ("dutch", 102, 230, 2, 26, ()),
        ("romanian", 100, 211, 2, 22, ()),
        ("catalan", 100, 189, 2, 26, ("L·L", "NY", "QU")),
        ("norwegian", 100, 202, 2, 26, ()),
        ("swedish", 100, 194, 2, 27, ()),
        ("danish", 100, 247, 2, 27, ()),
    ],
)
def test_the_sets_are_those_that_were_looked_up(name, size, points, blanks, kinds, several):
    tiles = load_tile_set(name)

    assert set(tile_set_names()) >= {name}
    assert tiles.size == size
    assert sum(tiles.values[tile] * count for tile, count in tiles.counts.items()) == points
    assert (tiles.counts["?"], len(tiles.values) - 1, tiles.several) == (blanks, kinds, several)


def as_own(tiles, name="a set of our own"):
    lines = [f'"{tile}" = [{value}, {tiles.counts[tile]}]' for tile, value in tiles.values.items()]
    return "\n".join([f'name = "{name}"', "[tiles]", *lines])


@pytest.mark.parametrize("name", tile_set_names())
def test_the_record_keeps_the_whole_of_a_set_that_does_not_ship(name):
    ours = load_tile_set(name)
    own = own_tile_set(as_own(ours), "it.toml")

    again = load_tile_set(own.kept)

    assert again.kept == own.kept != name
    assert name_of(own.kept) == "a set of our own"
    assert (again.values, again.counts) == (ours.values, ours.counts)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "Invalid value"),
        ("", "name ="),
        ('name = "x"', "[tiles]"),
        ('name = "x"\n[tiles]\nA = [1, 20]', "blanks"),
        ('name = "english"\n[tiles]\nA = [1, 20]\n"?" = [0, 2]', "the name of a built-in set"),
        ('name = "a: b"\n[tiles]\nA = [1, 20]\n"?" = [0, 2]', "name ="),
        ('name = "x"\n[tiles]\nA = 3\n"?" = [0, 2]', "A: write [value, how many in the set]"),
        ('name = "x"\n[tiles]\nA = [1, 900]\n"?" = [0, 2]', "A: values go up to 99"),
        ('name = "x"\n[tiles]\nA = [1, true]\n"?" = [0, 2]', "A: write [value"),
        ('name = "x"\n[tiles]\na = [1, 20]\n"?" = [0, 2]', "a: write tiles in capitals, like A"),
        ('name = "x"\n[tiles]\n"[" = [1, 20]\n"?" = [0, 2]', "a tile is made of letters"),
        ('name = "x"\n[tiles]\n"A1" = [1, 20]\n"?" = [0, 2]', "a tile is made of letters"),
        ('name = "x"\n[tiles]\n"·" = [1, 20]\n"?" = [0, 2]', "a tile is made of letters"),
        ('name = "x"\n[tiles]\n"ABCDE" = [1, 20]\n"?" = [0, 2]', "1 to 4 characters"),
        ('name = "x"\n[tiles]\n"א" = [1, 20]\n"?" = [0, 2]', "no small letter"),
        ('name = "x"\n[tiles]\nA = [1, 20]\n"?" = [2, 2]', "a blank is worth 0"),
        ('name = "x"\n[tiles]\nA = [1, 12]\n"?" = [0, 2]', "more than 14 tiles"),
        (
            'name = "x"\n[tiles]\n"A\u0308" = [1, 9]\n"Ä" = [1, 9]\n"?" = [0, 2]',
            "Ä is in [tiles]",
        ),
    ],
)
def test_a_file_that_is_no_set_is_refused_with_the_place(text, says):
    with pytest.raises(Refusal) as refusal:
        own_tile_set(text, "it.toml")

    assert refusal.value.code == "not-a-tile-set"
    assert refusal.value.what.startswith("it.toml is not a tile set: ")
    assert says in refusal.value.what


def test_a_file_is_read_or_refused_in_words(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(as_own(ENGLISH), "utf-8-sig")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(as_own(load_tile_set("german")).encode("latin-1"))

    assert tile_set_meant(str(file)).counts == ENGLISH.counts
    assert tile_set_meant("English Super") is load_tile_set("english-super")
    for said, code in [
        (str(latin), "not-a-tile-set"),
        ("no.toml", "no-such-file"),
        ("runes", "no-such-tile-set"),
    ]:
        with pytest.raises(Refusal) as refusal:
            tile_set_meant(said)
        assert refusal.value.code == code


@given(st.sampled_from(tile_set_names()), st.data())
def test_in_every_set_what_is_spelled_is_cut_the_same_way_again(name, data):
    tiles = load_tile_set(name)
    some = data.draw(st.lists(st.sampled_from([*tiles.faces, "."]), max_size=21))
    rack = data.draw(st.lists(st.sampled_from(list(tiles.values)), max_size=8))

    assert tiles.cut(tiles.spell(some)) == tuple(some)
    assert tiles.cut_rack(tiles.spell(rack)) == tuple(rack)


@given(st.sampled_from(tile_set_names()), st.data())
def test_a_placement_without_brackets_is_single_tiles_and_doubt_is_said(name, data):
    """Read in one way only; where another was possible, ``side_by_side`` names the tile."""
    tiles = load_tile_set(name)
    single = [tile for tile in tiles.faces if len(tile) == 1]
    some = data.draw(st.lists(st.sampled_from([*single, "."]), max_size=15))
    text = "".join(some)

    assert tiles.cut(text) == tuple(some)
    doubtful = [tile for tile in tiles.several if tile in text.upper()]
    assert list(tiles.side_by_side(text)) == doubtful
    assert tiles.side_by_side(tiles.spell(tiles.several)) == ()


@given(st.sampled_from(tile_set_names()), st.data())
def test_a_word_of_a_list_is_cut_in_one_way_that_spells_it(name, data):
    tiles = load_tile_set(name)
    some = data.draw(st.lists(st.sampled_from([t for t in tiles.values if t != "?"]), max_size=15))
    word = "".join(some)

    cut = tiles.cut_word(word.lower())

    assert "".join(cut) == word
    assert tiles.side_by_side(tiles.spell(cut)) == ()  # no tile of several was left as letters
    assert tiles.cut_word(tiles.spell(some)) == tuple(some)


def test_words_with_tiles_of_several_letters():
    catalan, spanish = load_tile_set("catalan"), load_tile_set("spanish")

    assert catalan.cut_word("col·legi") == catalan.cut_word("COĿLEGI")
    assert catalan.cut_word("col·legi") == ("C", "O", "L·L", "E", "G", "I")
    assert catalan.cut_word("QUINYA") == ("QU", "I", "NY", "A")
    assert spanish.cut_word("ACHURRA") == ("A", "CH", "U", "RR", "A")
    assert spanish.cut("CHA") == ("C", "H", "A")
    assert spanish.side_by_side("cHA") == ("CH",)
    for word in ("QAT", "YA", "NAY"):  # no such tile in the Catalan set
        with pytest.raises(ValueError, match="not a tile"):
            catalan.cut_word(word)

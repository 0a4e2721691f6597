"""Paper of games in other tiles: what a blank can be, the name of the set, tiles to cross off."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from ledger.equipment.tile_set import letters_of, load_tile_set
from printing.sheets.player_sheet import tracking_lines, tracking_of
from tests.printing.conftest import pages_of
from web.command_line import commands

OWN = 'name = "Club set"\n[tiles]\n"?" = [0, 2]\nA = [1, 20]\n"CH" = [5, 9]\n'


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def words_of(file):
    return "\n".join(page.extract_text() for page in pages_of(file.read_bytes()))


@pytest.fixture(params=["spanish", "catalan", "own"])
def cup(request, tmp_path):
    """A tournament in these tiles with two players, and its tiles as the record keeps them."""
    data, tiles = tmp_path / "data", request.param
    if tiles == "own":
        tiles = tmp_path / "club.toml"
        tiles.write_text(OWN, "utf-8")
    new = ("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1")
    tilescribe(*new, "--tiles", tiles, "--data", data)
    for name in ("Ann Lee", "Bo Ray"):
        tilescribe("player", "add", "cup", name, "--data", data)
    kept = "Club set: ?0x2 A1x20 CH5x9" if request.param == "own" else request.param
    return data, kept


@pytest.mark.one_in(2, "cup", "form")
@pytest.mark.parametrize("form", ["blank-slip", "result-slip"])
def test_forms_of_a_round_have_the_letters_of_its_set_before_and_after_it_is_paired(cup, form):
    data, kept = cup
    pdf = data.parent / "form.pdf"
    several = load_tile_set(kept).several
    for paired in (False, True):
        if paired:
            tilescribe("round", "pair", "cup", "1", "--method", "swiss", "--data", data)
        tilescribe("paper", "print", form, "cup/R1", "--by-hand", "-o", pdf, "--data", data)
        text = words_of(pdf)

        assert all(tile in text for tile in several), (paired, text)
        assert ("WX" in text.replace(" ", "")) == ("W" in letters_of(kept))


def test_a_score_sheet_names_its_tiles(cup):
    data, kept = cup
    pdf = data.parent / "sheet.pdf"
    tilescribe("round", "pair", "cup", "1", "--method", "swiss", "--data", data)
    tilescribe("paper", "print", "score-sheet", "cup/R1/T1", "-o", pdf, "--data", data)

    text = words_of(pdf)
    assert f"tiles: {load_tile_set(kept).title}" in text
    assert "0x2" not in text


@pytest.mark.parametrize("tiles", ["spanish", "catalan", "polish", "english-super"])
def test_tiles_to_cross_off_are_those_of_the_set(tiles):
    tile_set = load_tile_set(tiles)
    groups = tracking_of(tile_set)
    there = {track.tile: track.count for group in groups for track in group}

    assert there == dict(tile_set.counts)
    assert all(tile in " ".join(tracking_lines(groups)) for tile in tile_set.several)

"""The boards of a bundle: before and after the disputed event, as known then and as known now."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from ledger.game.sheet.folding import sheet_as_known
from printing.cases.filled_bundles import lying
from web.command_line.games import simulate
from web.command_line.opened import looked_at


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """Made-up games with corrections, plays withdrawn and blanks named again."""
    folder = tmp_path_factory.mktemp("simulated") / "data"
    words = ["--book", "wespa-5.1", "--seed", "7", "--games", "4", "--data", str(folder)]
    assert CliRunner().invoke(simulate, words).exit_code == 0
    with looked_at(folder) as here:
        [tournament] = here.hall.tournaments()
        yield [here.shelf.sheet(row.id) for row in here.hall.games(tournament.slug)]


def test_the_last_board_as_known_now_is_the_board_of_the_sheet(sheets):
    assert [lying(sheet, sheet.version) for sheet in sheets] == [s.board.squares for s in sheets]


def test_where_nothing_was_put_right_later_both_boards_are_the_same(sheets):
    plain = [s for s in sheets if not any(line.corrections for line in s.lines)]

    assert plain
    for sheet in plain:
        for version in range(2, sheet.version + 1):
            then = sheet_as_known(sheet, at=version)
            assert then.board.squares == lying(sheet, version)


def test_a_play_supplied_later_lay_there_already_as_we_know_now(sheets):
    changed = [
        line.version
        for sheet in sheets
        for line in sheet.lines
        if line.corrections
        and sheet_as_known(sheet, at=line.version).board.squares != lying(sheet, line.version)
    ]

    assert changed

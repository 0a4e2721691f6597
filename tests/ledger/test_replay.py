"""A game told ply by ply: what the replay page shows at each step."""

from __future__ import annotations

import msgspec
import pytest

from ledger.replay.replayed import replay_of
from tests.decisions.a_real_game import play_to_the_end
from tests.desks import A, B, a_desk, a_table


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield a_table(desk)


def test_unseen_and_bag_go_down_as_tiles_are_drawn_even_if_the_game_begins_with_an_exchange(table):
    table.exchange(A)
    table.play(B, "8D", "WINDY")
    table.play(A, "7C", "GALE")
    plies = replay_of(table.sheet).plies

    assert [(ply.bag, ply.unseen) for ply in plies] == [(86, 93), (81, 88), (77, 84)]


def test_a_withdrawn_phoney_puts_its_tiles_back(table):
    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    table.challenge(A, False, "GALE")
    played, phoney, withdrawn = replay_of(table.sheet).plies

    assert (played.bag, phoney.bag, withdrawn.bag) == (81, 77, 81)
    assert phoney.kind == "phoney"
    assert withdrawn.removed == tuple(tile.at for tile in phoney.placed)
    assert withdrawn.on_move == "first"
    assert {"challenge", "phoney"} <= set(withdrawn.marks)


def test_the_last_ply_of_a_whole_game_has_the_totals_and_the_stock_of_the_sheet(table):
    sheet = play_to_the_end(table)
    replay = replay_of(sheet)

    assert replay.plies[-1].totals == sheet.totals
    assert replay.plies[-1].bag == sheet.stock.bag == 0
    assert all(ply.unseen >= 0 for ply in replay.plies)
    assert msgspec.json.decode(msgspec.json.encode(replay))["result"]["winner"] is None


def test_board_by_plies_is_the_board_of_the_sheet(table):
    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    table.challenge(A, False, "GALE")
    table.play(A, "9D", "OdE")
    squares = [""] * 225
    for ply in replay_of(table.sheet).plies:
        for at in ply.removed:
            squares[at] = ""
        for tile in ply.placed:
            squares[tile.at] = tile.tile

    assert tuple(squares) == table.sheet.board.squares


def test_what_was_ruled_between_two_plies_marks_the_ply_before_it(table):
    from ledger.game.clock.requests import AdjustTime

    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    request = AdjustTime(seat=A, seconds=95, reason="timer fault")
    table.enter(request, case=table.ruled(), clocks=(1400, 1500))

    first, second = replay_of(table.sheet).plies

    assert "ruling" not in first.marks
    assert "ruling" in second.marks

"""A tile under the table after the play-out, and a board that was upset."""

from __future__ import annotations

import pytest

from ledger.game.drawing.requests import SettleDrawing
from ledger.game.placement.upset import EndAfterUpset
from tests.desks import DIRECTOR
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back
from tests.web.disputes.by_book import under_each_book

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("book", "whole"), under_each_book("H-15"))
def test_H_15_a_tile_under_the_table_after_the_play_out_counts_or_does_not(dispute, book):
    at = dispute("H-15", book)
    counted, stood = at.sheet.totals, stands(at)
    before = at.call("A dispute")
    assert "found" in at.evidence()
    if at.comes.alone:
        kept = SettleDrawing(what="found-tiles", finding="it stays out")
        assert at.table.ask(kept, by=DIRECTOR).refusal.code == at.comes.alone
        at.rule_on_it()
    else:
        at.open_case("procedure", seat=None, rule=at.cited)
        at.hear("It was not mine.", "I never saw it.")
        at.rule("it was the second player's", at.cited)
        at.tell()
        if at.comes.offered:
            at.at_the_table()
            at.is_offered()
        if "check-found-tile" in at.comes.offered:
            at.step("check-found-tile", choices=[("from_board", "No")])
        if "restore-racks" in at.comes.offered:
            at.step("restore-racks", racks=("0", "2"))
            at.step("name-entitled", choices=[("seat", at.sheet.names[1])])

    at.came_out()
    assert at.as_known_after(before) == counted
    assert at.as_known_after(at.sheet.version) == at.sheet.totals
    assert at.cited in at.paper("incident-record")
    stood = stood if at.comes.alone else stands(at)
    taken_back(at, stood)
    reversed_on_appeal(at, stood)


@pytest.mark.parametrize(("book", "whole"), under_each_book("H-23"))
def test_H_23_a_board_upset_ends_the_game_by_ruling(dispute, book):
    at = dispute("H-23", book)
    before = at.call("A dispute")
    assert "upset" in at.evidence().lower()
    at.at_the_table()
    at.is_offered()
    stood = stands(at)
    assert at.table.ask(EndAfterUpset(), by=DIRECTOR).refusal.code == at.comes.alone

    at.rule_on_it()

    at.came_out()
    assert at.as_known_after(before) == (312, 298)
    assert at.as_known_after(at.sheet.version) == at.comes.totals
    notice = at.paper("ruling-notice")
    assert "Granted: The game ends with the upset board" in notice
    assert at.cited in notice
    taken_back(at, stood)
    reversed_on_appeal(at, stood)

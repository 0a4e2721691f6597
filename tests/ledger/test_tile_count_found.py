"""A play brought back after later turns may need tiles that were never drawn: that is found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.game.judging.requests import ReportMisadjudication
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.sheet.rescoring import findings
from ledger.simulation.game import tiles_fewer_than_none
from tests.tabletop import FIVE, A, B, Tabletop


def brought_back(book):
    """A's play came off wrongly; A went out with all seven since, and then it is brought back."""
    table = Tabletop(book, bag=0)
    table.play(A, "1A", "EAI", 10)
    table.challenge(B, False, "EAI")
    table.play(B, "15M", "EAI", 10)
    table.play(A, "O1", "NOTEDIR", 40)
    table.enter(ReportMisadjudication(reason="the list was misread"), ruled=True)
    table.enter(SettleTurnsSince(how="stand"), ruled=True)
    return table


@pytest.mark.parametrize("book", FIVE)
def test_the_record_names_the_rack_that_holds_fewer_tiles_than_none(book):
    table = brought_back(book)

    assert table.racks[A.place] < 0
    [found] = [finding for finding in findings(table.sheet) if finding.code == "tile-count"]
    assert "Ann" in found.what
    assert str(table.racks[A.place]) in found.what
    assert list(tiles_fewer_than_none(table.sheet)) == []


def test_in_a_game_nobody_corrected_it_breaks_a_law_ruling_or_none():
    sheet = Tabletop("wespa-5.1", bag=0).sheet
    short = replace(sheet, stock=replace(sheet.stock, racks=(-1, 7), bag=8))

    assert any("fewer than none" in broken for broken in tiles_fewer_than_none(short))


def test_where_every_tile_is_accounted_for_nothing_is_found():
    table = Tabletop("wespa-5.1", bag=0)
    table.play(A, "1A", "EAI", 10)

    assert "tile-count" not in {finding.code for finding in findings(table.sheet)}

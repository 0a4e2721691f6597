"""A tile under the table after the play-out, and a board that was upset."""

from __future__ import annotations

import pytest

from ledger.game.play.endings.play_out import AcceptPlayOut, CountUnplayed
from ledger.game.play.loose_tiles.found_tiles import ReportFound
from ledger.game.play.upsets.upset import EndAfterUpset, FindUpset, ReportUpset
from tests.desks import DIRECTOR, A, B
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("book", "added", "rule"),
    [
        ("wespa-4.0", True, "wespa-4.0 4.3"),
        pytest.param("nsa-1998", False, "nsa-1998 G4", marks=pytest.mark.torture),
    ],
)
def test_H_15_a_tile_under_the_table_after_the_play_out_counts_or_does_not(
    dispute, book, added, rule
):
    at = dispute(book)
    at.fill_up(0, scores=(200, 200))
    at.table.passes(A)
    at.put(B, 4)
    at.put(A, 7)
    at.table.enter(AcceptPlayOut(seat=B))
    at.table.enter(CountUnplayed(racks=("-", "QE")))
    counted = at.sheet.totals
    at.table.enter(ReportFound(where="outside", count=1, tiles="V", by="a player"))
    before = at.call("A dispute")
    assert "found" in at.evidence()
    at.open_case("procedure", seat=None, rule=rule)
    at.hear("It was not mine.", "I never saw it.")
    at.rule("it was the second player's", rule)
    at.tell()
    if added:
        at.at_the_table()
        at.step("come off the board", choices=[("from_board", "No")])
        at.step("put those tiles back", racks=("0", "2"))
        at.step("draw was due first", choices=[("seat", at.sheet.names[1])])

    v_twice = 8 if added else 0
    assert at.sheet.totals == (counted[0] + v_twice, counted[1])
    assert at.as_known_after(before) == counted
    assert at.as_known_after(at.sheet.version) == at.sheet.totals
    assert rule in at.paper("incident-record")
    taken_back(at, stands(at))
    reversed_on_appeal(at, stands(at))


@pytest.mark.parametrize(
    ("book", "totals"),
    [
        pytest.param("wespa-4.0", (286, 298), marks=pytest.mark.torture),
        ("wsc-2003", (312, 298)),
    ],
)
def test_H_23_a_board_upset_ends_the_game_by_ruling_in_four_taps(dispute, book, totals):
    at = dispute(book)
    at.table.play(A, "8D", "WINDY", announced=286)
    at.table.play(B, "9C", "HOT", announced=298)
    at.table.play(A, "10B", "AT", announced=26)
    at.table.enter(ReportUpset(note="a bag fell on it"))
    found = FindUpset(how="accidental", seat=A, witnesses=("the player behind",))
    at.table.enter(found, by=DIRECTOR)
    before = at.call("A dispute")
    assert "upset" in at.evidence().lower()
    answer = at.table.ask(EndAfterUpset(), by=DIRECTOR)
    assert answer.ruling

    stood = stands(at)
    at.rule_on_it()

    assert at.sheet.ended == "board-upset"
    assert at.sheet.totals == totals
    assert at.as_known_after(before) == (312, 298)
    assert at.as_known_after(at.sheet.version) == totals
    assert "Granted: The game ends with the upset board" in at.paper("ruling-notice")
    taken_back(at, stood)
    reversed_on_appeal(at, stood)

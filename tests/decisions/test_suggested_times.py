"""What both clocks might be set to where the timer failed: each way, and none preferred."""

from __future__ import annotations

from ledger.game.clock.procedures import suggested_times
from ledger.game.clock.requests import ReadClocks, ReportTimerFault, WriteRecollection
from tests.desks import A, B, a_desk, a_table


def told(sheet):
    return {one.words: tuple(one.times) for one in suggested_times(sheet)}


def test_before_anything_was_read_or_remembered_nothing_is_suggested(tmp_path):
    with a_desk(tmp_path) as desk:
        assert told(a_table(desk).sheet) == {}


def test_two_recollections_stand_beside_their_mean_the_lower_and_the_own_of_each(tmp_path):
    with a_desk(tmp_path) as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY")
        table.enter(ReadClocks(), clocks=(1400, 1450))
        table.enter(ReportTimerFault(fault="display-dead"))
        table.enter(WriteRecollection(seat=A, remembered=(1380, 1440)))
        assert set(told(table.sheet)) >= {"as last read", f"as {table.sheet.name(A)} remembers"}
        table.enter(WriteRecollection(seat=B, remembered=(1371, 1450)))

        times, (one, two) = told(table.sheet), table.sheet.names

    assert times[f"as {one} remembers"] == (1380, 1440)
    assert times[f"as {two} remembers"] == (1371, 1450)
    assert times["each player's own clock as remembered"] == (1380, 1450)
    assert times["the mean"] == (1375, 1445)
    assert times["the lower of the two"] == (1371, 1440)
    assert times["as last read"] == (1400, 1450)
    [since] = [words for words in times if "took since" in words]
    assert times[since][0] == 1400
    assert times[since][1] < 1450

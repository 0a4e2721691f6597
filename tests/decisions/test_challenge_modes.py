"""What a failed challenge costs, through the desk, under every mode an organiser can choose."""

from __future__ import annotations

import pytest

from tests.desks import A, B, a_table

TWO_WORDS = ("GALE", "AW")
MODES = {
    # mode: (credited to A's opponent for the first and the second failed challenge, turn lost)
    "none": ((0, 0), (False, False)),
    "points-per-word-5": ((10, 10), (False, False)),
    "points-per-word-10": ((20, 20), (False, False)),
    "points-per-turn-5": ((5, 5), (False, False)),
    "points-per-turn-10": ((10, 10), (False, False)),
    "lose-turn": ((0, 0), (True, True)),
    "dingle": ((0, 0), (False, True)),
    "five-then-ten": ((5, 10), (False, False)),
    "rising": ((5, 5), (False, False)),
    "time": ((0, 0), (False, False)),
}


@pytest.mark.clause("wespa-1.0 3.10.14(c)")
@pytest.mark.clause("wespa-1.0 3.10.14(d)")
@pytest.mark.parametrize("mode", MODES)
def test_H1_what_the_first_and_the_second_failed_challenge_cost(desk, mode):
    points, lost = MODES[mode]
    options = (("challenge-mode", mode), ("unplayed-tiles", "double"))
    if mode == "time":
        options += (("challenge-seconds", 30),)
    table = a_table(desk, "wespa-1.0", options)
    table.play(A, "8D", "WINDY", clocks=(1400, 1500))
    table.play(B, "7C", "GALE", clocks=(1400, 1450))

    first = table.challenge(A, True, *TWO_WORDS)
    if first.on_move is A:
        table.play(A, "9D", "OE")
    table.play(B, "10E", "AT") if first.on_move is A else table.play(B, "9D", "OE")
    second = table.challenge(A, True, *TWO_WORDS)

    assert bonus(first) == points[0]
    assert bonus(second) - bonus(first) == points[1]
    assert (first.on_move is B, second.on_move is B) == lost
    if mode == "time":
        assert first.clock.times == (1370, 1450)


def bonus(sheet):
    return sum(line.score for line in sheet.lines if line.kind == "bonus")


@pytest.mark.clause("wsc-2003 12.6")
def test_H1_under_wsc_five_points_a_word_are_added_for_the_challenged_player(desk):
    table = a_table(desk, "wsc-2003")
    table.play(A, "8D", "WINDY")

    assert table.challenge(B, True, "WINDY").totals == (37, 0)


def test_points_may_be_taken_from_the_challenger_instead_where_the_organiser_says_so(desk):
    options = (("challenge-mode", "points-per-turn-5"), ("challenge-points", "debit-challenger"))
    table = a_table(desk, "wespa-4.0", options)
    table.play(A, "8D", "WINDY")

    sheet = table.challenge(B, True, "WINDY")

    assert sheet.totals == (32, -5)
    assert sheet.lines[-1].kind == "challenge-cost"

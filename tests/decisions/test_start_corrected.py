"""Who started, and how, was entered wrong: put right later, with every turn where it belongs."""

from __future__ import annotations

import pytest

from ledger.game.endings.facts import GameEnded, UnplayedTilesCounted
from ledger.game.results.signatures import shown_result
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.setting_up.facts import GameStarted, StarterDetermined, TimerChosen
from ledger.game.setting_up.requests import CorrectStart
from ledger.game.sheet.folding import replay
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.standing import standing
from ledger.game.turns.taking_back import RetractTurn
from tests.desks import signature
from tests.tabletop import FIVE, A, B, Tabletop

pytestmark = pytest.mark.found("TB-4")
AGREED = {"reason": "the players were taken for each other", "approved_by": "both players"}


def settled(sheet):
    """What stands of who starts, and of the timer."""
    facts = [one.fact for one in standing(sheet.events)]
    [starter] = [fact for fact in facts if isinstance(fact, StarterDetermined)]
    return starter.starter, starter.method, sheet.clock.timer


def over(table):
    """The round was ended with nothing on the racks; the result is there to be signed."""
    counted = UnplayedTilesCounted(racks=("-", "-"), adjustments=(0, 0), mode="own")
    table.write(GameEnded(cause="round-ended"), counted)
    table.enter(ProposeResult())


@pytest.fixture(params=FIVE)
def table(request):
    """Ann is entered as the starter; Bob was."""
    table = Tabletop(request.param)
    table.play(A, "8D", "WINDY")
    table.play(B, "D8", ".ON")
    return table


def test_the_turns_go_to_whom_they_were_made_by_and_the_other_is_first(table):
    assert table.sheet.names == ("Ann", "Bob")

    table.enter(CorrectStart(starter=2, **AGREED))

    assert table.sheet.names == ("Bob", "Ann")
    assert table.sheet.starter == 1
    assert [(table.sheet.name(line.seat), line.move) for line in table.sheet.lines] == [
        ("Bob", "8D WINDY"), ("Ann", "D8 .ON"),
    ]  # fmt: skip
    assert (table.sheet.totals, table.sheet.on_move) == ((32, 6), A)
    assert replay(table.sheet.events) == table.sheet
    assert [finding for finding in findings(table.sheet) if finding.for_director] == []


def test_what_is_signed_says_who_was_first_as_it_was_put_right(table):
    table.enter(CorrectStart(starter=2, **AGREED))
    over(table)

    words = shown_result(table.sheet, A)
    assert words.index("Bob") < words.index("Ann")
    assert "Ann" in words


def test_a_signature_for_the_result_as_it_was_is_none_for_what_it_is_now(table):
    over(table)
    table.enter(signature(table.sheet, A))
    assert table.sheet.signed_by == (A,)

    closed = table.book == "nsa-1998"  # no score is adjusted once one has signed
    table.enter(CorrectStart(starter=2, **AGREED), ruled=closed)

    assert table.sheet.signed_by == ()


def test_way_and_timer_are_put_right_and_nothing_else(table):
    table.enter(CorrectStart(method="assigned", timer="digital-up", **AGREED))

    assert settled(table.sheet) == (1, "assigned", "digital-up")
    assert table.sheet.names == ("Ann", "Bob")
    table.enter(CorrectStart(method="other", **AGREED))
    assert settled(table.sheet) == (1, "other", "digital-up")


def test_a_timer_that_was_named_before_is_put_right_where_it_was_named():
    table = Tabletop(started=False)
    named = TimerChosen(kind="digital-down")
    table.write(StarterDetermined(starter=1, method="draw"), named, GameStarted())

    table.enter(CorrectStart(timer="analogue", **AGREED))

    assert table.sheet.clock.timer == "analogue"


def test_tiles_noted_for_the_other_player_are_not_kept_for_this_one():
    table = Tabletop(started=False)
    table.write(StarterDetermined(starter=1, method="draw", draws=(("A", "B"),)), GameStarted())

    table.enter(CorrectStart(starter=2, **AGREED))
    [starter] = [
        one.fact for one in standing(table.sheet.events) if isinstance(one.fact, StarterDetermined)
    ]
    assert (starter.starter, starter.draws) == (2, ())
    refused = table.refused(CorrectStart(draws=(("A", "B"),), **AGREED))
    assert refused.code == "draw-says-otherwise"


def test_what_was_entered_by_name_is_listed_for_the_director(table):
    table.enter(
        ApplyPenalty(seat=A, unit="points", amount=10, reason="late", clause=""), ruled=True
    )
    table.enter(CorrectStart(starter=2, **AGREED))

    [found] = [one for one in findings(table.sheet) if one.code == "seat-in-doubt"]
    assert "penalty applied" in found.what
    table.enter(CorrectStart(method="other", **AGREED))  # which moves nobody
    assert len([one for one in findings(table.sheet) if one.code == "seat-in-doubt"]) == 1


def test_the_last_turn_can_be_taken_back_over_it(table):
    table.enter(CorrectStart(starter=2, **AGREED))
    table.enter(RetractTurn(version=table.sheet.last_turn.version))

    assert [line.move for line in table.sheet.lines] == ["8D WINDY"]


@pytest.mark.parametrize(
    ("desk_request", "code"),
    [
        (CorrectStart(starter=1, **AGREED), "start-as-entered"),
        (CorrectStart(**AGREED), "start-as-entered"),
        (CorrectStart(starter=3, **AGREED), "unreadable-request"),
        (CorrectStart(starter=2, reason=" ", approved_by="D1"), "unreadable-request"),
    ],
)
def test_what_changes_nothing_or_says_nothing_is_refused(desk_request, code):
    assert Tabletop().refused(desk_request).code == code


def test_before_the_start_there_is_nothing_to_put_right():
    refused = Tabletop(started=False).refused(CorrectStart(starter=2, **AGREED))
    assert refused.code == "start-not-settled"


def test_a_result_that_both_signed_is_the_director_s(table):
    over(table)
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))

    assert table.refused(CorrectStart(starter=2, **AGREED)).code == "result-final"

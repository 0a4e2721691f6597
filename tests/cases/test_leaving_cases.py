"""Leaving the table, coming back, emergencies (5.10, 5.11; row N)."""

from __future__ import annotations

import pytest

from ledger.game.absences.requests import (
    AssessEmergency,
    DeclareEmergency,
    EndEmergency,
    LeaveTable,
    MakeWaitingDraw,
    PostponeGame,
    ReturnToTable,
)
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.clock.requests import CallSandTime, ReadClocks, ReportSandOut, rule_for_stopping
from ledger.game.drawing.requests import RecordDraw
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import Resign
from ledger.game.exchanges.requests import PassTurn
from ledger.vocabulary import Role, remarks
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

ONE_TURN = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "nsa-1998")
FOUR = ("wespa-5.1", "wespa-4.0")


def gone(book, **what):
    """A plays and leaves without drawing."""
    table = Tabletop(book, bag=40, scores=(150, 140))
    table.exchange(A)
    table.enter(LeaveTable(seat=A, **what))
    return table


@pytest.mark.parametrize("book", WESPA)
def test_R19_leaving_without_leave_is_told_to_the_director_at_once(book):
    table = gone(book, permission="none")

    assert table.remarks == (remarks.LEFT_WITHOUT_LEAVE,)
    step = table.procedure("away").steps[0]
    assert (step.who, step.asks) == ("opponent", "call-director")
    assert step.clause == f"{book} {'4.2(d)' if book == 'wespa-1.0' else '4.2(c)'}"
    assert gone(book, permission="emergency").remarks == ()


def test_N_01_under_nsa_no_leave_is_asked_for():
    assert gone("nsa-1998", permission="none").remarks == ()
    table = gone("nsa-1998")
    assert table.refused(LeaveTable(seat=A)).code == "already-away"
    assert table.refused(LeaveTable(seat=B, permission="perhaps")).code == "unreadable-request"


@pytest.mark.parametrize("book", FIVE)
def test_N_02_a_player_leaves_after_the_turn_and_before_the_draw(book):
    table = Tabletop(book, bag=40, scores=(150, 140))
    table.enter(LeaveTable(seat=A, supervisor="D1"))
    assert table.remarks == (remarks.LEFT_ON_OWN_TURN,)
    assert table.refused(PassTurn(seat=A)).code == "player-away"

    assert gone(book, before_drawing=False).remarks == (remarks.LEFT_AFTER_DRAWING,)


@pytest.mark.parametrize("book", ONE_TURN)
def test_R20_Y95_the_opponent_may_make_one_turn_and_does_not_draw(book):
    table = gone(book)
    assert table.procedure("away").count("draws-waiting") == 1
    table.exchange(B)
    assert table.sheet.on_move is A
    assert table.procedure("away").count("draws-waiting") == 2

    for draw in (MakeWaitingDraw(seat=B), RecordDraw(seat=B, moment="hand-in")):
        refusal = table.refused(draw)
        assert refusal.code == "opponent-away"
        assert refusal.clause == f"{book} {'IV.K' if book == 'nsa-1998' else '4.2(b)(iii)'}"
    assert table.refused(MakeWaitingDraw(seat=A)).code == "player-away"
    table.enter(ReturnToTable(seat=A))

    # Two draws wait, in the order of the turns.
    assert table.refused(MakeWaitingDraw(seat=B)).code == "draw-in-turn-order"
    table.enter(MakeWaitingDraw(seat=A))
    table.enter(MakeWaitingDraw(seat=B))
    assert table.sheet.open == ()
    assert table.refused(MakeWaitingDraw(seat=B)).code == "no-draw-waits"


# N-04: the draws that wait


def played_and_gone(bag, **what):
    """A plays a tile and leaves, with ``bag`` tiles in the bag before that play."""
    table = Tabletop("wespa-4.0", bag=bag, scores=(150, 140))
    table.play(A, "1K", "A", 1)
    table.enter(LeaveTable(seat=A, **what))
    return table


def test_N_04_with_an_empty_bag_no_draw_waits_and_the_return_ends_it():
    table = played_and_gone(0)
    table.play(B, "2K", "A", 1)
    assert table.procedure("away").count("draws-waiting") == 0

    assert table.enter(ReturnToTable(seat=A)).open == ()


def test_N_04_the_last_tile_of_the_bag_is_the_first_players():
    table = played_and_gone(1)
    table.play(B, "2K", "A", 1)
    table.enter(ReturnToTable(seat=A))

    assert table.refused(MakeWaitingDraw(seat=B)).code == "no-draw-waits"
    assert table.enter(MakeWaitingDraw(seat=A)).open == ()


def test_N_04_a_pass_is_followed_by_no_draw():
    table = gone("wespa-4.0")
    table.passes(B)
    assert table.procedure("away").count("draws-waiting") == 1
    table = Tabletop("wespa-4.0", bag=40, scores=(150, 140))
    table.passes(A)
    table.enter(LeaveTable(seat=A))

    assert table.enter(ReturnToTable(seat=A)).open == ()


def test_N_04_who_leaves_on_the_own_turn_has_drawn_long_ago():
    table = Tabletop("wespa-4.0", bag=40, scores=(150, 140))
    table.enter(LeaveTable(seat=A))

    assert table.enter(ReturnToTable(seat=A)).open == ()


@pytest.mark.parametrize("book", ONE_TURN)
def test_N_04_a_draw_entered_as_a_draw_counts_as_well(book):
    table = gone(book)
    table.exchange(B)
    table.enter(ReturnToTable(seat=A))

    table.enter(RecordDraw(seat=A, moment="hand-in"))
    assert table.procedure("away").count("draws-waiting") == 2
    table.enter(RecordDraw(seat=A, moment="first-tile-out"))
    assert [step.done for step in table.procedure("away").steps[-2:]] == [True, False]
    table.enter(RecordDraw(seat=B, moment="first-tile-out"))

    assert table.sheet.open == ()


def test_N_04_a_play_that_is_challenged_off_leaves_no_draw_waiting():
    table = gone("wespa-4.0")
    table.play(B, "1K", "QXZ", 9)
    table.enter(ReturnToTable(seat=A))
    table.challenge(A, False, "QXZ")

    assert table.procedure("away").count("draws-waiting") == 1
    table.enter(MakeWaitingDraw(seat=A))
    assert "away" not in {procedure.name for procedure in table.procedures()}


def test_N_04_the_next_turn_after_the_return_ends_the_absence():
    table = gone("wespa-4.0")
    table.exchange(B)
    table.enter(ReturnToTable(seat=A))

    assert table.exchange(A).open == ()


def test_N_04_with_both_away_each_draws_once():
    table = gone("wespa-4.0")
    table.exchange(B)
    table.enter(LeaveTable(seat=B))
    table.enter(ReturnToTable(seat=A))
    assert table.refused(MakeWaitingDraw(seat=A)).code == "opponent-away"
    table.enter(ReturnToTable(seat=B))
    table.enter(MakeWaitingDraw(seat=A))

    assert table.enter(MakeWaitingDraw(seat=B)).open == ()


@pytest.mark.parametrize("desk_request", [LeaveTable(seat=A), DeclareEmergency(seat=A, what="ill")])
def test_N_01_N_06_only_a_game_that_runs_is_left(desk_request):
    assert Tabletop("wespa-4.0", started=False).refused(desk_request).code == "not-under-way"
    table = Tabletop("wespa-4.0", bag=40, scores=(150, 140))
    table.enter(Resign(seat=B))
    assert table.refused(desk_request).code == "not-under-way"


@pytest.mark.parametrize("book", FOUR)
def test_Y95_who_wants_to_draw_while_the_other_is_away_waits(book):
    table = gone(book)
    table.exchange(B)

    assert table.refused(RecordDraw(seat=B, moment="first-tile-out")).code == "opponent-away"
    table.enter(ReturnToTable(seat=A))
    table.enter(RecordDraw(seat=B, moment="first-tile-out"))


def test_N_04_wsc_says_nothing_of_the_opponents_draw():
    table = gone("wsc-2003")
    table.exchange(B)

    table.enter(RecordDraw(seat=B, moment="first-tile-out"))

    assert table.refused(RecordDraw(seat=A, moment="first-tile-out")).code == "player-away"


def test_R21_back_under_nsa_five_seconds_to_hold_before_the_opponent_draws():
    table = gone("nsa-1998")
    table.exchange(B)
    table.enter(ReturnToTable(seat=A))
    [step] = [step for step in table.procedure("away").steps if step.seconds]
    assert (step.who, step.seconds, step.clause) == ("player", 5, "nsa-1998 IV.K")
    table.enter(MakeWaitingDraw(seat=A))

    assert table.refused(MakeWaitingDraw(seat=B, after=4)).code == "hold-still-possible"
    assert table.enter(MakeWaitingDraw(seat=B, after=5)).open == ()


@pytest.mark.parametrize("book", WESPA)
def test_R21_other_books_give_no_seconds(book):
    table = gone(book)
    table.exchange(B)
    table.enter(ReturnToTable(seat=A))
    table.enter(MakeWaitingDraw(seat=A))

    assert table.enter(MakeWaitingDraw(seat=B, after=1)).open == ()


def test_N_05_who_saw_to_it_is_kept_and_a_return_needs_a_leaving():
    table = gone("wespa-4.0", supervisor="D2")

    assert table.facts[0].supervisor == "D2"
    assert table.refused(ReturnToTable(seat=B)).code == "not-away"


@pytest.mark.parametrize("book", FOUR)
def test_Y71_an_emergency_stops_the_clock_and_the_director_has_it_started_again(book):
    table = Tabletop(book, bag=40, scores=(150, 140))
    table.enter(DeclareEmergency(seat=A, what="ill"), clocks=(400, 500))
    assert table.fact(ClockNeutralised).reason == "emergency"
    assert rule_for_stopping("emergency", table.rules) == f"{book} 4.10"

    table.enter(AssessEmergency(finding="fresh air"))
    assert table.fact(ClockRestarted).seat is A
    assert table.procedure("emergency").next_step.asks == "end-emergency"
    table.enter(EndEmergency(fit=True), clocks=(120, 500))
    assert table.sheet.open == ()
    table.enter(PassTurn(seat=A))


@pytest.mark.parametrize("book", FOUR)
def test_Y71_who_is_not_fit_in_time_resigns(book):
    table = Tabletop(book, bag=40, scores=(150, 190))
    table.enter(DeclareEmergency(seat=A, what="ill"))
    table.enter(AssessEmergency(finding="a doctor is on the way"))
    refusal = table.refused(EndEmergency(fit=True), clocks=(0, 500))
    assert (refusal.code, refusal.clause) == ("own-time-gone", f"{book} 4.10")

    table.enter(EndEmergency(fit=False))
    assert table.procedure("emergency").steps[-1].asks == "resign"
    table.enter(Resign(seat=A), ruled=True)

    assert (table.sheet.ending.margin, table.sheet.open) == (90, ())


@pytest.mark.parametrize("book", ["wespa-1.0", "wsc-2003", "nsa-1998"])
def test_N_06_elsewhere_an_emergency_is_for_the_directors_judgement(book):
    table = Tabletop(book, bag=40, scores=(150, 190))
    table.enter(DeclareEmergency(seat=A, what="ill"))

    assert len(table.facts) == 1
    assert table.procedure("emergency").needs_ruling
    table.enter(EndEmergency(fit=False))
    assert (table.procedure("emergency").steps[-1].asks == "resign") == (book == "wespa-1.0")


def test_N_06_without_an_emergency_there_is_nothing_to_assess():
    assert Tabletop("wespa-4.0").refused(AssessEmergency(finding="x")).code == "no-such-entry"


@pytest.mark.parametrize("book", FIVE)
def test_N_03_N_07_what_can_be_reported_about_leaving(book):
    offered = Tabletop(book).offered()

    assert {"away", "emergency", "stop", "timer-fault", "score-check"} <= offered
    assert ("adjourned" in offered) == (book == "nsa-1998")
    assert "back" in gone(book).offered()


def test_what_only_nsa_refuses_about_the_table_a_ruling_outranks_as_well():
    table = Tabletop("nsa-1998", started=False)
    table.enter(PostponeGame(reason="snow"), ruled=True)
    table = gone("nsa-1998")
    table.exchange(B)
    table.enter(ReturnToTable(seat=A))
    table.enter(MakeWaitingDraw(seat=A))
    table.enter(MakeWaitingDraw(seat=B, after=1), ruled=True)
    table.enter(ReportSandOut(seat=A, warned=True, after=1), ruled=True)
    table.enter(CallSandTime(after=60), ruled=True)

    assert table.procedure("one-more-play").count("plays-to-come") == 2


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0", "nsa-1998"])
def test_R20_who_leaves_on_the_own_turn_leaves_the_opponent_nothing_to_complete(book):
    table = Tabletop(book)
    table.play(A, "8D", "WIN")
    table.enter(LeaveTable(seat=B))

    assert not [step for step in table.procedure("away").steps if step.asks == "place-tiles"]


@pytest.mark.found("RL-11")
@pytest.mark.parametrize("book", FIVE)
def test_RL_11_an_abandoned_game_can_be_reported_where_the_book_names_it(book):
    table = Tabletop(book, bag=60)

    assert ("left-for-good" in table.offered()) is (book in ("wsc-2003", "nsa-1998"))
    if book == "wsc-2003":
        [offer] = [one for one in table.offers() if one.name == "left-for-good"]
        assert offer.clause == "wsc-2003 14.6"
        gone = Forfeit(loser=B, cause="left", margin=50)
        assert table.refused(gone, role=Role.DIRECTOR).code == "needs-ruling"
        assert table.enter(gone, ruled=True).ended == "forfeited"


@pytest.mark.found("RL-11")
def test_RL_11_nsa_nothing_about_sand_is_offered_where_a_clock_was_read():
    sand = {"sand-warning", "sand-out", "one-more-play"}
    table = Tabletop("nsa-1998", bag=60)
    assert sand <= table.offered()

    table.enter(ReadClocks(), clocks=(1400, 1300))
    assert not sand & table.offered()

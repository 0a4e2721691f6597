"""Players who are late or never come, and games put off or broken off (5.2; row C)."""

from __future__ import annotations

import pytest

from ledger.game.absences.facts import PlayerArrived
from ledger.game.absences.requests import (
    AdjournGame,
    ElectForfeit,
    PostponeGame,
    ReportArrival,
    ReportNotCome,
    ResumeGame,
    StartLateClock,
)
from ledger.game.clock.requests import RecordOvertime
from ledger.game.drawing.requests import RecordDraw
from ledger.game.endings.facts import GameForfeited
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import PassTurn
from ledger.game.scores.requests import ApplyCredit
from ledger.game.setting_up.facts import TimeAssigned
from ledger.game.setting_up.requests import AssignTime, DetermineStarter, StartGame
from ledger.game.setting_up.starting import DrawFirstRack, ReportFirstTile
from ledger.game.sheet.outcome import outcome_of
from ledger.hall import open_hall
from ledger.tournament.facts import Pairing
from ledger.vocabulary import remarks
from migrations.hall_db import prepare
from tests.desks import ORGANISER, a_desk, a_tournament
from tests.officials import Organiser
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

MARGINS = tuple(zip(WESPA, (100, 100, 150), strict=True))
ONE_CLOCK = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003")


def late(book, player=1, at=0, by="director", **what):
    table = Tabletop(book, started=False)
    table.enter(StartLateClock(player=player, by=by, after=at, **what))
    return table


def arrives(table, player, after):
    table.enter(ReportArrival(player=player, after=after))
    return table


def clock(minutes, seconds=0):
    return 60 * minutes + seconds


# One player late


@pytest.mark.parametrize("book", ONE_CLOCK)
def test_L1_the_time_on_the_late_clock_is_gone(book):
    table = arrives(late(book), 1, clock(7, 30))

    assert table.sheet.clock.limits == (clock(17, 30), 1500)
    assert table.fact(PlayerArrived).after == 450
    assert table.fact(TimeAssigned).seconds == clock(17, 30)
    assert table.procedure("late").count("seconds-left-1") == clock(17, 30)


@pytest.mark.parametrize(("case", "at", "left"), [("L2", 180, (20, 30)), ("L3", 300, (22, 30))])
def test_L2_L3_the_time_runs_from_the_start_of_the_late_clock(case, at, left):
    table = late("nsa-1998", at=at)
    assert table.remarks == ()

    arrives(table, 1, clock(7, 30) - at)

    assert table.sheet.clock.limits[0] == clock(*left)


def test_L4_a_late_clock_outside_three_to_five_minutes_needs_an_announcement():
    assert late("nsa-1998", at=150).remarks == (remarks.LATE_CLOCK_OUTSIDE_WINDOW,)
    assert late("nsa-1998", at=301).remarks == (remarks.LATE_CLOCK_OUTSIDE_WINDOW,)
    assert late("nsa-1998", at=150, shortage_announced=True).remarks == ()
    assert late("wespa-4.0", at=150).remarks == ()


@pytest.mark.parametrize("book", FIVE)
def test_C_02_who_may_start_a_late_clock(book):
    told = late(book, at=200, by="opponent", announced=True).remarks

    assert (told == ()) == (book == "wsc-2003")
    assert late("wsc-2003", by="opponent").remarks == (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,)
    both = late("wsc-2003", player=0, by="opponent", announced=True)
    assert both.remarks == (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,)


def test_C_01_an_arrival_in_time_is_written_down_and_costs_nothing():
    table = Tabletop("wespa-4.0", started=False)

    table.enter(ReportArrival(player=1))

    assert table.sheet.clock.limits == (1500, 1500)


def test_C_03_the_time_left_stays_with_the_player_whoever_starts():
    table = arrives(late("wespa-4.0"), 1, 300)

    table.enter(DetermineStarter(starter=2, method="draw"))

    assert table.sheet.names == ("Bob", "Ann")
    assert table.sheet.clock.limits == (1500, 1200)


# Both late

BOTH = [
    ("L5", (360, 540), {"wespa": (clock(19), clock(16)), "wsc": (clock(22), clock(19))}),
    ("L6", (480, 480), {"wespa": (clock(17), clock(17)), "wsc": (clock(21), clock(21))}),
    ("L7", (300, 330), {"wespa": (clock(20), clock(19, 30)), "wsc": (clock(22, 30), clock(22))}),
]


@pytest.mark.parametrize("book", ONE_CLOCK)
@pytest.mark.parametrize(("case", "came", "left"), BOTH, ids=["L5", "L6", "L7"])
def test_L5_L6_L7_TW_01_both_late(case, came, left, book):
    table = late(book, player=0)

    arrives(arrives(table, 2, came[0]), 1, came[1])

    second, first = table.sheet.clock.limits
    assert (first, second) == left["wsc" if book == "wsc-2003" else "wespa"]
    assert table.remarks == (("TW-01",) if book == "wsc-2003" else ())
    assert table.procedure("late").traps == (("TW-01",) if book == "wsc-2003" else ())


def test_L5_under_nsa_two_late_players_take_a_ruling():
    table = late("nsa-1998", player=0, at=180)
    assert table.procedure("late").needs_ruling

    arrives(arrives(table, 2, 360), 1, 540)

    assert table.remarks == (remarks.NO_RULE_FOR_TIME_LEFT,)
    assert table.sheet.clock.limits == (1500, 1500)
    table.enter(AssignTime(seat=A, seconds=1000, reason="late"))
    assert table.sheet.clock.limits == (1000, 1500)
    assert table.procedure("late").next_step.asks == "assign-time"
    table.enter(AssignTime(seat=B, seconds=1200, reason="late"))
    assert table.procedure("late").next_step is None


def test_C_04_the_halves_of_an_odd_number_of_seconds_are_for_the_director():
    table = arrives(late("wsc-2003", player=0), 1, 301)

    assert table.remarks == ("TW-01",)
    assert table.sheet.clock.limits[0] == 1350


# Forfeits


@pytest.mark.parametrize("book", WESPA)
def test_L8_with_exactly_fifteen_minutes_nobody_may_choose_to_forfeit(book):
    table = arrives(late(book), 1, 600)

    assert table.sheet.clock.limits[0] == 900
    assert "elect-forfeit" not in table.offered()
    assert table.refused(ElectForfeit(player=1)).code == "may-not-forfeit"
    assert table.refused(Forfeit(loser=A, cause="late")).code == "may-not-forfeit"


@pytest.mark.parametrize("book", WESPA)
def test_L9_with_a_second_less_the_player_may(book):
    table = arrives(late(book), 1, 601)

    assert "elect-forfeit" in table.offered()
    table.enter(ElectForfeit(player=1))
    assert table.procedure("late").next_step.asks == "forfeit"


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_C_07_other_books_give_no_such_choice(book):
    table = arrives(late(book, at=180), 1, 601)

    assert "elect-forfeit" not in table.offered()
    assert table.refused(ElectForfeit(player=1)).code == "may-not-forfeit"


def test_L10_who_plays_on_is_rated_as_normal_with_the_time_left():
    table = arrives(late("wespa-1.0"), 1, 601)
    [step] = [step for step in table.procedure("late").steps if step.asks == "elect-forfeit"]
    assert "rated as any other" in step.does
    assert step.clause == "wespa-1.0 2.3.4(a)"

    sheet = table.enter(StartGame())

    assert (sheet.started, sheet.clock.limits[0], sheet.ending.forfeit, sheet.open) == (
        True,
        899,
        None,
        (),
    )


@pytest.mark.parametrize(("book", "margin"), MARGINS)
def test_L11_choosing_to_forfeit_costs_the_margin_of_the_book_unrated(book, margin):
    table = arrives(late(book), 1, 601)
    table.enter(ElectForfeit(player=1))

    table.enter(Forfeit(loser=A, cause="late"))

    fact = table.fact(GameForfeited)
    assert (fact.margin, fact.rated, fact.scores) == (margin, False, None)
    assert outcome_of(table.sheet).spreads == (-margin, margin)
    assert table.sheet.open == ()


@pytest.mark.parametrize(("book", "margin"), MARGINS)
def test_L12_when_the_late_clock_is_at_zero_the_forfeit_is_proposed(book, margin):
    table = late(book)
    assert table.refused(ReportNotCome(player=1, after=1499)).code == "late-clock-running"

    table.enter(ReportNotCome(player=1, after=1500))
    step = table.procedure("late").steps[-1]
    assert (step.who, step.asks) == ("director", "forfeit")
    assert f"won by {margin} points" in step.does
    table.enter(Forfeit(loser=A, cause="no-show"))

    assert (table.fact(GameForfeited).margin, table.fact(GameForfeited).rated) == (margin, False)


@pytest.mark.parametrize(("book", "margin"), MARGINS)
@pytest.mark.parametrize("came", [1500, 1600])
def test_L12_coming_when_the_time_is_up_is_too_late(book, margin, came):
    table = arrives(late(book), 1, came)

    assert table.remarks == (remarks.LATE_TIME_EXPIRED,)
    assert table.sheet.clock.limits == (1500, 1500)
    assert table.procedure("late").next_step.asks == "forfeit"
    refusal = table.refused(StartGame())
    assert (refusal.code, refusal.clause) == ("forfeit-due", f"{book} 2.3.5")
    table.enter(Forfeit(loser=A, cause="late"))

    assert (table.fact(GameForfeited).margin, table.sheet.open) == (margin, ())


@pytest.mark.parametrize("book", WESPA)
def test_C_09_no_forfeit_is_declared_while_the_late_clock_runs(book):
    table = late(book)

    refusal = table.refused(Forfeit(loser=A, cause="no-show"))
    assert (refusal.code, refusal.clause) == ("late-clock-running", f"{book} 2.3.5")
    # Nor of the player who is there.
    assert table.refused(Forfeit(loser=B, cause="late")).code == "may-not-forfeit"

    assert table.enter(Forfeit(loser=A, cause="no-show"), ruled=True).ending.forfeit.margin


@pytest.mark.parametrize("book", FIVE)
def test_C_10_a_game_that_runs_is_lost_by_lateness_no_more(book):
    table = Tabletop(book, bag=20, scores=(150, 140))

    assert table.refused(Forfeit(loser=A, cause="late")).code == "already-started"


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_C_09_who_comes_after_all_is_not_proposed_for_a_forfeit_any_more(book):
    table = late(book, at=200)
    table.enter(ReportNotCome(player=1, after=700))
    assert table.procedure("late").steps[-1].asks == "forfeit"

    arrives(table, 1, 800)

    assert [step.asks for step in table.procedure("late").steps] == ["report-arrival"]
    assert table.sheet.clock.limits[0] == 700


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_C_03_past_the_whole_time_the_player_starts_in_overtime_and_the_director_confirms(book):
    table = arrives(late(book, at=200), 1, 1601)

    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    table.enter(StartGame())
    table.enter(RecordOvertime(seat=A, used=0))
    assert table.totals == (-20, 0)


@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0"])
def test_L13_T4_09_the_director_may_raise_the_margin(book):
    table = late(book)
    table.enter(ReportNotCome(player=1, after=1500))

    table.enter(Forfeit(loser=A, cause="late", margin=180))

    assert table.fact(GameForfeited).margin == 180
    assert table.remarks == ("T4-09",)


def test_L13_TX_06_elsewhere_the_margin_is_fixed():
    table = late("wespa-1.0")
    table.enter(ReportNotCome(player=1, after=1500))

    refusal = table.refused(Forfeit(loser=A, cause="late", margin=180))

    assert refusal.code == "margin-not-raisable"


def test_L14_under_nsa_a_player_who_does_not_come_loses_fifty():
    table = late("nsa-1998", at=180)
    table.enter(ReportNotCome(player=1))

    table.enter(Forfeit(loser=A, cause="no-show"))

    assert outcome_of(table.sheet).spreads == (-50, 50)
    assert table.fact(GameForfeited).rated is False


@pytest.mark.parametrize("book", FIVE)
def test_C_05_TX_15_when_neither_comes_the_director_rules(book):
    table = late(book, player=0, at=180)
    table.enter(ReportNotCome(player=0, after=1500))
    assert table.remarks == ("TX-15",)
    assert "TX-15" in table.procedure("late").traps

    refusal = table.refused(Forfeit(loser=None, cause="no-show"))
    assert (refusal.code, refusal.trap) == ("call-the-director", "TX-15")
    table.enter(Forfeit(loser=None, cause="no-show"), ruled=True)

    assert outcome_of(table.sheet).half_wins == (0, 0)


def test_C_09_under_wsc_the_director_may_declare_a_forfeit_and_confirms_it():
    table = late("wsc-2003")

    table.enter(ReportNotCome(player=1, after=900))

    assert table.remarks == (remarks.DIRECTOR_TO_CONFIRM,)
    assert table.refused(Forfeit(loser=A, cause="no-show")).code == "rulebook-silent"


# Leaving a game for good


@pytest.mark.parametrize(
    ("case", "scores", "spread"), [("L15", (210, 173), -50), ("L16", (173, 246), -123)]
)
def test_L15_L16_TN_13_under_nsa_the_leavers_spread(case, scores, spread):
    table = Tabletop("nsa-1998", bag=20, scores=scores)

    table.enter(Forfeit(loser=A, cause="left"))

    assert table.remarks == ("TN-13",)
    assert outcome_of(table.sheet).spreads == (spread, 0)
    assert outcome_of(table.sheet).winner is B


@pytest.mark.parametrize("book", FIVE)
def test_C_12_a_player_who_leaves_for_good_is_offered_where_it_is_no_resignation(book):
    assert ("left-for-good" in Tabletop(book).offered()) == (book in {"nsa-1998", "wsc-2003"})


def test_L17_TN_13_what_the_opponent_gains_is_a_ruling():
    table = Tabletop("nsa-1998", bag=20, scores=(173, 246))
    table.enter(Forfeit(loser=A, cause="left"))
    credit = ApplyCredit(seat=B, unit="spread", amount=50, reason="TN-13", clause="VII.I.3")

    assert table.refused(credit).code == "needs-ruling"
    table.enter(credit, ruled=True)

    assert table.sheet.result.spread_changes == (0, 50)


def test_L18_a_bye_is_a_win_of_fifty_and_not_rated(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        a_tournament(desk, "nsa-1998")
        organiser = Organiser(desk)
        organiser.pair_round("spring-open", 2, [Pairing(0, 1, 0)], by=ORGANISER)
        hall = open_hall(tmp_path / "data", desk.log, desk.shelf, prepare=prepare)
        try:
            row = next(row for row in hall.standings("spring-open") if row.number == 1)
        finally:
            hall.close()

    assert (row.wins, row.spread) == (1.0, 50)
    assert Tabletop("nsa-1998").rules.standings.bye_rated.value is False


# Drawing before both are there; postponing; adjourning


@pytest.mark.parametrize("book", FIVE)
def test_L19_no_tiles_are_drawn_before_both_are_there(book):
    table = late(book, at=180)
    draws = (
        DetermineStarter(starter=1, method="draw", draws=(("A", "B"),)),
        ReportFirstTile(seen=False),
        DrawFirstRack(seat=B),
        RecordDraw(seat=B, moment="first-tile-out"),
        StartGame(),
    )
    if book in WESPA:
        for request in draws:
            refusal = table.refused(request)
            assert (refusal.code, refusal.clause) == ("player-not-here", f"{book} 2.3.3")
        arrives(table, 1, 60)
    for request in draws:
        table.enter(request)


def test_C_13_postponing_is_a_favour_that_opponent_and_director_grant():
    table = Tabletop("nsa-1998", started=False)
    request = PostponeGame(reason="train late", until="after round 6", consents=("opponent",))
    assert table.refused(request).code == "needs-consent"

    table.enter(PostponeGame(reason="train late", consents=("opponent", "director")))
    assert table.procedure("postponed").next_step.asks == "start-game"

    assert table.enter(StartGame()).open == ()


@pytest.mark.parametrize("book", ONE_CLOCK)
def test_C_13_other_books_do_not_know_it_but_a_ruling_may(book):
    table = Tabletop(book, started=False)
    request = PostponeGame(reason="snow", consents=("opponent", "director"))

    assert table.refused(request).code == "rulebook-silent"
    assert table.enter(request, ruled=True).open


def test_C_15_an_adjourned_game_keeps_clocks_and_turn_until_it_is_resumed():
    table = Tabletop("nsa-1998", bag=20, scores=(173, 246))
    table.enter(AdjournGame(reason="fire drill", until="13:00"), clocks=(700, 650))
    assert (table.sheet.clock.times, table.sheet.on_move, table.remarks) == ((700, 650), A, ())
    assert "Ann is on turn" in table.procedure("adjourned").steps[0].does

    assert table.refused(PassTurn(seat=A)).code == "adjourned"
    table.enter(ResumeGame())
    table.enter(PassTurn(seat=A))

    table.enter(AdjournGame(reason="again", until="14:00", racks_sealed=False))
    assert table.remarks == (remarks.CLOCKS_NOT_READ, remarks.RACKS_NOT_SEALED)
    assert table.refused(AdjournGame(reason="once more", until="15:00")).code == "adjourned"
    table.enter(ResumeGame(), clocks=(690, 650))
    assert (table.sheet.clock.times, table.sheet.open, table.sheet.clock.neutral) == (
        (690, 650),
        (),
        "",
    )
    assert Tabletop("wespa-4.0").refused(ResumeGame()).code == "not-adjourned"


def test_C_10_TX_20_an_overtime_forfeit_is_another_thing_than_one_by_lateness():
    table = arrives(late("wespa-1.0"), 1, 601)
    table.enter(StartGame())

    table.enter(RecordOvertime(seat=A, used=899 + 61))

    assert table.totals == (-20, 0)

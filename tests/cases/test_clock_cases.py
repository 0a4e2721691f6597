"""The clock: overtime, stops, timers that fail, sand, platforms (5.3, 5.11, 5.12; rows D, M, Z)."""

from __future__ import annotations

import re

import pytest

from ledger.game.calls.requests import CallDirector, DirectorComes, DirectorGoes
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.facts import (
    BagCounted,
    ClockNeutralised,
    ClockRestarted,
    OvertimeRecorded,
    TimesSet,
)
from ledger.game.clock.requests import (
    AdjustTime,
    AskScoreCheck,
    CallSandTime,
    DeclinePetition,
    EndAfterLastPlays,
    NeutraliseClock,
    NullifyPress,
    PetitionDirector,
    ReadClocks,
    RecordOvertime,
    ReportBagCount,
    ReportSandOut,
    ReportTimerFault,
    RestartClock,
    SetTimes,
    WaiveOvertime,
    WarnOfSand,
    WriteRecollection,
    rule_for_stopping,
)
from ledger.game.drawing.requests import RecordDraw
from ledger.game.endings.facts import GameForfeited
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import CountUnplayed
from ledger.game.scores.requests import AgreeTotals
from ledger.game.setting_up.requests import AssignTime, NameMonitor, ReportOutage, StartGame
from ledger.game.setting_up.starting import ChooseTimer
from ledger.game.sheet.outcome import outcome_of
from ledger.rulebook import NAMES, in_force, load
from ledger.rulebook.limits import limit_rating
from ledger.vocabulary import Role, remarks
from tests.rules.test_rulebook_files import NUMBERS
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

NEVER = ("wsc-2003", "nsa-1998")
FOUR = ("wespa-5.1", "wespa-4.0")


def clock(minutes, seconds=0):
    return 60 * minutes + seconds


def at(book, scores=(250, 240), **what):
    return Tabletop(book, bag=5, scores=scores, **what)


def stopped_by(table):
    """The rule that allows the stop just entered; empty if the book lists none."""
    return rule_for_stopping(table.fact(ClockNeutralised).reason, table.rules)


def penalty(table, used):
    table.enter(RecordOvertime(seat=A, used=used))
    return table.fact(OvertimeRecorded).penalty


# Overtime: C1 to C14


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    ("case", "used", "points"),
    [
        ("C1", (25, 0), 0),
        ("C2", (25, 1), 10),
        ("C3", (26, 0), 10),
        ("C3", (26, 1), 20),
        ("C4", (29, 59), 50),
        ("C4", (30, 0), 50),
        ("C4", (30, 1), 60),
    ],
)
def test_C1_C2_C3_C4_TW_06_ten_points_for_each_minute_started(case, used, points, book):
    table = at(book)

    assert penalty(table, clock(*used)) == points
    assert table.totals == (250 - points, 240)


@pytest.mark.parametrize("book", WESPA)
def test_C5_a_clock_that_counts_up_shows_the_time_used(book):
    table = Tabletop(book, started=False)
    table.enter(ChooseTimer(kind="digital-up"))
    table.enter(StartGame())

    assert penalty(table, clock(25, 1)) == 10


@pytest.mark.parametrize("book", FIVE)
def test_C6_TX_13_a_late_player_has_less_time(book):
    table = at(book)
    table.enter(AssignTime(seat=A, seconds=clock(19), reason="late"))

    assert penalty(table, clock(19, 1)) == 10
    assert table.remarks == (("TX-13",) if book in NEVER else ())


@pytest.mark.parametrize("book", FIVE)
def test_C7_at_nine_fifty_nine_over_it_is_a_hundred_points_and_no_forfeit(book):
    table = at(book)

    assert penalty(table, clock(34, 59)) == 100
    assert table.sheet.ending.forfeit is None


@pytest.mark.parametrize(
    ("case", "scores", "margin", "noticed"),
    [
        ("C8", (380, 300), 100, ("T1-09", "T1-21")),
        ("C9", (300, 380), 180, ("T1-09",)),
        ("C20", (600, 300), 100, ("T1-09", "T1-21")),
    ],
)
def test_C8_C9_C20_T1_09_T1_21_a_forfeit_by_overtime_has_a_margin(case, scores, margin, noticed):
    table = at("wespa-1.0", scores)
    if case == "C8":
        noticed = ("T1-09",)  # behind once the penalty is off: 280 to 300
    assert table.refused(RecordOvertime(seat=A, used=clock(35))).code == "needs-ruling"

    table.enter(Forfeit(loser=A, cause="overtime", over=600))

    assert table.fact(GameForfeited).margin == margin
    assert outcome_of(table.sheet).spreads == (-margin, margin)
    assert table.remarks == noticed


@pytest.mark.parametrize("book", NEVER)
def test_C10_no_rule_loses_the_game(book):
    table = at(book)

    assert penalty(table, clock(35)) == 100
    assert table.refused(Forfeit(loser=A, cause="overtime", over=600)).code == "rulebook-silent"


def test_C11_twelve_and_a_half_minutes_are_thirteen_started():
    assert penalty(at("nsa-1998"), clock(37, 30)) == 130


def test_C12_a_clock_wrongly_started_is_charged_to_the_true_end():
    table = at("nsa-1998")

    table.enter(RecordOvertime(seat=B, at_end=-10, at_last=-89))

    fact = table.fact(OvertimeRecorded)
    assert (fact.penalty, fact.over, fact.at_end, fact.at_last) == (10, 10, -10, -89)


def test_C13_the_game_is_over_five_seconds_after_the_tiles_are_shown():
    table = at("nsa-1998")

    table.enter(RecordOvertime(seat=A, at_reveal=-50, at_last=-100))

    assert (table.fact(OvertimeRecorded).over, table.fact(OvertimeRecorded).penalty) == (55, 10)


@pytest.mark.parametrize("book", WESPA)
def test_C14_T1_20_both_readings_of_the_rule_charge_the_same_minute(book):
    table = at(book)

    table.enter(RecordOvertime(seat=B, at_end=-35, at_reveal=-40, at_last=-70))

    assert table.fact(OvertimeRecorded).penalty == 10
    assert table.remarks == ()


@pytest.mark.parametrize("book", WESPA)
def test_M_06_T1_20_in_different_minutes_the_director_rules(book):
    table = at(book)
    request = RecordOvertime(seat=B, at_end=-55, at_reveal=-65, at_last=-130)

    refusal = table.refused(request)
    assert (refusal.trap, refusal.clause) == ("T1-20", f"{book} 5.3.4(a)")
    table.enter(request, ruled=True)

    assert table.fact(OvertimeRecorded).penalty == 10


def test_M_06_time_is_told_in_one_way_only():
    request = RecordOvertime(seat=B, over=10, at_end=-55)

    assert at("nsa-1998").refused(request).code == "unreadable-request"


# Overtime forfeit: Y75 to Y80


@pytest.mark.parametrize("book", FOUR)
def test_Y75_T4_12_at_ten_minutes_the_forfeit_is_proposed(book):
    table = at(book)
    refusal = table.refused(RecordOvertime(seat=A, used=clock(35)))
    assert (refusal.code, refusal.clause) == ("needs-ruling", f"{book} 5.3.3")

    assert penalty(table, clock(34, 59)) == 100


@pytest.mark.parametrize("book", FOUR)
@pytest.mark.parametrize(
    ("case", "scores", "recorded"),
    [
        ("Y76", (380, 300), (200, 300)),
        ("Y77", (300, 380), (200, 380)),
        ("Y78", (200, 200), (100, 200)),
        ("Y79", (50, 60), (50, 160)),
        ("Y80", (120, 80), (80, 180)),
    ],
)
def test_Y76_Y77_Y78_Y79_Y80_T4_22_the_scores_to_record(case, scores, recorded, book):
    table = at(book, scores)

    table.enter(Forfeit(loser=A, cause="overtime", over=600))

    assert table.fact(GameForfeited).scores == recorded
    assert table.totals == scores  # the scores at the table stay in the record
    assert ("T4-22" in table.remarks) == (case in ("Y79", "Y80"))
    assert "T4-12" in table.remarks


def test_M_05_T4_23_the_opponents_own_overtime_is_for_the_director():
    table = at("wespa-4.0", (300, 380))
    table.enter(RecordOvertime(seat=B, over=30))

    table.enter(Forfeit(loser=A, cause="overtime", over=605))

    assert table.remarks == ("T4-23",)
    assert table.totals == (300, 370)
    # What the rule defines starts from both scores before any time penalty (2.M.1).
    assert table.fact(GameForfeited).scores == (200, 380)


@pytest.mark.parametrize(("book", "scores", "margin"), [
    ("wespa-5.1", (200, 300), None),
    ("wespa-4.0", (200, 300), None),
    ("wespa-1.0", None, 100),
])  # fmt: skip
def test_M_05_T4_23_a_penalty_recorded_before_is_not_taken_off_twice(book, scores, margin):
    table = at(book, (380, 300))
    table.enter(RecordOvertime(seat=A, over=599))
    assert table.totals == (280, 300)

    table.enter(Forfeit(loser=A, cause="overtime", over=600))

    fact = table.fact(GameForfeited)
    assert fact.scores == scores
    assert margin in (None, fact.margin)


def test_M_05_the_margin_of_v1_takes_the_opponents_penalty_into_account():
    table = at("wespa-1.0", (300, 430))
    table.enter(RecordOvertime(seat=B, over=61))

    table.enter(Forfeit(loser=A, cause="overtime", over=605))

    assert table.fact(GameForfeited).margin == 430 - 20 - (300 - 100)


# Timers, presses, petitions: C15, C16, R25


@pytest.mark.parametrize("book", FOUR)
def test_C15_a_dead_display_both_write_the_times_and_the_director_fixes_them(book):
    table = at(book)
    table.enter(ReportTimerFault(fault="display-dead", timer="17"))
    assert stopped_by(table) == f"{book} 1.4.6"
    table.enter(WriteRecollection(seat=A, remembered=(600, 640)))
    table.enter(WriteRecollection(seat=B, remembered=(590, 650)))

    procedure = table.procedure("timer-fault")
    assert [step.done for step in procedure.steps] == [True, True, False, False]
    assert "withdrawn" in procedure.steps[-1].does
    request = SetTimes(times=(595, 645), timer="withdrawn", replaced_by="18", owner_told=True)
    assert table.refused(request).code == "needs-ruling"
    table.enter(request, ruled=True)

    assert table.sheet.clock.times == (595, 645)
    assert table.fact(TimesSet).replaced_by == "18"
    assert table.sheet.open == ()


def test_C15_after_a_power_failure_the_timer_is_used_again():
    table = at("wespa-4.0")
    table.enter(ReportTimerFault(fault="power"))

    assert "recharged" in table.procedure("timer-fault").steps[-1].does


@pytest.mark.parametrize(
    ("book", "clause", "ruling"),
    [
        ("wespa-1.0", "wespa-1.0 1.4.1(b)", False),
        ("wsc-2003", "wsc-2003 14.7", True),
        ("nsa-1998", "nsa-1998 XII", True),
    ],
)
def test_M_12_elsewhere_the_director_alone_decides(book, clause, ruling):
    table = at(book)
    table.enter(ReportTimerFault(fault="display-dead"))

    procedure = table.procedure("timer-fault")

    assert (procedure.clause, procedure.needs_ruling) == (clause, ruling)
    assert [step.asks for step in procedure.steps] == ["set-times"]
    assert table.refused(ReportTimerFault(fault="ugly")).code == "unreadable-request"
    assert table.refused(SetTimes(times=(1, 1), timer="eaten")).code == "unreadable-request"


@pytest.mark.parametrize("book", FOUR)
def test_C16_a_press_by_a_sleeve_is_undone_by_the_director_and_is_no_pass(book):
    table = at(book)
    turns, on_move = table.sheet.turn_count, table.sheet.on_move
    table.enter(PetitionDirector(seat=A, what="press-nullified", reason="a sleeve"))
    assert table.procedure("petition").next_step.asks == "nullify-press"
    assert table.remarks == ()

    refusal = table.refused(NullifyPress(seat=A, reason="a sleeve"))
    assert (refusal.code, refusal.clause) == ("needs-ruling", f"{book} 3.4.3")
    table.enter(NullifyPress(seat=A, reason="a sleeve"), ruled=True)

    assert (table.sheet.turn_count, table.sheet.on_move) == (turns, on_move)
    assert (table.sheet.zero_turns, table.sheet.open) == (0, ())


@pytest.mark.parametrize("book", FOUR)
def test_R25_a_player_kept_from_the_bag_may_petition_for_time(book):
    table = at(book)
    table.enter(PetitionDirector(seat=B, what="extra-time", reason="kept from the bag"))
    assert table.procedure("petition").clause == f"{book} 3.4.2(b)"
    request = AdjustTime(seat=B, seconds=20, reason="kept from the bag")

    assert table.refused(request).code == "needs-ruling"
    table.enter(request, ruled=True)

    assert table.sheet.open == ()


def test_D_05_D_09_an_answer_is_to_the_petition_it_grants():
    table = at("wespa-4.0")
    table.enter(PetitionDirector(seat=A, what="extra-time", reason="kept from the bag"))
    table.enter(PetitionDirector(seat=B, what="press-nullified", reason="a sleeve"))

    table.enter(AdjustTime(seat=A, seconds=20, reason="kept from the bag"), ruled=True)
    assert table.procedure("petition").next_step.asks == "nullify-press"
    table.enter(NullifyPress(seat=B, reason="a sleeve"), ruled=True)

    assert table.sheet.open == ()


def test_D_09_a_petition_may_be_declined():
    table = at("wespa-1.0")
    table.enter(PetitionDirector(seat=B, what="extra-time", reason="slow"))
    assert table.remarks == (remarks.DIRECTOR_TO_CONFIRM,)
    assert table.procedure("petition").needs_ruling

    table.enter(DeclinePetition(reason="nothing in it"))

    assert table.sheet.open == ()
    assert (
        table.refused(PetitionDirector(seat=B, what="tea", reason="x")).code == "unreadable-request"
    )


def test_C19_M_14_a_penalty_forced_upon_a_player_may_be_taken_back():
    table = at("nsa-1998")
    table.enter(RecordOvertime(seat=A, over=5))
    request = WaiveOvertime(seat=A, points=10, reason="G1")

    assert table.refused(request).code == "needs-ruling"
    table.enter(request, ruled=True)

    assert table.totals == (250, 240)
    for seat in (A, B):  # nothing is left to take back, nor ever was of B
        refusal = table.refused(WaiveOvertime(seat=seat, points=10, reason="x"))
        assert refusal.code == "unreadable-request"


# Stopping and starting: C17, Y43, R23, R24, W2


@pytest.mark.parametrize("book", NAMES)
def test_M_08_every_reason_is_cited_as_its_book_is_numbered(book):
    reasons = load(book).stopping.reasons.known()

    assert reasons
    assert len(dict(reasons)) == len(reasons)
    assert [rule for _, rule in reasons if not re.fullmatch(NUMBERS[book], rule)] == []


def test_M_08_T4_45_a_stop_for_a_listed_reason_has_its_rule():
    table = at("wespa-5.1")

    table.enter(NeutraliseClock(reason="draw order", seat=B))

    assert stopped_by(table) == "wespa-5.1 3.9.10(b)(ii)"
    assert table.remarks == ()


@pytest.mark.parametrize("book", FIVE)
def test_C17_TN_32_stopping_the_clock_to_think_is_no_listed_reason(book):
    table = at(book)

    table.enter(NeutraliseClock(reason="thinking about a score", seat=A))

    unsaid = ("TN-32",) if book == "nsa-1998" else ()
    assert table.remarks == (remarks.STOP_NOT_LISTED, *unsaid)
    assert stopped_by(table) == ""
    improper = table.rules.stopping.improper
    assert (improper.value == "forbidden") == (book == "wespa-1.0")
    assert (improper.value == "penalty-on-request") == (book == "nsa-1998")


@pytest.mark.parametrize("book", FIVE)
def test_M_08_a_call_stops_the_clocks_where_the_book_lists_it_until_the_director_leaves(book):
    table = at(book)

    table.enter(CallDirector(reason="dispute", stopped=True), clocks=(1200, 1190))

    listed = rule_for_stopping("director-called", table.rules)
    assert bool(listed) == (book != "wsc-2003")
    assert table.sheet.clock.neutral == ("director-called" if listed else "")
    assert table.sheet.clock.times == (1200, 1190)

    table.enter(DirectorComes(), role=Role.DIRECTOR)
    table.enter(DirectorGoes(outcome="both agree"), role=Role.DIRECTOR)

    assert table.sheet.clock.neutral == ""
    again = [one.fact for one in table.sheet.events if isinstance(one.fact, ClockRestarted)]
    assert [one.seat for one in again] == ([table.sheet.on_move] if listed else [])


def test_M_08_a_call_that_stops_nothing_leaves_the_clocks_as_they_are():
    running, stopped = at("wespa-4.0"), at("wespa-4.0")
    stopped.enter(NeutraliseClock(reason="score discrepancy", seat=A))

    running.enter(CallDirector(reason="equipment"))
    stopped.enter(CallDirector(reason="dispute", stopped=True))

    assert running.sheet.clock.neutral == ""
    assert stopped.sheet.clock.neutral == "score discrepancy"
    stopped.enter(DirectorComes(), role=Role.DIRECTOR)
    stopped.enter(DirectorGoes(outcome="agreed"), role=Role.DIRECTOR)
    assert stopped.sheet.clock.neutral == "score discrepancy"  # who stopped them starts them


def test_M_08_a_director_who_leaves_starts_no_clock_while_something_else_holds_it():
    table = at("wespa-4.0")
    table.enter(CallDirector(reason="equipment", stopped=True))
    table.enter(ReportTimerFault(fault="cannot-stop"))
    table.enter(DirectorComes(), role=Role.DIRECTOR)

    table.enter(DirectorGoes(outcome="the timer is looked at"), role=Role.DIRECTOR)

    assert table.sheet.clock.neutral == "timer-fault"


@pytest.mark.parametrize("book", FOUR)
def test_Y43_a_tile_upside_down_is_turned_by_the_opponent_on_turn(book):
    table = at(book)
    table.exchange(A)

    table.enter(NeutraliseClock(reason="orientation", seat=B))
    assert (table.remarks, stopped_by(table)) == ((), f"{book} 3.12(b)")
    table.enter(RestartClock(seat=B, by=A))
    assert table.fact(ClockRestarted).by is A
    assert table.rules.stopping.restarted_by.value == "either"

    table.enter(NeutraliseClock(reason="orientation", seat=A))
    assert table.remarks == (remarks.STOPPED_OFF_TURN,)


@pytest.mark.parametrize("book", FOUR)
def test_R23_T4_08_scores_missing_at_an_empty_bag_may_stop_the_timer(book):
    table = Tabletop(book, bag=0, scores=(300, 290))

    table.enter(AskScoreCheck(seat=A))
    table.enter(NeutraliseClock(reason="scores-with-empty-bag", seat=A))
    assert table.remarks == (("T4-08",) if book in ("wespa-5.1", "wespa-4.0") else ())
    assert stopped_by(table) == f"{book} 3.1.2"
    table.enter(AgreeTotals(totals=(300, 290), turn=table.sheet.turn_count))

    assert table.facts[0].turn == table.sheet.turn_count


@pytest.mark.parametrize("book", FOUR)
def test_R24_the_player_on_turn_who_waits_for_the_bag_may_stop_the_timer(book):
    table = at(book)

    table.enter(NeutraliseClock(reason="bag-access", seat=A))
    assert (table.remarks, stopped_by(table)) == ((), f"{book} 3.6.3")
    assert table.enter(RestartClock(seat=A, by=B)).clock.neutral == ""


@pytest.mark.parametrize("book", FIVE)
def test_W2_T5_11_scores_are_compared_on_ones_own_time(book):
    table = at(book)
    request = AskScoreCheck(seat=B)

    if book == "wespa-5.1":
        refusal = table.refused(request)
        assert (refusal.code, refusal.clause) == ("not-on-your-time", "wespa-5.1 3.6.1(c)")
        assert refusal.trap == "T5-11"
        table.exchange(A)
    table.enter(request)

    off_turn = book in ("wespa-4.0", "wespa-1.0", "nsa-1998")
    delayed = ("TN-24",) if book == "nsa-1998" else ()
    assert table.remarks == ((remarks.ASKED_OFF_TURN, *delayed) if off_turn else ())


def test_M_11_restarting_the_other_clock_on_purpose_is_kept_with_its_reason():
    table = at("wespa-4.0")
    table.enter(NeutraliseClock(reason="overdraw", seat=B))

    table.enter(RestartClock(seat=B, by=A, reason="15 seconds over, corrector's clock"))

    assert table.fact(ClockRestarted).reason.startswith("15 seconds")


# Sand timers: C18


def sand(**what):
    table = at("nsa-1998", **what)
    table.enter(ChooseTimer(kind="sand"))
    return table


def test_C18_after_54_minutes_each_makes_one_more_play():
    table = sand()
    assert table.refused(CallSandTime(after=3239)).code == "time-not-up"
    assert table.refused(EndAfterLastPlays()).code == "last-plays-to-come"

    table.enter(CallSandTime(after=3240))
    assert table.procedure("one-more-play").count("plays-to-come") == 2
    assert table.refused(CallSandTime(after=3300)).code == "time-called"
    table.exchange(A, 1)
    assert table.procedure("one-more-play").next_step.does.startswith("Bob makes one more play")
    table.exchange(B, 1)
    refusal = table.refused(ReportSandOut(seat=A, warned=True, after=11))
    assert (refusal.code, refusal.clause) == ("time-called", "nsa-1998 IX.B")
    table.enter(EndAfterLastPlays())
    table.enter(CountUnplayed(racks=("EE", "Q")))

    assert (table.sheet.ended, table.sheet.open) == ("time-called", ())
    assert table.totals == (248, 230)


def test_M_17_the_last_plays_may_be_challenged_before_the_game_is_over():
    table = sand()
    table.enter(CallSandTime(after=3240))
    table.play(A, "1K", "AB", 5)
    table.play(B, "2K", "AD", 5)
    table.enter(IssueChallenge(seat=A, words=("AD",)))

    assert table.refused(EndAfterLastPlays()).code == "challenge-pending"
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)
    table.enter(EndAfterLastPlays())

    assert (table.sheet.ended, table.totals) == ("time-called", (255, 240))
    assert table.refused(EndAfterLastPlays()).code == "game-over"


@pytest.mark.parametrize("after", [0, 5])
def test_M_19_up_to_five_seconds_the_turn_is_kept(after):
    table = sand()
    table.enter(WarnOfSand(seat=A))

    assert table.refused(ReportSandOut(seat=A, warned=True, after=after)).code == "turn-kept"


@pytest.mark.parametrize("after", [6, 10])
def test_M_18_TN_34_between_five_and_ten_the_director_rules(after):
    table = sand()
    request = ReportSandOut(seat=A, warned=False, after=after)

    refusal = table.refused(request)
    assert (refusal.code, refusal.trap) == ("call-the-director", "TN-34")
    table.enter(request, ruled=True)
    assert table.sheet.on_move is B


def test_M_19_TN_12_a_turn_lost_to_the_sand_is_a_zero_whose_counting_is_remarked_on():
    table = sand()

    sheet = table.enter(ReportSandOut(seat=A, warned=True, after=11))

    assert (sheet.on_move, sheet.lines[-1].move) == (B, "turn lost: sand ran out")
    assert "TN-12" in table.remarks


@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003"])
def test_M_16_other_books_know_no_sand(book):
    table = at(book)

    assert table.refused(WarnOfSand(seat=A)).code == "rulebook-silent"
    assert "sand-out" not in table.offered()
    assert {"sand-out", "sand-warning", "one-more-play"} <= sand().offered()


# Limits and platforms: W14, W17 to W19, W22, W23


def rated(limit, **options):
    chosen = [(name.replace("_", "-"), value) for name, value in options.items()]
    rules = in_force("wespa-5.1", [*chosen, ("time-limit", limit)])
    standard = in_force("wespa-5.1", chosen).time.limit.known()
    return limit_rating(standard, rules).kind


def test_W14_T5_17_twenty_to_twenty_five_minutes_may_be_rated():
    assert (rated("25:00"), rated("22:00"), rated("18:00")) == (
        "standard",
        "may-be-rated",
        "outside",
    )


def test_W22_T5_13_on_a_platform_twelve_to_eighteen_minutes_may_be_rated():
    kinds = [rated(limit, play="virtual") for limit in ("15:00", "12:00", "18:00", "10:00")]

    assert kinds == ["standard", "may-be-rated", "may-be-rated", "outside"]
    assert limit_rating(1500, in_force("wespa-1.0", [("time-limit", 900)])).kind == "not-said"


def platform(**options):
    return Tabletop(
        "wespa-5.1", bag=5, scores=(250, 240), play="virtual", limits=(900, 900), **options
    )


def test_W17_T5_14_a_part_of_a_minute_counts():
    table = platform()

    assert penalty(table, clock(17, 1)) == 30
    assert table.remarks == ("T5-14",)


def test_W18_T5_14_five_minutes_over_lose_the_game_and_the_scores_are_ruled():
    table = platform()
    request = Forfeit(loser=A, cause="overtime", over=301)

    assert table.refused(RecordOvertime(seat=A, over=301)).code == "needs-ruling"
    refusal = table.refused(request)
    assert (refusal.code, refusal.trap) == ("call-the-director", "T5-14")
    table.enter(request, ruled=True)

    assert (table.sheet.ending.forfeit.cause, table.fact(GameForfeited).scores) == (
        "overtime",
        None,
    )


def test_W19_an_announced_limit_of_three_minutes_holds():
    table = platform(overtime_forfeit="3:00")

    assert penalty(table, 900 + 179) == 30
    refusal = platform(overtime_forfeit="3:00").refused(RecordOvertime(seat=A, over=190))
    assert (refusal.code, refusal.clause) == ("needs-ruling", "wespa-5.1 App3-1.3")


def test_W23_a_connection_that_keeps_failing_is_a_breach():
    table = platform()
    table.enter(ReportOutage(seat=A, seconds=40))
    assert table.remarks == ()

    table.enter(ReportOutage(seat=A, seconds=95, note="router"))
    assert table.remarks == (remarks.CONNECTION_FAILS,)
    table.enter(ReportOutage(seat=B))
    assert table.remarks == ()

    assert table.sheet.clock.outages == (2, 1)
    assert at("wespa-5.1").refused(ReportOutage(seat=A)).code == "not-on-a-platform"


def test_Z_16_monitors_and_outages_are_offered_on_a_platform_only():
    before = Tabletop("wespa-5.1", started=False, play="virtual", limits=(900, 900))

    assert "monitor" in before.offered()
    assert "outage" not in before.offered()
    assert {"monitor", "outage"} <= platform().offered()
    assert not {"monitor", "outage"} & at("wespa-5.1").offered()


def test_Z_16_every_game_on_a_platform_has_a_monitor():
    def before():
        return Tabletop("wespa-5.1", started=False, play="virtual", limits=(900, 900))

    table = before()
    table.enter(StartGame())
    assert table.remarks == (remarks.NO_MONITOR,)

    table = before()
    table.enter(NameMonitor(monitor="Moe", screens_shared=False))
    assert table.remarks == (remarks.MONITOR_SEES_TOO_LITTLE,)
    table.enter(NameMonitor(monitor="Moe", cameras=0))
    assert table.remarks == (remarks.MONITOR_SEES_TOO_LITTLE,)
    table.enter(NameMonitor(monitor="Moe"))
    table.enter(StartGame())
    assert table.remarks == ()


# Row D


@pytest.mark.parametrize("book", FIVE)
def test_D_12_an_official_count_stops_the_clocks(book):
    table = at(book)

    table.enter(NeutraliseClock(reason="official-count", seat=A))

    touched = {"wsc-2003": (remarks.STOP_NOT_LISTED,), "nsa-1998": ("TN-25",)}
    assert table.remarks == touched.get(book, ())


@pytest.mark.parametrize("book", FIVE)
def test_D_12_the_count_that_both_were_told_is_kept(book):
    table = at(book)
    offers = [offer for offer in table.offers() if offer.asks == "report-bag-count"]
    assert [offer.clause for offer in offers] == {
        "wsc-2003": [],
        "nsa-1998": ["nsa-1998 VIII.B"],
    }.get(book, [f"{book} 3.7.2"])

    table.enter(ReportBagCount(count=5, objected=B))

    assert (table.fact(BagCounted).count, table.fact(BagCounted).objected) == (5, B)
    assert table.remarks == ()
    assert table.refused(ReportBagCount(count=-1)).code == "unreadable-request"


@pytest.mark.parametrize("book", FIVE)
def test_M_10_clocks_that_stand_may_be_started_again(book):
    table = at(book)
    assert "restart" not in table.offered()
    table.enter(NeutraliseClock(reason="challenge", seat=B))

    assert "restart" in table.offered()
    table.enter(RestartClock(seat=A, by=B))

    assert "restart" not in table.offered()


def test_D_01_acts_are_kept_in_the_order_they_were_entered():
    table = at("wespa-4.0")
    table.enter(RecordDraw(seat=A, moment="hand-in"))
    table.enter(AgreeTotals(totals=(250, 240)))
    table.enter(ReadClocks(), clocks=(700, 650))

    topics = [event.fact.topic() for event in table.sheet.events[-3:]]

    assert topics == ["tiles-drawn", "cumulative-agreed", "time-read"]


@pytest.mark.found("RL-10")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_RL_10_what_becomes_of_a_timer_against_the_book_is_remarked_on(book):
    def remarked(fault, **fate):
        table = Tabletop(book)
        table.enter(ReportTimerFault(fault=fault))
        table.enter(SetTimes(times=(600, 600), **fate), ruled=True)
        return table.remarks

    assert remarked("display-dead", timer="reused") == (remarks.TIMER_USED_AGAIN,)
    assert remarked("display-dead", timer="withdrawn") == (remarks.OWNER_NOT_TOLD,)
    assert remarked("display-dead", timer="withdrawn", owner_told=True) == ()
    assert remarked("power", timer="reused") == ()

    table = Tabletop(book)
    table.enter(ReportTimerFault(fault="display-dead"))
    [step] = [one for one in table.procedure("timer-fault").steps if one.asks == "set-times"]
    assert dict(step.answers) == {"timer": "withdrawn"}
    assert {question.field for question in step.questions} == {"times", "owner_told"}

"""Challenges, slips, second opinions and wrong verdicts: the worked cases (L)."""

from __future__ import annotations

import itertools

import pytest

from ledger.game.calls.requests import GrantFreeChallenge
from ledger.game.challenges.facts import ChallengeFailed, ChallengeVoided, PhoneyWithdrawn
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.clock.requests import NeutraliseClock, PetitionDirector, RestartClock
from ledger.game.exchanges.requests import PassTurn
from ledger.game.judging.facts import ChallengedEarly, MisadjudicationFound, Readjudicated
from ledger.game.judging.requests import (
    AskAgain,
    ConfirmRestart,
    Readjudicate,
    ReportMisadjudication,
)
from ledger.game.judging.slips import (
    ChangeWords,
    ConfirmSlip,
    HandOver,
    ReissueChallenge,
    ReportEarlyChallenge,
)
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.folding import replay
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.requests import MissTurn
from ledger.tournament.facts import Pairing
from ledger.vocabulary import Role
from tests.desks import Table, a_desk, a_tournament
from tests.officials import Organiser
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

V51, V4, V1, WSC, NSA = "wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998"
FOUR_WORDS = ("OES", "WO", "IE", "NS")
JUDGE = Role.WORD_JUDGE


def four_words(book, **options):
    """A made a play of four words; B may challenge it."""
    table = Tabletop(book, **options)
    table.play(A, "8D", "WINDY")
    table.passes(B)
    table.play(A, "9D", "OES")
    assert [word.word for word in table.sheet.last_turn.words] == list(FOUR_WORDS)
    return table


def challenged(table, acceptable, words=FOUR_WORDS[:3], seat=B, **how):
    table.enter(IssueChallenge(seat=seat, words=words, **how))
    table.enter(Adjudicate(acceptable=acceptable, adjudicator="J1"), role=JUDGE)
    return table


def price(book, words, mode, **options):
    """What three words, or those given, cost the challenger: points, or ``turn``, or seconds."""
    table = four_words(book, challenge_mode=mode, **options)
    challenged(table, True, words)
    return cost(table)


def cost(table):
    failed = table.fact(ChallengeFailed)
    if failed.turn_lost:
        return "turn"
    return f"{failed.time_lost} s" if failed.time_lost else failed.credited + failed.debited


# What a failed challenge costs


MODES = {
    "none": 0,
    "points-per-word-5": 15,
    "points-per-word-10": 30,
    "points-per-turn-5": 5,
    "points-per-turn-10": 10,
    "lose-turn": "turn",
    "dingle": 0,
    "five-then-ten": 5,
    "rising": 5,
}


@pytest.mark.clause("wespa-1.0 3.10.14(c)")
@pytest.mark.clause("wespa-4.0 3.10.13(b)")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize("mode", MODES)
def test_H1_three_words_challenged_and_all_good_cost_what_the_mode_says(book, mode):
    assert price(book, FOUR_WORDS[:3], mode) == MODES[mode]


@pytest.mark.parametrize(("book", "seconds"), [(V1, 30), (V1, 60), (V4, 45)])
def test_H1_in_time_mode_the_seconds_the_organiser_named_come_off_the_challengers_clock(
    book, seconds
):
    table = four_words(book, challenge_mode="time", challenge_seconds=seconds)
    table.enter(NeutraliseClock(reason="challenge"), clocks=(900, 800))

    challenged(table, True)

    assert cost(table) == f"{seconds} s"
    assert table.sheet.clock.times == (900, 800 - seconds)


@pytest.mark.clause("wsc-2003 12.6")
def test_H1_under_wsc_fifteen_points_go_to_the_challenged_player():
    table = four_words(WSC)
    before = table.totals

    challenged(table, True)

    assert table.totals == (before[0] + 15, before[1])
    assert table.sheet.lines[-1].kind == "bonus"  # a line of its own, not in the word score


@pytest.mark.clause("nsa-1998 X.F")
def test_H1_under_nsa_the_turn_is_lost_and_is_a_scoreless_one():
    table = challenged(four_words(NSA), True)

    assert cost(table) == "turn"
    assert table.sheet.on_move is A
    assert table.sheet.zero_turns == 1


@pytest.mark.parametrize(("book", "trap"), [(V4, "T4-16"), (V1, "TX-05")])
def test_H1_T4_16_whose_score_changes_is_for_the_organiser_and_is_remarked_on(book, trap):
    table = challenged(four_words(book), True)
    assert trap in table.remarks

    for side, field in (("credit-challenged", "credited"), ("debit-challenger", "debited")):
        chosen = challenged(four_words(book, challenge_points=side), True)
        assert trap not in chosen.remarks
        assert getattr(chosen.fact(ChallengeFailed), field) == 15


@pytest.mark.parametrize(("book", "mode", "options", "costs"), [
    pytest.param(V1, "rising", {}, (5, 5, 10, 20, 30), id="as-wespa-1.0-prints"),
    pytest.param(V4, "rising", {}, (5, 10, 20, 30), id="as-wespa-4.0-prints"),
    pytest.param(V4, "five-then-ten", {}, (5, 10, 10), id="five-then-ten"),
    pytest.param(V4, "dingle", {}, (0, "turn", "turn"), id="dingle"),
    pytest.param(V51, "dingle", {}, (0, "turn", "turn"), id="dingle-5.1"),
])  # fmt: skip
def test_H2_Y35_Y36_later_failed_challenges_cost_by_their_number(book, mode, options, costs):
    table = four_words(book, challenge_mode=mode, **options)
    found = []
    for nth in range(len(costs)):
        challenged(table, True, ("OES",))
        found.append(cost(table))
        assert "TX-17" in table.remarks  # nobody said whether it counts per game or per event
        if table.sheet.on_move is B:
            table.passes(B)
        table.play(A, f"{1 + nth}A", "AT")

    assert tuple(found) == costs


@pytest.mark.parametrize("book", WESPA)
def test_Y36_an_organiser_is_told_that_modes_like_dingle_may_cost_the_rating(book):
    choice = Tabletop(book).rules.choices["challenge-mode"]

    assert "dingle" in choice.note
    assert "unrateable" in choice.note


@pytest.mark.clause("wespa-1.0 3.10.14(b)")
@pytest.mark.clause("wespa-4.0 3.10.13(a)")
@pytest.mark.clause("wsc-2003 12.5")
@pytest.mark.clause("nsa-1998 X.E")
@pytest.mark.parametrize("book", FIVE)
def test_H3_Y37_one_bad_word_takes_the_whole_play_off_at_no_cost_and_is_not_named(book):
    table = four_words(book)
    before = table.totals
    challenged(table, False, words=FOUR_WORDS[:3])

    assert table.totals == (before[0] - table.sheet.lines[-2].score, before[1])
    assert table.sheet.last_turn.withdrawn
    assert table.sheet.on_move is B
    assert [type(fact).__name__ for fact in table.facts][:2] == [
        "ChallengeAdjudicated", "PhoneyWithdrawn",
    ]  # fmt: skip
    verdict = table.facts[0]
    assert verdict.acceptable is False
    assert not {name for name in type(verdict).__struct_fields__ if "word" in name}


@pytest.mark.parametrize(("mode", "paid"), [
    ("points-per-word-5", 10), ("points-per-word-10", 20), ("points-per-turn-5", 5),
    ("points-per-turn-10", 10), ("lose-turn", "turn"), ("none", 0),
])  # fmt: skip
def test_Y34_H4_only_the_words_challenged_count_of_the_four_that_were_formed(mode, paid):
    assert price(V4, FOUR_WORDS[:2], mode) == paid
    assert price(V1, FOUR_WORDS[:2], mode) == paid


@pytest.mark.clause("wespa-5.1 3.10.13(a)")
def test_W12_under_5_1_the_points_are_added_to_the_challenged_players_score():
    table = Tabletop(V51)
    table.play(A, "8D", "WINDY", 190)
    table.play(B, "14A", "AT", 230)
    table.play(A, "9D", "OES", 20)
    assert table.totals == (210, 230)

    challenged(table, True)

    assert table.totals == (225, 230)


# Binding, conceding, early


@pytest.mark.parametrize("book", WESPA)
def test_H17_Y31_said_aloud_with_the_clocks_running_is_not_yet_binding(book):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OES",), voiced=True, neutral=False))

    table.enter(VoidChallenge(reason="withdrawn"))

    assert table.fact(ChallengeVoided).reason == "withdrawn"
    assert table.sheet.challenges.pending is None

    table.enter(IssueChallenge(seat=B, words=("OES",), voiced=True, neutral=True))
    refusal = table.refused(VoidChallenge(reason="withdrawn"))
    assert refusal.code == "challenge-binding"
    assert refusal.clause == f"{book} {'3.10.5(a)' if book == V1 else '3.10.8(a)'}"


@pytest.mark.clause("nsa-1998 X.D")
def test_H18_under_nsa_stopping_the_timer_binds_unless_a_blank_or_a_score_was_meant():
    table = four_words(NSA)
    table.enter(IssueChallenge(seat=B, words=("OES",), voiced=False, neutral=True))

    assert table.refused(VoidChallenge(reason="withdrawn")).clause == "nsa-1998 X.D"

    table.enter(VoidChallenge(reason="score-verification"))
    assert table.sheet.challenges.pending is None


@pytest.mark.parametrize(("book", "code", "clause"), [
    (V1, "no-concession", "3.10.5(c)"), (V4, "no-concession", "3.10.8(c)"),
    (V51, "no-concession", "3.10.8(c)"), (WSC, "rulebook-silent", "14.7"),
    (NSA, "rulebook-silent", "X.D"),
])  # fmt: skip
def test_H19_a_challenged_player_may_not_take_the_play_back(book, code, clause):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OES",)))

    refusal = table.refused(VoidChallenge(reason="conceded"))

    assert (refusal.code, refusal.clause) == (code, f"{book} {clause}")
    before, score = table.sheet.totals[0], table.sheet.last_turn.score
    sheet = table.enter(VoidChallenge(reason="conceded"), ruled=True)
    assert (sheet.challenges.pending, sheet.challenges.hold, sheet.challenges.judged) == (
        None,
        None,
        None,
    )
    assert (sheet.last_turn.withdrawn, sheet.on_move) == (True, B)
    assert sheet.totals[0] == before - score
    assert table.fact(ChallengeVoided).reason == "conceded"


@pytest.mark.clause("nsa-1998 X.K")
def test_H31_a_challenge_before_the_turn_is_over_is_null_and_not_proper():
    table = Tabletop(NSA)
    refusal = table.refused(IssueChallenge(seat=B, words=("WINDY",), turn_over=False))
    assert (refusal.code, refusal.clause) == ("turn-not-over", "nsa-1998 X.K")

    table.enter(ReportEarlyChallenge(seat=B))

    assert table.fact(ChallengedEarly).seat is B
    assert table.remarks == ("early-challenge",)
    assert table.sheet.challenges.pending is None
    assert "early-challenge" in table.offered()


# Slips and methods


@pytest.mark.parametrize(("book", "clause"), [(V1, "3.10.5(b)"), (V4, "3.10.8(b)(iii)"),
                                              (V51, "3.10.8(b)(iii)")])  # fmt: skip
def test_H32_once_the_slip_is_with_the_runner_no_word_can_be_added(book, clause):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OES",), method="runner"))
    table.enter(ChangeWords(seat=B, words=("OES", "WO")))
    table.enter(HandOver())

    refusal = table.refused(ChangeWords(seat=B, words=FOUR_WORDS))

    assert (refusal.code, refusal.clause) == ("words-locked", f"{book} {clause}")
    assert table.sheet.challenges.pending.words == ("OES", "WO")


def test_Y32_on_a_smart_device_the_words_are_fixed_with_the_first_letter():
    table = four_words(V4)
    table.enter(IssueChallenge(seat=B, words=("OES",), method="smart-device", agreed=True))
    steps = table.procedure("challenge").steps
    [typing] = [step for step in steps if step.asks == "hand-over"]
    assert typing.clause == "wespa-4.0 3.10.8(b)(i)"

    table.enter(HandOver())

    assert table.refused(ChangeWords(seat=B, words=FOUR_WORDS)).clause == typing.clause


def test_Y33_on_the_way_to_an_external_device_a_word_may_still_be_dropped_at_the_table():
    table = four_words(V4)
    table.enter(IssueChallenge(seat=B, words=FOUR_WORDS[:3], method="external-device"))

    table.enter(ChangeWords(seat=B, words=FOUR_WORDS[:2]))
    table.enter(HandOver())
    table.enter(Adjudicate(acceptable=True), role=JUDGE)

    assert table.fact(ChallengeFailed).credited == 10
    assert "T4-33" not in table.remarks


@pytest.mark.parametrize("method", ["self-run", "director"])
def test_trap_T4_33_where_the_last_moment_is_not_stated_the_refusal_says_so(method):
    table = four_words(V4)
    table.enter(IssueChallenge(seat=B, words=("OES",), method=method))
    table.enter(HandOver())

    assert table.refused(ChangeWords(seat=B, words=("OES", "WO"))).trap == "T4-33"


@pytest.mark.clause("wespa-1.0 3.10.11")
@pytest.mark.clause("wespa-4.0 3.10.10")
@pytest.mark.clause("wsc-2003 12.7")
@pytest.mark.clause("nsa-1998 X.D")
@pytest.mark.parametrize("book", FIVE)
def test_H20_a_slip_that_does_not_match_the_board_goes_back_and_is_no_verdict(book):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OX",), method="runner"))
    assert "words-not-formed" in table.remarks
    table.enter(HandOver())
    assert "slip-mismatch" in table.offered()

    table.enter(ReissueChallenge(words=("OES",)))

    assert table.sheet.challenges.pending.words == ("OES",)
    assert table.sheet.challenges.verdict is None
    assert table.sheet.challenges.failed == (0, 0)
    assert table.enter(ChangeWords(seat=B, words=("OES", "WO"))).challenges.pending.words == (
        "OES",
        "WO",
    )


METHODS = {
    (V4, "external-device"): (10, "cover their tiles"),
    (V4, "smart-device"): (8, "agree to judge with this device"),
    (V4, "runner"): (8, "cover their tiles"),
    (V4, "self-run"): (8, "cover their tiles"),
    (V4, "director"): (8, "director types"),
    (V1, "runner"): (7, "matches the board"),
    (V1, "self-run"): (8, "cover their tiles"),
    (V1, "self-adjudicated"): (9, "cover their tiles"),
    (WSC, "word-judge"): (7, "see the ruling"),
    (NSA, "word-judge"): (7, "or stops both clocks"),
}


@pytest.mark.parametrize(("book", "method"), METHODS)
def test_L_02_L_08_L_09_the_steps_follow_the_way_of_judging_named(book, method):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OES",), method=method))
    number, words = METHODS[book, method]

    procedure = table.procedure("challenge")

    assert len(procedure.steps) == number
    assert any(words in step.does for step in procedure.steps)
    assert all(step.clause.startswith(f"{book} ") for step in procedure.steps)
    assert "Nobody says anything" in "".join(s.if_wrong for s in procedure.steps) or any(
        step.asks == "adjudicate" for step in procedure.steps
    )
    assert procedure.count("challenged-words") == 1


def test_L_06_a_checked_slip_and_one_handed_over_are_ticked_off():
    table = four_words(V1)
    table.enter(IssueChallenge(seat=B, words=("OES",)))
    assert table.procedure("challenge").next_step.asks == "confirm-slip"

    table.enter(ConfirmSlip(seat=A))
    assert table.procedure("challenge").next_step.asks == "hand-over"
    table.enter(HandOver())
    assert table.procedure("challenge").next_step.asks == "adjudicate"
    table.enter(ReissueChallenge(words=("OES", "WO")))
    assert table.procedure("challenge").next_step.asks == "confirm-slip"


def test_Y39_a_smart_device_can_not_be_forbidden_but_a_player_may_decline():
    table = four_words(V4, adjudication="runner")
    refusal = table.refused(IssueChallenge(seat=B, method="smart-device", agreed=False))
    assert (refusal.code, refusal.clause) == ("device-declined", "wespa-4.0 3.11.1(b)")
    assert refusal.trap == "T4-35"

    table.enter(IssueChallenge(seat=B, words=("OES",), method="smart-device", agreed=True))
    assert table.remarks == ()

    other = four_words(V4, adjudication="runner")
    other.enter(IssueChallenge(seat=B, words=("OES",), method="director"))
    assert other.remarks == ("method-not-announced",)


@pytest.mark.clause("wespa-4.0 3.11")
def test_Y38_the_clock_waits_until_the_player_whose_clock_will_run_is_ready():
    table = challenged(four_words(V4), True)
    procedure = table.procedure("restart")
    assert [step.does for step in procedure.steps] == [
        "Both are seated.",
        "Ann says the score of the play again.",
        "Bob has the tiles back on the rack, or has begun to write.",
        "Either starts Bob's clock.",
    ]

    waiting = ConfirmRestart(seat=B, seated=True, told=True, tiles_back=False, writing=False)
    refusal = table.refused(waiting)
    assert (refusal.code, refusal.clause) == ("not-ready-to-restart", "wespa-4.0 3.11")

    table.enter(ConfirmRestart(seat=B, seated=True, told=True, tiles_back=False, writing=True))
    assert table.sheet.open == ()


@pytest.mark.parametrize(("book", "method", "conditions", "starter"), [
    (V1, "runner", 1, "Either starts"), (V1, "self-run", 3, "Either starts"),
    (WSC, "word-judge", 1, "Ann starts"), (NSA, "word-judge", 1, "Ann starts"),
])  # fmt: skip
def test_L_15_what_a_restart_needs_follows_the_book_and_the_method(
    book, method, conditions, starter
):
    table = four_words(book)
    table.enter(IssueChallenge(seat=B, words=("OES",), method=method))
    table.enter(Adjudicate(acceptable=False), role=JUDGE)

    steps = table.procedure("restart").steps

    assert len(steps) == conditions + 1
    assert steps[-1].does.startswith(starter)
    assert any("takes the tiles back" in step.does for step in steps)


@pytest.mark.parametrize(("book", "starter"), [(WSC, "Either starts"), (NSA, "Bob starts")])
def test_L_15_where_the_score_need_not_be_said_again_a_failed_challenge_asks_for_nothing(
    book, starter
):
    table = challenged(four_words(book), True)

    [start] = table.procedure("restart").steps

    assert start.does.startswith(starter)
    table.enter(RestartClock(seat=table.sheet.on_move))
    assert table.remarks == ()


# Other opinions


def asked_again(book, acceptable=True):
    table = challenged(four_words(book), acceptable)
    table.enter(AskAgain(seat=B))
    return table


@pytest.mark.parametrize("book", WESPA)
def test_H21_Y40_an_equal_second_verdict_is_final(book):
    table = asked_again(book)

    table.enter(Readjudicate(acceptable=True, adjudicator="J2"), role=JUDGE)

    assert table.fact(Readjudicated).final
    refusal = table.refused(AskAgain(seat=B))
    assert (refusal.code, refusal.clause) == (
        "verdict-final", f"{book} {'3.10.10' if book == V1 else '3.10.9'}",
    )  # fmt: skip


@pytest.mark.parametrize("book", WESPA)
def test_H21_Y40_where_two_verdicts_differ_the_director_gives_the_final_one(book):
    table = asked_again(book)
    stood = table.totals

    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)
    assert not table.fact(Readjudicated).final
    assert table.totals == stood  # nothing changes until the director has spoken
    request = Readjudicate(acceptable=False, adjudicator="D1")
    assert table.refused(request, role=JUDGE).code == "director-adjudicates"

    table.enter(request, role=Role.DIRECTOR)

    assert table.fact(Readjudicated).final
    assert table.sheet.last_turn.withdrawn
    assert table.totals == (table.sheet.lines[0].score, 0)
    assert table.refused(AskAgain(seat=A)).code == "verdict-final"


def two_that_differ(book, first=True):
    table = asked_again(book, first)
    table.enter(Readjudicate(acceptable=not first, adjudicator="J2"), role=JUDGE)
    return table


@pytest.mark.found("DE4")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize("first", [True, False])
def test_DE4_where_two_verdicts_differ_nobody_has_to_ask_for_the_directors(book, first):
    table = two_that_differ(book, first)

    says = "may be called for" if book == V1 else "gives"
    [waits] = [one for one in table.procedures() if one.name == "readjudication"]
    assert waits.title == f"The verdicts differ; the director {says} the final one"
    assert (waits.steps[0].who, waits.steps[0].asks) == ("director", "readjudicate")
    assert "readjudication" not in table.offered()
    table.enter(Readjudicate(acceptable=first, adjudicator="D1"), role=Role.DIRECTOR)
    assert "readjudication" not in [one.name for one in table.procedures()]
    assert table.sheet.challenges.judged.verdicts == (first, not first, first)


@pytest.mark.found("DE4")
@pytest.mark.parametrize("book", [V4, V51])
@pytest.mark.parametrize("first", [True, False])
def test_DE4_the_next_turn_waits_for_a_verdict_that_the_director_gives(book, first):
    table = two_that_differ(book, first)

    for request in (PassTurn(seat=B), MissTurn(seat=B, announced=20)):
        refusal = table.refused(request)
        assert (refusal.code, refusal.clause) == ("verdicts-differ", f"{book} 3.10.9")
    table.enter(PassTurn(seat=B), ruled=True)
    assert "verdicts-differ" in table.remarks
    assert not table.sheet.challenges.judged.asked


@pytest.mark.found("DE4")
@pytest.mark.clause("wespa-1.0 3.10.10(c)")
def test_DE4_the_next_turn_is_remarked_on_where_the_director_may_be_called():
    table = two_that_differ(V1)

    table.passes(B)

    assert "verdicts-differ" in table.remarks
    assert table.procedures() == ()
    assert "readjudication" in table.offered(), "who plays on may still ask"


@pytest.mark.found("DE4")
@pytest.mark.parametrize("book", [WSC, NSA])
def test_DE4_elsewhere_the_second_verdict_holds_and_play_goes_on(book):
    table = two_that_differ(book)

    table.passes(table.sheet.on_move)

    assert "verdicts-differ" not in table.remarks
    assert table.sheet.lines[2].withdrawn


@pytest.mark.clause("wsc-2003 12.4")
def test_H22_a_third_adjudication_is_at_the_directors_discretion():
    table = asked_again(WSC)
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)
    assert table.sheet.last_turn.withdrawn

    refusal = table.refused(AskAgain(seat=A))

    assert (refusal.code, refusal.clause) == ("verdict-final", "wsc-2003 12.4")
    table.enter(AskAgain(seat=A), ruled=True)
    table.enter(Readjudicate(acceptable=True, adjudicator="J3"), ruled=True)
    assert not table.sheet.last_turn.withdrawn


@pytest.mark.clause("nsa-1998 X.G")
def test_H23_after_a_contrary_second_opinion_either_may_have_a_third():
    table = asked_again(NSA)
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)
    assert table.sheet.last_turn.withdrawn
    assert table.sheet.zero_turns == 2  # Bob's pass, and the play that came off

    assert "readjudication" in table.offered()
    table.enter(AskAgain(seat=A))
    table.enter(Readjudicate(acceptable=True, adjudicator="J3"), role=JUDGE)

    assert not table.sheet.last_turn.withdrawn
    assert table.sheet.on_move is A  # Bob lost the turn after all
    assert table.fact(Readjudicated).final
    assert table.refused(AskAgain(seat=B)).code == "verdict-final"


@pytest.mark.parametrize(("book", "remarked"), [(V4, True), (V1, True), (NSA, True), (WSC, False)])
def test_L_17_the_same_judge_twice_is_remarked_on(book, remarked):
    table = asked_again(book)

    table.enter(Readjudicate(acceptable=True, adjudicator="J1"), role=JUDGE)

    assert ("same-judge" in table.remarks) is remarked


def test_L_17_another_opinion_needs_a_verdict_and_somebody_who_asks():
    table = challenged(four_words(WSC), True)

    request = Readjudicate(acceptable=True)
    assert table.refused(request).code == "opinion-not-asked"
    table.enter(AskAgain(seat=A))
    assert table.refused(AskAgain(seat=B)).code == "opinion-asked"
    assert table.procedure("readjudication").count("verdicts-so-far") == 1


# A verdict changed, and the sheet with it


def whole(table):
    """The sheet is the same folded again, and its findings are none."""
    again = replay(table.sheet.events)
    assert again.totals == table.totals
    assert again.board.squares == table.sheet.board.squares
    assert again.stock == table.sheet.stock
    codes = {finding.code for finding in findings(table.sheet)}
    assert codes <= {"announced-differs", "ended-early"}
    return again


@pytest.mark.parametrize(("mode", "fine"), [("points-per-word-5", 15), ("none", 0)])
def test_L_19_a_play_wrongly_taken_off_comes_back_with_its_points_and_its_tiles(mode, fine):
    table = four_words(V1, challenge_mode=mode)
    stood = table.sheet
    challenged(table, False)
    assert table.sheet.zero_turns == 2  # Bob's pass and this one

    table.enter(ReportMisadjudication(reason="wrong list", found_by="D1"))

    assert table.totals == (stood.totals[0] + fine, stood.totals[1])
    assert table.sheet.board.squares == stood.board.squares
    assert table.sheet.stock == stood.stock
    assert table.sheet.zero_turns == 0
    assert table.sheet.challenges.failed == (0, 1)
    assert table.sheet.on_move is B
    assert whole(table).challenges.failed == (0, 1)


def test_L_19_a_play_wrongly_left_on_comes_off_and_the_fine_goes_back():
    table = four_words(V1)
    before = table.totals[0] - table.sheet.last_turn.score
    challenged(table, True)

    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False))

    assert table.totals == (before, 0)
    assert table.sheet.challenges.failed == (0, 0)
    assert table.sheet.zero_turns == 2
    assert table.sheet.last_turn.withdrawn
    whole(table)


def test_L_19_a_lost_turn_is_given_back_and_a_sixth_zero_is_undone_and_made():
    table = Tabletop(NSA)
    table.play(A, "8D", "WINDY")
    table.passes(B, A, B, A, B)
    table.play(A, "9D", "OES")
    challenged(table, False, ("OES",))
    assert table.sheet.ended == "six-zeros"

    table.enter(AskAgain(seat=A))
    table.enter(Readjudicate(acceptable=True, adjudicator="J2"), role=JUDGE)

    assert table.sheet.ended == ""
    assert table.sheet.on_move is A
    assert table.sheet.zero_turns == 1  # the turn Bob lost
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J3"), role=JUDGE)
    assert table.sheet.ended == "six-zeros"
    whole(table)


@pytest.mark.clause("wespa-1.0 3.10.12(b)")
def test_H24_a_good_play_called_bad_is_corrected_while_no_tile_taken_back_is_on_the_rack():
    table = challenged(four_words(V1), False)

    table.enter(ReportMisadjudication(reason="misread", retracted_tile_racked=False))

    found = table.fact(MisadjudicationFound)
    assert isinstance(found.replacement, ChallengeFailed)
    assert found.retracted_tile_racked is False
    assert not table.sheet.last_turn.withdrawn


@pytest.mark.parametrize(("book", "trap"), [(V1, "T1-03"), (V4, "T4-15")])
def test_H25_Y41_T1_03_T4_15_with_a_new_tile_on_the_rack_only_a_ruling_corrects_it(book, trap):
    table = challenged(four_words(book), True)
    request = ReportMisadjudication(reason="misread", new_tile_racked=True)

    refusal = table.refused(request)
    assert (refusal.code, refusal.trap) == ("call-the-director", trap)
    assert not table.sheet.last_turn.withdrawn

    table.enter(request, ruled=True)
    assert table.sheet.last_turn.withdrawn
    assert table.fact(MisadjudicationFound).new_tile_racked is True


@pytest.mark.clause("wespa-5.1 3.10.11(a)")
def test_W10_bad_called_good_is_corrected_until_a_new_tile_is_racked():
    table = challenged(four_words(V51), True)

    refusal = table.refused(ReportMisadjudication(reason="misread", new_tile_racked=True))
    assert (refusal.code, refusal.clause) == ("verdict-stands", "wespa-5.1 3.10.11(a)")

    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False))
    assert isinstance(table.fact(MisadjudicationFound).replacement, PhoneyWithdrawn)
    assert table.sheet.last_turn.withdrawn


@pytest.mark.clause("wespa-5.1 3.10.11(b)")
@pytest.mark.parametrize("finished", [False, True])
def test_W11_T5_05_good_called_bad_is_for_the_director_whether_or_not_b_has_finished(finished):
    table = challenged(four_words(V51), False)
    if finished:
        table.play(B, "14A", "AT")
    request = ReportMisadjudication(reason="misread")

    assert table.refused(request).trap == "T5-05"

    table.enter(request, ruled=True)
    if finished:
        table.enter(SettleTurnsSince(how="stand"), ruled=True)
    assert table.fact(MisadjudicationFound).next_turn_done is finished
    assert sum(line.withdrawn for line in table.sheet.lines) == 0
    assert table.sheet.on_move is (A if finished else B)
    whole(table)
    table.enter(PetitionDirector(seat=A, what="extra-time", reason="lost to the wrong verdict"))
    assert table.procedure("petition").steps[0].asks == "adjust-time"


@pytest.mark.parametrize(("book", "code"), [(WSC, "ask-again"), (NSA, "clause-not-in-our-copy")])
def test_L_19_elsewhere_a_wrong_verdict_is_put_right_by_another_opinion(book, code):
    table = challenged(four_words(book), True)

    assert table.refused(ReportMisadjudication(reason="misread")).code == code
    table.enter(AskAgain(seat=B))
    table.enter(Readjudicate(acceptable=False, adjudicator="J2"), role=JUDGE)

    assert table.sheet.last_turn.withdrawn


# What is kept with a challenge, and what is counted through an event


def test_L_24_a_reference_named_by_a_player_is_kept_with_the_challenge():
    table = four_words(WSC)

    table.enter(IssueChallenge(seat=B, words=("OES",), authority="the second dictionary"))

    assert table.sheet.challenges.pending.authority == "the second dictionary"


def test_L_27_the_verdict_names_the_list_that_was_asked():
    table = four_words(V4)
    table.enter(IssueChallenge(seat=B, words=("OES",)))

    table.enter(Adjudicate(acceptable=True, adjudicator="J1", lexicon="a" * 64), role=JUDGE)

    assert table.facts[0].lexicon == "a" * 64


@pytest.mark.clause("nsa-1998 VI.C")
def test_L_26_a_free_challenge_fails_without_cost_once():
    table = four_words(NSA)
    table.enter(GrantFreeChallenge(seat=B, reason="scores written before plays"), ruled=True)

    challenged(table, True)
    assert cost(table) == 0
    assert "TN-28" in table.remarks
    table.play(B, "14A", "AT")
    table.play(A, "2A", "AT")

    challenged(table, True, ("AT",))
    assert cost(table) == "turn"


@pytest.mark.parametrize(("count", "points"), [("tournament", 10), ("game", 5)])
def test_trap_TX_17_earlier_games_count_where_the_organiser_says_so(tmp_path, count, points):
    options = (("challenge-mode", "five-then-ten"), ("challenge-count", count))
    with a_desk(tmp_path / "data") as desk:
        [first] = a_tournament(desk, V51, options=options)
        table = started(desk, first)
        table.play(A, "8D", "WINDY")
        table.challenge(B, True, "WINDY")
        [second] = Organiser(desk).pair_round("spring-open", 2, [Pairing(1, 2, 1)], by="O1")
        table = started(desk, second, 1000)
        table.play(A, "8D", "WINDY")
        table.play(B, "7C", "GALE")
        assert table.sheet.numbers == (2, 1)  # who failed in the first game sits first now
        sheet = table.challenge(A, True, "GALE")

    assert sheet.lines[-1].score == points


def started(desk, game, request=1):
    table = Table(desk, game)
    table.numbers = itertools.count(request)
    table.enter(DetermineStarter(starter=1, method="draw", draws=(("A", "E"),)))
    table.enter(StartGame())
    return table

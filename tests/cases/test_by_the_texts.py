"""What was found wrong against the rulebooks' own texts (RU1 to RU8), each under every book."""

from __future__ import annotations

import pytest

from ledger.game.absences.requests import DeclareEmergency, EndEmergency
from ledger.game.challenges.facts import CourtesyDraw
from ledger.game.challenges.holds import (
    CallHold,
    CloseWindow,
    DrawCourteously,
    ReportIrregularTurn,
)
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.clock.facts import ClockNeutralised
from ledger.game.clock.requests import NeutraliseClock, rule_for_stopping
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.endings.facts import PlayedOut
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange, PutExchangeRight
from ledger.game.placement.requests import ChallengePlacement
from ledger.game.setting_up.requests import DetermineStarter
from ledger.vocabulary import Role, remarks
from tests.tabletop import FIVE, WESPA, A, B, Tabletop, a_play

V51, V4, V1, WSC, NSA = FIVE
EVERY_BOOK = pytest.mark.parametrize("book", FIVE)


def challenge(seat=B, words=("WINDY",), **how):
    return IssueChallenge(seat=seat, words=words, **how)


# RU1: how long a play may be challenged


@pytest.mark.found("RU1")
@pytest.mark.clause("nsa-1998 X.A")
def test_RU1_nsa_a_challenge_without_a_hold_has_no_seconds_once_the_timer_runs():
    table = a_play(NSA)

    assert table.refused(CallHold(seat=B, after=21)).clause == "nsa-1998 X.B"
    table.enter(challenge(after=75))

    assert table.sheet.challenges.pending.seat is B
    assert table.remarks == ()


@pytest.mark.found("RU1")
@pytest.mark.clause("nsa-1998 VI.D**")
def test_RU1_nsa_the_first_tile_drawn_in_order_ends_the_right_to_challenge_too():
    refusal = a_play(NSA).refused(challenge(after=5, tile_out=True))

    assert (refusal.code, refusal.clause) == ("too-late", "nsa-1998 VI.D**")


@pytest.mark.found("RU1")
@pytest.mark.clause("nsa-1998 VI.B")
def test_RU1_nsa_where_the_timer_was_forgotten_both_rights_have_twenty_seconds():
    for answer in (challenge, lambda **how: CallHold(seat=B, **how)):
        table = a_play(NSA)
        table.enter(ReportIrregularTurn(seat=A, how="timer-forgotten"))
        assert table.refused(answer(after=21, tile_out=True)).clause == "nsa-1998 VI.B"
        table.enter(answer(after=20, tile_out=True))


@pytest.mark.found("RU1")
@pytest.mark.clause("nsa-1998 X.A")
def test_RU1_nsa_with_nothing_left_to_draw_both_rights_have_twenty_seconds():
    for answer in (challenge(after=21, words=("AI",)), CallHold(seat=B, after=21)):
        table = Tabletop(NSA, bag=0)
        table.play(A, "1A", "AI")
        assert table.refused(answer).clause == "nsa-1998 X.A"


@pytest.mark.found("RU1")
@pytest.mark.clause("wsc-2003 12.1")
@pytest.mark.clause("wsc-2003 12.2")
def test_RU1_wsc_the_rules_of_challenge_and_hold_have_fifteen_seconds_each():
    assert a_play(WSC).refused(challenge(after=16)).clause == "wsc-2003 12.1"
    assert a_play(WSC).refused(CallHold(seat=B, after=16)).clause == "wsc-2003 12.2"


@pytest.mark.found("RU1")
@pytest.mark.parametrize("book", WESPA)
def test_RU1_in_wespa_books_no_seconds_end_either(book):
    a_play(book).enter(challenge(after=300))
    a_play(book).enter(CallHold(seat=B, after=300))


@pytest.mark.found("RU1")
def test_RU1_nsa_what_is_asked_of_hold_and_challenge_is_what_closes_each():
    request = {
        offer.name: {question.field for question in offer.questions}
        for offer in a_play(NSA).offers()
    }

    assert "after" in request["hold"]
    assert "after" not in request["challenge"]
    assert "tile_out" in request["hold"] & request["challenge"]


@pytest.mark.found("RU1")
def test_RU1_nsa_after_twenty_seconds_without_a_draw_the_play_is_not_closed():
    table = a_play(NSA)

    assert table.refused(CloseWindow(seat=B, after=40)).code == "window-open"
    table.enter(CloseWindow(seat=B, after=40, tile_out=True))

    assert table.refused(challenge()).code == "too-late"


# RU2: scoreless turns after a turn lost to a failed challenge


def after_a_lost_turn(book, mode):
    """B lost a turn to a failed challenge; A is on move."""
    table = Tabletop(book, bag=60, scores=(200, 190), challenge_mode=mode)
    failures = 2 if mode == "dingle" else 1  # the first is free in dingle
    for row in range(14, 14 - failures, -1):
        table.play(A, f"{row}A", "AT")
        table.challenge(B, True, "AT")
        if row > 15 - failures:
            table.play(B, f"{row}H", "AT")
    assert table.sheet.on_move is A
    return table


def seats_from(seat, number):
    return [seat if nth % 2 == 0 else seat.opponent for nth in range(number)]


@pytest.mark.found("RU2")
@pytest.mark.clause("wespa-1.0 5.2.1")
@pytest.mark.clause("wespa-4.0 5.2")
@pytest.mark.clause("wespa-5.1 5.2")
@pytest.mark.parametrize("mode", ["lose-turn", "dingle"])
@pytest.mark.parametrize("book", WESPA)
def test_RU2_six_passes_after_the_lost_turn_end_the_game_on_every_reading(book, mode):
    table = after_a_lost_turn(book, mode)

    table.passes(*seats_from(A, 4))
    assert remarks.ZEROS_NEED_RULING not in table.remarks
    table.passes(*seats_from(A, 1))
    assert remarks.ZEROS_NEED_RULING in table.remarks, "the lost turn and five more are doubtful"
    assert not table.sheet.ended
    assert "scoreless-turns" in table.offered()
    table.passes(*seats_from(B, 1))

    assert table.sheet.ended == "six-zeros"
    assert remarks.ZEROS_NEED_RULING not in table.remarks


@pytest.mark.found("RU2")
@pytest.mark.parametrize("book", WESPA)
def test_RU2_the_turns_before_the_lost_one_make_it_doubtful_only(book):
    table = Tabletop(book, bag=60, scores=(200, 190), challenge_mode="lose-turn")
    table.play(A, "14A", "AT")
    table.passes(B, A, B, A)
    table.play(B, "12A", "OE", announced=0)  # counts for something by its tiles: it breaks the row
    table.passes(A, B, A, B, A)
    assert not table.sheet.ended

    table.passes(B)

    assert table.sheet.ended == "six-zeros"


@pytest.mark.found("RU2")
@pytest.mark.clause("nsa-1998 VII.A")
@pytest.mark.clause("wsc-2003 13.1.2")
def test_RU2_elsewhere_the_lost_turn_counts_or_is_none():
    table = Tabletop(NSA, bag=60, scores=(200, 190))
    table.play(A, "14A", "AT", announced=8)
    table.challenge(B, True, "AT")
    table.passes(*seats_from(A, 5))
    assert table.sheet.ended == "six-zeros"

    table = Tabletop(WSC, bag=60, scores=(200, 190))
    table.play(A, "14A", "AT")
    table.challenge(B, True, "AT")
    table.passes(*seats_from(B, 5))
    assert not table.sheet.ended
    table.passes(A)
    assert table.sheet.ended == "six-zeros"


# RU3: a play-out that was accepted


def accepted_play_out(book):
    """A played the last tile; B has accepted that by showing what is left."""
    table = Tabletop(book, bag=0, scores=(300, 290))
    table.write(PlayedOut(seat=B))
    table.enter(AcceptPlayOut(seat=A))
    assert table.sheet.ended == "played-out"
    return table


WAIVED = {V51: "3.10.1(c)", V4: "3.10.1(c)", V1: "3.10.6"}


@pytest.mark.found("RU3")
@pytest.mark.clause("wespa-1.0 3.10.6")
@pytest.mark.clause("wespa-1.0 5.1.2")
@pytest.mark.clause("wespa-4.0 3.10.1(c)")
@pytest.mark.clause("wespa-5.1 3.10.1(c)")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize("answer", ["hold", "challenge", "placement"])
def test_RU3_K_13_O_02_accepting_a_play_out_waives_every_answer(book, answer):
    table = accepted_play_out(book)
    request = {
        "hold": CallHold(seat=A),
        "challenge": challenge(seat=A),
        "placement": ChallengePlacement(seat=A, ground="diagonal"),
    }[answer]

    refusal = table.refused(request)

    assert (refusal.code, refusal.clause) == ("right-given-up", f"{book} {WAIVED[book]}")
    table.enter(request, ruled=True)


@pytest.mark.found("RU3")
@pytest.mark.parametrize("book", WESPA)
def test_RU3_K_13_O_02_nor_is_any_of_them_offered(book):
    answers = {"hold", "challenge", "placement-challenge"}
    table = Tabletop(book, bag=0, scores=(300, 290))
    table.write(PlayedOut(seat=B))
    assert answers <= table.offered()

    table.enter(AcceptPlayOut(seat=A))

    assert not answers & table.offered()


@pytest.mark.found("RU3")
@pytest.mark.clause("nsa-1998 X.A")
def test_RU3_K_13_nsa_words_of_acceptance_may_be_taken_back_within_the_five_seconds():
    accepted_play_out(NSA).enter(challenge(seat=A, after=5))

    refusal = accepted_play_out(NSA).refused(challenge(seat=A, after=6))
    assert refusal.clause == "nsa-1998 VII.B"


@pytest.mark.found("RU3")
@pytest.mark.clause("wespa-1.0 5.1.2")
def test_RU3_K_05_v1_nothing_but_acceptance_ends_the_time_to_answer_a_play_out():
    table = Tabletop(V1, bag=0, scores=(300, 290))
    table.write(PlayedOut(seat=B))

    assert table.refused(CloseWindow(seat=A, after=900)).clause == "wespa-1.0 5.1.2"
    table.enter(challenge(seat=A, after=900))


# RU4: who starts by the draw


@pytest.mark.found("RU4")
@pytest.mark.clause("wespa-1.0 2.1(a)(i)")
@pytest.mark.clause("wespa-4.0 2.1(a)")
@pytest.mark.clause("wespa-5.1 2.1(a)")
@pytest.mark.clause("wsc-2003 1.4")
@pytest.mark.clause("nsa-1998 II.F.1")
@pytest.mark.parametrize(
    ("book", "rule"),
    [(V51, "2.1(a)"), (V4, "2.1(a)"), (V1, "2.1(a)(i)"), (WSC, "1.4"), (NSA, "II.F.1")],
)
def test_RU4_who_contradicts_the_tiles_is_shown_the_rule_of_the_draw(book, rule):
    table = Tabletop(book, started=False)

    refusal = table.refused(DetermineStarter(starter=1, method="draw", draws=(("E", "C"),)))

    assert (refusal.code, refusal.clause) == ("draw-says-otherwise", f"{book} {rule}")


@pytest.mark.found("RU4")
@pytest.mark.parametrize(
    ("book", "rule"),
    [(V51, "2.1(b)(ii)"), (V4, "2.1(b)(ii)"), (V1, "2.1(b)(ii)"), (WSC, "1.3"), (NSA, "II.F.1")],
)
def test_RU4_who_contradicts_the_starts_so_far_is_shown_the_rule_of_balanced_starts(book, rule):
    table = Tabletop(book, started=False, **({} if book == NSA else METHOD))
    request = DetermineStarter(starter=1, method="self-balancing", firsts=(3, 2))

    refusal = table.refused(request)

    assert (refusal.code, refusal.clause) == ("balance-says-otherwise", f"{book} {rule}")


METHOD = {"start_method": "self-balancing"}


# RU5 and RU7: overdraws


@pytest.mark.found("RU5")
@pytest.mark.clause("nsa-1998 VIII.B")
@EVERY_BOOK
def test_RU5_no_step_stops_a_clock_that_the_book_would_not_stop(book):
    table = a_play(book)
    table.enter(ReportOverdraw(seat=A, drawn=6, touched=True, mixed=True, noticed_by="opponent"))

    stops = [step for step in table.procedure("overdraw").steps if step.clock == "neutral"]

    listed = rule_for_stopping("overdraw", table.rules) != ""
    assert bool(stops) is listed is (book in WESPA)
    assert bool(table.sheet.clock.neutral) is listed
    assert any(isinstance(fact, ClockNeutralised) for fact in table.facts) is listed
    if not listed:
        table.enter(NeutraliseClock(reason="overdraw", seat=B))
        assert remarks.STOP_NOT_LISTED in table.remarks


# RU6: players who leave for good


@pytest.mark.found("RU6")
@pytest.mark.clause("wespa-1.0 5.7(d)")
def test_RU6_v1_what_leaving_is_worth_the_director_says():
    table = Tabletop(V1, bag=40, scores=(150, 190))
    request = Forfeit(loser=A, cause="left")

    refusal = table.refused(request, role=Role.DIRECTOR)

    assert (refusal.code, refusal.clause) == ("rulebook-silent", "wespa-1.0 5.7(d)")
    table.enter(Forfeit(loser=A, cause="left", margin=120), ruled=True)
    assert table.sheet.ending.forfeit.margin == 120


@pytest.mark.found("RU6")
@pytest.mark.clause("wespa-1.0 5.7(a)")
def test_RU6_v1_in_an_emergency_a_player_may_resign():
    table = Tabletop(V1, bag=40, scores=(150, 190))
    table.enter(DeclareEmergency(seat=A, what="ill"))
    table.enter(EndEmergency(fit=False))

    step = table.procedure("emergency").steps[-1]

    assert (step.asks, step.clause) == ("resign", "wespa-1.0 5.7(a)")


# TO1: what is offered can be taken


@pytest.mark.found("TO1")
@pytest.mark.clause("nsa-1998 X.C")
def test_TO1_nsa_the_minute_of_a_courtesy_draw_is_asked_from_the_hold_it_counts_from():
    table = a_play(NSA)
    table.enter(CallHold(seat=B, after=3300, hand_in_bag=True, tile_out=True), ruled=True)

    [offer] = [one for one in table.offers() if one.name == "courtesy-draw"]
    assert "held_for" in {question.field for question in offer.questions}
    early = DrawCourteously(seat=A, drawn=1, held_for=59)
    assert table.refused(early).clause == "nsa-1998 X.C"
    table.enter(DrawCourteously(seat=A, drawn=1, held_for=60))

    assert table.fact(CourtesyDraw).held_for == 60


@pytest.mark.found("TO1")
@pytest.mark.parametrize("book", [V51, V4, V1, WSC])
def test_TO1_elsewhere_it_is_asked_from_the_end_of_the_turn(book):
    table = a_play(book)
    table.enter(CallHold(seat=B))

    [offer] = [one for one in table.offers() if one.name == "courtesy-draw"]

    assert "after" in {question.field for question in offer.questions}


@pytest.mark.found("TO1")
@pytest.mark.clause("wespa-1.0 3.10.16(e)")
def test_TO1_v1_an_illegal_exchange_found_after_play_went_on_is_put_right_as_ruled():
    table = Tabletop(V1, bag=6, scores=(300, 290))
    table.exchange(A, 2)
    for seat, square in ((B, "1A"), (A, "1K"), (B, "3M"), (A, "5M"), (B, "7M")):
        table.play(seat, square, "AI")
    table.enter(ChallengeExchange(seat=B, ground="rack", rack=5, bag=4, drawn=2))
    table.enter(JudgeExchange(legal=False), role=Role.DIRECTOR)
    procedure = table.procedure("improper-exchange")
    step = procedure.next_step

    assert (step.asks, step.answers, procedure.needs_ruling) == ("put-exchange-right", (), True)
    table.enter(PutExchangeRight(shown=0, returned=0), ruled=True)

    assert "improper-exchange" not in {one.name for one in table.procedures()}
    assert table.racks == (5, 5)


# RU8: values that the clause does not give, and inferences


NOT_STATED = [
    (NSA, "overdraw.timer"), (NSA, "timer.mandatory"), (WSC, "draw_manner.speed"),
    (WSC, "draw_manner.drawn_when"), (V1, "leaving.outcome"),
]  # fmt: skip


@pytest.mark.found("RU8")
@pytest.mark.parametrize(("book", "point"), NOT_STATED)
def test_RU8_what_the_text_does_not_say_is_no_value(book, point):
    clause = Tabletop(book).rules.clause(*point.split("."))

    assert clause.standing == "silent"


INFERRED = [
    (V1, "blank_declaring.media"), (V1, "drawing.overdraw_found_after_next_play"),
    (NSA, "drawing.overdraw_found_after_next_play"), (NSA, "answers.play_out_accepted"),
]  # fmt: skip


@pytest.mark.found("RU8")
@pytest.mark.parametrize(("book", "point"), INFERRED)
def test_RU8_what_we_read_out_of_a_text_says_so(book, point):
    assert Tabletop(book).rules.clause(*point.split(".")).inferred


@pytest.mark.found("RU8")
@pytest.mark.clause("nsa-1998 IV.I.1")
@pytest.mark.clause("nsa-1998 G12")
@pytest.mark.clause("wespa-1.0 3.1.2(d)")
@pytest.mark.clause("wespa-1.0 5.1.2")
def test_RU8_values_are_those_of_the_texts():
    nsa, first = Tabletop(NSA).rules, Tabletop(V1).rules

    assert nsa.blank_declaring.media.value == ("slip-written",)
    assert nsa.signing.records_differ.value == "director-then-tally-sheet"
    assert "counting up ranks with" in nsa.timer.kinds.note
    assert first.windows.play_out_closes.value == "acceptance"
    assert first.answers.flash_draw_grounds.value == ("drew-too-quickly",)


@pytest.mark.found("RU8")
@pytest.mark.clause("wespa-1.0 4.1(b)(vi)")
@pytest.mark.clause("wespa-1.0 4.1(b)(vii)")
def test_RU8_v1_an_unforeseen_event_is_neither_a_spill_of_tiles_nor_an_emergency():
    rules = Tabletop(V1).rules

    assert rule_for_stopping("unforeseen", rules) == "wespa-1.0 4.1(b)(vii)"
    assert rule_for_stopping("emergency", rules) == "wespa-1.0 4.1(b)(vi)"
    assert rule_for_stopping("spill", rules) == ""

"""Challenges where something else goes on: holds, play-outs, later turns, a game that is over."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.challenges.holds import (
    CallHold,
    CloseWindow,
    DrawCourteously,
    MixCourtesyTiles,
    ReleaseHold,
    ReopenWindow,
    ReportFlashDraw,
)
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.clock.requests import NeutraliseClock, RestartClock
from ledger.game.deciding import DECISIONS
from ledger.game.drawing.drawn_off import ReportDrawnOff, ReturnNewTiles
from ledger.game.drawing.facts import DrawnThenChallengedOff
from ledger.game.endings.facts import GameEnded
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.going_on import pending_slips
from ledger.game.judging.requests import (
    AskAgain,
    ConfirmRestart,
    Readjudicate,
    ReportMisadjudication,
)
from ledger.game.judging.slips import ChangeWords, HandOver, ReissueChallenge
from ledger.game.judging.turns_since import SettleTurnsSince
from ledger.game.sheet.folding import replay
from ledger.hall.rows import flags_of
from ledger.replay.replayed import replay_of
from ledger.vocabulary import Role
from tests.tabletop import FIVE, WESPA, A, B, a_play, a_play_out

V51, V4, V1, WSC, NSA = "wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998"
JUDGE = Role.WORD_JUDGE


def challenged(table, acceptable, words=("WINDY",), seat=B, **how):
    table.enter(IssueChallenge(seat=seat, words=words, **how))
    table.enter(Adjudicate(acceptable=acceptable, adjudicator="J1"), role=JUDGE)
    return table


def judged_again(table, acceptable, seat=A):
    table.enter(AskAgain(seat=seat))
    table.enter(Readjudicate(acceptable=acceptable, adjudicator="J2"), role=JUDGE)
    return table


def all_tiles(table):
    return sum(map(bool, table.sheet.board.squares)) + sum(table.racks) + table.bag


def open_names(table):
    return [one.name for one in table.procedures()]


# Holds


@pytest.mark.parametrize("book", FIVE)
def test_K_09_a_play_is_held_once(book):
    table = a_play(book)
    table.enter(CallHold(seat=B, after=3))

    assert table.refused(CallHold(seat=B, after=5)).code == "hold-called"
    assert open_names(table) == ["hold"]


@pytest.mark.parametrize(("book", "clause"), [(NSA, "X.C"), (WSC, "12.2"), (V4, "3.10.5(a)")])
def test_K_10_the_time_to_answer_does_not_run_out_during_a_hold(book, clause):
    table = a_play(book)
    table.enter(CallHold(seat=B, after=10))

    refusal = table.refused(CloseWindow(seat=B, after=90, tile_racked=True))

    assert (refusal.code, refusal.clause) == ("window-open", f"{book} {clause}")
    assert table.sheet.challenges.hold is B


def test_H18_a_hold_goes_on_when_the_challenge_after_it_is_undone():
    table = a_play(NSA)
    table.enter(CallHold(seat=B, after=10))
    table.enter(IssueChallenge(seat=B, words=("WINDY",), after=40))

    table.enter(VoidChallenge(reason="misunderstood-blank"))

    assert table.sheet.challenges.hold is B
    assert open_names(table) == ["hold"]
    assert (
        table.enter(IssueChallenge(seat=B, words=("WINDY",), after=80)).challenges.pending
        is not None
    )


def test_H17_Y31_stopping_the_timer_after_saying_it_binds():
    table = a_play(V4)
    table.enter(IssueChallenge(seat=B, words=("WINDY",), voiced=True, neutral=False))
    assert not table.procedure("challenge").steps[1].done

    table.enter(NeutraliseClock(reason="challenge", seat=B))

    assert table.procedure("challenge").steps[1].done
    assert table.refused(VoidChallenge(reason="withdrawn")).code == "challenge-binding"


@pytest.mark.parametrize("book", FIVE)
def test_K_13_after_the_opponents_own_turn_the_refusal_says_so(book):
    table = a_play(book)
    table.play(B, "7C", "GALE")

    refusal = table.refused(IssueChallenge(seat=B, words=("WINDY",)))

    assert refusal.what.endswith("the next turn was made.")


def test_K_07_a_right_that_was_not_lost_was_so_for_a_reason():
    refusal = a_play(V1).refused(ReopenWindow(seat=B, reason=" "), ruled=True)

    assert refusal.code == "unreadable-request"


# Slips


@pytest.mark.parametrize("words", [("WINDY", ""), (" ",)])
def test_L_06_no_slip_names_a_word_without_letters(words):
    table = a_play(V4)

    assert table.refused(IssueChallenge(seat=B, words=words)).code == "unreadable-request"


def test_L_01_a_word_named_twice_or_not_formed_is_remarked_on_whenever_it_is_entered():
    table = a_play(V4)
    table.enter(IssueChallenge(seat=B, words=("WINDY", " windy")))
    assert table.remarks == ("words-not-formed",)

    table.enter(ChangeWords(seat=B, words=("WINDS",)))
    assert table.remarks == ("words-not-formed",)
    table.enter(ReissueChallenge(words=("WINDY",)))
    assert table.remarks == ()


def test_L_04_words_nobody_had_entered_can_still_be_entered_and_only_for_the_challenger():
    table = a_play(V4)
    table.enter(IssueChallenge(seat=B, method="runner"))
    table.enter(HandOver())
    refusal = table.refused(Adjudicate(acceptable=True), role=JUDGE)
    assert refusal.code == "challenged-words-not-known"

    assert table.refused(ChangeWords(seat=A, words=("WINDY",))).code == "not-the-challenger"
    table.enter(ChangeWords(seat=B, words=("WINDY",)))

    assert table.refused(ChangeWords(seat=B, words=("WINDS",))).code == "words-locked"
    table.enter(Adjudicate(acceptable=True), role=JUDGE)
    assert table.fact(ChallengeFailed).credited == 5


@pytest.mark.parametrize(("book", "clause"), [(V51, "3.10.12"), (V4, "3.10.12"), (V1, "3.10.13")])
def test_L_15_the_challenged_player_keeps_the_board_by_every_way_of_judging(book, clause):
    for method in a_play(book).rules.judging.methods:
        table = a_play(book)
        table.enter(IssueChallenge(seat=B, words=("WINDY",), method=method))

        [keeps] = [step for step in table.procedure("challenge").steps if "board" in step.does
                   and step.clause == f"{book} {clause}"]  # fmt: skip
        assert keeps.who == "player"


# The clock afterwards


@pytest.mark.parametrize("book", FIVE)
def test_L_15_a_clock_started_before_all_was_confirmed_is_remarked_on(book):
    table = a_play(book)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(RestartClock(seat=B))
    assert table.remarks == ("restart-not-confirmed",)
    table.enter(Adjudicate(acceptable=False), role=JUDGE)
    table.enter(RestartClock(seat=B))
    assert table.remarks == ("restart-not-confirmed",)

    table.enter(ConfirmRestart(seat=B))
    table.enter(RestartClock(seat=B))

    assert table.remarks == ()


def test_L_15_the_refusal_cites_the_rule_of_what_is_missing():
    table = challenged(a_play(V1), True, method="self-run")

    seated = table.refused(ConfirmRestart(seat=B, seated=False))
    told = table.refused(ConfirmRestart(seat=B, told=False))

    assert (seated.clause, told.clause) == ("wespa-1.0 3.10.3(b)", "wespa-1.0 3.10.1(c)")
    assert table.refused(ConfirmRestart(seat=A)).code == "other-clock-runs"


# Play-outs


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("mode", ["lose-turn", "points-per-word-5", "dingle"])
def test_O_02_a_play_out_that_stands_ends_the_game_and_no_clock_is_started(book, mode):
    options = {"challenge_mode": mode} if book in WESPA else {}
    table = a_play_out(book, **options)

    challenged(table, True, ("X",), seat=A)

    assert table.fact(GameEnded).cause == "played-out"
    assert (table.sheet.ended, table.sheet.on_move, table.sheet.open) == ("played-out", None, ())
    refusal = table.refused(AcceptPlayOut(seat=A))
    assert refusal.next_step == "Count the tiles left."


@pytest.mark.parametrize("book", [WSC, NSA])
def test_L_19_a_play_out_that_comes_off_after_all_undoes_the_end_and_the_count(book):
    table = a_play_out(book)
    challenged(table, True, ("X",), seat=A)
    table.enter(CountUnplayed(racks=("-", "AE")), ruled=True)
    assert table.sheet.ending.unplayed_counted

    judged_again(table, False)

    assert "director-to-confirm" in table.remarks
    assert (table.sheet.ended, table.sheet.ending.unplayed_counted, table.sheet.out) == (
        "",
        False,
        None,
    )
    assert table.sheet.on_move is A
    assert table.totals == (300, 290)
    assert all_tiles(table) == 100
    assert replay(table.sheet.events).totals == table.totals
    table.passes(A)


def test_L_19_an_accepted_play_out_whose_challenge_was_left_open_comes_off_as_well():
    table = a_play_out(WSC)
    table.write(*challenged_facts(table))
    table.write(GameEnded(cause="played-out"))

    judged_again(table, False)

    assert table.sheet.ended == ""
    assert table.sheet.on_move is A


def challenged_facts(table):
    """A challenge that failed as written before a play-out that stands ended the game."""
    table.enter(IssueChallenge(seat=A, words=("X",)))
    table.enter(Adjudicate(acceptable=True), role=JUDGE)
    facts = [event.fact for event in table.sheet.events[-3:]]
    table.sheet = replay(table.sheet.events[:-3])
    return facts[:-1]


# Another verdict after later turns


def six_zeros(book):
    table = a_play(book)
    table.passes(B, A, B, A, B)
    table.play(A, "9D", "OES")
    return challenged(table, False, ("OES",))


@pytest.mark.parametrize("book", [WSC, NSA])
def test_L_19_a_sixth_zero_undone_takes_the_count_of_the_tiles_with_it(book):
    table = six_zeros(book)
    assert table.sheet.ended == "six-zeros"
    assert "restart" not in open_names(table)  # nobody's clock is started any more
    table.enter(CountUnplayed(racks=("AEIOUEE", "AEIOUNN"), adjustments=(-7, -7)), ruled=True)

    judged_again(table, True)

    assert (table.sheet.ended, table.sheet.ending.unplayed_counted) == ("", False)
    assert all_tiles(table) == 100
    assert sum(line.kind == "unplayed" for line in table.sheet.lines) == 0


@pytest.mark.parametrize(("book", "code"), [
    (V1, "call-the-director"), (V4, "call-the-director"), (V51, "verdict-stands"),
])  # fmt: skip
def test_H25_Y41_W10_once_the_next_turn_is_made_a_new_tile_is_taken_to_be_racked(book, code):
    table = challenged(a_play(book), True)
    table.play(B, "7C", "GALE")

    assert table.refused(ReportMisadjudication(reason="misread")).code == code

    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False))
    assert not table.sheet.lines[0].withdrawn
    table.enter(SettleTurnsSince(how="stand"), ruled=True)
    assert table.sheet.lines[0].withdrawn
    assert all_tiles(table) == 100


@pytest.mark.parametrize("book", [V1, V4])
def test_H24_once_the_next_turn_is_made_a_tile_taken_back_is_taken_to_be_racked(book):
    table = challenged(a_play(book), False)
    table.play(B, "8D", "GALE")

    assert table.refused(ReportMisadjudication(reason="misread")).code == "call-the-director"


def test_L_17_no_other_opinion_while_a_later_challenge_waits_for_its_verdict():
    table = challenged(a_play(WSC), True)
    table.play(B, "7C", "GALE")
    table.enter(IssueChallenge(seat=A, words=("GALE",)))

    for request in (AskAgain(seat=A), ReportMisadjudication(reason="misread")):
        assert table.refused(request).code == "challenge-pending"
    table.enter(AskAgain(seat=A), ruled=True)
    table.enter(Adjudicate(acceptable=True), role=JUDGE)

    assert open_names(table) == ["restart"]


def test_L_19_a_changed_verdict_is_a_correction_in_the_hall_and_in_the_replay():
    table = challenged(a_play(V4), True)
    assert "correction" not in flags_of(table.sheet)

    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False))

    assert "correction" in flags_of(table.sheet)
    [line] = [ply for ply in replay_of(table.sheet).plies if "correction" in ply.marks]
    assert (line.kind, line.corrections[0].was) == ("withdrawn", "challenge failed")


def test_L_19_a_fine_taken_back_and_one_given_follow_the_verdict_each_time():
    table = challenged(a_play(WSC), True)
    totals = {True: (37, 0), False: (0, 0)}
    assert table.totals == totals[True]

    for verdict in (False, True, False):
        table.enter(AskAgain(), ruled=True)
        table.enter(Readjudicate(acceptable=verdict, adjudicator="J9"), ruled=True)

        assert table.totals == totals[verdict]
        assert table.sheet.challenges.failed == ((0, 1) if verdict else (0, 0))
        assert all_tiles(table) == 100


# Tiles drawn meanwhile


def test_H_22_courtesy_tiles_are_such_after_a_verdict_put_right_as_well():
    table = a_play(V4)
    table.enter(CallHold(seat=B))
    table.enter(DrawCourteously(seat=A, drawn=5, after=40))
    challenged(table, True)
    table.enter(ReportMisadjudication(reason="misread", new_tile_racked=False))

    table.enter(ReportDrawnOff(seat=A, drawn=5))

    assert table.fact(DrawnThenChallengedOff).how == "courtesy"
    assert table.procedure("drawn-then-challenged-off").clause == "wespa-4.0 3.10.6(b)"


@pytest.mark.clause("wespa-4.0 3.10.2(c)")
@pytest.mark.parametrize(("racked", "clause"), [(True, "(c)(ii)"), (False, "(c)(i)")])
def test_Y21_Y22_Y23_a_flash_draw_told_with_the_challenge_is_one_when_the_tiles_are(racked, clause):
    table = a_play(V4, "OXO")
    table.enter(IssueChallenge(seat=B, words=("OXO",), tile_out=True, tile_racked=racked,
                               out_of_order="wrote-before-playing"))  # fmt: skip
    table.enter(Adjudicate(acceptable=False), role=JUDGE)

    table.enter(ReportDrawnOff(seat=A, drawn=3, racked=racked, mixed=racked))

    assert table.procedure("drawn-then-challenged-off").clause == f"wespa-4.0 3.10.2{clause}"


def test_Y21_a_tile_seen_on_the_rack_by_who_challenges_counts_where_the_report_did_not_say():
    table = a_play(V4, "OXO")
    table.enter(ReportFlashDraw(seat=A, ground="drew-before-recording", drawn=3))

    challenged(table, False, ("OXO",), tile_out=True, tile_racked=True)

    assert table.procedure("drawn-then-challenged-off").clause == "wespa-4.0 3.10.2(c)(ii)"


def test_H_22_tiles_reported_for_a_play_that_is_put_back_have_nowhere_to_go():
    table = challenged(a_play(WSC), False, tile_out=True, after=3)
    table.enter(ReportDrawnOff(seat=A, drawn=5))

    judged_again(table, True)

    assert open_names(table) == ["restart"]
    assert table.refused(ReturnNewTiles(seat=A, returned=5, seen=False)).code == "nothing-to-return"


def test_H_20_only_the_player_whose_play_is_answered_draws_meanwhile():
    table = a_play(WSC)
    table.enter(CallHold(seat=B, after=2))
    table.enter(DrawCourteously(seat=A, drawn=5, after=60))
    assert table.refused(MixCourtesyTiles(seat=B, mixed=True)).code == "no-courtesy-draw"

    table.enter(IssueChallenge(seat=B, words=("WINDY",)))

    assert table.refused(DrawCourteously(seat=B, drawn=2, after=70)).code == "no-hold"


def test_T4_21_whether_tiles_were_racked_and_whether_mixed_are_two_questions():
    table = a_play(V4, "OX")
    table.enter(CallHold(seat=B))

    [offer] = [one for one in table.offers() if one.name == "courtesy-draw"]

    assert {"racked", "mixed"} <= {question.field for question in offer.questions}


# What can be reported


def moments(book):
    """Tables at every moment of a play and its challenge."""
    table = a_play(book)
    yield table
    table.enter(CallHold(seat=B, after=3))
    yield table
    table.enter(DrawCourteously(seat=A, drawn=5, after=90))
    yield table
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    yield table
    table.enter(Adjudicate(acceptable=False), role=JUDGE)
    yield table
    table.enter(AskAgain(seat=B))
    yield table
    held = a_play_out(book)
    yield held
    held.enter(CallHold(seat=A, after=3))
    yield held
    held.enter(ReleaseHold(seat=A))
    yield held


@pytest.mark.parametrize("book", FIVE)
def test_whatever_is_offered_or_asked_of_a_step_is_a_request_that_its_questions_answer(book):
    requests = {kind.__struct_config__.tag: kind for kind in DECISIONS}
    for table in moments(book):
        for offer in table.offers():
            fields = {one.name: one for one in msgspec.structs.fields(requests[offer.asks])}
            request = {question.field for question in offer.questions}
            assert request <= fields.keys(), offer.name
            assert {name for name, one in fields.items() if one.required} <= request, offer.name
        for step in itertools.chain.from_iterable(one.steps for one in table.procedures()):
            if step.asks:
                must_be_answerable(step, requests[step.asks])


def must_be_answerable(step, request):
    """What is known and what is asked make a request of this kind, of the right types."""
    fields = {one.name: one for one in msgspec.structs.fields(request)}
    known, desk_request = dict(step.answers), {q.field: q.kind for q in step.questions}
    assert known.keys() | desk_request.keys() <= fields.keys(), step
    assert {name for name, one in fields.items() if one.required} <= known.keys() | desk_request, (
        step
    )
    example = {"words": ["WINDY"], "yes-no": True, "text": "so", "seat": "first"}
    given = {name: example.get(kind, 5) for name, kind in desk_request.items()}
    msgspec.convert({"ask": step.asks, **known, **given}, request)


@pytest.mark.parametrize(("book", "ways", "consent"), [
    (V4, 6, True), (V1, 3, False), (WSC, 0, False), (NSA, 0, False),
])  # fmt: skip
def test_L_02_a_challenge_asks_for_its_words_and_for_the_way_of_judging(book, ways, consent):
    [offer] = [one for one in a_play(book).offers() if one.name == "challenge"]
    request = {question.field: question for question in offer.questions}

    assert request["words"].words == "Which words are challenged?"
    assert len(request["method"].choices if "method" in request else ()) == ways
    assert ("agreed" in request) is consent


def test_L_10_nothing_that_is_written_or_shown_speaks_of_a_single_word():
    table = challenged(a_play(V4), False, ("WINDY", "OX"))
    verdict = [fact for fact in table.facts if not isinstance(fact, PhoneyWithdrawn)]

    assert [fact.topic() for fact in verdict] == ["challenge-adjudicated"]
    for event in table.sheet.events[-2:]:
        said = msgspec.json.encode(event.fact).decode()
        assert "WINDY" not in said
        assert "OX" not in said


@pytest.mark.found("RL-12")
@pytest.mark.parametrize("book", FIVE)
def test_RL_12_where_a_long_word_is_looked_up_is_said_before_the_verdict(book):
    def said(*words):
        table = a_play(book)
        table.enter(IssueChallenge(seat=B, words=words, method="not-known"))
        steps = table.procedure("challenge").steps
        look = [nth for nth, one in enumerate(steps) if "dictionary" in one.does]
        verdict = [nth for nth, one in enumerate(steps) if one.asks == "adjudicate"]
        assert all(nth < verdict[0] for nth in look)
        slip = pending_slips(table.sheet).slip
        assert [slip.look] * len(look) == [steps[nth].does for nth in look]
        return bool(slip.look), [steps[nth].clause for nth in look]

    assert said("WINDY") == (False, [])
    assert said("UNPLAYABLES", "AN") == (
        (True, ["nsa-1998 I.B"]) if book == "nsa-1998" else (False, [])
    )

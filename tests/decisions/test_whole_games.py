"""A game from the first tile to the signed result, under each of the five rulebooks."""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.clock.requests import RecordOvertime
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed, Resign
from ledger.game.results.amending import AmendResult
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry, CorrectScore, PlaceTiles
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Placement
from ledger.vocabulary.refusals import Refusal
from tests.decisions.a_real_game import play_to_the_end
from tests.desks import DIRECTOR, A, B, Table, a_table, a_tournament, signature

BOOKS = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998")


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_is_played_from_first_tile_to_signed_result(desk, book):
    table = a_table(desk, book)

    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    table.play(A, "4B", "TILTZ")
    sheet = table.challenge(B, False, "TILTZ")
    assert sheet.totals == (32, 16)
    assert sheet.on_move is B
    table.exchange(B)
    for seat in (A, B, A, B):
        sheet = table.passes(seat)
    assert sheet.ended == "six-zeros"
    sheet = table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    assert sheet.totals == (32 - 4, 16 - 11)
    table.enter(RecordOvertime(seat=B, over=61))
    table.enter(ProposeResult())
    for seat in (A, B):
        sheet = table.enter(signature(table.sheet, seat))

    assert sheet.state == "final"
    assert sheet.final == (28, -15)


@pytest.mark.clause("wsc-2003 13.2")
@pytest.mark.clause("nsa-1998 VII.C")
@pytest.mark.parametrize("book", BOOKS)
def test_E1_who_plays_out_gets_the_opponents_tiles_twice(desk, book):
    table = a_table(desk, book)
    sheet = play_to_the_end(table)
    assert sheet.state == "played out"
    assert sheet.out is B

    assert table.enter(AcceptPlayOut(seat=A)).state == "over"
    sheet = table.enter(CountUnplayed())

    assert sheet.totals == (506, 420 + 4)
    assert sheet.lines[-1].tiles == "OS"


@pytest.mark.clause("wespa-1.0 5.1.4")
def test_E1_or_once_and_off_the_opponent_where_the_tournament_chose_so(desk):
    table = a_table(desk, "wespa-1.0", (("unplayed-tiles", "single"),))
    play_to_the_end(table)
    table.enter(AcceptPlayOut(seat=A))

    assert table.enter(CountUnplayed()).totals == (506 - 2, 420 + 2)


@pytest.mark.parametrize("book", BOOKS)
def test_E4_six_zeros_at_nil_all_end_the_game_but_not_under_nsa(desk, book):
    table = a_table(desk, book)

    for seat in (A, B, A, B, A, B):
        sheet = table.passes(seat)

    assert bool(sheet.ended) == (book != "nsa-1998")


@pytest.mark.clause("nsa-1998 VII.A")
def test_E5_under_nsa_the_rule_applies_once_somebody_has_scored(desk):
    table = a_table(desk, "nsa-1998")
    for seat in (A, B, A, B, A, B):
        table.passes(seat)

    table.play(A, "8D", "WINDY")
    for seat in (B, A, B, A, B, A):
        sheet = table.passes(seat)

    assert sheet.ended == "six-zeros"


@pytest.mark.clause("nsa-1998 X.F")
def test_under_nsa_a_failed_challenge_costs_the_turn_and_counts_as_a_zero(desk):
    table = a_table(desk, "nsa-1998")
    table.play(A, "8D", "WINDY")

    sheet = table.challenge(B, True, "WINDY")

    assert sheet.on_move is A
    assert sheet.zero_turns == 1
    assert sheet.totals == (32, 0)


@pytest.mark.clause("wespa-5.1 3.10.13(a)")
def test_W12_three_good_words_at_five_each_are_credited_to_the_challenged_player(desk):
    table = a_table(desk, "wespa-5.1")
    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")

    sheet = table.challenge(A, True, "GALE", "AW", "LI")

    assert sheet.totals == (32, 16 + 15)
    assert sheet.on_move is A


def test_a_hold_waits_in_the_log_and_is_released(table):
    table.play(A, "8D", "WINDY")

    assert table.enter(CallHold(seat=B)).state == "on hold"
    assert table.enter(ReleaseHold(seat=B)).state == "playing"


def test_the_announced_score_stands_beside_ours_until_it_is_corrected(table):
    sheet = table.play(A, "8D", "WINDY", announced=30)
    assert sheet.totals == (30, 0)
    assert sheet.events[-1].envelope.remarks == ("announced-differs",)

    sheet = table.enter(
        CorrectScore(version=sheet.version, now=32, reason="miscounted", approved_by="both players")
    )

    assert sheet.totals == (32, 0)
    [line] = sheet.lines
    assert [(c.was, c.now) for c in line.corrections] == [("8D WINDY +30", "8D WINDY +32")]


def test_a_retracted_turn_leaves_the_board_and_the_turn_as_they_were(table):
    sheet = table.play(A, "8D", "WINDY")

    sheet = table.enter(RetractTurn(version=sheet.version))

    assert sheet.lines == ()
    assert set(sheet.board.squares) == {""}
    assert sheet.on_move is A


def test_retracting_the_sixth_scoreless_turn_takes_the_end_of_the_game_back_too(table):
    sheet = table.six_zeros()
    assert sheet.ended == "six-zeros"

    sheet = table.enter(RetractTurn(version=sheet.lines[-1].version))

    assert sheet.ended == ""
    assert sheet.zero_turns == 5
    assert sheet.on_move is A


def test_retracting_a_play_out_takes_the_play_out_back_too(table):
    sheet = play_to_the_end(table)

    sheet = table.enter(RetractTurn(version=sheet.lines[-1].version))

    assert sheet.out is None
    assert sheet.on_move is B
    table.play(B, "A4", "AEROBIa")


def test_G11_a_blank_that_came_off_with_its_play_may_be_another_letter_next_time(table):
    table.play(A, "8D", "WINDz")
    table.enter(DesignateBlank(seat=A, blank=1, letter="Z", square="8H"))
    assert table.challenge(B, False, "WINDZ").board.blanks == ()
    table.play(B, "8D", "GALE")
    table.play(A, "7C", "AnT")

    sheet = table.enter(DesignateBlank(seat=A, blank=1, letter="N", square="7D"))

    assert [(blank.letter, blank.square) for blank in sheet.board.blanks] == [("N", "7D")]


def test_a_correction_leaves_later_turns_and_lists_what_no_longer_fits(table):
    from ledger.game.sheet.rescoring import findings

    first = table.play(A, "8D", "WINDY").version
    table.play(B, "7C", "GALE")
    wrong = PlayRecorded(seat=A, placement=Placement("8D", "WIND"), announced=12)

    sheet = table.enter(
        CorrectEntry(version=first, replacement=wrong, reason="no Y", approved_by="both players")
    )

    assert [str(line.placement) for line in sheet.lines] == ["8D WIND", "7C GALE"]
    assert sheet.totals == (12, 16)
    assert findings(sheet) == ()
    assert sheet.lines[0].computed == 12

    struck = table.enter(
        CorrectEntry(version=first, replacement=None, reason="never played", approved_by=DIRECTOR)
    )

    assert [str(line.placement) for line in struck.lines] == ["7C GALE"]
    assert {finding.code for finding in findings(struck)} == {"computed-differs"}


def test_Y76_ten_minutes_over_forfeits_with_the_scores_the_book_defines(desk):
    table = a_table(desk, "wespa-4.0")
    table.play(A, "8D", "WINDY", announced=380)
    table.play(B, "7C", "GALE", announced=300)

    sheet = table.enter(RecordOvertime(seat=A, over=600), by=DIRECTOR)

    assert sheet.state == "forfeited"
    assert sheet.final == (200, 300)


@pytest.mark.clause("nsa-1998 VII.I.3")
def test_L16_under_nsa_who_leaves_behind_loses_by_that_and_fifty(desk):
    table = a_table(desk, "nsa-1998")
    table.play(A, "8D", "WINDY", announced=173)
    table.play(B, "7C", "GALE", announced=246)

    sheet = table.enter(Forfeit(loser=A, cause="left"), by=DIRECTOR)

    assert sheet.ending.forfeit.loser_spread == 123
    assert sheet.ending.forfeit.margin is None


@pytest.mark.parametrize(
    ("book", "margin"), [("wespa-4.0", 100), ("wespa-1.0", 150), ("nsa-1998", 50)]
)
def test_L12_who_does_not_come_forfeits_by_the_books_margin_unrated(desk, book, margin):
    [game] = a_tournament(desk, book)
    table = Table(desk, game)

    sheet = table.enter(Forfeit(loser=B, cause="late"), by=DIRECTOR)

    assert sheet.ending.forfeit.margin == margin
    assert sheet.ending.forfeit.rated is False


def test_C_10_a_game_that_runs_is_not_lost_by_lateness_any_more(desk):
    table = a_table(desk, "wespa-4.0")

    with pytest.raises(Refusal) as refusal:
        table.enter(Forfeit(loser=B, cause="late"), by=DIRECTOR)

    assert refusal.value.code == "already-started"


def test_R1_a_resignation_is_lost_by_the_lead_and_fifty(desk):
    table = a_table(desk, "wespa-4.0")
    table.play(A, "8D", "WINDY", announced=20)
    table.play(B, "7C", "GALE", announced=100)

    sheet = table.enter(Resign(seat=A), by=DIRECTOR)

    assert sheet.ending.margin == 130


@pytest.mark.clause("wespa-5.1 5.4.1")
def test_Y85_after_hand_in_only_swapped_scores_are_amended_and_by_the_director(table):
    table.signed()
    table.enter(HandIn(seat=A))
    was = table.sheet.final

    with pytest.raises(Refusal) as refusal:
        table.enter(AmendResult(now=(was[0] - 10, was[1]), reason="time"), by=DIRECTOR)
    sheet = table.enter(
        AmendResult(now=was[::-1], reason="written the wrong way round"),
        by=DIRECTOR,
    )

    assert refusal.value.code == "amendment-not-allowed"
    assert sheet.state == "amended"
    assert sheet.final == was[::-1]


def test_a_signed_result_is_not_touched_by_turns_or_corrections(table):
    table.signed()

    for request in (
        PlaceTiles(seat=A, placement=Placement("7C", "GALE")),
        CorrectScore(version=4, now=1, reason="x", approved_by="both players"),
    ):
        with pytest.raises(Refusal) as refusal:
            table.enter(request)
        assert refusal.value.code == "result-final"


def test_strokes_lie_beside_the_log_under_a_salted_digest_and_come_back_on_paper(desk, table):
    from ledger.record.kept_words import kept_strokes, strokes_in

    table.over_and_counted()
    drawn = (((0.0, 0.0, 0.0), (40.0, 12.0, 80.0), (80.0, 3.0, 160.0)),)
    kept = kept_strokes(drawn, bytes(range(16)))
    request = signature(table.sheet, A, "stroke", words=kept.digest)

    desk.record(table.game, request, table.sent(), (kept,))

    [signed] = table.sheet.result.signatures
    assert strokes_in(desk.log.words_of(signed.fact.words)) == drawn
    assert b"40.0" not in desk.log.store.rows_of(table.game, 0)[-1][-1]


def test_a_sheet_folded_from_the_store_is_the_sheet_the_desk_kept(desk, table):
    play_to_the_end(table)
    table.enter(AcceptPlayOut(seat=A))
    table.enter(CountUnplayed())

    assert replay(desk.log.events_of(table.game)) == table.sheet

"""Irregular situations that the ledger once got wrong, each by what was entered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.game.blanks.facts import BlankDesignated
from ledger.game.blanks.requests import DesignateBlank, RedesignateBlank
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.clock.requests import RecordOvertime
from ledger.game.drawing.overdraws import must_be_there
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed, EndGame
from ledger.game.results.amending import AskAmendment
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.setting_up.requests import AssignTime, DetermineStarter
from ledger.game.sheet.line import Stock
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.game.turns.requests import CorrectEntry, CorrectScore, MissTurn, PlaceTiles
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Placement, Seat
from ledger.vocabulary.refusals import Refusal
from tests.decisions.a_real_game import play_to_the_end, turns
from tests.desks import DIRECTOR, JUDGE, A, B, Table, a_table, a_tournament, agreement, signature


def corrected(version, replacement):
    return CorrectEntry(
        version=version, replacement=replacement, reason="misread", approved_by="both players"
    )


def refused(table, request, **what):
    with pytest.raises(Refusal) as refusal:
        table.enter(request, **what)
    return refusal.value.code


class TestSignatures:
    def test_for_other_scores_do_not_add_up_to_a_final_result(self, table):
        table.over_and_counted()
        table.enter(ProposeResult())
        table.enter(signature(table.sheet, A))
        table.enter(CorrectScore(version=4, now=40, reason="miscounted", approved_by="both"))
        table.enter(ProposeResult())

        sheet = table.enter(signature(table.sheet, B))

        assert sheet.state == "signed by one"
        assert sheet.signed_by == (B,)
        assert table.enter(signature(sheet, A)).state == "final"

    def test_for_scores_corrected_since_they_were_proposed_are_refused(self, table):
        table.over_and_counted()
        seen = table.enter(ProposeResult())
        table.enter(CorrectScore(version=4, now=40, reason="miscounted", approved_by="both"))

        assert refused(table, signature(seen, A)) == "result-changed"

    def test_after_an_amendment_are_given_for_the_amended_scores(self, table):
        first, second = table.signed().final
        table.enter(AskAmendment(seat=A, reason="x", now=(first + 10, second)))
        for seat in (A, B):
            table.enter(agreement(table.sheet, seat))

        sheet = table.enter(ProposeResult(), by=DIRECTOR, case=table.ruled())

        assert sheet.result.proposed == (first + 10, second)


class TestAPlayChallengedOff:
    def test_takes_the_corrected_score_with_it(self, table):
        table.play(A, "8D", "WINDY", announced=30)
        table.challenge(B, False, "WINDY")

        sheet = table.enter(CorrectScore(version=4, now=32, reason="x", approved_by="both"))

        assert sheet.totals == (0, 0)

    def test_and_struck_later_leaves_the_play_before_it_where_it_is(self, table):
        table.play(A, "8D", "WINDY")
        table.play(B, "7C", "GALE")
        table.play(A, "4B", "TILTZ")
        table.challenge(B, False, "TILTZ")

        passed = table.enter(corrected(6, TurnPassed(seat=A)))
        struck = table.enter(corrected(6, None))

        assert passed.totals == struck.totals == (32, 16)
        assert (passed.zero_turns, passed.on_move) == (1, B)
        assert (struck.zero_turns, struck.on_move) == (0, A)
        assert [line.withdrawn for line in struck.lines[:2]] == [False, False]
        assert [finding.code for finding in findings(struck)] == ["challenge-without-play"]

    def test_is_never_the_challengers_own(self, table):
        table.play(A, "8D", "WINDY")
        table.play(B, "7C", "GALE")
        table.enter(IssueChallenge(seat=A, words=("GALE",)))
        table.enter(corrected(5, None))

        assert refused(table, Adjudicate(acceptable=False), by=JUDGE) == "challenged-play-gone"

        sheet = table.enter(Adjudicate(acceptable=False), by=JUDGE, case=table.ruled())
        assert (sheet.totals, sheet.state, sheet.on_move) == ((32, 0), "playing", B)


class TestWhoSitsWhere:
    def test_is_not_changed_once_somebody_forfeited(self, desk):
        [game] = a_tournament(desk)
        table = Table(desk, game)
        table.enter(Forfeit(loser=A, cause="no-show"), by=DIRECTOR)

        assert refused(table, DetermineStarter(starter=2, method="draw")) == "game-over"

    def test_time_assigned_before_goes_with_the_player(self, desk):
        [game] = a_tournament(desk)
        table = Table(desk, game)
        table.enter(AssignTime(seat=A, seconds=1200, reason="late"), by=DIRECTOR)

        sheet = table.enter(DetermineStarter(starter=2, method="draw"))

        assert sheet.names == ("Player 2", "Player 1")
        assert sheet.clock.limits == (1500, 1200)


class TestCorrections:
    @pytest.mark.parametrize(
        "replacement",
        [
            TilesExchanged(seat=A, count=-4),
            UnplayedTilesCounted(racks=("A", "E"), adjustments=(5, 5), mode="own"),
            BlankDesignated(seat=A, blank=1, letter="I", square="8E", how="announced"),
            OvertimeRecorded(seat=B, over=5, penalty=10),
        ],
    )
    def test_of_a_turn_put_only_a_turn_in_its_place(self, table, replacement):
        table.play(A, "8D", "WINDY")

        assert refused(table, corrected(4, replacement)) == "unreadable-request"

    @pytest.mark.parametrize("square", ["nowhere", "99Z", ""])
    def test_of_a_blank_name_a_square_where_one_lies(self, table, square):
        table.play(A, "8D", "WiNDY")
        version = table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E")).version
        wrong = BlankDesignated(seat=A, blank=1, letter="I", square=square, how="announced")

        assert refused(table, corrected(version, wrong)) in ("unreadable-request", "not-a-blank")

    def test_of_unplayed_tiles_are_counted_by_the_mode_in_force(self, table):
        version = table.over_and_counted().version
        claimed = UnplayedTilesCounted(racks=("EGNZ", "?AQ"), adjustments=(999, 0), mode="own")

        assert table.enter(corrected(version, claimed)).totals == (32 - 14, -11)

    def test_of_overtime_are_charged_by_the_rule(self, table):
        version = table.enter(RecordOvertime(seat=A, over=61)).version
        claimed = OvertimeRecorded(seat=B, over=5, penalty=900)

        assert table.enter(corrected(version, claimed)).totals == (0, -10)

    def test_under_a_ruling_stand_as_the_director_ruled(self, table):
        version = table.enter(RecordOvertime(seat=A, over=61)).version
        ruled = OvertimeRecorded(seat=A, over=61, penalty=5)

        assert table.enter(corrected(version, ruled), case=table.ruled()).totals == (-5, 0)

    def test_of_a_missed_turn_lay_its_tiles(self, table):
        table.enter(MissTurn(seat=A, announced=32))
        table.play(B, "7C", "GALE")
        followed = PlayRecorded(seat=A, placement=Placement("8D", "WINDY"), announced=32)

        sheet = table.enter(corrected(4, followed))

        assert sheet.lines[0].computed == 32
        assert isinstance(table.sheet.events[3].fact, TurnMissed)


class TestTheEnd:
    @pytest.mark.parametrize("cause", ["", "forfeited", "the fire alarm"])
    def test_has_a_cause_that_ends_a_game(self, table, cause):
        assert refused(table, EndGame(cause=cause), case=table.ruled()) == "unreadable-request"

    def test_after_a_missed_turn_is_a_play_out_if_the_director_rules_so(self, table):
        seat, missed = A, {}
        for number, (placement, score) in enumerate(turns()):
            if number == 19:
                missed = PlayRecorded(seat=seat, placement=placement, announced=score)
                version = table.enter(MissTurn(seat=seat, announced=score)).version
            else:
                table.enter(PlaceTiles(seat=seat, placement=placement, announced=score))
            seat = seat.opponent
        assert table.enter(corrected(version, missed)).out is None

        table.enter(AcceptPlayOut(seat=A), case=table.ruled())

        assert table.enter(CountUnplayed()).totals == (506, 420 + 4)

    def test_stays_the_end_when_a_challenge_after_it_costs_a_turn(self, desk):
        table = a_table(desk, "nsa-1998")
        play_to_the_end(table)
        table.enter(AcceptPlayOut(seat=A))

        sheet = table.challenge(A, True, "AEROBIA")

        assert sheet.ended == "played-out"
        assert sheet.on_move is None

    def test_is_not_undone_by_a_turn_taken_from_a_player(self, table):
        table.six_zeros()

        request = ApplyPenalty(seat=A, unit="turn", amount=1, reason="noise")
        sheet = table.enter(request, by=DIRECTOR, case=table.ruled())

        assert sheet.on_move is None


def test_ten_minutes_over_forfeits_only_when_the_director_says_so(table):
    assert refused(table, RecordOvertime(seat=A, over=600)) == "needs-ruling"
    assert table.enter(RecordOvertime(seat=A, over=600), by=DIRECTOR).state == "forfeited"


@pytest.mark.parametrize("number", [10**7, -(10**7), 2**63, 10**30])
def test_a_number_no_total_could_hold_is_refused(table, number):
    assert refused(table, MissTurn(seat=A, announced=number)) == "unreadable-request"
    assert refused(table, PlaceTiles(seat=A, placement=Placement("8D", "WINDY"),
                                     announced=number)) == "unreadable-request"  # fmt: skip


def test_a_blank_redesignated_off_the_board_stops_no_finding(table):
    table.play(A, "8D", "WiNDY")
    request = RedesignateBlank(seat=A, square="99Z", letter="E", basis="misread")

    table.enter(request, case=table.ruled())

    assert findings(table.sheet) == ()


def test_a_turn_is_taken_back_with_its_own_consequences_and_no_other_turn(table):
    table.six_zeros()

    sheet = table.enter(RetractTurn(version=table.sheet.lines[1].version), case=table.ruled())

    assert [line.seat for line in sheet.lines] == [A, A, B, A, B, A]
    assert {finding.code for finding in findings(sheet)} == {"turn-out-of-order", "ended-early"}
    assert len(Seat) == 2


class TestRacksBelowNone:
    """A correction leaves later turns as entered: they may need tiles that were never drawn."""

    def test_what_was_counted_is_written_where_the_record_cannot_tell(self, table):
        sheet = replace(table.sheet, stock=Stock(0, (-2, 1)))

        must_be_there(sheet, (0, 1))

    def test_where_it_can_tell_there_are_no_more_than_there_are(self, table):
        sheet = replace(table.sheet, stock=Stock(0, (2, 1)))

        with pytest.raises(Refusal, match="more than are off the board"):
            must_be_there(sheet, (3, 1))

    def test_nobody_draws_fewer_than_none(self):
        assert Stock(-2, (5, 1)).after_playing(A, 3) == Stock(-2, (2, 1))

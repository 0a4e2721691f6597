"""What the lines of a file become in the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    PhoneyWithdrawn,
)
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import GameEnded, PlayedOut, UnplayedTilesCounted
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.gcg import facts_of, first_mover, moves_of, read_gcg, source_digest
from ledger.gcg.taking_in import game_file
from ledger.vocabulary import Placement, Seat, WordScore
from ledger.vocabulary.refusals import Refusal

HEAD = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"
RETAINS = ">ann: AEINRST 8D RETAINS +66 66"
FIRST, SECOND = Seat.FIRST, Seat.SECOND


def record_of(*lines):
    return read_gcg((HEAD + "\n".join(lines) + "\n").encode())


def facts(*lines):
    return facts_of(record_of(*lines))


def test_the_source_names_the_bytes_of_the_file():
    assert source_digest(b"") == (
        "gcg:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


def test_a_play_holds_the_score_as_written_and_by_our_count():
    [play, _] = facts(">ann: AEINRST 8D RETAINS +67 67")

    assert play == PlayRecorded(
        seat=FIRST, placement=Placement("8D", "RETAINS"), announced=67, computed=66,
        words=(WordScore("RETAINS", 16),), rack="AEINRST",
    )  # fmt: skip


def test_a_play_without_a_score_is_announced_as_we_count_it():
    assert facts(">ann: AEINRST 8D RETAINS")[0].announced == 66


def test_tiles_played_through_are_dots_in_the_ledger_however_the_file_spells_them():
    for letters in ("DOSE", "DO.E", "DO(S)E"):
        [_, play, _] = facts(RETAINS, f">bob: DEGHOOW j6 {letters} +9 9")
        assert play.placement == Placement("J6", "DO.E")


def test_a_play_that_cannot_lie_there_is_kept_as_written_and_not_counted():
    [_, play, _] = facts(RETAINS, ">bob: DEGHOOW J13 DOGE +9 9")

    assert (play.placement, play.announced, play.computed) == (Placement("J13", "DOGE"), 9, None)


@pytest.mark.parametrize(
    ("rack", "known"),
    [("AEI", "AEI"), ("", ""), ("UNKNOWN", ""), ("AE__", "AE"), ("A!", "")],
)
def test_a_rack_is_as_known_as_the_file_makes_it_and_never_filled_in(rack, known):
    assert facts(f">ann: {rack} - +0 0")[0] == TurnPassed(seat=FIRST, rack=known)


def test_an_exchange_by_number_leaves_the_tiles_unknown():
    assert facts(">ann: DEGHOOW -3 +0 0", ">bob: DEGHOOW -OW +0 0")[:2] == (
        TilesExchanged(seat=FIRST, count=3, rack="DEGHOOW"),
        TilesExchanged(seat=SECOND, count=2, tiles="OW", rack="DEGHOOW"),
    )


def test_a_phoney_was_challenged_by_the_opponent_in_a_way_nobody_noted():
    assert facts(RETAINS, ">ann: AEINRST -- -66 0")[1:4] == (
        ChallengeIssued(seat=SECOND, method="not-known"),
        ChallengeAdjudicated(acceptable=False),
        PhoneyWithdrawn(seat=FIRST, lost=66),
    )


def test_a_bonus_is_a_challenge_by_the_opponent_that_failed():
    assert facts(RETAINS, ">ann: ABC (challenge) +5 71")[1:4] == (
        ChallengeIssued(seat=SECOND),
        ChallengeAdjudicated(acceptable=True),
        ChallengeFailed(seat=SECOND, mode="imported", credited=5),
    )


def test_a_fine_is_taken_off_the_challenger():
    assert facts(RETAINS, ">bob: ABC (challenge) -10 -10")[1:4] == (
        ChallengeIssued(seat=SECOND),
        ChallengeAdjudicated(acceptable=True),
        ChallengeFailed(seat=SECOND, mode="imported", debited=10),
    )


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (">bob: ABC (challenge) +5 5", CreditApplied),
        (">ann: ABC (challenge) -5 61", PenaltyApplied),
        (">bob: ABC -- -5 -5", PenaltyApplied),
        (">ann: ABC (time) +10 76", CreditApplied),
    ],
)
def test_points_that_make_no_sense_as_what_they_are_called_are_kept_as_points(line, kept):
    [_, points, _] = facts(RETAINS, line)

    assert isinstance(points, kept)
    assert (points.unit, points.amount) == ("points", int(line.split()[-2].lstrip("+-")))


def test_a_game_played_out_ends_with_twice_the_tiles_of_the_other():
    ending = facts(RETAINS, ">ann: AB (challenge) +5 71", ">ann:  (EGN) +8 79")

    assert ending[1] == PlayedOut(seat=FIRST)
    assert [type(fact) for fact in ending].count(PlayedOut) == 1
    assert ending[-2:] == (
        GameEnded(cause="played-out"),
        UnplayedTilesCounted(racks=("-", "EGN"), adjustments=(8, 0), mode="double"),
    )


def test_where_the_value_goes_from_one_to_the_other_it_is_counted_once():
    assert facts(RETAINS, ">bob: EGN (EGN) -4 -4", ">ann:  (EGN) +4 70")[-2:] == (
        GameEnded(cause="played-out"),
        UnplayedTilesCounted(racks=("-", "EGN"), adjustments=(4, -4), mode="single"),
    )


def test_a_game_that_six_zeros_end_and_a_time_penalty():
    data = (Path(__file__).parent / "gcg" / "six_zeros.gcg").read_bytes()

    assert facts_of(read_gcg(data))[-3:] == (
        GameEnded(cause="six-zeros"),
        UnplayedTilesCounted(racks=("?AEEOTT", "EIOORRT"), adjustments=(-6, -7), mode="own"),
        OvertimeRecorded(seat=SECOND, over=None, penalty=10),
    )


def test_a_record_that_stops_ends_as_incomplete():
    assert facts(RETAINS)[-1] == GameEnded(cause="incomplete")
    assert facts() == (GameEnded(cause="incomplete"),)


def test_the_first_seat_is_whoever_moves_first_in_the_file():
    record = record_of(">bob: AEINRST 8D RETAINS +66 66", ">ann: AB - +0 0")

    assert first_mover(record) == 1
    assert [fact.seat for fact in facts_of(record)[:2]] == [FIRST, SECOND]


def test_each_move_keeps_the_line_it_came_from_and_its_notes():
    [move, end] = moves_of(record_of(RETAINS, "#note a fine start"))

    assert (move.line, move.notes, len(move.facts)) == (3, ("a fine start",), 1)
    assert end.line == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "fewer than two players"),
        (HEAD + "#player3 cyd Cyd Third\n", "3 players"),
        (HEAD + ">ann: ...\n>bob: ,,,\n", "Only 0 of 2"),
    ],
)
def test_what_is_no_game_of_two_is_refused_with_the_reason(text, says):
    with pytest.raises(Refusal) as refusal:
        facts_of(read_gcg(text.encode()))

    assert refusal.value.code == "gcg-unreadable"
    assert says in refusal.value.what


SPANISH = HEAD + ">ann: AOLSERT 8D SOL +6 6\n>bob: AACDEFG D8 .ACA +9 9\n"


@pytest.mark.found("PB-4")
@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("#tile-distribution klingon\n" + SPANISH, "gcg-tiles-unknown", "'klingon'"),
        ("#tile-distribution english_crossplay\n" + SPANISH, "gcg-tiles-unknown", "'english_cro"),
        (HEAD + ">ann: AĦO 8D AĦO +10 10\n", "gcg-tiles-unknown", "Some letters"),
        (HEAD + ">ann: A[DD]O 8D A[DD]O +10 10\n", "gcg-tiles-unknown", "Some letters"),
        (
            HEAD
            + ">ann: AOLSERT 8D SOL +6 6\n>bob: AACDEFG D8 .ACA +9 9\n"
            + ">ann: AOLSERT 11D .OTA +8 14\n>bob: AACDEFG 8D ...ADA +10 19\n",
            "gcg-other-tiles",
            "english tiles on the standard board.",
        ),
    ],
)
def test_a_game_in_tiles_we_do_not_have_is_never_scored_as_english(text, code, says):
    with pytest.raises(Refusal) as refusal:
        game_file(text.encode())

    assert refusal.value.code == code
    assert says in refusal.value.what
    assert "german" in refusal.value.next_step

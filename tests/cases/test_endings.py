"""How games end: scoreless turns, tiles left, overtime, resignations, a round cut short.

Cases E1-E9, E13, E14, R1-R3, Y73, Y74, Y81, Y82, Y96, Y98.
"""

from __future__ import annotations

import pytest

from ledger.game.clock.requests import RecordOvertime
from ledger.game.endings.facts import GameEnded, GameResigned, PlayedOut, RoundEnded
from ledger.game.endings.requests import (
    AcceptPlayOut,
    CountUnplayed,
    EndGame,
    EndRound,
    Resign,
    VoidGame,
)
from ledger.game.exchanges.requests import PassTurn
from ledger.game.going_on import offers
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.outcome import outcome_of
from ledger.game.turns.facts import TurnMissed
from ledger.rulebook import load
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

NOT_NSA = [book for book in FIVE if book != "nsa-1998"]
MODES = {
    "wespa-5.1": [("double", 22, 0), ("single", 11, -11)],
    "wespa-4.0": [("double", 22, 0), ("single", 11, -11)],
    "wespa-1.0": [("double", 22, 0), ("single", 11, -11)],
    "wsc-2003": [("", 22, 0)],
    "nsa-1998": [("", 22, 0)],
}
ALL_MODES = [(book, *mode) for book, modes in MODES.items() for mode in modes]


def played_out(book, scores=(300, 300), **options):
    """A has played out at these scores and B has accepted it."""
    table = Tabletop(book, bag=84, scores=scores, **options)
    table.write(PlayedOut(seat=A))
    table.enter(AcceptPlayOut(seat=B))
    return table


def at(book, scores, **options):
    return Tabletop(book, bag=84, scores=scores, **options)


@pytest.mark.parametrize(("book", "mode", "outs", "others"), ALL_MODES)
def test_E1_the_tiles_left_go_to_who_is_out(book, mode, outs, others):
    table = played_out(book, **({"unplayed_tiles": mode} if mode else {}))

    table.enter(CountUnplayed(racks=("", "QE")))

    assert table.totals == (300 + outs, 300 + others)


@pytest.mark.parametrize("book", ["wespa-5.1", "wespa-4.0", "wespa-1.0"])
def test_E2_in_the_single_mode_the_example_of_the_appendix_comes_out(book):
    table = played_out(book, unplayed_tiles="single")

    table.enter(CountUnplayed(racks=("", "XA")))

    assert table.totals == (309, 291)


@pytest.mark.parametrize(("book", "mode", "outs", "others"), ALL_MODES)
def test_E3_a_blank_left_is_worth_nothing(book, mode, outs, others):
    table = played_out(book, **({"unplayed_tiles": mode} if mode else {}))

    table.enter(CountUnplayed(racks=("", "?")))

    assert table.totals == (300, 300)


def test_T1_04_without_a_choice_between_two_arithmetics_nothing_is_counted():
    table = Tabletop("wespa-1.0", bag=84, scores=(300, 300))
    table.rules = load("wespa-1.0")
    table.write(PlayedOut(seat=A))
    table.enter(AcceptPlayOut(seat=B))

    refusal = table.refused(CountUnplayed(racks=("", "QE")))

    assert (refusal.code, refusal.clause) == ("option-not-chosen", "wespa-1.0 5.1.4")


@pytest.mark.parametrize("book", NOT_NSA)
def test_E4_Y98_six_zeros_at_nil_all_end_the_game(book):
    table = Tabletop(book)
    table.passes(A, B, A, B, A)
    assert not table.sheet.ended
    table.passes(B)
    assert table.sheet.ended == "six-zeros"

    table.enter(CountUnplayed(racks=("X", "QEE")))

    assert table.totals == (-8, -12)
    assert outcome_of(table.sheet).winner is A
    assert outcome_of(table.sheet).spread == 4


@pytest.mark.clause("nsa-1998 VII.A")
def test_E4_E5_under_nsa_nil_all_goes_on_and_after_a_score_six_zeros_end_it():
    table = Tabletop("nsa-1998")
    table.passes(A, B, A, B, A, B)
    assert not table.sheet.ended
    table.play(A, "8D", "ATONE", 20)
    assert table.sheet.zero_turns == 0
    table.passes(B, A, B, A, B)
    assert not table.sheet.ended
    table.passes(A)

    assert table.sheet.ended == "six-zeros"
    table.enter(CountUnplayed(racks=("EE", "Q")))
    assert table.totals == (18, -10)


@pytest.mark.parametrize("book", FIVE)
def test_E6_six_zeros_take_each_players_own_rack_off(book):
    table = at(book, (310, 295))
    table.passes(A, B, A, B, A, B)

    table.enter(CountUnplayed(racks=("K", "XA")))

    assert table.totals == (305, 286)


@pytest.mark.parametrize("book", FIVE)
def test_E7_a_pass_an_exchange_and_a_play_challenged_off_all_count(book):
    table = at(book, (200, 190))
    table.passes(A)
    table.exchange(B)
    table.play(A, "7K", "QZ")
    table.challenge(B, False)
    table.passes(B, A)
    assert not table.sheet.ended
    table.exchange(B)

    assert table.sheet.ended == "six-zeros"


@pytest.mark.parametrize("book", FIVE)
def test_E8_a_play_of_two_points_starts_the_row_anew(book):
    table = at(book, (200, 190))
    table.passes(A, B, A, B, A)
    table.play(B, "7K", "AE", 2)

    assert (table.sheet.zero_turns, table.sheet.ended) == (0, "")
    table.passes(A)
    assert not table.sheet.ended


@pytest.mark.clause("wsc-2003 13.1.3")
@pytest.mark.clause("wsc-2003 13.2")
def test_E9_a_round_ended_by_the_director_takes_each_players_own_rack_off():
    table = at("wsc-2003", (250, 240))
    assert "end-of-round" in table.offered()
    table.enter(EndRound(reason="the hall closes"))
    assert table.fact(RoundEnded).reason == "the hall closes"
    assert table.sheet.ended == "round-ended"

    table.enter(CountUnplayed(racks=("QB", "AAAAAA")))

    assert table.totals == (250 - 13, 240 - 6)


@pytest.mark.clause("wsc-2003 13.1.3")
def test_E9_racks_of_14_and_6_cost_14_and_6():
    table = at("wsc-2003", (250, 240))
    table.enter(EndRound())

    table.enter(CountUnplayed(racks=("QF", "BC")))

    assert table.totals == (236, 234)


@pytest.mark.parametrize("book", [book for book in FIVE if book != "wsc-2003"])
def test_O_07_elsewhere_a_round_is_ended_by_ruling_only(book):
    table = at(book, (250, 240))
    assert "end-of-round" not in table.offered()

    assert table.refused(EndRound(), role="director").code == "rulebook-silent"

    table.enter(EndRound(), ruled=True)
    assert table.sheet.ended == "round-ended"


@pytest.mark.clause("wsc-2003 13.2")
def test_TW_09_one_rack_empty_and_the_bag_not_the_director_says_what_the_tiles_cost():
    table = at("wsc-2003", (250, 240))
    table.enter(EndRound())
    request = CountUnplayed(racks=("-", "QF"))

    refusal = table.refused(request)

    assert (refusal.code, refusal.trap) == ("call-the-director", "TW-09")
    ruled = CountUnplayed(racks=("-", "QF"), adjustments=(0, -14))
    table.enter(ruled, ruled=True)
    assert table.totals == (250, 226)


@pytest.mark.parametrize("book", FIVE)
def test_a_record_that_stops_early_is_incomplete_and_counts_for_nobody(book):
    table = at(book, (250, 240))

    assert table.refused(EndGame(cause="incomplete")).code == "needs-ruling"
    table.enter(EndGame(cause="incomplete"), ruled=True)

    assert table.sheet.state == "incomplete"
    assert outcome_of(table.sheet).kind == "incomplete"


@pytest.mark.clause("nsa-1998 VII.E")
def test_E13_the_same_adjusted_score_is_a_tie_of_half_a_win_each():
    table = played_out("nsa-1998", (350, 372))
    table.enter(CountUnplayed(racks=("", "QE")))

    outcome = outcome_of(table.sheet)

    assert table.totals == (372, 372)
    assert (outcome.winner, outcome.half_wins, outcome.spreads) == (None, (1, 1), (0, 0))


@pytest.mark.parametrize("book", NOT_NSA)
def test_T4_17_what_a_tie_is_worth_is_the_organisers_where_the_book_is_silent(book):
    as_usual = played_out(book, (372, 372))
    settled = played_out(book, (372, 372), tie_half_wins=0)

    assert outcome_of(as_usual.sheet).half_wins == (1, 1)
    assert outcome_of(settled.sheet).half_wins == (0, 0)


@pytest.mark.parametrize("book", [*WESPA, "nsa-1998"])
def test_E14_overtime_comes_off_before_anybody_has_won(book):
    table = played_out(book, (401, 390))
    table.enter(CountUnplayed(racks=("", "?")))

    table.enter(RecordOvertime(seat=A, over=90))

    outcome = outcome_of(table.sheet)
    assert table.totals == (381, 390)
    assert (outcome.winner, outcome.spread) == (B, 9)


# Resignation

LEADS = [
    ("R1", 80, 130),
    ("R2", -120, 50),
    ("R2", -10, 50),
    ("R2", 0, 50),
    ("R2", 1, 51),
]


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize(("case", "lead", "margin"), LEADS)
def test_R1_R2_Y81_a_proper_resignation_costs_fifty_or_the_lead_and_fifty(book, case, lead, margin):
    table = at(book, (200, 200 + lead))

    table.enter(Resign(seat=A, reason="ill"))

    outcome = outcome_of(table.sheet)
    assert table.fact(GameResigned).margin == margin
    assert (outcome.winner, outcome.spread, outcome.kind) == (B, margin, "resigned")


@pytest.mark.parametrize("book", WESPA)
def test_R1_the_director_sets_no_other_margin_for_a_proper_resignation(book):
    table = at(book, (200, 280))

    refusal = table.refused(Resign(seat=A, margin=60))
    assert refusal.code == "other-margin"
    assert refusal.clause.startswith(f"{book} 5.7(c)")
    table.enter(Resign(seat=A, margin=130))
    assert outcome_of(table.sheet).spread == 130

    ruled = at(book, (200, 280))
    ruled.enter(Resign(seat=A, margin=60), ruled=True)
    assert outcome_of(ruled.sheet).spread == 60


@pytest.mark.clause("wespa-1.0 5.7(d)")
def test_R3_an_improper_resignation_costs_no_less_than_a_proper_one():
    table = at("wespa-1.0", (200, 280))

    below = table.refused(Resign(seat=A, proper=False, margin=129))
    assert (below.code, below.clause) == ("margin-below-the-rule", "wespa-1.0 5.7(d)")
    unset = table.refused(Resign(seat=A, proper=False))
    assert (unset.code, unset.clause) == ("margin-to-be-set", "wespa-1.0 5.7(d)")

    table.enter(Resign(seat=A, proper=False, margin=130))
    assert outcome_of(table.sheet).spread == 130


@pytest.mark.clause("wespa-4.0 5.7(d)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y82_elsewhere_the_director_sets_the_margin_and_is_warned_below_the_proper_one(book):
    table = at(book, (200, 280))

    table.enter(Resign(seat=A, proper=False, margin=129))

    assert "below-proper-margin" in table.remarks
    assert outcome_of(table.sheet).spread == 129

    enough = at(book, (200, 280))
    enough.enter(Resign(seat=A, proper=False, margin=130))
    assert "below-proper-margin" not in enough.remarks


@pytest.mark.parametrize(("book", "trap"), [("wespa-4.0", "T4-17"), ("wespa-1.0", "T1-16")])
def test_T4_17_T1_16_whether_a_resigned_game_is_rated_is_the_organisers(book, trap):
    silent = at(book, (200, 280))
    silent.enter(Resign(seat=A))
    assert trap in silent.remarks
    assert outcome_of(silent.sheet).rated is None

    settled = at(book, (200, 280), resignation_rated="no")
    settled.enter(Resign(seat=A))
    assert trap not in settled.remarks
    assert outcome_of(settled.sheet).rated is False


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_P_01_where_no_book_knows_a_resignation_the_director_rules(book):
    table = at(book, (200, 280))
    assert "resignation" not in table.offered()

    assert table.refused(Resign(seat=A)).code == "rulebook-silent"

    table.enter(Resign(seat=A, margin=80), ruled=True)
    assert outcome_of(table.sheet).spread == 80


# Scoreless turns in more detail


@pytest.mark.clause("wespa-4.0 5.1.4(a)")
@pytest.mark.parametrize(("mode", "totals"), [("double", (402, 371)), ("single", (391, 360))])
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y73_both_modes_make_the_same_margin(book, mode, totals):
    table = played_out(book, (380, 371), unplayed_tiles=mode)

    table.enter(CountUnplayed(racks=("", "QE")))

    assert table.totals == totals
    assert outcome_of(table.sheet).spread == 31


def two_turns_lost_and_four_passes(book):
    """Two turns lost to failed challenges, the second over a play of blanks worth nothing."""
    table = at(book, (200, 190), challenge_mode="lose-turn")
    table.play(A, "7K", "AT")
    table.challenge(B, True)
    table.passes(A, B, A, B)
    table.play(A, "1A", "oo")
    table.challenge(B, True)
    return table


@pytest.mark.clause("wespa-4.0 5.2")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0"])
def test_Y74_T4_14_TX_10_turns_lost_to_challenges_are_not_in_the_list_so_nothing_ends_by_itself(
    book,
):
    table = two_turns_lost_and_four_passes(book)

    assert not table.sheet.ended
    assert {"zeros-need-ruling", "TX-10"} <= set(table.remarks)
    assert ("T4-14" in table.remarks) == (book != "wespa-1.0")
    assert "scoreless-turns" in table.offered()

    table.enter(EndGame(cause="six-zeros"), ruled=True)
    assert table.sheet.ended == "six-zeros"
    before = table.totals
    table.enter(CountUnplayed(racks=("K", "XA")))
    assert table.totals == (before[0] - 5, before[1] - 9)


@pytest.mark.clause("nsa-1998 VII.A")
def test_TX_10_under_nsa_a_turn_lost_to_a_challenge_counts_like_a_pass():
    table = at("nsa-1998", (200, 190))
    table.play(A, "7K", "AT")
    table.challenge(B, True)
    table.passes(A, B, A, B)
    assert not table.sheet.ended
    table.passes(A)

    assert table.sheet.ended == "six-zeros"


@pytest.mark.parametrize("book", FIVE)
def test_TX_11_a_play_of_blanks_alone_in_the_row_asks_for_a_ruling_before_the_end(book):
    table = at(book, (200, 190))
    table.play(A, "1A", "oo")
    assert {"zero-not-named", "TX-11"} <= set(table.remarks)
    table.passes(B, A, B, A)
    assert not table.remarks
    table.passes(B)

    assert not table.sheet.ended
    assert {"zeros-need-ruling", "TX-11"} <= set(table.remarks)
    table.play(A, "L8", "AT", 2)
    assert "scoreless-turns" not in table.offered()


def test_T4_14_a_turn_taken_away_is_not_in_the_list_either():
    table = at("wespa-4.0", (200, 190))
    table.enter(ApplyPenalty(seat=A, unit="turn", amount=1, reason="3.13.3(a)"), ruled=True)
    table.passes(B, A, B, A, B)

    assert not table.sheet.ended
    assert "T4-14" in table.remarks


@pytest.mark.clause("wespa-4.0 5.2")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y96_any_mix_of_six_ends_it_and_each_loses_the_own_rack(book):
    table = at(book, (200, 190))
    table.passes(A)
    table.exchange(B)
    table.passes(A)
    table.play(B, "7K", "QZ")
    table.challenge(A, False)
    table.exchange(A)
    table.passes(B)
    assert table.sheet.ended == "six-zeros"

    table.enter(CountUnplayed(racks=("Q?", "B")))

    assert table.totals == (190, 187)


@pytest.mark.parametrize("book", FIVE)
def test_T4_38_T1_14_four_passes_end_nothing_whatever_an_appendix_says(book):
    table = at(book, (200, 190))
    table.passes(A, B, A, B)

    assert (table.sheet.ended, table.sheet.on_move) == ("", A)


@pytest.mark.parametrize("book", FIVE)
def test_a_score_entered_without_its_tiles_breaks_the_row(book):
    table = at(book, (200, 190))
    table.passes(A, B, A, B, A)
    table.write(TurnMissed(seat=B, announced=12))
    table.enter(PassTurn(seat=A))

    assert not table.sheet.ended


@pytest.mark.parametrize("book", FIVE)
def test_T1_19_a_game_is_made_void_by_ruling_only_and_then_counts_for_nobody(book):
    table = at(book, (200, 190))
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("K", "XA")))

    assert table.refused(VoidGame(reason="cheating proved")).code == "needs-ruling"
    table.enter(VoidGame(reason="cheating proved"), ruled=True)

    outcome = outcome_of(table.sheet)
    assert table.sheet.state == "void"
    assert (outcome.kind, outcome.rated, outcome.half_wins) == ("void", False, (0, 0))


@pytest.mark.parametrize("book", FIVE)
def test_nothing_is_offered_about_the_end_of_a_game_that_is_over(book):
    table = at(book, (200, 190))
    table.passes(A, B, A, B, A, B)
    assert table.fact(GameEnded).cause == "six-zeros"

    names = {offer.name for offer in offers(table.sheet, table.rules)}

    assert not names & {"end-of-round", "resignation", "scoreless-turns", "upset-board"}

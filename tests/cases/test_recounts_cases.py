"""Scores kept, disputed and counted again: E15-E18, R10, W15, Y86-Y88, T1-10, T4-18, T4-28."""

from __future__ import annotations

import pytest

from ledger.game.clock.requests import NeutraliseClock
from ledger.game.endings.requests import CountUnplayed, EndGame
from ledger.game.going_on import OFFERS, PROCEDURES, offers
from ledger.game.results.signing import ProposeResult
from ledger.game.scores.facts import (
    RecountAsked,
    RecountDone,
    RecountStopped,
    ScoreDisputeSettled,
    ScoreSheetSeen,
)
from ledger.game.scores.recounts import (
    AskRecount,
    BarRecountFavour,
    FinishRecount,
    SeeScoreSheet,
    StopRecount,
)
from ledger.game.scores.requests import (
    AgreeTotals,
    ReportDiscrepancy,
    SettleScores,
    WriteScores,
)
from ledger.game.turns.requests import CorrectScore
from ledger.vocabulary import Role
from tests.desks import signature
from tests.tabletop import FIVE, WESPA, A, B, Tabletop


def over(book, scores=(300, 300)):
    """A game of two plays that is over at these scores, the tiles counted as nothing."""
    table = Tabletop(book, bag=84, scores=scores)
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("?", "?")))
    return table


def asked(table, seat=A, **what):
    """Enter a recount as this book gives one."""
    how = {"director_agrees": True, "tallies_differ": True}
    return table.enter(AskRecount(seat=seat, **how, **what), role=Role.DIRECTOR)


def turns(table):
    return [line for line in table.sheet.lines if line.is_turn]


def signed_by(table, *seats):
    table.enter(ProposeResult())
    for seat in seats:
        table.enter(signature(table.sheet, seat))


@pytest.mark.clause("wespa-1.0 5.5.1")
@pytest.mark.parametrize(("margin", "right"), [(10, True), (11, False)])
def test_E15_under_v1_a_recount_is_for_ten_points_or_less(margin, right):
    table = over("wespa-1.0", (300 + margin, 300))
    assert ("recount" in table.offered()) is right

    if right:
        table.enter(AskRecount(seat=B))
        assert table.fact(RecountAsked).margin == 10
    else:
        refusal = table.refused(AskRecount(seat=B))
        assert (refusal.code, refusal.clause) == ("no-right-to-recount", "wespa-1.0 5.5.1")


@pytest.mark.clause("wespa-1.0 5.5.1")
def test_E15_T1_10_both_margins_are_shown_and_where_only_one_is_close_the_director_is_asked():
    table = Tabletop("wespa-1.0", bag=84, scores=(310, 300))
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("?", "K")))

    refusal = table.refused(AskRecount(seat=B))

    assert (refusal.code, refusal.trap) == ("call-the-director", "T1-10")
    assert "recount" in table.offered()
    table.enter(AskRecount(seat=B), ruled=True)
    fact = table.fact(RecountAsked)
    assert (fact.margin, fact.margin_of_play) == (15, 10)
    recount = table.procedure("recount")
    assert (recount.count("margin"), recount.count("margin-of-play")) == (15, 10)


@pytest.mark.clause("wespa-1.0 5.5.2")
def test_E16_under_v1_a_part_is_not_counted_alone_even_if_both_consent():
    table = over("wespa-1.0")

    refusal = table.refused(AskRecount(seat=A, last_turns=5, consents=("first", "second")))

    assert (refusal.code, refusal.clause) == ("recount-whole-only", "wespa-1.0 5.5.2")


@pytest.mark.clause("wsc-2003 3.2")
def test_E17_under_wsc_there_is_none_where_the_tallies_agree_and_discretion_where_they_differ():
    table = over("wsc-2003", (320, 300))
    for seat in (A, B):
        table.enter(WriteScores(seat=seat, totals=(320, 300)))
    agreeing = table.refused(AskRecount(seat=B, director_agrees=True), role=Role.DIRECTOR)
    assert (agreeing.code, agreeing.clause) == ("no-right-to-recount", "wsc-2003 3.2")

    table.enter(WriteScores(seat=B, totals=(310, 300)))
    assert table.refused(AskRecount(seat=B)).code == "no-right-to-recount"
    table.enter(AskRecount(seat=B, director_agrees=True), role=Role.DIRECTOR)
    assert table.fact(RecountAsked).agreed_by == "K1"


@pytest.mark.clause("nsa-1998 VII.H")
def test_E18_under_nsa_it_is_permitted_at_any_margin_and_stopped_for_lack_of_time():
    table = over("nsa-1998", (345, 300))
    table.enter(AskRecount(seat=B))
    assert table.procedure("recount").title == "Recount"

    assert table.refused(StopRecount(reason="frivolous")).code == "recount-goes-on"
    table.enter(StopRecount(reason="time-shortage"))

    assert not table.sheet.open
    assert table.totals == (345, 300)


@pytest.mark.clause("wespa-4.0 5.5.1")
def test_Y86_T4_18_under_v4_it_takes_the_directors_agreement_which_is_recorded():
    table = over("wespa-4.0", (345, 300))
    assert "recount" in table.offered()
    assert table.refused(AskRecount(seat=A, director_agrees=True)).code == "no-right-to-recount"

    table.enter(AskRecount(seat=A, director_agrees=True), role=Role.DIRECTOR)

    assert table.fact(RecountAsked).agreed_by == "K1"
    assert "T4-18" in table.remarks


@pytest.mark.clause("wespa-5.1 5.5.1")
@pytest.mark.clause("wespa-5.1 5.5.4")
def test_W15_under_v51_it_is_as_of_right_and_may_be_withdrawn_from_who_stalls():
    table = over("wespa-5.1", (345, 300))
    table.enter(AskRecount(seat=A))
    assert table.fact(RecountAsked).agreed_by == ""

    table.enter(StopRecount(reason="stalling", no_change_in_favour_of=A))

    assert table.fact(RecountStopped).reason == "stalling"
    assert table.sheet.result.barred is A


@pytest.mark.clause("wespa-4.0 5.5.2")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_Y87_a_part_is_counted_where_both_consent_and_else_the_whole_or_nothing(book):
    table = over(book)
    part = {"last_turns": 5, "director_agrees": True}

    refusal = table.refused(AskRecount(seat=A, consents=("first",), **part), role=Role.DIRECTOR)
    assert (refusal.code, refusal.clause) == ("recount-whole-only", f"{book} 5.5.2")

    table.enter(AskRecount(seat=A, consents=("first", "second"), **part), role=Role.DIRECTOR)
    assert table.procedure("recount").count("turns") == 5
    table.enter(FinishRecount())
    assert len(table.fact(RecountDone).turns) == 5


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_F_08_where_the_book_says_nothing_of_a_part_the_director_rules(book):
    table = over(book)
    how = {"last_turns": 2, "consents": ("first", "second"), "director_agrees": True}
    part = AskRecount(seat=A, tallies_differ=True, **how)

    assert table.refused(part, role=Role.DIRECTOR).code == "rulebook-silent"

    table.enter(part, ruled=True)
    assert table.fact(RecountAsked).last_turns == 2


@pytest.mark.clause("wespa-4.0 5.5.3")
@pytest.mark.parametrize("book", WESPA)
def test_Y88_a_player_who_objects_gives_the_sheet_to_the_director_who_may_use_it(book):
    table = over(book)
    asked(table)

    refusal = table.refused(SeeScoreSheet(of=B, objected=True))
    assert (refusal.code, refusal.clause) == ("sheet-through-director", f"{book} 5.5.3")

    table.enter(SeeScoreSheet(of=B, by="director", objected=True))
    assert table.fact(ScoreSheetSeen) == ScoreSheetSeen(of=B, by="director", objected=True)
    [step] = [s for s in table.procedure("recount").steps if s.asks == "see-score-sheet"]
    assert step.done
    assert "hands it to the director" in step.does


@pytest.mark.clause("nsa-1998 VII.H")
def test_F_09_under_nsa_the_opponents_sheet_is_open_to_who_counts():
    table = over("nsa-1998")
    asked(table)

    table.enter(SeeScoreSheet(of=B, objected=True))

    assert table.fact(ScoreSheetSeen).by == "opponent"


@pytest.mark.parametrize("book", FIVE)
def test_a_recount_lists_every_turn_as_counted_and_corrects_what_was_wrong(book):
    table = over(book)
    asked(table)
    first, second = turns(table)[:2]

    table.enter(FinishRecount(scores=((first.version, 310), (second.version, 300))))

    done = table.fact(RecountDone)
    assert [version for version, _ in done.turns] == [turn.version for turn in turns(table)]
    assert dict(done.turns)[first.version] == 310
    assert (done.was, done.now) == ((300, 300), (310, 300))
    assert table.totals == (310, 300)
    assert table.sheet.lines[0].corrections[0].reason == "recount"
    assert not table.sheet.open


@pytest.mark.parametrize("book", FIVE)
def test_a_recount_counts_turns_and_nothing_else(book):
    table = over(book)
    asked(table)

    version = turns(table)[-1].version  # a pass
    for scores in (((1, 10),), ((version, 10),)):
        assert table.refused(FinishRecount(scores=scores)).code == "unreadable-request"


@pytest.mark.clause("wespa-4.0 5.5.4(b)")
@pytest.mark.clause("wespa-1.0 5.5.4(d)")
@pytest.mark.parametrize("book", WESPA)
def test_F_10_nothing_is_changed_in_favour_of_who_abuses_a_recount(book):
    table = over(book)
    asked(table)
    table.enter(BarRecountFavour(seat=A, reason="counting one turn for ten minutes"))
    mine, yours = turns(table)[:2]

    for scores in (((mine.version, 310),), ((yours.version, 290),)):
        refusal = table.refused(FinishRecount(scores=scores))
        assert refusal.code == "no-change-in-favour"
    table.enter(StopRecount(reason="too-long", no_change_in_favour_of=A))
    later = CorrectScore(version=mine.version, now=310, reason="count", approved_by="both players")
    assert table.refused(later).code == "no-change-in-favour"

    against = CorrectScore(version=mine.version, now=290, reason="c", approved_by="both players")
    table.enter(against)
    assert table.totals == (290, 300)


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_F_10_where_no_book_bars_the_abuser_the_director_rules(book):
    table = over(book)
    asked(table)

    assert table.refused(BarRecountFavour(seat=A, reason="slow")).code == "rulebook-silent"
    table.enter(BarRecountFavour(seat=A, reason="slow"), ruled=True)
    assert table.sheet.result.barred is A


@pytest.mark.parametrize("book", FIVE)
def test_a_recount_is_for_the_end_of_the_game(book):
    table = Tabletop(book, bag=84, scores=(300, 300))
    assert "recount" not in table.offered()

    assert table.refused(AskRecount(seat=A)).code == "not-over"


@pytest.mark.parametrize("book", WESPA)
def test_the_clock_stays_neutral_meanwhile(book):
    table = over(book)
    asked(table)

    first = table.procedure("recount").steps[0]

    assert (first.clock, first.clause) == ("neutral", f"{book} 5.5.2")


# Keeping and correcting


@pytest.mark.clause("wespa-4.0 3.5(d)")
@pytest.mark.clause("wsc-2003 3.2")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0", "wsc-2003"])
def test_R10_an_error_may_be_corrected_until_both_have_signed(book):
    table = over(book)
    signed_by(table, A)
    wrong = turns(table)[0]
    asks = CorrectScore(version=wrong.version, now=310, reason="x", approved_by="both players")

    table.enter(asks)

    assert table.totals == (310, 300)
    signed_by(table, A, B)
    late = CorrectScore(version=wrong.version, now=320, reason="x", approved_by="both players")
    assert table.refused(late).code == "result-final"


@pytest.mark.clause("nsa-1998 VII.H")
def test_F_03_under_nsa_a_score_is_closed_once_a_player_signed_the_others_card():
    table = over("nsa-1998")
    wrong = turns(table)[0]
    asks = CorrectScore(version=wrong.version, now=310, reason="x", approved_by="both players")
    signed_by(table, A)

    refusal = table.refused(asks)

    assert (refusal.code, refusal.clause) == ("scores-closed", "nsa-1998 VII.H")
    assert "recount" not in table.offered()


@pytest.mark.parametrize("book", FIVE)
def test_F_01_what_both_players_wrote_is_kept_beside_our_own_count_and_changes_nothing(book):
    table = over(book)
    turn = turns(table)[0]

    table.enter(WriteScores(seat=A, turn=turn.version, score=300, totals=(300, 0)))
    table.enter(WriteScores(seat=B, turn=turn.version, score=290, totals=(290, 0)))

    assert [fact.score for fact in table.sheet.result.written] == [300, 290]
    assert table.totals == (300, 300)
    assert table.refused(WriteScores(seat=A)).code == "unreadable-request"
    assert table.refused(WriteScores(seat=A, turn=1, score=5)).code == "no-such-entry"


@pytest.mark.parametrize("book", FIVE)
def test_F_02_totals_are_agreed_or_differ_and_both_are_on_record(book):
    table = Tabletop(book, bag=84, scores=(300, 280))
    table.enter(ReportDiscrepancy(seat=B, written=(290, 280)))
    assert table.sheet.result.discrepancy == "Bob has 290-280"

    table.enter(AgreeTotals(totals=(300, 280)))
    assert (table.sheet.result.discrepancy, table.sheet.result.agreed) == ("", (300, 280))


@pytest.mark.parametrize("book", FIVE)
def test_F_04_the_clock_may_be_stopped_over_a_discrepancy_and_both_totals_are_kept(book):
    table = Tabletop(book, bag=84, scores=(300, 280))

    table.enter(NeutraliseClock(reason="score-discrepancy"))
    table.enter(ReportDiscrepancy(seat=B, written=(290, 280)))

    assert table.sheet.clock.neutral == "score-discrepancy"
    assert table.sheet.result.discrepancy


@pytest.mark.parametrize("book", FIVE)
def test_F_05_a_dispute_is_settled_by_ruling_with_all_the_arithmetic(book):
    table = over(book)
    wrong = turns(table)[1]
    settle = SettleScores(scores=((wrong.version, 280),), reason="counted on the board")

    assert table.refused(settle).code == "needs-ruling"
    table.enter(settle, ruled=True)

    settled = table.fact(ScoreDisputeSettled)
    assert len(settled.turns) == len(turns(table))
    assert (settled.was, settled.now) == ((300, 300), (300, 280))
    assert table.totals == (300, 280)


@pytest.mark.clause("wespa-4.0 4.8(a)")
@pytest.mark.parametrize("book", FIVE)
def test_T4_28_no_offer_and_no_procedure_ever_follows_from_wrong_arithmetic(book):
    """The same is offered whether the sums are right, wrong, or written down differently."""
    right = Tabletop(book, bag=84, scores=(300, 280))
    wrong = Tabletop(book, bag=84, scores=(300, 280))
    right.play(A, "7K", "AT")
    wrong.play(A, "7K", "AT", 99)
    assert "announced-differs" in wrong.remarks
    wrong.enter(ReportDiscrepancy(seat=B, written=(1, 2)))
    wrong.enter(WriteScores(seat=B, totals=(1, 2)))

    told = [[(o.name, o.title) for o in offers(t.sheet, t.rules)] for t in (right, wrong)]

    assert told[0] == told[1]
    assert not wrong.sheet.open
    assert OFFERS
    assert PROCEDURES


@pytest.mark.parametrize("book", FIVE)
def test_T4_28_at_the_end_a_recount_is_offered_by_rule_and_never_because_a_sum_is_wrong(book):
    def ended(announced):
        table = Tabletop(book, bag=84, scores=(300, 280))
        table.play(A, "7K", "AT", announced)
        table.enter(EndGame(cause="ruling"), ruled=True)
        return table.offered()

    assert ended(2) == ended(3)

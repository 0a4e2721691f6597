"""A board that was upset. Cases Y62-Y65; traps T4-30, T4-44."""

from __future__ import annotations

import pytest

from ledger.game.clock.requests import RestartClock
from ledger.game.endings.facts import GameEnded, GameForfeited
from ledger.game.endings.forfeits import Forfeit
from ledger.game.placement.facts import PlayerEjected, PositionRebuilt, UpsetEnded
from ledger.game.placement.upset import EndAfterUpset, FindUpset, RebuildPosition, ReportUpset
from ledger.game.sheet.laying import laid_out, rows_of
from ledger.game.sheet.outcome import outcome_of
from ledger.game.turns.requests import MissTurn
from ledger.vocabulary import Role
from tests.tabletop import FIVE, A, B, Tabletop

WITH_A_RULE = ["wespa-4.0", "wespa-5.1"]
WITHOUT = [book for book in FIVE if book not in WITH_A_RULE]


def upset(book, scores=(312, 298), seat=None):
    table = Tabletop(book, bag=84, scores=scores)
    assert "upset-board" in table.offered()
    table.enter(ReportUpset(seat=seat, note="a bag fell on it"))
    return table


def accident(table):
    return table.enter(FindUpset(how="accidental", seat=A, witnesses=("the player behind",)))


@pytest.mark.clause("wespa-4.0 4.5.1(a)")
@pytest.mark.parametrize("book", WITH_A_RULE)
def test_Y62_after_an_accident_the_board_is_rebuilt_from_the_record_and_play_goes_on(book):
    table = upset(book)
    before = rows_of(table.sheet)
    assert table.sheet.clock.neutral == "board-upset"
    accident(table)
    steps = {step.asks: step for step in table.procedure("upset-board").steps}
    assert laid_out(table.sheet) in steps["rebuild-position"].does
    assert steps["rebuild-position"].tiles == 2
    assert steps["find-upset"].done

    table.enter(RebuildPosition())

    rebuilt = table.fact(PositionRebuilt)
    assert rebuilt.board == "/".join(before)
    assert (rebuilt.tiles, rebuilt.board.count("E")) == (2, 1)
    assert not table.sheet.open
    table.enter(RestartClock(seat=A))
    table.play(A, "7K", "AT")
    assert (table.sheet.ended, table.sheet.on_move) == ("", B)


def eleven_turns_each(book, scores):
    """Twelve plays to fill the board, then ten more turns; A is on move with a tile to draw."""
    table = Tabletop(book, bag=5, scores=scores)
    table.passes(A, B, A, B)
    table.play(A, "1A", "AT", 0)
    table.play(B, "1E", "ET", 0)
    table.passes(A, B, A, B)
    return table


def one_turn_more(book):
    """A, who started, made 12 turns and B 11: 312 to 298, A's last turn worth 26."""
    table = eleven_turns_each(book, (286, 298))
    table.play(A, "3A", "AT", 26)
    table.enter(ReportUpset())
    accident(table)
    return table


@pytest.mark.clause("wespa-4.0 4.5.1(b)")
@pytest.mark.parametrize("book", WITH_A_RULE)
def test_Y63_T4_30_unequal_turns_cost_the_starter_the_last_one_by_ruling_only(book):
    table = one_turn_more(book)
    procedure = table.procedure("upset-board")
    assert procedure.count("first-player-score") == 286
    assert procedure.count("taken-off") == 26
    assert table.totals == (312, 298)

    refusal = table.refused(EndAfterUpset())
    assert (refusal.code, refusal.clause) == ("needs-ruling", f"{book} 4.5.1(b)")
    table.enter(EndAfterUpset(), ruled=True)

    outcome = outcome_of(table.sheet)
    assert table.fact(UpsetEnded) == UpsetEnded(turns=(12, 11), taken_off=26, seat=A)
    assert table.fact(GameEnded).cause == "board-upset"
    assert table.totals == (286, 298)
    assert (outcome.winner, outcome.spread) == (B, 12)
    assert (outcome.kind, outcome.rated) == ("ended_by_upset", None)
    assert table.remarks == ("T4-30", "T4-17")


@pytest.mark.clause("wespa-4.0 4.5.1(b)")
@pytest.mark.parametrize("book", WITH_A_RULE)
def test_Y64_equal_turns_leave_the_scores_as_they_are(book):
    table = eleven_turns_each(book, (312, 272))
    table.play(A, "3A", "AT", 0)
    table.play(B, "3E", "AT", 26)
    table.enter(ReportUpset())
    accident(table)

    table.enter(EndAfterUpset(), ruled=True)

    assert table.fact(UpsetEnded) == UpsetEnded(turns=(12, 12))
    assert table.totals == (312, 298)
    assert outcome_of(table.sheet).winner is A
    assert "T4-30" not in table.remarks


@pytest.mark.parametrize("book", WITH_A_RULE)
def test_T4_30_a_play_that_came_off_again_takes_no_points_with_it_twice(book):
    table = Tabletop(book, bag=84, scores=(300, 298))
    table.play(A, "7K", "QZ")
    table.challenge(B, False)
    table.enter(ReportUpset())
    accident(table)

    table.enter(EndAfterUpset(), ruled=True)

    assert table.fact(UpsetEnded) == UpsetEnded(turns=(2, 1), taken_off=0, seat=A)
    assert table.totals == (300, 298)


@pytest.mark.clause("wespa-4.0 4.5.2")
@pytest.mark.parametrize("book", WITH_A_RULE)
@pytest.mark.parametrize(
    ("scores", "margin"), [((250, 310), 160), ((300, 300), 100), ((400, 300), 100)]
)
def test_Y65_T4_44_who_upsets_it_on_purpose_loses_and_is_ejected(book, scores, margin):
    table = upset(book, scores, seat=A)
    [step] = [s for s in table.procedure("upset-board").steps if "On purpose" in s.does]
    assert f"loses by {margin}" in step.does
    finding = FindUpset(how="intentional", seat=A)

    assert table.refused(finding).code == "needs-ruling"
    table.enter(finding, ruled=True)

    outcome = outcome_of(table.sheet)
    assert table.fact(GameForfeited).margin == margin
    assert (outcome.winner, outcome.spread) == (B, margin)
    assert table.fact(PlayerEjected).clause == f"{book} 4.5.2"
    assert table.sheet.table.ejected == (A,)
    assert {"ejected", "T4-44"} <= set(table.remarks)
    assert not table.sheet.open


@pytest.mark.parametrize("book", WITHOUT)
def test_H_23_where_the_book_gives_no_steps_the_director_rules(book):
    table = upset(book, seat=A)
    procedure = table.procedure("upset-board")
    assert procedure.needs_ruling
    ways_out = ["rebuild-position", "end-after-upset", "forfeit"]
    assert [step.asks for step in procedure.steps] == ["", "find-upset", *ways_out]
    accident(table)
    assert table.procedure("upset-board").next_step.asks == "rebuild-position"

    for request in (RebuildPosition(), EndAfterUpset()):
        assert table.refused(request, role=Role.DIRECTOR).code == "rulebook-silent"

    table.enter(RebuildPosition(), ruled=True)
    assert table.fact(PositionRebuilt).tiles == 2


@pytest.mark.parametrize("book", WITHOUT)
def test_H_23_on_purpose_is_for_a_ruling_there_too(book):
    table = upset(book, seat=A)
    finding = FindUpset(how="intentional", seat=A)

    assert table.refused(finding).code == "rulebook-silent"
    table.enter(finding, ruled=True)
    assert not table.sheet.ended
    assert table.procedure("upset-board").steps[-1].asks == "forfeit"

    table.enter(Forfeit(loser=A, cause="misconduct", margin=100), ruled=True)
    assert outcome_of(table.sheet).spread == 100
    assert not table.sheet.open


@pytest.mark.parametrize("book", WITHOUT)
def test_H_23_there_too_the_game_may_end_by_ruling(book):
    table = upset(book)
    accident(table)

    table.enter(EndAfterUpset(), ruled=True)

    assert (table.sheet.ended, table.totals) == ("board-upset", (312, 298))
    assert not table.sheet.open


@pytest.mark.parametrize("book", FIVE)
def test_H_23_what_cannot_be_is_refused(book):
    table = upset(book)

    assert table.refused(ReportUpset()).code == "upset-open"
    assert table.refused(FindUpset(how="intentional")).code == "unreadable-request"
    assert table.refused(FindUpset(how="perhaps")).code == "unreadable-request"
    fresh = Tabletop(book, bag=84, scores=(300, 300))
    assert fresh.refused(FindUpset(how="accidental")).code == "no-upset"
    fresh.passes(A, B, A, B, A, B)
    assert fresh.refused(ReportUpset()).code == "game-over"


@pytest.mark.parametrize("book", WITH_A_RULE)
def test_H_23_a_turn_whose_tiles_are_not_on_record_can_not_be_laid_out(book):
    table = Tabletop(book, bag=84, scores=(300, 300))
    table.enter(MissTurn(seat=A, announced=20))
    table.enter(ReportUpset())
    accident(table)

    assert table.refused(RebuildPosition()).code == "tiles-to-follow"


@pytest.mark.found("DI-17")
def test_DI17_the_position_to_lay_out_is_told_in_words_and_not_in_dots():
    table = upset("wespa-5.1")
    accident(table)
    does = {step.asks: step.does for step in table.procedure("upset-board").steps}

    assert ".." not in does["rebuild-position"]
    assert laid_out(Tabletop("wespa-5.1").sheet) == "an empty board"

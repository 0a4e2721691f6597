"""The sanction box of the score sheet: nothing cut off, and room to write by hand."""

from __future__ import annotations

from uuid import uuid4

from msgspec import structs
from msgspec.structs import replace

from ledger.game.endings.facts import GameForfeited
from ledger.game.scores.facts import PenaltyApplied
from printing.engine.page import A4, PAPERS
from printing.sheets import score_sheet
from printing.sheets.closing_block import BLANK_ROWS, Sanction
from printing.sheets.filled_sheets import sanctions_of
from printing.source import Source
from tests.printing.conftest import SCORES
from tests.printing.test_from_record import ANN, BEN, play, told

LONG = "Wilhelmina-Alexandrina " * 6


def _many(count: int) -> tuple[Sanction, ...]:
    return tuple(
        Sanction(turn=n, totals=(n, 2 * n), clock=60, player=LONG, kind="Penalty: 10 points")
        for n in range(count)
    )


def test_two_hundred_sanctions_go_on_over_pages_and_none_is_left_out() -> None:
    sheet = replace(SCORES, sanctions=_many(200))
    for paper in PAPERS.values():
        pages = [page for page in score_sheet.pages_of(sheet, paper) if page.sanctions]
        assert tuple(one for page in pages for one in page.sanctions) == sheet.sanctions
        assert [page.more for page in pages] == [False] + [True] * (len(pages) - 1)


def test_a_blank_sheet_has_rows_for_sanctions_below_its_last_turns() -> None:
    front, back = score_sheet.pages_of(score_sheet.ScoreSheet(), A4)
    assert not front.sanctions
    assert back.rows
    assert back.sanctions == (Sanction(),) * BLANK_ROWS


def test_a_game_without_sanctions_has_no_box() -> None:
    sheet = replace(SCORES, sanctions=())
    assert not any(page.sanctions for page in score_sheet.pages_of(sheet, A4))
    assert "Sanctions" not in score_sheet.lines(sheet)


def test_the_same_sanctions_are_the_same_bytes() -> None:
    sheet = replace(SCORES, sanctions=_many(40))
    assert score_sheet.draw(sheet) == score_sheet.draw(sheet)


def test_a_penalty_and_a_forfeit_stand_with_the_turn_the_score_and_whose_they_are() -> None:
    sheet = told(
        play(ANN, "8D WINDY", 32),
        PenaltyApplied(seat=BEN, unit="points", amount=5, reason="felt unwell, hid a tile"),
        GameForfeited(loser=None, cause="misconduct"),
    )
    penalty, first, second = sanctions_of(sheet)
    assert penalty == Sanction(turn=1, totals=(32, 0), player="Ben Ode", kind="Penalty: 5 points")
    assert (first.player, second.player) == ("Ann Lee", "Ben Ode")
    assert {first.kind, second.kind} == {"Game forfeited"}


def test_the_box_has_no_reason_in_it_and_no_cause() -> None:
    sheet = told(
        PenaltyApplied(seat=BEN, unit="points", amount=5, reason="felt unwell, hid a tile"),
        GameForfeited(loser=BEN, cause="misconduct"),
    )
    said = repr(sanctions_of(sheet))
    assert "Penalty" in said
    assert "unwell" not in said
    assert "misconduct" not in said


def test_a_lost_turn_and_time_are_told_in_their_units() -> None:
    units = (("turn", 1), ("time", 60), ("spread", 50))
    facts = [PenaltyApplied(seat=ANN, unit=unit, amount=n, reason="late") for unit, n in units]
    kinds = [one.kind for one in sanctions_of(told(*facts))]
    assert kinds == [
        "Penalty: loss of turn",
        "Penalty: 60 seconds",
        "Penalty: 50 points of spread",
    ]


def test_a_penalty_that_carries_out_a_ruling_names_its_case() -> None:
    sheet = told(
        PenaltyApplied(seat=BEN, unit="points", amount=5, reason="phone"),
        PenaltyApplied(seat=BEN, unit="points", amount=10, reason="phone again"),
    )
    case = uuid4()
    ruled = [
        structs.replace(event, envelope=structs.replace(event.envelope, case=case))
        if isinstance(event.fact, PenaltyApplied) and event.fact.amount == 10
        else event
        for event in sheet.events
    ]
    by_number = Source(called={case: "C-12"}.__getitem__)
    found = sanctions_of(structs.replace(sheet, events=tuple(ruled)), by_number)
    assert [one.case for one in found] == ["", "C-12"]

"""Codes of paper stay what they were, though plays and signs are written otherwise since."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import GameEnded, UnplayedTilesCounted
from ledger.game.scores.facts import PenaltyApplied, ScoresWritten
from ledger.game.turns.facts import EntryCorrected
from printing.cases import notices
from printing.engine.heading import Beside, Heading, from_word
from printing.engine.page import plain, scores_words
from printing.lists.from_course import CourseAtHand, card_of
from printing.papers import Papers, as_bound
from printing.sheets import score_sheet
from printing.sheets.closing_block import Closing
from printing.sheets.filled_sheets import score_sheet_of
from printing.sheets.score_sheet import ScoreSheet
from printing.slips import result_slip
from printing.slips.filled_slips import result_slip_of
from printing.source import Source
from tests.courses import a_tournament_of
from tests.printing.test_from_record import ANN, BEN, play, told

SOURCE = Source(tournament="Autumn Open", link=bytes(range(32)))

MADE_UP = told(
    play(BEN, "8D WINDY", 32, "WINDY"),
    play(ANN, "E7 J.B", 13, "JIB"),
    play(BEN, "F7 T.E", 4, "TNE"),
    EntryCorrected(
        supersedes=5, replacement=play(ANN, "E7 J.BE", 14, "JIBE"), reason="one tile more",
        approved_by="D1",
    ),
    play(ANN, "8D .....LESS", 21, "WINDYLESS"),
    PhoneyWithdrawn(seat=ANN, lost=21),
    ScoresWritten(seat=ANN, turn=5, totals=(14, 36)),
    PenaltyApplied(seat=ANN, unit="points", amount=30, reason="came -10 late, as –20 and −5 say"),
    OvertimeRecorded(seat=BEN, over=61, penalty=20, at_end=-61),
    GameEnded(cause="six-zeros"),
    UnplayedTilesCounted(racks=("E", "AD"), adjustments=(-1, -3), mode="own"),
)  # fmt: skip

NOTICE = notices.RulingNotice(
    heading=Heading(tournament="Autumn Open", state="e31/autumn-open/C-1"),
    ruled="What they wrote (−5, –5 and -5) " * 9,
    follows=("Ben Ode: spread −20 (counted aloud again after the warning and -10 more)",) * 2,
)


@pytest.mark.found("TB-11")
@pytest.mark.parametrize(
    ("room", "form", "code"),
    [
        (score_sheet.SCORE_SHEET, score_sheet_of(MADE_UP, SOURCE), "T9NB4-JXR8M"),
        (result_slip.RESULT_SLIP, result_slip_of(MADE_UP, SOURCE), "9KEQ1-3PAHJ"),
        (notices.RULING_NOTICE, NOTICE, "56ASG-22EX6"),
    ],
    ids=["score sheet", "result slip", "ruling notice"],
)
def test_a_code_is_what_it_was_when_a_minus_was_a_dash_and_tiles_were_dots(room, form, code):
    [coded] = Papers.of(room, SOURCE, form).forms
    assert coded.heading.check == code


@pytest.mark.found("TB-11")
def test_a_score_sheet_writes_every_play_in_one_way():
    moves = [plain(turn.move) for turn in score_sheet_of(MADE_UP).turns]
    said = " ".join(map(plain, score_sheet.lines(score_sheet_of(MADE_UP))))
    assert {"E7 J(I)BE", "F7 T(N)E", "8D (WINDY)LESS"} <= set(moves)
    assert "E7 J(I)B +13" in said, "what stood there before it was corrected"
    assert "8D .....LESS" not in said


def test_where_a_table_is_called_by_its_division_codes_bind_what_was_printed_before():
    """``Table A 3`` is read where ``table 3`` was once: a list printed then is still known."""
    course = a_tournament_of(12, 3, divisions=("A", "B"), lacking=1, more=1)
    hall = CourseAtHand(course=course, moment=datetime(2026, 11, 27, 16, 0, tzinfo=UTC))

    [said] = [words for words in hall.of_standings("B") if "missing" in words]
    card = next(card for card in course.cards if card.next_line and not card.next_line.sat_out)
    table = card.next_line.table
    seat = card_of(hall, card).next_table

    assert f"round 3, table B {course.missing[-1].table}" in said
    assert f"(B, round 3, table {course.missing[-1].table})" in said.bound
    assert f"table {card.player.division} {table}" in seat
    assert f"table {table}" in seat.bound
    assert card.player.division not in seat.bound


def test_scores_below_nothing_are_bound_as_they_were():
    assert as_bound(scores_words(28, -11)) == "28––11"


def test_a_long_remark_stands_whole_and_its_code_is_what_it_was_when_it_was_cut():
    remark = "The rulebook leaves it to the director what becomes of the tiles. " * 8
    closing = Closing(remarks=(remark,))
    whole = ScoreSheet(closing=closing, heading=Heading(address="tilescribe:/v/X/1/a"))
    [file_now, file_then] = (Beside(whole=one) for one in (True, False))

    assert " ".join(closing.remark_rows) == remark.strip()
    assert "".join(closing.as_bound.remark_rows)[-1] == "…"
    assert as_bound(whole).closing.remark_rows == closing.as_bound.remark_rows
    assert whole.beside(file_now) == whole
    assert whole.beside(file_then) == replace(whole, closing=closing.as_bound)
    assert from_word(whole.kept) == file_now
    assert from_word(whole.beside(file_then).kept) == file_then

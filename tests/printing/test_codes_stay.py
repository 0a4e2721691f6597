"""Codes of paper stay what they were, though plays and signs are written otherwise since."""

import pytest

from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.endings.facts import GameEnded, OvertimeRecorded, UnplayedTilesCounted
from ledger.game.scores.facts import EntryCorrected, PenaltyApplied, ScoresWritten
from printing.cases import notices
from printing.engine.heading import Heading
from printing.engine.page import plain
from printing.papers import Papers
from printing.sheets import score_sheet
from printing.sheets.filled_sheets import score_sheet_of
from printing.slips import result_slip
from printing.slips.filled_slips import result_slip_of
from printing.source import Source
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

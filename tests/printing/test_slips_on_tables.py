"""Slips on the tables: whose a box is, who checked, the day, the place, a hand beside its words."""

from io import BytesIO
from uuid import UUID

import pdfplumber
import pytest
from msgspec import structs

from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
)
from ledger.game.sheet.folding import replay
from ledger.record.events import Envelope, Event
from printing.engine.page import A4
from printing.engine.signature import DOT, Signature
from printing.sheets.filled_sheets import score_sheet_of
from printing.slips import blank_slip, challenge_slip, result_slip
from printing.slips.filled_slips import blank_slip_of, challenge_slips_of, result_slip_of
from printing.slips.result_slip import ResultSlip, Side
from printing.source import Source, day_of
from tests.printing.test_from_record import ANN, BEN, GAME, NOON, play, told

PLAYED = (play(ANN, "8D WINDY", 32, "WINDY"), play(BEN, "E7 J.B", 13, "JIB"))


@pytest.mark.found("PP-14")
def test_PP14_rows_of_blanks_are_nobodys_own_and_slips_have_no_page_numbers():
    """The second stood under the loser, as if it were that player's blank."""
    [page] = pdfplumber.open(BytesIO(result_slip.RESULT_SLIP.blank(A4))).pages
    half = page.width / 2
    for label in ("1st", "2nd"):
        assert all(word["x0"] < half for word in page.extract_words() if word["text"] == label)
    for said in (
        result_slip.lines(ResultSlip()),
        blank_slip.lines(blank_slip.BlankSlip()),
        challenge_slip.lines(challenge_slip.ChallengeSlip()),
    ):
        assert not any("page 1 of 1" in line for line in said)


@pytest.mark.found("PP-14")
def test_PP14_a_challenge_slip_names_who_checked_and_the_words_of_a_play_whose_verdict_is_known():
    noted = told(
        *PLAYED, ChallengeIssued(seat=BEN, words=("WINDY",)), ChallengeSlipConfirmed(seat=ANN)
    )
    [slip] = challenge_slips_of(noted)
    said = challenge_slip.lines(slip)
    assert "Checked by Ann Lee" in said
    assert challenge_slip.unsaid_wording() not in said

    unnoted = told(*PLAYED, ChallengeIssued(seat=BEN), ChallengeAdjudicated(acceptable=True))
    [slip] = challenge_slips_of(unnoted)
    line = unnoted.plays[-1]
    assert slip.words == tuple(one.word for one in line.words) != ()
    assert challenge_slip.unsaid_wording() in challenge_slip.lines(slip)
    pdf = challenge_slip.draw(slip)
    [page] = pdfplumber.open(BytesIO(pdf)).pages
    assert "nobody noted" in " ".join(page.extract_text().split())


@pytest.mark.found("PP-14")
def test_PP14_slips_say_the_day_and_where_the_tournament_is_held():
    source = Source(tournament="Autumn Open", venue="The Old Mill")
    sheet = told(*PLAYED, ChallengeIssued(seat=BEN))
    for said in (
        blank_slip.lines(blank_slip_of(sheet, source)),
        challenge_slip.lines(challenge_slips_of(sheet, source)[0]),
    ):
        assert f"Date {NOON:%Y-%m-%d}" in said
        assert "Autumn Open, The Old Mill" in said
    assert "Autumn Open, The Old Mill" in result_slip.lines(result_slip_of(sheet, source))
    taken_in = told(*PLAYED)
    scheduled = structs.replace(taken_in.scheduled, source="gcg:00")
    assert day_of(structs.replace(taken_in, scheduled=scheduled), source) == ""
    assert "Date" in blank_slip.lines(blank_slip.BlankSlip())


@pytest.mark.found("PP-14")
def test_PP14_a_hand_is_clear_of_the_words_beside_it_where_the_box_has_room_for_both():
    across, down = 50 / DOT, 9 / DOT
    strokes = (((0.0, 0.0, 0.0), (across, down, 1.0)),)
    signed = Signature(how="stroke", strokes=strokes, at=NOON, totals=(387, 437))
    slip = ResultSlip(sides=(Side(name="Ann", signature=signed), Side(name="Ben")))
    [page] = pdfplumber.open(BytesIO(result_slip.draw(slip))).pages
    right = max(c["x1"] for c in page.curves if c["linewidth"] == 1 and c["stroke"])
    first = [word for word in page.extract_words() if word["text"] == "screen"]
    on = [word for word in page.extract_words() if word["text"] == "on"]
    assert first
    assert min(word["x0"] for word in on if abs(word["top"] - first[0]["top"]) < 1) > right


@pytest.mark.found("PP-7")
def test_PP7_a_slip_for_a_game_to_come_says_who_starts_where_the_pairing_does():
    """Started was empty where the list on the wall said who is first."""
    for options, started in (
        ((("start-method", "assigned"),), [True, False]),
        ((), [None, None]),
    ):
        fact = structs.replace(GAME, options=options)
        envelope = Envelope(written_at=NOON, written_by="K1", command_id=UUID(int=1), fact=fact)
        sheet = replay([Event(UUID(int=1), 1, envelope)])
        assert [side.started for side in result_slip_of(sheet).sides] == started
        assert score_sheet_of(sheet).starter_known == (started[0] is not None)

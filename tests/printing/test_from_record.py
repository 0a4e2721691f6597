"""Forms filled from the record: what the events of a game add up to, on paper."""

from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from uuid import UUID

import pdfplumber
import pypdfium2
import pytest
import zxingcpp

from ledger.game.blanks.facts import BlankDesignated
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    PhoneyWithdrawn,
)
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.endings.facts import GameEnded, UnplayedTilesCounted
from ledger.game.results.facts import ResultAmended, ResultHandedIn, ResultProposed, ResultSigned
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import PlayRecorded, ScoreCorrected, TilesExchanged, TurnPassed
from ledger.gcg import facts_of, read_gcg
from ledger.proof.paper_codes import is_code
from ledger.record.events import Envelope, Event
from ledger.vocabulary import NO_TILES, Placement, Points, Seat, WordScore
from ledger.vocabulary.refusals import Refusal
from printing.sheets import filled_sheets, score_sheet
from printing.sheets.filled_sheets import player_sheet_of, score_sheet_of
from printing.slips import blank_slip, filled_slips, result_slip
from printing.slips.filled_slips import blank_slip_of, challenge_slips_of, result_slip_of
from printing.source import Played, Source

ANN, BEN = Seat.FIRST, Seat.SECOND
GAME = GameScheduled(
    tournament="autumn-open", division="A", round_number=3, table=14,
    players=("Ben Ode", "Ann Lee"), numbers=(12, 7), rulebook="wespa-4.0",
    lexicon="Lakeside 2024",
)  # fmt: skip
LINK = bytes(range(32))
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def play(seat, placement, score, *words, rack="", computed=None):
    square, letters = placement.split()
    return PlayRecorded(
        seat=seat, placement=Placement(square, letters), announced=score,
        computed=score if computed is None else computed,
        words=tuple(WordScore(word, Points(1)) for word in words), rack=rack,
    )  # fmt: skip


def told(*facts):
    """The sheet of these facts, a minute apart."""
    every = (GAME, StarterDetermined(starter=2, method="draw"), GameStarted(), *facts)
    return replay(
        Event(
            UUID(int=1),
            version,
            Envelope(
                written_at=NOON + timedelta(minutes=version), written_by="K1",
                command_id=UUID(int=version), fact=fact,
            ),
        )
        for version, fact in enumerate(every, 1)
    )  # fmt: skip


TURNS = (
    play(ANN, "8D WINDY", 32, "WINDY", rack="DINQWYZ"),  # 4
    play(BEN, "7C GALE", 16, "GALE", "AW", "LI", "EN"),  # 5
    play(ANN, "4B TiLTZ", 54, "TiLTZ"),  # 6
    ChallengeIssued(seat=BEN, words=("TILTZ",), method="runner"),  # 7
    ChallengeSlipConfirmed(seat=ANN),  # 8
    ChallengeAdjudicated(acceptable=False, adjudicator="J1"),  # 9
    PhoneyWithdrawn(seat=ANN, lost=54),  # 10
    play(BEN, "6C rEE", 7, "rEE", "rG", "EAW", "ELI"),  # 11
    BlankDesignated(seat=BEN, blank=1, letter="R", square="6C", how="slip-circled"),  # 12
    ChallengeIssued(seat=ANN, words=("REE", "RG"), method="runner"),  # 13
    ChallengeAdjudicated(acceptable=True, adjudicator="J1"),  # 14
    ChallengeFailed(seat=ANN, mode="points-per-word-5", credited=10),  # 15
    TilesExchanged(seat=ANN, count=3, tiles="QQZ"),  # 16
    TurnPassed(seat=BEN),  # 17
)
END = (
    ScoreCorrected(
        supersedes=5, was=16, now=18, reason="counted again", approved_by="both players"
    ),
    PenaltyApplied(seat=BEN, unit="points", amount=5, reason="late note"),
    GameEnded(cause="played-out"),
    UnplayedTilesCounted(racks=(NO_TILES, "QZ"), adjustments=(40, 0), mode="double"),
    OvertimeRecorded(seat=BEN, over=61, penalty=20),
    ResultProposed(totals=(72, 10)),
    ResultSigned(seat=ANN, totals=(72, 10), how="stroke", shown="00", words="digest"),
    ResultSigned(seat=BEN, totals=(72, 10), how="witness", shown="00", witness="D1"),
    ResultHandedIn(seat=ANN),
)
SOURCE = Source(tournament="Autumn Open", link=LINK, strokes={"digest": (((0, 0, 0), (9, 9, 9)),)})


@pytest.fixture(scope="module")
def over():
    return told(*TURNS, *END)


@pytest.fixture(scope="module")
def playing():
    return told(*TURNS)


def test_the_record_of_the_test_adds_up(over):
    assert over.totals == (72, 10)
    assert over.state == "final"


COVERED = "for both scores and all above"
"""What a signature is for, beside its name."""


def test_a_result_slip_says_what_the_record_says(over):
    said = result_slip.lines(result_slip_of(over, SOURCE))

    assert said[:6] == [
        "Result slip", "autumn-open/A/R3/T14", "Autumn Open", "Division A", "Round 3", "Table 14",
    ]  # fmt: skip
    assert said[6:17] == [
        "Winner Ann Lee", "No. 7", "Started X", "Won–lost so far", "Spread so far", "Score 72",
        "Unplayed, double +40", "Overtime 0", "Challenges 0", "Penalties 0", "Credits 0",
    ]  # fmt: skip
    assert said[17:28] == [
        "Loser Ben Ode", "No. 12", "Started", "Won–lost so far", "Spread so far", "Score 10",
        "Unplayed, double 0", "Overtime –20", "Challenges +10", "Penalties –5", "Credits 0",
    ]  # fmt: skip
    assert said[28:32] == ["Spread 62", "Rated", "yes X", "no"]
    assert "played X" in said
    assert "Game ended played out" in said
    assert "1st blank R" in said
    assert "Words challenged TILTZ, REE, RG" in said
    assert f"Signature of Ann Lee, {COVERED} on screen for 72 : 10" in said
    assert f"Signature of Ben Ode, {COVERED} witnessed for 72 : 10 by D1" in said
    assert "Handed in by Ann Lee" in said
    assert said[-1].endswith(f"event {over.version}")


def test_before_the_end_scores_and_signatures_are_left_for_the_hand(playing):
    said = result_slip.lines(result_slip_of(playing))

    assert said.count("Score") == 2
    assert "Spread or margin" in said
    assert not [line for line in said if line.endswith(" X") and not line.startswith("Started")]
    assert "Game ended" in said
    assert f"Signature of Ann Lee, {COVERED}" in said


def test_without_the_chains_link_no_check_code_is_made_up(over):
    slip = result_slip_of(over)

    assert slip.heading.check == ""
    assert "check" not in result_slip.lines(slip)[-1]
    assert slip.heading.address == ""


def test_the_square_code_leads_to_the_games_page_and_the_state_that_was_printed(over):
    papers = filled_slips.result_slip_papers(over, Source(link=LINK))
    pdf = papers.pdf("a4", "https://hall.example")
    [code] = zxingcpp.read_barcodes(pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=3).to_pil())

    request, v, code_, version, *game = code.text.removeprefix("https://").split("/")
    assert (request, v, version, game) == (
        "hall.example", "v", str(over.version), ["autumn-open", "A", "R3", "T14"]
    )  # fmt: skip
    assert is_code(code_)


def test_an_amended_result_prints_the_amended_scores_and_why(over):
    amended = told(
        *TURNS, *END,
        ResultAmended(
            was=(72, 10), now=(10, 72), kind="swapped", reason="written the wrong way round",
            agreed_by=("D1",), told=("first", "second"),
        ),
    )  # fmt: skip
    said = result_slip.lines(result_slip_of(amended))
    sheet = score_sheet.lines(score_sheet_of(amended))

    assert said[6] == "Winner Ben Ode"
    assert "Score 10" in said[17:28]
    at = said.index("Amendments and rulings")
    assert " ".join(said[at + 1 : -1]) == (
        "10 to 72, now 72 to 10 (scores swapped; agreed: D1; told: both players): "
        "written the wrong way round"
    )
    assert "signed: 72" in said
    assert f"Signature of Ann Lee, {COVERED} on screen for 10 : 72" in said  # as the slip has them
    assert said.count("72 : 10 stands by ruling") == 2
    assert "Amended by –62 +62" in sheet
    assert "Final score 10 72" in sheet


def test_the_score_sheet_tells_every_turn_and_what_came_beside_it(over):
    said = score_sheet.lines(score_sheet_of(over, SOURCE))
    start = said.index("1 Ann Lee 8D WINDY 32 32")

    assert said[start : start + 13] == [
        "1 Ann Lee 8D WINDY 32 32",
        "2 Ben Ode 7C GALE 18 18",
        "   GALE, AW, LI, EN",
        "   corrected: was 7C GALE +16, counted again",
        "3 Ann Lee 4B TiLTZ 54 86",
        "Ann Lee challenged off –54 32",
        "4 Ben Ode 6C rEE 7 25",
        "   rEE, rG, EAW, ELI",
        "Ben Ode challenge failed +10 35",
        "   5 points a word",
        "5 Ann Lee exchange 3 0 32",
        "6 Ben Ode pass 0 35",
        "Ben Ode penalty –5 30",
    ]


def test_the_sums_at_the_foot_add_up_to_the_final_score(over):
    said = score_sheet.lines(score_sheet_of(over))

    assert "Plays 32 25" in said
    assert "Challenges 0 +10" in said
    assert "Unplayed tiles, double +40 0" in said
    assert "Overtime 0 –20" in said
    assert "Penalties 0 –5" in said
    assert "Final score 72 10" in said


@pytest.mark.found("PA7")
def test_what_does_not_agree_is_a_remark_at_the_number_of_its_turn():
    odd = told(play(ANN, "8D WINDY", 32, "WINDY"), play(ANN, "9D OX", 20, "OX"))
    said = score_sheet.lines(score_sheet_of(odd))

    assert any("has two turns running" in line and line.startswith("Turn 2:") for line in said)


def test_the_blank_slip_holds_what_was_designated(over):
    said = blank_slip.lines(blank_slip_of(over))

    assert said[7:11] == ["1st blank", "Capital R", "Square 6C", "Turn 4"]


def test_there_is_a_challenge_slip_for_each_challenge_with_its_own_verdict(over):
    first, second = challenge_slips_of(over)

    assert (first.challenger, first.player, first.turn, first.words, first.checked) == (
        "Ben Ode", "Ann Lee", 3, ("TILTZ",), "Ann Lee",
    )  # fmt: skip
    assert [verdict.acceptable for verdict in first.verdicts] == [False, None, None]
    assert (second.challenger, second.turn) == ("Ann Lee", 4)
    assert [verdict.acceptable for verdict in second.verdicts] == [True, None, None]
    assert second.checked == ""


def test_a_game_without_a_challenge_gives_a_slip_to_fill_in():
    pdf = filled_slips.challenge_slips_papers(told(TURNS[0])).pdf("a4")

    assert "Table" in pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()


def test_a_players_sheet_holds_the_players_own_racks_only(over):
    ann, ben = player_sheet_of(over, ANN), player_sheet_of(over, BEN)

    assert ann.own[0].rack == tuple("DINQWYZ")
    assert all(turn.rack == () for turn in (*ann.theirs, *ben.theirs))
    assert [(each.label, each.points) for each in ben.sums] == [
        ("Plays", (25, 32)), ("Challenges", (10, 0)), ("Unplayed tiles, double", (0, 40)),
        ("Overtime", (-20, 0)), ("Penalties", (-5, 0)), ("Final score", (10, 72)),
    ]  # fmt: skip
    assert ben.blanks == ann.blanks == ("R", "")
    crossed = {track.tile: track.crossed for group in ben.tracking for track in group}
    assert crossed["W"] == 1
    assert crossed["?"] == 1
    assert crossed["T"] == 0


def test_times_are_printed_in_the_zone_of_the_hall(over):
    slip = result_slip_of(over, Source(zone=timezone(timedelta(hours=8))))

    assert any(line.startswith("Game over at 21 Nov 2026 20:") for line in result_slip.lines(slip))


def test_each_form_is_drawn_on_both_papers_and_is_the_same_bytes_again(over):
    for fill in (
        filled_sheets.score_sheet_papers, filled_slips.result_slip_papers,
        filled_slips.blank_slip_papers, filled_slips.challenge_slips_papers,
    ):  # fmt: skip
        for paper in ("a4", "letter"):
            assert fill(over, SOURCE).pdf(paper) == fill(over, SOURCE).pdf(paper)
    assert filled_sheets.player_sheet_papers(over, BEN).pdf("a4").startswith(b"%PDF-")


def test_slips_of_a_round_come_two_a_sheet(over, playing):
    games = ((over, SOURCE),) * 5
    pdf = filled_slips.result_slips_papers(Played(slug="autumn-open", games=games)).pdf("letter")

    assert len(pypdfium2.PdfDocument(pdf)) == 3


def test_another_paper_is_refused_with_what_to_ask_for(over):
    with pytest.raises(Refusal) as refusal:
        filled_sheets.score_sheet_papers(over).pdf("a3")

    assert refusal.value.code == "no-such-paper"
    assert "a4, letter or receipt" in str(refusal.value)


def test_what_is_no_sheet_is_no_paper():
    with pytest.raises(TypeError, match="not str"):
        filled_sheets.score_sheet_papers("a sheet")


@pytest.mark.wide("many")
def test_real_games_are_printed_whole_and_add_up(shared):
    games = sorted((shared / "gcg").glob("*.gcg"))[::6]
    for path in games:
        try:
            sheet = told(*facts_of(read_gcg(path.read_bytes())))
        except Refusal:
            continue
        form = score_sheet_of(sheet)
        pdf = score_sheet.draw(form)
        text = "".join(
            page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)
        ).replace(" ", "")

        closing = form.closing
        for seat in Seat:
            changes = [each.points[seat.place] or 0 for each in closing.adjustments]
            together = (closing.plays[seat.place] or 0) + sum(changes)
            assert together == (closing.totals[seat.place] or sheet.totals[seat.place]), path.name
        missing = [t.move for t in form.turns if t.move.replace(" ", "") not in text]
        assert missing == [], path.name
    assert len(games) > 10


def test_the_slip_read_back_from_paper_has_its_table_and_scores(over):
    [page] = pdfplumber.open(BytesIO(filled_slips.result_slip_papers(over, SOURCE).pdf("a4"))).pages
    words = [word["text"] for word in page.extract_words()]

    assert [w for w in words if w in {"72", "10", "14"}]

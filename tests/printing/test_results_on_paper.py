"""Kinds of result on paper: what a game came to where its scores don't say it."""

import subprocess
from uuid import UUID

import pytest

from ledger.game.challenges.facts import ChallengeFailed
from ledger.game.clock.facts import OvertimeRecorded, OvertimeWaived
from ledger.game.endings.facts import GameEnded, GameForfeited, GameResigned, GameVoided
from ledger.game.results.facts import (
    AmendmentAsked,
    RecordsSettled,
    ResultAmended,
    ResultProposed,
    ResultSigned,
)
from ledger.game.results.signatures import outcome_wording
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.game.setting_up.facts import StarterDetermined
from ledger.incidents.reports import without_names
from ledger.replay.text_sheet import game_text
from printing.engine.heading import Heading, filled_in
from printing.engine.page import A4, LETTER
from printing.sheets import score_sheet
from printing.sheets.filled_sheets import score_sheet_of
from printing.slips import result_slip
from printing.slips.filled_slips import bye_slip, result_slip_of
from printing.slips.result_slip import KINDS, ResultSlip
from printing.source import is_provisional, notes_of
from tests.printing.test_from_record import ANN, BEN, END, TURNS, play, told

PLAYED = (play(ANN, "8D WINDY", 32, "WINDY"), play(BEN, "E7 J.B", 13, "JIB"))


def marks(said):
    return [line.removesuffix(" X") for line in said if line.endswith(" X")]


def on_paper(*facts):
    sheet = told(*PLAYED, *facts)
    return result_slip.lines(result_slip_of(sheet)), score_sheet.lines(score_sheet_of(sheet)), sheet


@pytest.mark.parametrize(
    ("fact", "kind", "points", "rated"),
    [
        (GameResigned(seat=ANN, proper=True, margin=130), "resigned", "130", None),
        (GameResigned(seat=ANN, proper=False, margin=None, rated=False), "resigned", "", "no"),
        (GameForfeited(loser=BEN, cause="late", margin=50, rated=True), "forfeit", "50", "yes"),
        (GameForfeited(loser=BEN, cause="no-show", loser_spread=50), "forfeit", "50", None),
    ],
)
def test_a_game_resigned_or_forfeited_prints_its_margin_and_no_spread(fact, kind, points, rated):
    slip, sheet, _ = on_paper(fact)

    assert f"Margin {points}".rstrip() in slip
    assert f"Margin {points}".rstrip() in sheet
    assert not [
        line for line in slip + sheet if line.startswith("Spread ") and line != "Spread so far"
    ]
    assert [mark for mark in marks(slip) if mark != "Started"] == [*([rated] * bool(rated)), kind]


def test_scores_at_the_table_are_no_result_where_a_forfeit_defines_none_but_stay_if_resigned():
    forfeited, _, _ = on_paper(GameForfeited(loser=ANN, cause="left", margin=50))
    proposed, _, _ = on_paper(
        GameForfeited(loser=ANN, cause="left", margin=50), ResultProposed(totals=(32, 13))
    )
    resigned, _, _ = on_paper(GameResigned(seat=ANN, proper=True, margin=50))

    assert forfeited.count("Score") == proposed.count("Score") == 2
    assert {"Provisional score 32", "Provisional score 13"} <= set(resigned)


def test_a_forfeit_for_overtime_has_scores_and_a_spread():
    slip, sheet, _ = on_paper(
        GameForfeited(loser=ANN, cause="overtime", scores=(0, 50), rated=True)
    )

    assert {"Score 0", "Score 50", "Spread 50", "forfeit, overtime X", "yes X"} <= set(slip)
    assert "Game ended forfeit, overtime" in sheet


@pytest.mark.parametrize(
    ("facts", "kind", "ending"),
    [
        ((GameEnded(cause="board-upset"),), "board upset", "board upset; rating open"),
        (
            (GameEnded(cause="played-out"), GameVoided(reason="wrong set")),
            "void",
            "void; not rated",
        ),
    ],
)
def test_an_upset_board_and_a_void_game_are_said_to_be_one(facts, kind, ending):
    slip, sheet, _ = on_paper(*facts)

    assert kind in marks(slip)
    assert f"Game ended {ending}" in sheet
    if kind == "void":
        assert "Spread" in slip
        assert "no" in marks(slip)


def test_an_amended_resignation_has_a_spread_by_the_amended_scores():
    slip, _, sheet = on_paper(
        GameResigned(seat=ANN, proper=True, margin=130),
        ResultAmended(was=(32, 13), now=(350, 300), kind="ruling", reason="x", agreed_by=()),
    )

    assert "Spread 50" in slip
    assert "resigned" in marks(slip)
    assert notes_of(sheet)[0].startswith("resigned")


def test_penalties_credits_and_challenges_are_lines_of_their_own():
    slip, sheet, game = on_paper(
        ChallengeFailed(seat=ANN, mode="points-per-word-5", credited=5),
        PenaltyApplied(seat=ANN, unit="points", amount=20, reason="late note"),
        CreditApplied(seat=BEN, unit="points", amount=7, reason="overdrawn"),
        PenaltyApplied(seat=BEN, unit="spread", amount=50, reason="slips not signed"),
        GameEnded(cause="six-zeros"),
        OvertimeRecorded(seat=ANN, over=61, penalty=20),
        OvertimeWaived(seat=ANN, points=10, reason="clock fault"),
    )

    assert game.totals == (2, 25)
    assert slip.index("Winner Ben Ode") < slip.index("Loser Ann Lee") < slip.index("Overtime –10")
    assert slip.index("Challenges +5") < slip.index("Penalties –20")
    assert "Credits +7" in slip
    assert "spread of Ben Ode –50: slips not signed" in " ".join(slip)
    assert "Ben Ode credit +7 25" in sheet
    assert "Credits 0 +7" in sheet
    assert "Overtime –10" in [line.removesuffix(" 0") for line in sheet]


def test_amendments_name_who_agreed_and_the_latest_is_kept_where_there_is_no_room():
    many = tuple(
        ResultAmended(
            was=(72, 10), now=(72, 10 + number), kind="agreed-with-director",
            reason=f"counted again, turn by turn, for the {number}. time",
            agreed_by=("first", "second", "D1"),
        )
        for number in range(1, 5)
    )  # fmt: skip
    rows = result_slip.note_rows(result_slip_of(told(*TURNS, *END, *many)))

    assert len(rows) == 2
    assert rows[0].startswith("3 earlier: see the record; 72 to 10, now 72 to 14 (agreed, by leave")
    assert "agreed: both players, D1" in " ".join(rows)


AMENDED = (
    ResultProposed(totals=(32, 13)),
    ResultSigned(seat=ANN, totals=(32, 13), how="pin", shown="00"),
    ResultSigned(seat=BEN, totals=(32, 13), how="paper", shown="00"),
)


@pytest.mark.found("PA1")
def test_PA1_a_slip_shows_both_scores_and_each_signature_with_what_it_is_for():
    amended = ResultAmended(
        was=(32, 13), now=(32, 15), kind="ruling", reason="a turn counts 2 more",
        agreed_by=("D1",), clause="wespa-5.1 3.5(d)",
    )  # fmt: skip
    slip, sheet, game = on_paper(GameEnded(cause="six-zeros"), *AMENDED, amended)

    for said in (slip, sheet):
        words = "\n".join(said)
        assert "signed by PIN for 32 : 13" in words
        assert "signed on paper for 32 : 13" in words
        assert words.count("32 : 15 stands by ruling") == 2
    assert [x for x in slip if x in ("Score 15", "signed: 13")] == ["Score 15", "signed: 13"]
    assert "wespa-5.1 3.5(d)" in " ".join(slip)
    assert game.is_final


@pytest.mark.found("PA1")
def test_PA1_where_signatures_no_longer_count_there_is_room_to_sign_anew():
    request = AmendmentAsked(seat=ANN, reason="a turn counts 2 more", now=(32, 15))
    entered = ResultAmended(
        was=(32, 13), now=(32, 15), kind="agreed-before-hand-in", reason="so",
        agreed_by=("first", "second"),
    )  # fmt: skip
    slip, _, game = on_paper(GameEnded(cause="six-zeros"), *AMENDED, request, entered)

    assert "\n".join(slip).count("signs for 32 : 15") == 2
    assert not game.is_final


def test_papers_that_differed_and_were_settled_are_a_line_too():
    rows = result_slip.note_rows(
        result_slip_of(told(*TURNS, *END, RecordsSettled(totals=(70, 10), basis="tally-sheet")))
    )

    assert rows == ["the papers differed: 70 to 10 holds, by tally sheet"]


def test_a_bye_is_a_slip_with_its_margin_and_no_opponent():
    said = result_slip.lines(bye_slip(7, "Ann Lee", (50, False), Heading(round_number=2)))

    assert marks(said) == ["no", "bye"]
    assert "Margin 50" in said
    assert "Player bye" in said


def test_each_kind_of_result_has_its_box_and_is_drawn_on_both_papers():
    kinds = [kind for row in KINDS for kind in row]
    slips = [ResultSlip(kind=kind, by_margin=True, margin=130) for kind in kinds]

    assert kinds == [
        "played", "resigned", "forfeit", "forfeit_overtime", "ended_by_upset", "void", "bye",
    ]  # fmt: skip
    for paper in (A4, LETTER):
        assert result_slip.draw(*slips, paper=paper) == result_slip.draw(*slips, paper=paper)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (
            GameResigned(seat=ANN, proper=True, margin=130),
            "Ben Ode wins by 130 (resigned, rating not settled)",
        ),
        (
            GameForfeited(loser=None, cause="no-show", rated=False),
            "Both lose (forfeit, not rated)",
        ),
        (
            GameResigned(seat=BEN, proper=False, margin=None, rated=True),
            "Ann Lee wins by 19 (resigned)",
        ),
        (GameEnded(cause="six-zeros"), "Ann Lee wins by 19"),
        (GameEnded(cause="incomplete"), "The record is incomplete"),
        (GameVoided(reason="wrong set"), "Void, not rated: wrong set"),
    ],
)
def test_the_text_sheet_says_what_the_result_is_worth(fact, words):
    sheet = told(*PLAYED, fact)

    assert outcome_wording(sheet) == words
    assert words in game_text(sheet).splitlines()


def test_before_the_end_nobody_has_won():
    sheet = told(*PLAYED)

    assert outcome_wording(sheet) == ""
    assert sheet.id == UUID(int=1)


OVER = (GameEnded(cause="six-zeros"),)


@pytest.mark.found("PP-5")
def test_PP5_what_nobody_marked_or_filled_in_is_not_told_of_a_sheet():
    """A label alone would read as a statement: nobody signed under protest, nothing is void."""
    said, _, _ = on_paper(*OVER)
    assert "signed under protest" in said  # it stands on the paper, and counts for the code
    told_of_it = filled_in(said)
    for bare in ("signed under protest", "void", "bye", "forfeit", "Director", "Words challenged"):
        assert bare in said
        assert bare not in told_of_it
    assert "played X" in told_of_it
    assert not any(line.endswith(("all above", "Started")) for line in told_of_it)


@pytest.mark.found("PP-5")
def test_PP5_a_box_nobody_marked_is_read_as_not_marked():
    pdf = result_slip.draw(result_slip_of(told(*PLAYED, *OVER)))
    done = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    text = " ".join(done.stdout.decode().split())
    assert text.count("signed under protest: not marked") == text.count("signed under protest") == 2
    assert "played: marked" in text
    assert "void: not marked" in text


@pytest.mark.found("PP-6")
def test_PP6_a_slip_of_a_record_without_an_end_is_provisional_and_names_no_winner():
    sheet = told(*PLAYED, GameEnded(cause="incomplete"))
    slip = result_slip_of(sheet)
    assert slip.heading.provisional == "Provisional: the record ends before the game does"
    assert [title for title, _ in slip.in_order] == ["Player", "Player"]
    assert slip.spread is None
    said = result_slip.lines(slip)
    assert any(line.startswith("Provisional score") for line in said)
    assert not any(line.startswith(("Winner", "Loser")) for line in said)
    assert score_sheet_of(sheet).heading.provisional == slip.heading.provisional
    assert is_provisional(sheet)
    assert slip.finished_at is None


@pytest.mark.found("PP-7")
def test_PP7_who_moved_first_started_though_no_draw_is_known():
    unknown = StarterDetermined(starter=1, method="not-known")
    played, before = told(unknown, *PLAYED), told(unknown)
    assert [side.started for side in result_slip_of(played).sides] == [True, False]
    assert [side.started for side in result_slip_of(before).sides] == [None, None]
    heads = [line for line in score_sheet.lines(score_sheet_of(before)) if "Ann Lee" in line]
    assert heads[0].startswith("Player ")
    assert any(
        line.startswith("First player") for line in score_sheet.lines(score_sheet_of(played))
    )


@pytest.mark.found("PP-8")
def test_PP8_scores_on_a_slip_stand_in_its_own_order():
    """The second player wins by an amendment: named first, and so in signatures and notes."""
    amended = ResultAmended(
        was=(32, 13), now=(32, 45), kind="ruling", reason="-", agreed_by=("D1",), clause="3.5(d)"
    )
    said, _, sheet = on_paper(*OVER, *AMENDED, amended)
    (title, winner), _ = result_slip_of(sheet).in_order
    assert (title, winner.name, winner.score) == ("Winner", sheet.name(BEN), 45)
    words = "\n".join(said)
    assert "signed by PIN for 13 : 32" in words
    assert "45 : 32 stands by ruling" in words
    assert "13 to 32, now 45 to 32" in words
    assert "32 : 13" not in words


@pytest.mark.found("PP-14")
def test_PP14_the_time_on_a_slip_says_of_what_it_is():
    """It stood as "Date and time" beside signatures of a minute later."""
    said, sheet, _ = on_paper(*OVER)
    for lines in (said, sheet):
        assert any(line.startswith("Game over at ") for line in lines)
    blank = result_slip.lines(ResultSlip())
    assert "Date and time" in blank


@pytest.mark.found("PP-14")
def test_PP14_a_sentence_without_names_begins_with_a_capital():
    told_so = without_names("Ann Lee drew late. Lee was warned, and Ann agreed.", ["Ann Lee"])
    assert told_so == "A player drew late. A player was warned, and a player agreed."

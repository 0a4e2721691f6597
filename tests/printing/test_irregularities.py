"""What happened beside the turns, on the score sheet: in words, complete, and page after page."""

from datetime import timedelta
from uuid import UUID

import pytest
from msgspec import structs
from msgspec.structs import replace

from ledger.game.challenges.facts import ChallengeAdjudicated, ChallengeIssued
from ledger.game.drawing.facts import Overdrawn
from ledger.game.endings.facts import GameEnded
from ledger.game.judging.facts import ChallengeReissued, Readjudicated, ReadjudicationAsked
from ledger.game.results.facts import ResultAmended
from ledger.game.scores.facts import DiscrepancyFound, ScoresWritten
from ledger.game.setting_up.facts import GameStarted, SetChecked
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import EntryCorrected, ScoreCorrected
from ledger.record.events import FACT_TYPES, Envelope, Event
from ledger.replay.remarks import words_at
from ledger.rulebook.ambiguities import ambiguities
from ledger.vocabulary import remarks
from printing.engine.page import A4, LETTER
from printing.sheets import filled_sheets, score_sheet
from printing.sheets.filled_sheets import score_sheet_of
from printing.sheets.turn_columns import below_move, written_words
from printing.slips import challenge_slip
from printing.slips.filled_slips import challenge_slips_of
from tests.printing.test_from_record import ANN, BEN, GAME, NOON, SOURCE, TURNS, play, told
from tests.tiers import all_at_once


def noticing(fact, *rest):
    """A game in which ``fact`` carries these remarks; facts among them follow it."""
    codes = tuple(code for code in rest if isinstance(code, str))
    later = [other for other in rest if not isinstance(other, str)]
    events = [GAME, GameStarted(), fact, *later]
    return replay(
        Event(
            UUID(int=1), version,
            Envelope(
                written_at=NOON + timedelta(minutes=version), written_by="K1",
                command_id=UUID(int=version), fact=each, remarks=codes if each is fact else (),
            ),
        )
        for version, each in enumerate(events, 1)
    )  # fmt: skip


@all_at_once
@pytest.mark.parametrize(
    "code", sorted({*remarks.ALL, *ambiguities()} - {remarks.ANNOUNCED_DIFFERS})
)
def test_a_remark_on_a_turn_is_in_words_and_never_cut_short(code):
    sheet = noticing(play(ANN, "8D WINDY", 32, "WINDY"), code)
    form = score_sheet_of(sheet)
    [noted] = form.turns[-1].remarks
    at_the_foot = " ".join(form.closing.remarks)

    assert code not in noted
    remarked = next(one for one in sheet.events if code in one.envelope.remarks)
    words = words_at(sheet, remarked, code)
    assert noted in filled_sheets.shortened(words) or words[:60] in at_the_foot
    assert not any(line.endswith("…") for line, _ in score_sheet_lines(form))


def score_sheet_lines(form):
    from printing.sheets.turn_columns import broken_notes

    return broken_notes(form.turns[-1])


def test_what_is_remarked_beside_the_turns_stands_with_it_at_the_foot():
    sheet = noticing(
        Overdrawn(
            seat=ANN,
            held=0,
            drawn=9,
            due=7,
            over=2,
            touched=False,
            mixed=False,
            noticed_by="player",
            group="new",
            size=9,
            revealed=2,
            racks=(9, 7),
        ),
        remarks.OVERDRAW_CONCEALED,
    )

    [line] = score_sheet_of(sheet).closing.remarks
    assert line.startswith("Before turn 1: Ben Ode drew 9 tiles for 7: 2 too many. The player knew")


@pytest.mark.found("PA6")
def test_totals_a_player_had_otherwise_say_so_once_the_record_has_them_too():
    wrong = structs.replace(play(ANN, "8D WINDY", 30, "WINDY"), computed=32)
    differing = (wrong, DiscrepancyFound(seat=BEN, written=(32, 0)))
    corrected = ScoreCorrected(
        supersedes=4, was=30, now=32, reason="miscounted", approved_by="both players"
    )
    *_, open_ = score_sheet_of(told(*differing)).closing.remarks
    *_, settled = score_sheet_of(told(*differing, corrected)).closing.remarks

    assert open_ == "After turn 1: Ben Ode has other totals: 32 to 0."
    assert settled == "After turn 1: Ben Ode has other totals: 32 to 0; corrected since."


@pytest.mark.found("PA6")
def test_a_score_announced_wrong_says_so_once_the_result_was_amended_by_as_much():
    wrong = structs.replace(play(ANN, "8D WINDY", 32, "WINDY"), computed=30)
    amended = ResultAmended(
        was=(32, 0), now=(30, 0), kind="ruling", reason="turn 1 counts 30", agreed_by=("D1",)
    )

    def beside_turn_1(*facts):
        return score_sheet_of(noticing(wrong, remarks.ANNOUNCED_DIFFERS, *facts)).turns[0].remarks

    assert beside_turn_1() == ("announced 32, counts 30",)
    assert beside_turn_1(amended) == ("announced 32, counts 30; the result was amended since",)


@pytest.mark.found("PA7")
def test_remarks_cite_turns_that_the_sheet_carries_and_no_number_of_an_event():
    stopped = DiscrepancyFound(seat=BEN, written=(1, 2))
    ended = GameEnded(cause="six-zeros")
    turns = (play(ANN, "8D WINDY", 32, "WINDY"), play(BEN, "9D OX", 20, "OX"))
    remarked = score_sheet_of(told(stopped, *turns, stopped, ended, stopped)).closing.remarks

    assert [line for line in remarked if "other totals" in line] == [
        "Before turn 1; after turn 2; after the end: Ben Ode has other totals: 1 to 2."
    ]
    assert not any("vent " in line for line in remarked)


def test_every_fact_of_a_game_is_routine_or_told_and_none_is_forgotten():
    names = {kind.__name__ for kind in filled_sheets.ROUTINE}

    assert set(FACT_TYPES.values()) >= filled_sheets.ROUTINE
    assert not {"PenaltyApplied", "TilesSpilled", "RecountDone", "BlankDisputed"} & names


def test_a_set_that_is_complete_needs_no_word():
    assert score_sheet_of(told(SetChecked(complete=True))).closing.remarks == ()
    assert len(score_sheet_of(told(SetChecked(complete=False))).closing.remarks) == 1


def test_an_entry_struck_out_by_ruling_is_told():
    sheet = told(
        play(ANN, "8D WINDY", 32, "WINDY"),
        EntryCorrected(supersedes=4, replacement=None, reason="not played", approved_by="D1"),
    )

    assert "Before turn 1: Entry struck out: was 8D WINDY +32, not played." in (
        score_sheet_of(sheet).closing.remarks
    )


def test_scores_that_a_player_wrote_otherwise_have_a_column():
    sheet = told(
        play(ANN, "8D WINDY", 32, "WINDY"),
        ScoresWritten(seat=ANN, turn=4, score=32),
        ScoresWritten(seat=BEN, turn=4, score=34, totals=(34, 0)),
    )
    form = score_sheet_of(sheet)

    assert form.turns[0].written == (None, 34)
    assert "1 Ann Lee 8D WINDY 32 2nd 34 32" in score_sheet.lines(form)
    assert form.closing.remarks == (
        "Score kept by K1.",
        "After turn 1: Ben Ode has 34 to 0 written after 8D WINDY; the record has 32 to 0.",
    )


def test_what_a_player_wrote_last_counts_and_two_scores_take_two_lines():
    sheet = told(
        play(ANN, "8D WINDY", 32, "WINDY"),
        ScoresWritten(seat=ANN, turn=4, score=30),
        ScoresWritten(seat=BEN, turn=4, score=34),
    )
    turn = score_sheet_of(sheet).turns[0]
    agreeing = score_sheet_of(told(*TURNS[:1], ScoresWritten(seat=ANN, turn=4, score=32)))

    assert written_words(turn) == ["1st 30", "2nd 34"]
    assert below_move(turn) == 1
    assert written_words(agreeing.turns[0]) == []


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("count", [0, 1, 8, 40, 400])
def test_remarks_go_on_on_the_next_page_and_none_of_those_printed_is_lost(scores, paper, count):
    closing = replace(scores.closing, remarks=tuple(f"Event {k}: x." for k in range(count)))
    pages = score_sheet.pages_of(replace(scores, closing=closing), paper)

    assert [row for page in pages for row in page.remarks] == closing.remark_rows
    assert sum(page.closing for page in pages) == 1
    assert len(pages) <= 2


def test_a_slip_given_back_and_judged_three_times_says_so_once_for_the_whole_play():
    sheet = told(
        play(ANN, "8D WINDY", 32, "WINDY"),
        ChallengeIssued(seat=BEN, words=("WINDI",), authority="Lakeside 2024, page 88"),
        ChallengeReissued(seat=BEN, words=("WINDY",)),
        ChallengeAdjudicated(acceptable=True, adjudicator="J1"),
        ReadjudicationAsked(seat=BEN),
        Readjudicated(acceptable=False, adjudicator="J2"),
        Readjudicated(acceptable=True, adjudicator="J3", final=True),
    )
    [slip] = challenge_slips_of(sheet, SOURCE)
    said = challenge_slip.lines(slip)

    assert slip.words == ("WINDY",)
    assert [(v.acceptable, v.judge) for v in slip.verdicts] == [
        (True, "J1"), (False, "J2"), (True, "J3"),
    ]  # fmt: skip
    assert f"{challenge_slip.returned_wording()} X" in said
    assert "Authority for a word, if wanted Lakeside 2024, page 88" in said
    assert [line for line in said if "WIND" in line] == ["1 WINDY"]

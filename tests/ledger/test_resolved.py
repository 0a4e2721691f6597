"""A matter that was put right says so: corrected, amended, agreed, or off the board."""

from __future__ import annotations

import pytest

from ledger.game.results.facts import ResultAmended
from ledger.game.scores.facts import CumulativeAgreed, DiscrepancyFound
from ledger.game.sheet.rescoring import DISCREPANCY, FLAG_OF, findings, resolved
from ledger.game.turns.facts import EntryCorrected, ScoreCorrected, TilesExchanged
from ledger.replay.replayed import replay_of
from ledger.replay.text_sheet import game_text
from ledger.vocabulary import Points, remarks
from tests.tabletop import A, B, Tabletop

pytestmark = pytest.mark.found("PA6", "RE1")

HOME = ("8D", "HOME")
"""Counts 13 on an empty board, and misses the centre."""


@pytest.fixture
def table():
    """A game whose first play was announced three points too high."""
    table = Tabletop()
    table.play(A, *HOME, Points(16))
    return table


def turn(table):
    return table.sheet.lines[0].version


def announced(table):
    return resolved(table.sheet, turn(table), remarks.ANNOUNCED_DIFFERS)


def score(table, now):
    return ScoreCorrected(
        supersedes=turn(table), was=16, now=now, reason="miscounted", approved_by="both players"
    )


def amended(table, now, kind="ruling"):
    return ResultAmended(
        was=table.totals, now=now, kind=kind, reason="turn 1 counts 13", agreed_by=("D1",)
    )


def test_a_score_announced_wrong_stands_until_something_is_done(table):
    assert remarks.ANNOUNCED_DIFFERS in table.remarks
    assert announced(table) is None


def test_a_score_corrected_to_what_it_counts_is_put_right_and_to_another_is_not(table):
    table.write(score(table, 17))
    assert announced(table) is None

    sheet = table.write(score(table, 13))
    assert announced(table).version == sheet.version
    assert announced(table).how == "corrected"


def test_an_amendment_by_the_points_it_was_wrong_by_puts_the_score_right(table):
    sheet = table.write(amended(table, (13, 0)))

    assert (announced(table).version, announced(table).how) == (sheet.version, "amended")


def test_an_amendment_by_other_points_or_a_swap_leaves_the_score_as_it_is(table):
    table.write(amended(table, (21, 0)))
    assert announced(table) is None

    table.write(amended(table, (0, 16), kind="swapped"))
    assert announced(table) is None


def test_totals_that_the_record_has_by_now_are_put_right(table):
    table.write(DiscrepancyFound(seat=B, written=(13, 0)))
    at = table.sheet.version
    assert resolved(table.sheet, at, DISCREPANCY) is None

    sheet = table.write(score(table, 13))
    table.passes(B)
    assert resolved(table.sheet, at, DISCREPANCY).version == sheet.version


def test_totals_agreed_by_both_end_what_a_player_had_otherwise(table):
    table.write(DiscrepancyFound(seat=B, written=(20, 0)))
    at = table.sheet.version
    table.write(CumulativeAgreed(totals=(16, 0)))

    assert resolved(table.sheet, at, DISCREPANCY).how == "agreed"


def test_an_entry_put_in_the_place_of_another_takes_its_remarks_along(table):
    assert resolved(table.sheet, turn(table), remarks.MISSES_CENTRE) is None
    table.write(score(table, 13))
    assert resolved(table.sheet, turn(table), remarks.MISSES_CENTRE) is None

    table.write(
        EntryCorrected(
            supersedes=turn(table), replacement=TilesExchanged(seat=A, count=3),
            reason="misread", approved_by="D1",
        )
    )  # fmt: skip
    assert resolved(table.sheet, turn(table), remarks.MISSES_CENTRE).how == "corrected"


@pytest.mark.found("RE1", "DE5")
def test_RE1_an_amended_game_is_not_for_the_director_and_says_that_it_was_amended(table):
    [found] = findings(table.sheet)
    assert (found.for_director, found.resolved) == (False, "")
    assert "stands until it is corrected" in found.what

    sheet = table.write(amended(table, (13, 0)))

    [found] = findings(sheet)
    assert (found.for_director, found.resolved) == (False, "The result was amended since.")
    assert "stands until" not in found.what
    [ply] = replay_of(sheet).plies
    assert [words for words in ply.remarks if words.endswith(" The result was amended since.")]
    assert not set(ply.marks) & set(FLAG_OF.values())
    assert "For the director" not in game_text(sheet)


@pytest.mark.found("RE1")
def test_RE1_totals_that_differed_and_were_put_right_say_so_in_the_replay(table):
    table.write(DiscrepancyFound(seat=B, written=(13, 0)))
    sheet = table.write(score(table, 13))

    [ply] = replay_of(sheet).plies

    assert [note for note in ply.notes if note.endswith(" Corrected since.")]

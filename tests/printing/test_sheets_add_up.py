"""On every score sheet the rows at the foot add up to the score below them."""

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from ledger.game.challenges.facts import ChallengeFailed
from ledger.game.clock.facts import OvertimeRecorded, OvertimeWaived
from ledger.game.endings.facts import GameEnded, UnplayedTilesCounted
from ledger.game.results.facts import ResultAmended
from ledger.game.scores.facts import CreditApplied, PenaltyApplied
from ledger.rulebook import NAMES
from ledger.vocabulary import NO_TILES, Seat
from printing.sheets import closing_block, player_sheet, score_sheet
from printing.sheets.filled_sheets import player_sheet_of, score_sheet_of
from tests.printing.test_from_record import ANN, BEN, TURNS, told
from web.command_line.games import simulate
from web.command_line.opened import looked_at


def numbers_in(line, row):
    """What a row says of both players; a number that isn't told is nought."""
    said = [int(one) for one in line.removeprefix(row.label).replace("–", "-").split()]
    numbers = [0 if points is None else said.pop(0) for points in row.points]
    assert said == [], line
    return numbers


def rows_printed(said, rows):
    """The rows at the foot as they are printed, each with both its numbers."""
    told = []
    for row in rows:
        [line] = [one for one in said if one == row.label or one.startswith(f"{row.label} ")][-1:]
        told.append((row.label, numbers_in(line, row)))
    return told


def must_add_up(sheet):
    """Every score sheet of a game that has a score at its foot adds up to it."""
    official = score_sheet_of(sheet)
    forms = [(score_sheet.lines(official), closing_block.rows_of(official.closing))]
    for seat in Seat:
        own = player_sheet_of(sheet, seat)
        forms.append((player_sheet.lines(own), own.sums))
    for said, rows in forms:
        *parts, (label, score) = rows_printed(said, rows)
        if rows[-1].points == (None, None):
            continue
        together = [sum(numbers[place] for _, numbers in parts) for place in range(2)]
        assert together == score, (label, parts)


@pytest.mark.one_in(3, "book")
@pytest.mark.parametrize("book", NAMES)
def test_made_up_games_add_up_on_every_sheet(book, tmp_path):
    words = ["--book", book, "--seed", "12", "--games", "2", "--data", str(tmp_path / "data")]
    assert CliRunner().invoke(simulate, words).exit_code == 0
    with looked_at(tmp_path / "data") as here:
        [tournament] = here.hall.tournaments()
        sheets = [here.shelf.sheet(row.id) for row in here.hall.games(tournament.slug)]

    assert len(sheets) == 2
    for sheet in sheets:
        must_add_up(sheet)


POINTS = st.integers(0, 120)
SEATS = st.sampled_from(Seat)
BEFORE = st.one_of(
    st.builds(
        PenaltyApplied, seat=SEATS, unit=st.just("points"), amount=POINTS, reason=st.just("late")
    ),
    st.builds(
        PenaltyApplied, seat=SEATS, unit=st.just("spread"), amount=POINTS, reason=st.just("late")
    ),
    st.builds(
        CreditApplied, seat=SEATS, unit=st.just("points"), amount=POINTS, reason=st.just("ruled")
    ),
    st.builds(ChallengeFailed, seat=SEATS, mode=st.just("points-per-word-5"), credited=POINTS),
)
SINCE = st.one_of(
    st.builds(OvertimeRecorded, seat=SEATS, over=st.just(61), penalty=st.integers(0, 40)),
    st.builds(OvertimeWaived, seat=SEATS, reason=st.just("the clock was set wrong")),
    st.builds(
        ResultAmended, was=st.just((0, 0)), now=st.tuples(POINTS, POINTS),
        kind=st.sampled_from(["ruling", "agreed"]), reason=st.just("counted again"),
        agreed_by=st.just(()),
    ),
    BEFORE,
)  # fmt: skip


@given(
    before=st.lists(BEFORE, max_size=4),
    ended=st.booleans(),
    unplayed=st.booleans(),
    since=st.lists(SINCE, max_size=4),
)
def test_penalties_credits_waived_time_and_amendments_are_rows_of_every_sheet(
    before, ended, unplayed, since
):
    end = [GameEnded(cause="played-out")] if ended else []
    counted = UnplayedTilesCounted(racks=(NO_TILES, "QZ"), adjustments=(40, 0), mode="double")

    must_add_up(told(*TURNS, *before, *end, *([counted] if ended and unplayed else []), *since))


def test_an_amended_game_has_the_amendment_on_the_players_sheet():
    amended = ResultAmended(
        was=(72, 10), now=(74, 10), kind="agreed", reason="counted again", agreed_by=(ANN, BEN)
    )
    sheet = told(*TURNS, GameEnded(cause="played-out"), amended)
    rows = {row.label: row.points for row in player_sheet_of(sheet, BEN).sums}

    assert rows["Amended by"][0] == 10 - sheet.totals[1]
    assert rows["Final score"] == (10, 74)

"""E5: a second program, which shares nothing with the product, comes to the same totals."""

from __future__ import annotations

import ast
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import rulebook
from ledger.game.blanks.facts import BlankRedesignated
from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.placement.facts import PositionRebuilt
from ledger.game.results.facts import RecordsSettled, ResultAmended, ResultReopened
from ledger.game.turns.facts import ScoreCorrected
from tests.long_runs import in_shares, seed_of
from tests.recount import __main__ as program
from tests.recount import counting, on_board
from tests.recount.compared import compared
from tests.recount.counting import recount
from tests.recount.random_games import RandomGame
from tests.tabletop import A, B, Tabletop

HOUSE = Path(__file__).resolve().parents[2]
TRANSCRIPTS = sorted((HOUSE / "web" / "demonstration" / "games").glob("*.txt"))
SHARES, EACH, FEW = 20, 500, 200


@pytest.mark.parametrize("module", [counting, on_board, program])
def test_E5_it_shares_nothing_with_the_product(module):
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    named = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    named |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    foreign = {name for name in named if name.split(".")[0] not in sys.stdlib_module_names}
    assert foreign <= {"tests.recount.counting", "tests.recount.on_board"}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_E5_every_game_of_the_demonstration(path):
    found = recount(path.read_text("utf-8"))

    assert found.differences == []
    assert found.checked > 15
    assert found.unchecked <= 1


@in_shares(1, SHARES)
def test_E5_random_games_come_to_the_same(share, request):
    chance = random.Random(seed_of(share))
    games = EACH if request.config.getoption("--full") else FEW
    wrong, counted = [], 0
    for _ in range(games):
        sheet = RandomGame(chance, chance.choice(rulebook.NAMES)).played(chance.randint(4, 30))
        found, different = compared(sheet)
        counted += found.checked
        wrong += different
    assert wrong == []
    assert counted > 6 * games


def one_blank_two_letters():
    """A blank gets another letter, its play comes off, and another tile is laid there."""
    table = Tabletop("wespa-4.0")
    table.play(A, "8D", "WiNDY", 22)
    table.write(BlankRedesignated(seat=A, square="8E", letter="A", basis="ruling"))
    table.write(PhoneyWithdrawn(seat=A, lost=22))
    table.play(B, "E7", "GONE", 10)
    table.play(A, "8D", "L.OP", 6)
    return table


def a_blank_in_capitals():
    """A play is written with the blank that it goes through in capitals: no second tile lies."""
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WiNDY", 22)
    table.play(B, "E7", "GIN", 3)
    table.play(A, "10E", "NA", 2)
    return table


def papers_that_say_the_same():
    """Papers are settled for what the record has; a turn made afterwards counts."""
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WINDY", 24)
    table.write(RecordsSettled(totals=(24, 0), basis="evidence"))
    table.play(B, "7E", "AT", 5)
    return table


def papers_that_said_the_same():
    """They do no longer once a score is corrected: what was found holds."""
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WINDY", 24)
    table.write(RecordsSettled(totals=(24, 0), basis="ruling"))
    table.write(
        ScoreCorrected(supersedes=4, was=24, now=20, reason="miscounted", approved_by="both")
    )
    return table


def opened_again():
    """An amended result is opened again: the turns say what it is until it is amended anew."""
    table = Tabletop("wsc-2003")
    table.play(A, "8D", "WINDY", 24)
    table.write(
        ResultAmended(was=(24, 0), now=(24, 1), kind="ruling", reason="r", agreed_by=("D1",))
    )
    table.write(ResultReopened(reason="a turn was not scored"))
    table.write(
        ScoreCorrected(supersedes=4, was=24, now=34, reason="miscounted", approved_by="both")
    )
    return table


def off_twice():
    """A play that was off already is said to come off: older records have it."""
    table = Tabletop("wespa-1.0")
    table.play(A, "8D", "WINDY", 24)
    table.write(PhoneyWithdrawn(seat=A, lost=24))
    table.write(PhoneyWithdrawn(seat=A, lost=24))
    table.play(B, "8D", "WIND", 10)
    return table


@pytest.mark.found("AE-10")
@pytest.mark.parametrize(
    ("game", "totals"),
    [
        (one_blank_two_letters, (6, 10)),
        (a_blank_in_capitals, (24, 3)),
        (papers_that_say_the_same, (24, 5)),
        (papers_that_said_the_same, (24, 0)),
        (opened_again, (34, 0)),
        pytest.param(off_twice, (0, 10), marks=pytest.mark.found("AE-11")),
    ],
)
def test_E5_cases_that_chance_found(game, totals):
    table = game()
    found, different = compared(table.sheet)

    assert different == []
    assert found.stands == table.sheet.stands == totals
    assert not found.doubtful


@pytest.mark.found("AE-10")
def test_E5_what_comes_off_a_board_that_was_rebuilt_is_not_followed():
    table = Tabletop("wsc-2003")
    table.play(A, "8D", "WINDY", 24)
    rows = "/".join("...WINDY......." if row == 8 else "." * 15 for row in range(1, 16))
    table.write(PositionRebuilt(version=table.sheet.version, tiles=5, board=rows))
    table.write(PhoneyWithdrawn(seat=A, lost=24))
    table.play(B, "8D", "GO", 6)

    found, different = compared(table.sheet)

    assert different == []
    assert found.doubtful
    assert found.stands == (0, 6)


def test_E5_it_runs_by_itself_and_says_what_differs(tmp_path):
    text = TRANSCRIPTS[0].read_text("utf-8")
    spoilt = tmp_path / "spoilt.txt"
    spoilt.write_text(re.sub(r"(?m)^(  2 .*) \+15 ", r"\1 +16 ", text), "utf-8")
    assert program.main([str(TRANSCRIPTS[0])]) == 0

    run = subprocess.run(
        [sys.executable, "-m", "tests.recount", str(spoilt)],
        capture_output=True, text=True, check=False, cwd=HOUSE,
    )  # fmt: skip

    assert run.returncode == 1
    assert "the text says" in run.stdout

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
from tests.long_runs import in_shares, seed_of
from tests.recount import __main__ as program
from tests.recount import counting, on_board
from tests.recount.compared import compared
from tests.recount.counting import recount
from tests.recount.random_games import RandomGame

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

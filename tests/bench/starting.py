"""How long commands that need no server take from start to end, beside Python doing nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.bench.table import Row, best_of

GAME = Path(__file__).parents[1] / "formats" / "gcg" / "whole.gcg"
COMMAND = "from web.command_line import main; main()"
BUDGET = 0.2
"""Seconds."""

TIMES = 5


def rows():
    with tempfile.TemporaryDirectory() as folder:
        data = ("--data", Path(folder) / "data")
        _run("-c", COMMAND, "gcg", "import", GAME, *data)
        commands = (
            ("--help",),
            ("gcg", "check", GAME),
            ("rule", "3.9.5(a)", "--book", "wespa-4.0"),
            ("show", "imported/R1/T1", *data),
            ("verify", *data),
            ("tournament", "imported", *data),
            ("print", "result-slip", "-o", Path(folder) / "blank.pdf"),
        )
        taken = {words[0]: _seconds("-c", COMMAND, *words) for words in commands}
    slowest = max(taken, key=taken.__getitem__)
    floor = _seconds("-c", "pass")
    yield Row(
        f"the slowest of {len(taken)} commands, from start to end: `{slowest}`",
        f"{taken[slowest] * 1000:.0f} ms",
        f"{BUDGET * 1000:.0f} ms",
        f"{floor * 1000:.0f} ms: `python -c pass`",
        taken[slowest] <= BUDGET,
    )


def _seconds(*words):
    return best_of(TIMES, partial(_run, *words))


def _run(*words):
    subprocess.run([sys.executable, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

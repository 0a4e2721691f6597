"""How long commands that need no server take from start to end, beside Python doing nothing.

On a record of one game, so that it is the start that is measured; with the sources compiled, as
whoever installs the wheel has them: without, half of the time is the compiler's.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from ledger.record.events import game_id
from ledger.vocabulary import CONSOLE, Role
from tests.bench.table import Row, best_of
from tests.officials import Director, Organiser
from web.command_line.opened import opened
from web.command_line.papers import FORMS

GAME = Path(__file__).parents[1] / "formats" / "gcg" / "whole.gcg"
COMMAND = "from web.command_line import main; main()"
BUDGET = 0.2
"""Seconds."""

PRINTING = 6
"""Times what Python takes to do nothing: what a command that prints may take."""

PRINTS = ("paper", "print")
"""The first words of a command that prints."""

TIMES = 5
TABLE = "imported/R1/T1"
SUBJECTS = {
    "game": TABLE, "evidence": TABLE, "round": "imported/R1", "case": "imported/C-1",
    "tournament": "imported", "desk": "imported", "course": "imported",
}  # fmt: skip
"""What a form is filled with, by what it is about."""

OF_PAIRED_ROUNDS = frozenset({"round-close", "pairings"})
"""Games that were imported belong to no round that was paired."""


def rows():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = partial(_run, _compiled(folder / "bytecode"))
        make_a_record(folder / "data")
        taken = {
            _as_typed(words): best_of(TIMES, partial(run, "-c", COMMAND, *words))
            for words in commands(folder)
        }
        floor = best_of(TIMES, partial(run, "-c", "pass"))
    for what, seconds in sorted(taken.items(), key=lambda each: -each[1]):
        prints = tuple(what.split()[:2]) == PRINTS
        budget = PRINTING * floor if prints else BUDGET
        times = f", {seconds / floor:.1f} ×" if prints else ""
        yield Row(
            f"`tilescribe {what}`, from start to end",
            f"{seconds * 1000:.0f} ms{times}",
            f"{budget * 1000:.0f} ms{f', {PRINTING} ×' if prints else ''}",
            f"{floor * 1000:.0f} ms: `python -c pass`",
            seconds <= budget,
        )


def commands(folder):
    """Every command that needs no server and has nothing to do that takes long."""
    data, paper = ("--data", folder / "data"), ("-o", folder / "paper.pdf")
    yield from (("--help",), ("--version",), ("serve", "--help"), ("simulate", "--help"))
    yield ("game", "check", GAME)
    yield ("game", "import", GAME, *data)
    yield ("game", "export", TABLE, "-o", folder / "game.gcg", *data)
    yield ("rulebook", "find", "3.9.5(a)", "--book", "wespa-4.0")
    yield ("rulebook", "find", "--find", "overdraw", "--book", "wespa-4.0")
    yield ("lexicon", "list", *data)
    yield ("game", "show", TABLE, *data)
    yield ("tournament", "imported", *data)
    yield ("tournament", "live-boards", "imported", "on", *data)
    yield ("tournament", "time-zone", "imported", "UTC", *data)
    yield ("round", "close", "--help")
    yield ("record", "verify", *data)
    yield ("record", "migrate", *data)
    yield ("record", "rebuild", *data)
    for form in FORMS:
        yield (*PRINTS, form, *paper)
        if form not in OF_PAIRED_ROUNDS:
            about = next(iter(FORMS[form].filled))
            yield (*PRINTS, form, SUBJECTS[about], *paper, *data)


def make_a_record(data):
    """One game, and a case about it for the papers of a case."""
    _run(None, "-c", COMMAND, "game", "import", GAME, "--data", data)
    with opened(data) as here:
        Organiser(here.desk).issue_badge("D1", "Director", Role.DIRECTOR, by=CONSOLE)
        Director(here.desk).open_case(game_id("imported", 1, 1), "other", by="D1")


def _as_typed(words):
    """A command as it is told of: without what is a matter of the disk."""
    of_the_disk = ("-o", "--data")
    return " ".join(each for each in words if isinstance(each, str) and each not in of_the_disk)


def _compiled(folder):
    """The environment in which what is compiled is kept, whatever this process was told."""
    told = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**told, "PYTHONPYCACHEPREFIX": str(folder)}


def _run(env, *words):
    done = [sys.executable, *map(str, words)]
    subprocess.run(done, check=True, capture_output=True, env=env)

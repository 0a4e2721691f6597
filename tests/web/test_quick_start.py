"""A command loads what it needs and no more: what is loaded is what a start-up costs (OP20)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from web.command_line import WAYS, commands

GAME = Path(__file__).parents[1] / "formats" / "gcg" / "whole.gcg"

RUN = """
import sys
from web.command_line import main
try:
    main()
except SystemExit as done:
    code = done.code
else:
    code = 0
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""

SERVER = {"flask", "granian", "web.application", "web.demonstration.building"}
PAPER = {"reportlab", "PIL"}
DESK = {"ledger.desk", "ledger.decisions", "ledger.badges"}
RECORD = {"ledger.log", "ledger.hall", "sqlite_utils", "eventsourcing"}


def loaded(*words):
    """The modules a fresh process has loaded when the command is done."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr[:2000]
    return set(done.stderr.split())


@pytest.fixture(scope="module")
def a_record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("record") / "data"
    loaded("gcg", "import", GAME, "--data", folder)
    return folder


@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", [
    ("--help",), ("serve", "--help"), ("gcg", "check", GAME), ("lexicon", "list"),
    ("rule", "3.9.5(a)", "--book", "wespa-4.0"),
], ids=lambda words: " ".join(map(str, words[:2])))  # fmt: skip
def test_a_command_without_a_record_loads_neither_server_nor_paper_nor_the_record(words):
    assert not loaded(*words) & (SERVER | PAPER | DESK | RECORD)


@pytest.mark.found("OP20")
def test_the_list_of_commands_opens_no_room():
    assert not [name for name in loaded("--help") if name.startswith("web.command_line.")]


@pytest.mark.found("OP20")
@pytest.mark.parametrize("words", [
    ("show", "imported/R1/T1"), ("verify",), ("tournament", "imported"), ("migrate",),
    ("gcg", "export", "imported/R1/T1"),
], ids=lambda words: " ".join(words[:2]))  # fmt: skip
def test_who_only_looks_loads_neither_server_nor_paper_nor_the_desk(words, a_record):
    there = loaded(*words, "--data", a_record)

    assert not there & (SERVER | PAPER | DESK)


@pytest.mark.found("OP20")
def test_a_blank_form_is_printed_without_the_record(tmp_path):
    there = loaded("print", "result-slip", "-o", tmp_path / "blank.pdf")

    assert not there & (SERVER | DESK | RECORD)


@pytest.mark.found("OP20")
def test_the_organiser_s_choice_loads_neither_server_nor_paper(a_record):
    assert not loaded("live-boards", "imported", "on", "--data", a_record) & (SERVER | PAPER)


@pytest.mark.found("OP20")
def test_the_application_is_a_room_of_its_own():
    """``import web`` brings nothing, or the command line would wait for all the pages."""
    source = "import sys, web; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)

    assert not SERVER & set(done.stdout.split())


def test_every_command_is_listed_and_opens():
    for name in WAYS:
        command = commands.get_command(None, name)
        assert command is not None
        assert command.name == name

"""``tilescribe players import`` and ``export``: previewed, written once, read back."""

from __future__ import annotations

from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from ledger.vocabulary import Role
from tests.desks import ORGANISER, a_desk
from tests.officials import Organiser
from web.command_line import commands

TSH = """\
Fernweh, Ada            1650 2 3 0; 431 389 50; board 1 1 0; p12 1 2 0
Quillon, Bo             1402 1 0 3; 398 50 377; board 1 0 1; p12 2 0 1
Marrow, Cy                 0 0 1 2; 50 412 377; board 0 1 1; p12 0 1 2
"""


def tilescribe(*words):
    done = CliRunner().invoke(commands, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.fixture
def folder(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        organiser = Organiser(desk)
        organiser.open_tournament("cup", "Cup", "nsa-1998", by=ORGANISER)
        organiser.issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
    (tmp_path / "a.t").write_text(TSH)
    return tmp_path


def imported(folder, *more):
    return tilescribe("players", "import", "cup", *more, "--data", folder / "data")


def test_a_dry_run_says_line_by_line_what_would_change_and_writes_nothing(folder):
    code, said = imported(folder, folder / "a.t", "--dry-run")
    assert code == 0
    assert "line 1: new: Round 1, table 1: Fernweh, Ada – Quillon, Bo, 431 : 398" in said
    assert said.endswith("Nothing was written.\n")
    assert "0 players" in tilescribe("tournament", "show", "cup", "--data", folder / "data")[1]


def test_a_file_is_taken_in_once_and_the_same_again_changes_nothing(folder):
    assert imported(folder, folder / "a.t")[1].endswith("Written.\n")
    code, said = imported(folder, folder / "a.t")
    assert code == 0
    assert said.endswith("9 the same.\nThere is nothing to write.\n")


def test_what_is_not_taken_is_said_by_line_and_is_the_exit_code(folder):
    (folder / "b.t").write_text(f"{TSH}rubbish\n")
    code, said = imported(folder, folder / "b.t")
    assert code == 1
    assert "line 4: left out: No rating was found after the name: “rubbish”." in said
    assert "Written." in said


def test_a_file_that_can_not_be_used_writes_nothing(folder):
    (folder / "b.t").write_bytes(b"\0\1\2")
    code, said = imported(folder, folder / "b.t")
    assert code == 1
    assert "can't be used: It holds control characters" in said
    assert "Written." not in said


@pytest.mark.parametrize("name", ["x.tou", "x.t", "x.csv", "tables.zip", "x.json"])
def test_what_is_exported_is_read_back_and_says_the_same(folder, name):
    imported(folder, folder / "a.t")
    kind = {"t": "tsh", "zip": "csv"}.get(name.rpartition(".")[2], name.rpartition(".")[2])
    out = folder / name
    code, said = tilescribe("export", "cup", "--format", kind, "-o", out, "--data", folder / "data")
    assert code == 0
    assert "Round 1: Marrow, Cy had a bye, which is not rated." in said
    assert imported(folder, out, "--dry-run")[1].endswith("the same.\nNothing was written.\n")


def test_all_games_are_a_zip_of_those_recorded_turn_by_turn(folder):
    imported(folder, folder / "a.t")
    out = folder / "games.zip"
    tilescribe("export", "cup", "--format", "gcg", "-o", out, "--data", folder / "data")
    with ZipFile(out) as archive:
        assert archive.namelist() == []  # nobody recorded a turn: results alone make no game file

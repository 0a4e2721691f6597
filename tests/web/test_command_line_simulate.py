"""``tilescribe simulate``: reports, exit codes, and where the record lies."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from ledger.desk.sheet_cache import SheetCache
from ledger.game import deciding
from ledger.game.results.signing import HandIn
from ledger.hall import open_hall
from ledger.record.engine import open_log
from ledger.vocabulary.refusals import Refusal
from migrations.hall_db import prepare
from web.command_line import commands


def simulate(*words):
    return CliRunner().invoke(commands, ["simulate", *map(str, words)])


def test_the_report_ends_with_the_speed_and_names_the_irregularities():
    done = simulate("--book", "wespa-4.0", "--games", 2)

    assert done.exit_code == 0
    assert done.output.startswith("wespa-4.0, seed 1: 2 games, ")
    assert "games a second." in done.output
    assert "Irregularities: " in done.output


def test_as_json_it_is_one_object_a_book_and_the_same_for_the_same_seed():
    words = ("--book", "wsc-2003", "--book", "nsa-1998", "--games", 1, "--seed", 5, "--json")
    once, again = simulate(*words), simulate(*words)

    reports = [json.loads(line) for line in once.output.splitlines()]
    assert [report["book"] for report in reports] == ["wsc-2003", "nsa-1998"]
    assert [report["facts"] for report in reports] == [
        json.loads(line)["facts"] for line in again.output.splitlines()
    ]


def test_with_data_the_games_stay_there_for_the_hall_and_for_verify(tmp_path):
    folder = tmp_path / "trial"

    assert simulate("--book", "wespa-5.1", "--games", 2, "--data", folder).exit_code == 0

    log = open_log(folder, {})
    hall = open_hall(folder, log, shelf=SheetCache(log), prepare=prepare)
    [tournament] = hall.tournaments()
    assert tournament.games == tournament.finished == 2
    hall.close()
    log.close()
    assert CliRunner().invoke(commands, ["record", "verify", "--data", str(folder)]).exit_code == 0


def test_a_folder_with_anything_in_it_is_refused_and_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")

    done = simulate("--games", 1, "--data", tmp_path)

    assert isinstance(done.exception, Refusal)
    assert done.exception.code == "another-record"
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_record_that_is_kept_is_kept_under_the_settings_of_any_command(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text("prot = 1\n")
    kept = simulate("--games", 1, "--data", tmp_path / "new", "--config", settings)
    thrown_away = simulate("--games", 1, "--config", settings)

    assert kept.exception.code == "unknown-setting"
    assert not (tmp_path / "new").exists()
    assert "--config goes with --data" in thrown_away.output


def test_the_exit_code_is_one_when_something_broke(monkeypatch):
    def never(sheet, request, entry):
        raise Refusal("never", "This is never written.", "Do something else.")

    monkeypatch.setitem(deciding.DECISIONS, HandIn, never)
    done = simulate("--book", "wespa-5.1", "--games", 1)

    assert done.exit_code == 1
    assert "1 games stuck" in done.output


@pytest.mark.parametrize("words", [("--book", "no-such-book"), ("--games", 0)])
def test_a_command_that_makes_no_sense_is_two(words):
    assert simulate(*words).exit_code == 2

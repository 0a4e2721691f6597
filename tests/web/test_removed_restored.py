"""A backup from before somebody was forgotten, put back: what was removed goes again."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest

from ledger.incidents.facts import CaseWordsRemoved
from ledger.record.engine import open_log
from ledger.record.faults import CONSISTENT
from ledger.record.verify import verify
from ledger.vocabulary import CONSOLE, Role
from tests.desks import ORGANISER
from tests.gave import STREAM, gave_at
from tests.reliability.test_forgotten_for_good import GAVE, lying_in
from tests.web.test_removed_on_paper import run


@pytest.fixture
def backed_up(tmp_path):
    """A record whose backup holds what player 1 gave, and what was given."""
    with gave_at(tmp_path / "data") as gave:
        gave.over().organiser.issue_badge(CONSOLE, "Commands", Role.ORGANISER, by=ORGANISER)
    run("checkpoint", "--about", "spring-open/R1", "--data", tmp_path / "data")
    run("backup", tmp_path / "copy.tilescribe", "--data", tmp_path / "data")
    return gave


def forget(data, who, name):
    return run("forget", "spring-open", who, "--because", "asked", "--name", name, "--data", data)


def test_what_was_removed_since_is_removed_again_by_events_and_verifies(backed_up, tmp_path):
    data = tmp_path / "data"
    forget(data, "1", "Player 1")
    said = run("restore", tmp_path / "copy.tilescribe", "--set-aside", "--data", data)
    out = run("verify", "--data", data)

    assert "3 things that people gave had been removed since, and was removed again" in said
    assert CONSISTENT in out
    shutil.rmtree(next(data.glob("before-restore-*")))
    assert lying_in(data, backed_up, GAVE["player-1"]) == []
    with closing(open_log(data, {})) as log:
        removed = log.about(CaseWordsRemoved)
        assert len(removed) == 2
        assert {event.envelope.written_by for _, event in removed} == {CONSOLE}
        assert log.events_of(STREAM)[-1].fact.player == 1
        assert verify(log.store).sound
    again = run("restore", tmp_path / "copy.tilescribe", "--set-aside", "--data", data)
    assert "3 things that people gave" in again


def test_where_no_record_is_left_to_ask_it_says_that_it_cannot_know(backed_up, tmp_path):
    forget(tmp_path / "data", "1", "Player 1")
    said = run("restore", tmp_path / "copy.tilescribe", "--data", tmp_path / "new")

    assert "nobody can tell: no record was there" in said
    assert lying_in(tmp_path / "new", backed_up, ["words of Player 1"]) != []


def test_where_nothing_was_removed_since_it_says_so(backed_up, tmp_path):
    said = run("restore", tmp_path / "copy.tilescribe", "--set-aside", "--data", tmp_path / "data")

    assert "Nothing that people gave had been removed since." in said


def test_a_backup_made_after_holds_nothing_of_it(backed_up, tmp_path):
    forget(tmp_path / "data", "3", "Player 3")
    run("backup", tmp_path / "later", "--data", tmp_path / "data")

    content = (tmp_path / "later").read_bytes()
    assert backed_up.words["slip of table 2"].salt not in content
    assert b"<slip of table 2 0000>" not in content
    assert backed_up.words["stroke of Player 4"].salt in content


def test_the_command_lists_backups_from_before_and_finishes_on_its_own(
    backed_up, tmp_path, monkeypatch
):
    ring = tmp_path / "ring"
    ring.mkdir()
    run("backup", "--ring", ring, "--data", tmp_path / "data")
    monkeypatch.setenv("TILESCRIBE_BACKUP", str(ring))

    said = forget(tmp_path / "data", "2", "Player 2")
    done = run("forget", "--finish", "--data", tmp_path / "data")

    assert f"made before: {next(ring.glob('*.tilescribe'))}" in said
    assert "no longer in any file of the record" in done

"""A folder with a record of its own, and settings that name PostgreSQL: one of both is a mistake.

What lies in a data folder beside the record is made from it, and used by whoever serves it.
"""

from __future__ import annotations

import pytest

from tests.desks import A, a_desk, a_table
from tests.web.test_command_line import tilescribe
from web.command_line.opened import opened


@pytest.fixture
def served(tmp_path):
    """A folder with a record of its own, which a service has open."""
    with opened(tmp_path / "data", make=True) as here:
        yield here


def named(monkeypatch, settings):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    "command",
    [
        ("checkpoints",), ("verify",), ("live-boards", "spring-open", "off"), ("migrate",),
        ("rebuild",), ("lexicon", "list"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_command_for_the_server_s_record_leaves_a_folder_with_a_record_alone(
    served, command, postgres_venue, monkeypatch, caplog
):
    with a_desk(served.folder.with_name("node"), settings=postgres_venue.settings) as desk:
        a_table(desk).play(A, "8D", "WINDY")
    before = {path.name: path.stat().st_ino for path in served.folder.glob("*.db")}
    named(monkeypatch, postgres_venue.settings)

    done = tilescribe(*command, "--data", served.folder)

    assert done.returncode == 1, done.out
    assert "has a record of its own in ledger.db" in done.err
    assert "Choose another data folder with --data" in done.err
    assert {path.name: path.stat().st_ino for path in served.folder.glob("*.db")} == before
    assert "made anew" not in caplog.text
    assert served.hall.tournaments() == ()
    told = tilescribe("config", "--data", served.folder)
    assert (told.returncode, "has a record of its own" in told.out + told.err) == (1, True)


def test_who_begins_a_record_in_a_folder_that_follows_one_elsewhere_is_told(
    tmp_path, postgres_venue, monkeypatch, capsys
):
    with monkeypatch.context() as on_the_server:
        named(on_the_server, postgres_venue.settings)
        with opened(tmp_path / "data", make=True):
            pass
    assert capsys.readouterr().err == ""

    refused = tilescribe("record", "checkpoints", "--data", tmp_path / "data")
    assert "There is no record in" in refused.err
    with opened(tmp_path / "data", make=True):
        pass

    said = capsys.readouterr().err
    assert "its lists follow a record that does not lie there" in said
    with opened(tmp_path / "data", make=True):
        pass
    assert capsys.readouterr().err == ""

"""Game files by command: from a pipe, into a tournament, and nothing left behind by a slip."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from pathlib import Path

import pytest

from ledger.tournament.facts.tournaments import Pairing
from tests.officials import Organiser
from tests.web.test_command_line import tilescribe
from web.command_line.opened import opened

GCG = Path(__file__).resolve().parents[1] / "formats" / "gcg"
WHOLE = (GCG / "whole.gcg").read_bytes()


@pytest.fixture
def piped(monkeypatch):
    def pipe(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return pipe


def tournaments(data):
    if not (data / "ledger.db").exists():
        return []
    connection = sqlite3.connect(data / "ledger.db")
    rows = connection.execute(
        "SELECT state FROM stored_events WHERE topic = 'tournament-opened'"
    ).fetchall()
    connection.close()
    return [json.loads(state)["fact"]["slug"] for (state,) in rows]


@pytest.mark.found("GC3")
def test_GC3_a_hyphen_is_standard_input(piped):
    piped(WHOLE)

    done = tilescribe("gcg", "check", "--json", "-")

    report = json.loads(done.out)
    assert done.returncode == 0
    assert report["file"] == "standard input"
    assert report["scores"] == {"ann": 75, "bob": 9}


@pytest.mark.found("GC3")
def test_GC3_a_game_from_a_pipe_is_taken_in(piped, tmp_path):
    piped(WHOLE)

    done = tilescribe("gcg", "import", "-", "--data", tmp_path / "data")

    assert "standard input: imported/R1/T1, " in done.out


@pytest.mark.found("GC4")
def test_GC4_a_file_that_is_no_game_opens_no_tournament(tmp_path):
    path, data = tmp_path / "noise.gcg", tmp_path / "data"
    path.write_text("nothing of the kind\n")

    done = tilescribe("gcg", "import", path, "--tournament", "club-night", "--data", data)

    assert done.returncode == 1
    assert tournaments(data) == []


@pytest.mark.found("GC4")
def test_GC4_a_file_known_already_opens_no_tournament(tmp_path):
    path, data = tmp_path / "game.gcg", tmp_path / "data"
    path.write_bytes(WHOLE)
    tilescribe("gcg", "import", path, "--tournament", "club-night", "--data", data)

    again = tilescribe("gcg", "import", path, "--tournament", "spring-open", "--data", data)

    assert "club-night/R1/T1, already in the record" in again.out
    assert tournaments(data) == ["club-night"]


@pytest.mark.found("GC4")
def test_GC4_a_slip_in_the_name_is_refused_and_opens_nothing_unless_it_is_meant(tmp_path):
    one, two, data = tmp_path / "one.gcg", tmp_path / "two.gcg", tmp_path / "data"
    one.write_bytes(WHOLE)
    two.write_bytes(WHOLE + b"#note another day\n")
    tilescribe("gcg", "import", one, "--tournament", "harbour-open", "--data", data)

    slip = tilescribe("gcg", "import", two, "--tournament", "harbuor-open", "--data", data)
    before = tournaments(data)
    meant = tilescribe(
        "gcg", "import", two, "--tournament", "harbuor-open", "--new", "--data", data
    )

    assert slip.returncode == 1
    assert "but there is harbour-open" in slip.err
    assert before == ["harbour-open"]
    assert "Opened the tournament harbuor-open" in meant.out


@pytest.mark.found("GC4")
def test_GC4_players_of_an_imported_game_are_entered_and_paired_once(tmp_path):
    one, two, data = tmp_path / "one.gcg", tmp_path / "two.gcg", tmp_path / "data"
    one.write_bytes(WHOLE)
    two.write_bytes(WHOLE.replace(b"#player2 bob Bob Sample", b"#player2 bob Cyd Third"))

    tilescribe("gcg", "import", one, two, "--tournament", "club-night", "--data", data)

    with opened(data) as here:
        club = Organiser(here.desk).tournament("club-night")
        sheets = [here.desk.sheet(row.id) for row in here.hall.games("club-night")]
    assert [(player.number, player.name) for player in club.players] == [
        (1, "Ann Example"), (2, "Bob Sample"), (3, "Cyd Third"),
    ]  # fmt: skip
    # Ann can't play two games of one round: the second game is hers in the next.
    assert [(paired.round_number, paired.pairings) for paired in club.rounds] == [
        (1, (Pairing(1, 1, 2),)),
        (2, (Pairing(1, 1, 3),)),
    ]
    assert [sheet.scheduled.numbers for sheet in sheets] == [(1, 2), (1, 3)]

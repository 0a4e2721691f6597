"""Game files by command: from a pipe, into a tournament, and nothing left behind by a slip."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.tournament.facts import Pairing
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

    done = tilescribe("game", "check", "--json", "-")

    report = json.loads(done.out)
    assert done.returncode == 0
    assert report["file"] == "standard input"
    assert report["scores"] == {"ann": 75, "bob": 9}


@pytest.mark.found("GC3")
def test_GC3_a_game_from_a_pipe_is_taken_in(piped, tmp_path):
    piped(WHOLE)

    done = tilescribe("game", "import", "-", "--data", tmp_path / "data")

    assert "standard input: imported/R1/T1, " in done.out


@pytest.mark.found("GC4")
def test_GC4_a_file_that_is_no_game_opens_no_tournament(tmp_path):
    path, data = tmp_path / "noise.gcg", tmp_path / "data"
    path.write_text("nothing of the kind\n")

    done = tilescribe("game", "import", path, "--tournament", "club-night", "--data", data)

    assert done.returncode == 1
    assert tournaments(data) == []


@pytest.mark.found("GC4")
def test_GC4_a_file_known_already_opens_no_tournament(tmp_path):
    path, data = tmp_path / "game.gcg", tmp_path / "data"
    path.write_bytes(WHOLE)
    tilescribe("game", "import", path, "--tournament", "club-night", "--data", data)

    again = tilescribe("game", "import", path, "--tournament", "spring-open", "--data", data)

    assert "club-night/R1/T1, already in the record" in again.out
    assert tournaments(data) == ["club-night"]


@pytest.mark.found("GC4")
def test_GC4_a_slip_in_the_name_is_refused_and_opens_nothing_unless_it_is_meant(tmp_path):
    one, two, data = tmp_path / "one.gcg", tmp_path / "two.gcg", tmp_path / "data"
    one.write_bytes(WHOLE)
    two.write_bytes(WHOLE + b"#note another day\n")
    tilescribe("game", "import", one, "--tournament", "harbour-open", "--data", data)

    slip = tilescribe("game", "import", two, "--tournament", "harbuor-open", "--data", data)
    before = tournaments(data)
    meant = tilescribe(
        "game", "import", two, "--tournament", "harbuor-open", "--new", "--data", data
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

    tilescribe("game", "import", one, two, "--tournament", "club-night", "--data", data)

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


@pytest.fixture
def imported(tmp_path):
    tilescribe("game", "import", GCG / "whole.gcg", "--data", tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.found("PB-13")
@pytest.mark.parametrize("hyphen", [("-o", "-"), ()])
def test_a_hyphen_is_standard_output_for_a_game_file(imported, hyphen, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = tilescribe("game", "export", "imported/R1/T1", *hyphen, "--data", imported)

    assert done.out.startswith("#character-encoding UTF-8\n")
    assert done.out.endswith("#rack1 ADELNQR\n")
    assert not Path("-").exists()


@pytest.mark.found("PB-13")
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_hyphen_is_standard_output_for_a_tournament_and_remarks_go_elsewhere(
    imported, kind, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    named = tilescribe(
        "tournament",
        "export",
        "imported",
        "--format",
        kind,
        "-o",
        tmp_path / "x",
        "--data",
        imported,
    )
    done = tilescribe(
        "tournament", "export", "imported", "--format", kind, "-o", "-", "--data", imported
    )

    assert done.out == (tmp_path / "x").read_bytes().decode()
    assert done.err == named.out.replace(f"Written to {tmp_path / 'x'}.\n", "")
    assert not Path("-").exists()


@pytest.mark.found("PB-13")
def test_a_hyphen_is_standard_output_for_paper_and_for_a_proof(imported, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    proof = tilescribe("game", "prove", "imported/R1/T1", "-o", "-", "--data", imported)
    printed = subprocess.run(
        [Path(sys.executable).with_name("tilescribe"), "print", "result-slip", "-o", "-"],
        cwd=Path(__file__).resolve().parents[2], capture_output=True, check=True,
    ).stdout  # fmt: skip

    assert json.loads(proof.out)
    assert "events under the checkpoint" in proof.err
    assert printed.startswith(b"%PDF-")
    assert printed.rstrip().endswith(b"%%EOF")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.found("PB-3")
def test_an_import_lists_what_is_odd_with_its_line(tmp_path):
    path = tmp_path / "game.gcg"
    head = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"
    path.write_text(f"{head}>ann: AEINRST 8D RETAINS +76 76\n")

    said = tilescribe("game", "import", path, "--data", tmp_path / "data").out

    assert "3 oddities\n" in said
    assert "  line 3: 8D RETAINS is written as +76; by our count it is +66.\n" in said
    assert "  line 3: The record stops here: no line says how the game ended.\n" in said


@pytest.mark.found("PB-1", "PB-15")
def test_an_import_says_what_it_leaves_out_and_whose_scores_it_follows(tmp_path):
    path = tmp_path / "game.gcg"
    long = "x" * 40_000
    head = "#player1 ann Ann Example\n#player2 bob Bob Sample\n"
    path.write_text(
        f"{head}>ann: AEINRST 8D RETAINS +76 76\n#note {long}\n#note {long}\n#note fish\n"
    )

    done = tilescribe("game", "import", path, "--data", tmp_path / "data")
    shown = tilescribe("game", "show", "imported/R1/T1", "--json", "--data", tmp_path / "data")
    out = tilescribe("game", "export", "imported/R1/T1", "--data", tmp_path / "data").out

    assert f"{path}: 1 note or line beside the turns, from line 3 on, was left out" in done.out
    assert f"{path}: The record follows the file's scores, 76 to 0" in done.out
    assert "fish" in shown.out
    assert "#note fish\n" in out

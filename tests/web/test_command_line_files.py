"""``tilescribe player import`` and ``export``: previewed, written once, read back."""

from __future__ import annotations

import unicodedata
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from ledger.lexicon.lexicon import open_lexicon
from ledger.tournament.opening import Particulars
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
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
        day = Particulars(first_day="2026-03-14")
        organiser.open_tournament("cup", "Cup", "nsa-1998", by=ORGANISER, particulars=day)
        organiser.issue_badge("console", "Console", Role.ORGANISER, by=ORGANISER)
    (tmp_path / "a.t").write_text(TSH)
    return tmp_path


def imported(folder, *more):
    return tilescribe("player", "import", "cup", *more, "--data", folder / "data")


def written(folder):
    return len(tilescribe("player", "list", "cup", "--data", folder / "data")[1].splitlines())


def test_a_dry_run_says_line_by_line_what_would_change_and_writes_nothing(folder):
    code, said = imported(folder, folder / "a.t", "--dry-run")
    assert code == 0
    assert "line 1: new: Round 1, table 1: Fernweh, Ada – Quillon, Bo, 431–398" in said
    assert said.endswith("Nothing was written.\n")
    assert "0 players" in tilescribe("tournament", "show", "cup", "--data", folder / "data")[1]


def test_what_was_read_stands_beside_what_becomes_of_it_and_what_is_left_out_comes_last(folder):
    (folder / "a.csv").write_text(
        "Name;Rating;Team;Membership No.\nNo Number;many;Gulls;1\nAnn Lee;1500;Gulls;AA7\n"
    )
    code, said = imported(folder, folder / "a.csv", "--dry-run")
    assert code == 1
    assert said.splitlines() == [
        "line 3: read: Player 1: Ann Lee, rating 1500, team Gulls, member AA7",
        "line 3: new: Player 1, Ann Lee",
        (
            "line 2: left out: “many” is not a rating. "
            "Write a number, or leave it empty for an unrated player."
        ),
        "1 new, 1 left out.",
        "Nothing was written.",
    ]


def test_a_file_is_taken_in_once_and_the_same_again_changes_nothing(folder):
    assert imported(folder, folder / "a.t", "--yes")[1].endswith("Written.\n")
    code, said = imported(folder, folder / "a.t")
    assert code == 0
    assert said.endswith("9 the same.\nThere is nothing to write.\n")


def test_without_a_yes_it_is_shown_and_not_written(folder):
    code, said = imported(folder, folder / "a.t")
    assert code == 1
    assert "line 1: new: Round 1, table 1: Fernweh, Ada – Quillon, Bo, 431–398" in said
    assert said.endswith("Nothing was written: add --yes to write it.\n")
    assert written(folder) == 1


@pytest.mark.parametrize(("typed", "players"), [("y\n", 3), ("n\n", 1), ("\n", 1)])
def test_on_a_terminal_it_asks_first_and_no_is_what_it_takes_for_granted(
    folder, monkeypatch, typed, players
):
    monkeypatch.setattr("web.command_line.people._at_a_terminal", lambda: True)
    words = ["players", "import", "cup", str(folder / "a.t"), "--data", str(folder / "data")]
    said = CliRunner().invoke(commands, words, input=typed).output
    assert "Write it? [y/N]" in said
    assert written(folder) == players


def test_while_a_line_is_not_taken_nothing_is_written_unless_it_is_to_be_left_out(folder):
    (folder / "b.t").write_text(f"{TSH}rubbish\n")
    code, said = imported(folder, folder / "b.t", "--yes")
    assert code == 1
    assert "line 4: left out: No rating was found after the name: “rubbish”." in said
    assert said.endswith("put that right, or add --leave-out to take in the rest.\n")
    assert written(folder) == 1

    code, said = imported(folder, folder / "b.t", "--yes", "--leave-out")
    assert code == 0
    assert said.endswith("Written.\n")
    assert written(folder) == 3


def test_a_file_that_can_not_be_used_writes_nothing(folder):
    (folder / "b.t").write_bytes(b"\0\1\2")
    code, said = imported(folder, folder / "b.t", "--yes", "--leave-out")
    assert code == 1
    assert "can't be used: It has control characters" in said
    assert "Written." not in said


@pytest.mark.parametrize("name", ["x.tou", "x.t", "x.csv", "tables.zip", "x.json"])
def test_what_is_exported_is_read_back_and_says_the_same(folder, name):
    imported(folder, folder / "a.t", "--yes")
    kind = {"t": "tsh", "zip": "csv"}.get(name.rpartition(".")[2], name.rpartition(".")[2])
    out = folder / name
    code, said = tilescribe(
        "tournament", "export", "cup", "--format", kind, "-o", out, "--data", folder / "data"
    )
    assert code == 0
    assert "Round 1: Marrow, Cy had a bye, which is not rated." in said
    assert imported(folder, out, "--dry-run")[1].endswith("the same.\nNothing was written.\n")


def test_all_games_are_a_zip_of_those_recorded_turn_by_turn(folder):
    imported(folder, folder / "a.t", "--yes")
    out = folder / "games.zip"
    said = tilescribe(
        "tournament", "export", "cup", "--format", "gcg", "-o", out, "--data", folder / "data"
    )[1]
    with ZipFile(out) as archive:
        assert archive.namelist() == []  # nobody recorded a turn: results alone make no game file
    assert "No game was recorded turn by turn, so the zip is empty." in said


@pytest.mark.found("PB-10")
def test_a_file_is_read_in_the_encoding_that_is_named(folder):
    table = folder / "p.csv"
    table.write_bytes("name,rating\nŁucja Żółć,1500\n".encode("cp1250"))

    code, said = imported(folder, table, "--encoding", "windows-1250", "--yes")

    assert code == 0, said
    listed = tilescribe("player", "list", "cup", "--data", folder / "data")[1]
    assert "Łucja Żółć" in listed


@pytest.mark.found("PB-11", "PB-5")
def test_a_word_list_has_tiles_and_one_name(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text(unicodedata.normalize("NFD", "über\närger\n"))

    def add(name, *more):
        where = (name, words, "--data", tmp_path / "data", *more)
        return tilescribe("lexicon", "add", *where)

    with pytest.raises(Refusal, match="--tiles"):
        add("Deutsch")
    first, second = add("Deutsch", "--tiles", "german"), add("Zweite", "--tiles", "german")
    listed = tilescribe("lexicon", "list", "--data", tmp_path / "data")[1]
    found = open_lexicon(tmp_path / "data", "Deutsch")

    assert (first[0], second[0]) == (0, 0)
    assert "Installed in" in first[1]
    assert "Installed in" not in second[1]
    assert "installed already, as Deutsch; no second list was made" in second[1]
    assert "Zweite" not in listed
    assert found.acceptable((unicodedata.normalize("NFD", "Ärger"), "ÜBER"))
    assert not found.acceptable(("ARGER",))

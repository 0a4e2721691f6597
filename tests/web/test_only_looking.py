"""Commands that only look: nothing is written, whatever the record is and wherever it lies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from ledger.hall import HALL_FILE
from ledger.lexicon.lexicon import add
from ledger.proof.game_proof import TREE_FILE
from ledger.record.events import game_id
from ledger.record.faults import COMPARE, CONSISTENT
from ledger.record.opening import KNOWN_CHANGES
from tests.desks import A, B, Table, a_desk, a_table
from tests.reliability.small_disk import SmallDisk
from tests.web.test_command_line import tilescribe
from web.command_line.opened import kept_private, opened

GAME = "spring-open/R1/T1"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A record with a play in it, closed as the command line closes it."""
    folder = tmp_path_factory.mktemp("written") / "data"
    with a_desk(folder) as desk:
        a_table(desk).play(A, "8D", "WINDY")
    assert tilescribe("record", "rebuild", "--data", folder).returncode == 0
    return folder


@pytest.fixture
def folder(written, tmp_path):
    return shutil.copytree(written, tmp_path / "copy")


@pytest.fixture
def disk(tmp_path):
    disk = SmallDisk(tmp_path / "disk")
    yield disk
    disk.gone()


def as_it_lies(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def looked_at(folder, tmp_path):
    """What each command that only looks says, and that it went well."""
    (tmp_path / "players.csv").write_text("number,name\n1,Player 1\n")
    for words in (
        ("verify",),
        ("show", GAME),
        ("tournament", "spring-open"),
        ("missing", "spring-open"),
        ("badge", "list"),
        ("players", "list", "spring-open"),
        ("players", "import", "spring-open", tmp_path / "players.csv", "--dry-run"),
        ("gcg", "export", GAME, "-o", tmp_path / "game.gcg"),
        ("print", "score-sheet", GAME, "-o", tmp_path / "sheet.pdf"),
    ):
        done = tilescribe(*words, "--data", folder)
        assert done.returncode == 0, (words, done.err)
        yield words[0], done.out, done.err


YOUNGER_BY = "0008_backups"
"""The change that an earlier build's record lacks."""


def aged(folder):
    """Take back a change to the tables: an earlier build's record."""
    assert YOUNGER_BY in KNOWN_CHANGES
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        file.execute("DROP TABLE backups")
        file.execute("DROP TABLE backed_up")
        for table, column in (("_sqlite_migrations", "name"), ("releases", "change")):
            file.execute(f"DELETE FROM {table} WHERE {column} = ?", [YOUNGER_BY])
        file.commit()


@pytest.mark.found("OP10")
def test_a_write_protected_copy_is_checked_and_shown(written, disk, tmp_path):
    folder = shutil.copytree(written, disk.place / "copy")
    disk.protect()

    said = {name: out for name, out, _ in looked_at(folder, tmp_path)}

    assert said["verify"].endswith(f"{CONSISTENT} {COMPARE}\n")
    assert "WINDY" in said["show"]
    missing = tilescribe("tournament", "checklist", "spring-open", "--data", folder)
    assert (missing.returncode, missing.err) == (1, "")
    assert "NEEDED  No director has a badge." in missing.out


@pytest.mark.found("OP10")
def test_a_write_protected_copy_is_backed_up_and_a_restore_of_it_tried_out(written, disk, tmp_path):
    folder = shutil.copytree(written, disk.place / "copy")
    disk.protect()

    for words in (("backup", tmp_path / "stick"), ("drill", tmp_path / "stick"), ("drill",)):
        done = tilescribe(*words, "--data", folder)
        assert done.returncode == 0, (words, done.err)
        assert done.err == ""


@pytest.mark.found("OP10")
def test_a_write_protected_copy_with_its_write_ahead_file_is_read_with_all_that_is_in_it(
    written, disk, tmp_path
):
    live, copy = shutil.copytree(written, tmp_path / "live"), disk.place / "copy"
    with a_desk(live) as desk:
        played_on(desk)
        copy.mkdir()
        for name in ("ledger.db", "ledger.db-wal"):
            shutil.copy(live / name, copy / name)
    disk.protect()

    done = tilescribe("game", "show", GAME, "--data", copy)

    assert "QUA" in done.out, done.err
    assert tilescribe("record", "verify", "--data", copy).out.endswith(f"{CONSISTENT} {COMPARE}\n")


def test_looking_leaves_every_byte_of_the_record_as_it_is(folder, tmp_path):
    before = as_it_lies(folder)["ledger.db"]
    list(looked_at(folder, tmp_path))

    assert as_it_lies(folder)["ledger.db"] == before
    assert not list(folder.glob("ledger.db-*"))


@pytest.mark.found("OP11")
def test_an_earlier_releases_record_is_shown_and_checked_from_a_private_copy(folder, tmp_path):
    aged(folder)
    before = as_it_lies(folder)

    for _, _, err in looked_at(folder, tmp_path):
        assert "is of an earlier release" in err
        assert "`tilescribe record migrate` brings it up to date" in err

    assert as_it_lies(folder) == before


@pytest.mark.found("OP11")
def test_an_earlier_releases_record_that_is_served_is_said_to_be_brought_up_to_date(folder, capsys):
    aged(folder)

    with opened(folder):
        assert f"brought up to date for this release, {YOUNGER_BY}." in capsys.readouterr().err

    with opened(folder):
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("how", ["migrate", "serve"])
def test_before_a_record_is_changed_for_a_release_it_is_copied_as_it_was(folder, how):
    aged(folder)
    before = dumped(folder / "ledger.db")

    if how == "migrate":
        assert tilescribe("record", "migrate", "--data", folder).returncode == 0
    else:
        with opened(folder):
            pass

    [copy] = folder.glob(f"before-{YOUNGER_BY}-*.db")
    assert dumped(copy) == before
    assert tilescribe("record", "migrate", "--data", folder).out.endswith("up to date.\n")
    assert list(folder.glob("before-*")) == [copy]


KILLED_HALF_WAY = """
import os, signal, sys
from migrations import ledger_db
from web.command_line import main
whole = ledger_db.CHANGES["0008_backups"]
def half(db):
    whole(db)
    os.kill(os.getpid(), signal.SIGKILL)
ledger_db.CHANGES["0008_backups"] = half
sys.argv = ["tilescribe", "migrate", "--data", sys.argv[1]]
main()
"""


def test_killed_half_way_through_a_change_both_copy_and_record_are_whole(folder):
    aged(folder)
    before = dumped(folder / "ledger.db")

    ended = subprocess.run([sys.executable, "-c", KILLED_HALF_WAY, folder], check=False)

    [copy] = folder.glob("before-*.db")
    assert ended.returncode == -signal.SIGKILL
    assert dumped(copy) == dumped(folder / "ledger.db") == before
    assert tilescribe("record", "migrate", "--data", folder).returncode == 0
    assert tilescribe("record", "verify", "--data", folder).out.endswith(
        f"{CONSISTENT} {COMPARE}\n"
    )


def dumped(file):
    """All a file holds, as statements."""
    with closing(sqlite3.connect(file)) as opened_file:
        return list(opened_file.iterdump())


@pytest.mark.found("OP3")
def test_a_copy_made_without_the_write_ahead_file_is_warned_about(folder, tmp_path):
    copy = tmp_path / "stick"
    copy.mkdir()
    with opened(folder) as here:
        played_on(here.desk)
        shutil.copy(folder / "ledger.db", copy / "ledger.db")
        in_use = tilescribe("record", "verify", "--data", folder)
    taken = tilescribe("record", "verify", "--data", copy)
    as_json = json.loads(tilescribe("record", "verify", "--json", "--data", copy).out)

    assert in_use.out.endswith(f"\n{CONSISTENT} {COMPARE}\n")
    assert "its newest events may be missing" in taken.out
    assert "Whether its end is missing, nobody can tell from what is here" in taken.out
    assert taken.returncode == 0
    assert len(as_json["warnings"]) == 1


@pytest.mark.found("OP3")
@pytest.mark.parametrize("beside", [HALL_FILE, TREE_FILE])
def test_an_end_that_a_file_beside_the_record_has_taken_in_is_lost_for_certain(
    folder, tmp_path, beside
):
    copy = tmp_path / "stick"
    with opened(folder) as here:
        here.checkpoints.tree.catch_up()
        before = here.log.last_position()
        shutil.copy(folder / "ledger.db", tmp_path / "ledger.db")
        played_on(here.desk)
        here.hall.catch_up()
        here.checkpoints.tree.catch_up()
        end = here.log.last_position()
        shutil.copytree(folder, copy, ignore=keeping(beside))
    shutil.copy(tmp_path / "ledger.db", copy / "ledger.db")
    lies = as_it_lies(copy)
    told = tilescribe("record", "verify", "--data", copy)
    as_json = json.loads(tilescribe("record", "verify", "--json", "--data", copy).out)

    assert told.returncode == 1
    said = f"the log ends at position {before}, and {beside} has taken it in up to {end}"
    assert said in told.out
    assert f"{CONSISTENT} Its end is lost." in told.out
    assert [fault["column"] for fault in as_json["faults"]] == ["end"]
    assert {name: lies[name] for name in lies if "-shm" not in name} == {
        name: has for name, has in as_it_lies(copy).items() if "-shm" not in name
    }


def keeping(beside):
    """Leaves everything behind but one file, and what SQLite keeps beside it."""
    return lambda _folder, names: [name for name in names if not name.startswith(beside)]


@pytest.mark.found("OP3")
def test_a_restore_of_an_older_backup_lost_nothing_that_verify_does_not_know_of(folder, tmp_path):
    with opened(folder) as here:
        assert tilescribe("record", "backup", tmp_path / "kept", "--data", folder).returncode == 0
        played_on(here.desk)
        here.checkpoints.tree.catch_up()
    restored = tilescribe("record", "restore", tmp_path / "kept", "--set-aside", "--data", folder)
    told = tilescribe("record", "verify", "--data", folder)

    assert restored.returncode == 0
    assert (told.returncode, told.out.endswith(f"{CONSISTENT} {COMPARE}\n")) == (0, True)


@pytest.mark.found("OP3")
def test_a_copy_of_a_record_that_was_closed_is_not_warned_about(folder, tmp_path):
    with opened(folder) as here:
        played_on(here.desk)
    copy = tmp_path / "stick"
    copy.mkdir()
    shutil.copy(folder / "ledger.db", copy / "ledger.db")

    for place in (folder, copy):
        done = tilescribe("record", "verify", "--data", place)
        assert done.out.endswith(f"\n{CONSISTENT} {COMPARE}\n")
        assert "Warning" not in done.out


@pytest.mark.found("OP3")
def test_a_record_left_open_by_a_crash_is_not_warned_about(folder, tmp_path):
    with opened(folder) as here:
        played_on(here.desk)
        crashed = shutil.copytree(folder, tmp_path / "crashed")
        (crashed / "ledger.db-shm").unlink()

    assert tilescribe("record", "verify", "--data", crashed).out.endswith(
        f"\n{CONSISTENT} {COMPARE}\n"
    )
    assert "QUA" in tilescribe("game", "show", GAME, "--data", crashed).out


def played_on(desk):
    """One more play in the game that was written."""
    Table(desk, game_id("spring-open", 1, 1), entered=100).play(B, "9D", "QUA")


# Kept from others


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}


@pytest.mark.found("OP14")
@pytest.mark.skipif(os.name != "posix", reason="rights of another kind")
def test_a_record_is_its_owners_alone_from_the_start(tmp_path):
    before = os.umask(0o022)
    try:
        with opened(tmp_path / "data", make=True) as here:
            a_role = here.desk.role_of("nobody")
            here.checkpoints.make("asked", now=here.desk.now(), by="D1")
            (tmp_path / "ours.txt").write_text("AA\nAB\n")
            add(here.folder, "ours", tmp_path / "ours.txt")
            kept = modes(tmp_path / "data")
    finally:
        os.umask(before)

    assert a_role is None
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert {name for name, mode in kept.items() if mode & 0o077} == set()
    assert {"ledger.db", "ledger.db-wal", "hall.db", "hall.db-lock"} <= set(kept)
    assert {"tree.db", "lexicons"} <= set(kept)


@pytest.mark.skipif(os.name != "posix", reason="rights of another kind")
@pytest.mark.parametrize("command", [["checkpoint"], ["key", "copy", "--password", "long enough"]])
def test_a_key_that_others_could_read_is_tightened_and_said_before_it_is_used(folder, command):
    assert tilescribe("record", "checkpoint", "--data", folder).returncode == 0
    key = folder / "checkpoint.key"
    key.chmod(0o644)
    more = [folder.parent / "away.pem"] if "copy" in command else []
    done = tilescribe(*command, *more, "--data", folder)

    assert done.returncode == 0
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "could read the key in checkpoint.key; now they can't" in done.err


@pytest.mark.found("OP14")
@pytest.mark.skipif(os.name != "posix", reason="rights of another kind")
def test_a_record_that_others_could_read_is_tightened_and_the_folder_is_spoken_of(folder):
    folder.chmod(0o755)
    (folder / "ledger.db").chmod(0o644)

    said = list(kept_private(folder))

    assert stat.S_IMODE((folder / "ledger.db").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    tightened, spoken_of = said
    assert tightened == "Other users of this computer could read ledger.db; now they can't."
    assert f"`chmod 700 {folder}`" in spoken_of
    folder.chmod(0o700)
    assert list(kept_private(folder)) == []

"""``tilescribe record backup``, ``restore`` and ``drill``, as an operator types them."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest
from markupsafe import escape

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.backup import ring
from ledger.backup.manifest import era_of, last_restored
from ledger.backup.ring import Held
from ledger.record.engine import open_log
from ledger.record.events import game_id
from ledger.record.faults import COMPARE, CONSISTENT
from tests.desks import A, B, Table, a_desk, a_table
from tests.web.test_command_line import tilescribe
from web.access.visitors import SESSION
from web.application import create_app
from web.command_line.opened import opened
from web.command_line.worker import BackingUp
from web.monitoring.checks import Place
from web.settings.in_force import disk_of
from web.site import RecordSite

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
    return shutil.copytree(written, tmp_path / "data")


def done(*words):
    ended = tilescribe(*words)
    assert ended.returncode == 0, ended.err
    return ended.out


def played_on(folder):
    with opened(folder) as here:
        Table(here.desk, game_id("spring-open", 1, 1), entered=100).play(B, "9D", "QUA")


def the_log(folder):
    return closing(open_log(folder, to_write=False))


def test_a_record_is_put_back_over_nothing_and_shown_and_verified(folder, tmp_path):
    out = done("backup", tmp_path / "copy", "--data", folder)
    assert "proven" in out
    played_on(folder)

    out = done("restore", tmp_path / "copy", "--data", tmp_path / "new")

    assert "A new era begins." in out
    assert "WINDY" in done("show", GAME, "--data", tmp_path / "new")
    assert "QUA" not in done("show", GAME, "--data", tmp_path / "new")
    assert done("verify", "--data", tmp_path / "new").endswith(f"{CONSISTENT} {COMPARE}\n")
    played_on(tmp_path / "new")
    with the_log(folder) as old, the_log(tmp_path / "new") as new:
        assert (era_of(old), len(era_of(new))) == ("", 8)


def test_a_record_that_is_there_is_kept_under_the_time_and_only_when_that_is_said(folder, tmp_path):
    done("backup", tmp_path / "copy", "--data", folder)
    played_on(folder)
    before = (folder / "ledger.db").read_bytes()

    refused = tilescribe("record", "restore", tmp_path / "copy", "--data", folder)
    assert refused.returncode == 1
    assert "There is a record in" in refused.err
    assert "--set-aside" in refused.err
    assert (folder / "ledger.db").read_bytes() == before

    out = done("restore", tmp_path / "copy", "--set-aside", "--data", folder)

    [aside] = folder.glob("before-restore-*")
    assert str(aside) in out
    assert "1 position of it came after the backup" in out
    assert "QUA" in done("show", GAME, "--data", aside)
    assert "QUA" not in done("show", GAME, "--data", folder)
    with the_log(folder) as log, the_log(aside) as old:
        _, restored = last_restored(log)
        assert restored.known_to == old.last_position()
    again = done("restore", tmp_path / "copy", "--set-aside", "--data", tmp_path / "data")
    assert "A new era begins." in again


def test_a_restore_that_is_cut_off_leaves_the_record_as_it_was(folder, tmp_path, monkeypatch):
    def pulled(*_what, **_how):
        raise OSError("the plug was pulled")

    done("backup", tmp_path / "copy", "--data", folder)
    played_on(folder)
    for where in ("begin_era", "kept_aside", "flush"):
        with monkeypatch.context() as cut_off:
            cut_off.setattr(f"web.command_line.backups.{where}", pulled)
            ended = tilescribe(
                "record", "restore", tmp_path / "copy", "--set-aside", "--data", folder
            )
        assert ended.returncode == 1
        assert not (folder / ".restoring").exists()
        assert "QUA" in done("show", GAME, "--data", folder)


def test_a_record_in_use_is_not_put_aside_under_its_service(folder, tmp_path):
    done("backup", tmp_path / "copy", "--data", folder)
    with opened(folder):
        refused = tilescribe(
            "record", "restore", tmp_path / "copy", "--set-aside", "--data", folder
        )

    assert refused.returncode == 1
    assert "is in use. Stop the service" in refused.err
    assert not list(folder.glob("before-restore-*"))
    assert not (folder / ".restoring").exists()


def test_a_damaged_record_is_set_aside_as_it_lies(folder, tmp_path):
    done("backup", tmp_path / "copy", "--data", folder)
    spoilt = b"no database at all" * 100
    (folder / "ledger.db").write_bytes(spoilt)

    done("restore", tmp_path / "copy", "--set-aside", "--data", folder)

    [aside] = folder.glob("before-restore-*")
    assert (aside / "ledger.db").read_bytes() == spoilt
    assert "WINDY" in done("show", GAME, "--data", folder)


def test_a_backup_is_taken_while_a_desk_is_open_and_it_knows_of_it(folder, tmp_path):
    from ledger.backup import ring as confirmed

    with opened(folder) as here:
        position = here.log.last_position()
        done("backup", tmp_path / "copy", "--data", folder)
        latest = confirmed.latest(here.local_store)

    assert latest.position == position
    assert latest.place == str(tmp_path / "copy")
    assert not latest.elsewhere


@pytest.mark.parametrize("counts", ["on", "off"])
def test_only_a_backup_that_outlives_the_record_lets_tablets_forget(
    folder, tmp_path, monkeypatch, counts
):
    monkeypatch.setenv("TILESCRIBE_BACKUP_COUNTS", counts)
    with opened(folder) as here:
        table = Table(here.desk, game_id("spring-open", 1, 1), entered=100)
        for number in (1, 2):
            table.passes(B if number == 1 else A, device="T1", device_seq=number)
        out = done("backup", tmp_path / "copy", "--data", folder)
        table.passes(B, device="T1", device_seq=3)

        assert Held(here.local_store).upto("T1") == (2 if counts == "on" else 0)
        assert Held(here.local_store).upto("T2") == 0
    assert ("It lies on the disk of the record" in out) == (counts == "off")


def test_backups_are_made_by_themselves_and_what_went_wrong_is_said(folder, tmp_path, caplog):
    backups = BackingUp(folder, tmp_path / "ring", 0.01)
    with opened(folder) as here:
        site = RecordSite(here.log, here.hall, here.desk, here.badges, Place(folder, 0, 0.01))
        app = create_app(site, badges=here.badges, BACKUPS=backups)

        def told():
            checks = app.test_client().get("/readyz").json["checks"]
            return next((c["state"], c["told"]) for c in checks if c["name"] == "backup")

        (tmp_path / "ring").write_text("no folder")
        backups.make_one()
        assert "is a file" in backups.trouble
        assert told() == ("warning", f"No backup can be made now: {backups.trouble}")
        assert "no backup could be made" in caplog.text
        client = app.test_client()
        client.set_cookie(SESSION, here.badges.sessions.begin("D1"))
        assert "No backup can be made now." in client.get("/desk").text

        (tmp_path / "ring").unlink()
        (tmp_path / "ring").mkdir()
        backups.start()
        until(lambda: len(ring.in_ring(tmp_path / "ring")) > 1)
        backups.stop()
        assert backups.trouble == ""
        assert "It lies on the disk of the record" in told()[1]


@pytest.mark.found("PH-3")
def test_a_ring_whose_disk_was_pulled_out_is_missed_at_once_and_not_made_anew(
    folder, tmp_path, caplog
):
    """As after ``umount -l``: the folder where the disk was mounted is there, and empty."""
    mounted, away = tmp_path / "stick", tmp_path / "pulled-out"
    (mounted / "ring").mkdir(parents=True)
    backups = BackingUp(folder, mounted / "ring", 5)
    with opened(folder) as here:
        site = RecordSite(here.log, here.hall, here.desk, here.badges, Place(folder, 0, 5))
        app = create_app(site, badges=here.badges, BACKUPS=backups)
        assert backups.look()
        backups.make_one()
        assert backups.trouble == ""

        mounted.rename(away)
        mounted.mkdir()
        assert not backups.look()
        checks = {c["name"]: c for c in app.test_client().get("/readyz").json["checks"]}
        said = f"Backups go to {mounted / 'ring'} on {disk_of(away)}, and that folder is not there."
        assert checks["backup"]["state"] == "warning"
        assert said in checks["backup"]["told"]
        assert said in caplog.text
        officials = app.test_client()
        officials.set_cookie(SESSION, here.badges.sessions.begin("D1"))
        assert escape(said) in officials.get("/desk").text
        backups.make_one()
        assert not any(mounted.iterdir()), "nothing is made where the disk is missing"

        (mounted / "ring").mkdir()  # by somebody who means well: on the laptop's own disk
        assert not backups.look()
        assert "that disk is not there" in backups.trouble
        backups.make_one()
        assert not any((mounted / "ring").iterdir())

        (mounted / "ring").rmdir()
        mounted.rmdir()
        away.rename(mounted)
        assert backups.look()
        backups.make_one()
        assert backups.trouble == ""
        assert len(ring.in_ring(mounted / "ring")) >= 1


@pytest.mark.found("PH-3")
def test_a_ring_on_another_disk_is_begun_only_by_who_says_so(folder, tmp_path):
    first, other = tmp_path / "ring", tmp_path / "first-disk"
    first.mkdir()
    done("backup", "--ring", first, "--data", folder)
    first.rename(other)
    refused = tilescribe("record", "backup", "--ring", first, "--data", folder)
    assert refused.returncode == 1
    assert "that folder is not there" in refused.err
    assert not first.exists()

    first.mkdir()
    assert "--new-disk" in tilescribe("record", "backup", "--ring", first, "--data", folder).err
    done("backup", "--ring", first, "--new-disk", "--data", folder)
    done("backup", "--ring", first, "--data", folder)
    assert ring.in_ring(first)


def test_a_folder_that_takes_no_backup_is_named_and_no_disk_is_blamed(
    folder, tmp_path, monkeypatch
):
    """A typing error in a path must not send anybody to score sheets of paper."""
    missing, closed = tmp_path / "stikc", tmp_path / "closed"
    closed.mkdir()
    may = os.access
    monkeypatch.setattr(
        os, "access", lambda path, *more, **told: Path(path) != closed and may(path, *more, **told)
    )
    for where, why in ((missing, "is not there"), (closed, "may not write there")):
        refused = tilescribe("record", "backup", where / "noon.tilescribe", "--data", folder)

        assert (refused.returncode, refused.err.count("\n")) == (1, 1)
        assert f"The backup goes to {where}, and" in refused.err
        assert why in refused.err
        assert "the director" not in refused.err
    assert not missing.exists()
    assert not list(closed.iterdir())


@pytest.mark.found("PH-3")
def test_a_record_is_not_begun_below_a_folder_that_is_not_there(tmp_path):
    typed = tmp_path / "halll" / "data"
    new = ("tournament", "new", "cup", "--name", "Cup", "--rulebook", "wespa-5.1")
    refused = tilescribe(*new, "--data", typed)
    assert refused.returncode == 1
    assert f"{typed.parent} is not there" in refused.err
    assert not typed.parent.exists()


def until(true):
    end = monotonic() + 60
    while not true():
        assert monotonic() < end, "it never came to be"
        sleep(0.02)


def test_a_ring_is_filled_and_its_newest_is_tried_out(folder, tmp_path, monkeypatch):
    (tmp_path / "ring").mkdir()
    done("backup", "--ring", tmp_path / "ring", "--data", folder)
    monkeypatch.setenv("TILESCRIBE_BACKUP", str(tmp_path / "ring"))
    played_on(folder)

    out = done("drill", "--data", folder)

    [file] = ring.in_ring(tmp_path / "ring").values()
    assert str(file) in out
    assert "the record begins with all that the backup holds" in out
    assert "A restore would lose 1 event of 1 game, since " in out
    assert out.endswith(": 1 play-recorded\n")


def test_a_drill_says_no_where_the_backup_is_of_another_record(folder, tmp_path):
    with a_desk(tmp_path / "other") as desk:
        a_table(desk).play(A, "8H", "WINDY")
    done("backup", tmp_path / "copy", "--data", tmp_path / "other")

    ended = tilescribe("record", "drill", tmp_path / "copy", "--data", folder)

    assert ended.returncode == 1
    assert "does NOT begin with it" in ended.out
    assert f"The sheet of game {game_id('spring-open', 1, 1)} differs." in ended.out


def test_a_drill_leaves_nothing_behind_and_every_byte_as_it_is(folder, tmp_path):
    before = {path: path.read_bytes() for path in folder.rglob("*.db")}

    done("drill", "--data", folder)

    assert {path: path.read_bytes() for path in folder.rglob("*.db")} == before


def test_an_earlier_releases_record_is_backed_up_as_it_is(folder, tmp_path):
    from tests.web.test_only_looking import aged

    aged(folder)
    before = (folder / "ledger.db").read_bytes()

    out = done("backup", tmp_path / "copy", "--data", folder)
    done("restore", tmp_path / "copy", "--data", tmp_path / "new")

    assert "proven" in out
    assert (folder / "ledger.db").read_bytes() == before
    assert "WINDY" in done("show", GAME, "--data", tmp_path / "new")


def test_what_is_no_backup_is_said_so(folder, tmp_path):
    with closing(sqlite3.connect(tmp_path / "recipes")) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")
        file.commit()
    (tmp_path / "letter").write_text("Dear Ann")

    for name, said in (("recipes", "is no backup"), ("letter", "is no backup"), ("x", "no file")):
        for command in ("restore", "drill"):
            ended = tilescribe(command, tmp_path / name, "--data", folder)
            assert ended.returncode == 1
            assert said in ended.err


def test_whoever_watched_before_a_restore_is_told_to_begin_again(folder, tmp_path):
    done("backup", tmp_path / "copy", "--data", folder)
    done("restore", tmp_path / "copy", "--data", tmp_path / "new")
    with opened(tmp_path / "new") as here:
        badges = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        site = RecordSite(here.log, here.hall, here.desk, badges)
        client = create_app(site, badges=badges).test_client()

        def watched(after):
            return client.get(f"/events?tournament=spring-open&after={after}").text

        era, end = era_of(here.log), here.log.last_position()
        page = client.get("/t/spring-open/", headers={"Accept": "text/html"}).text
        mark = re.search(r'data-after="([^"]+)"', page)[1]
        assert mark.startswith(f"{era}.")
        for of_before in ("1", str(end), f"00000000.{end}"):
            assert f"event: begun-again\nid: {mark}\n" in watched(of_before)
        assert "begun-again" not in watched(mark)
        assert f"\nid: {era}." in watched(f"{era}.2")
        assert "play-recorded" in watched("0")


@pytest.mark.found("PB-13")
def test_a_backup_needs_a_file_that_can_be_read_again(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    refused = tilescribe("record", "backup", "-", "--data", folder)

    assert (refused.returncode, (tmp_path / "-").exists()) == (2, False)
    assert "name a FILE for it" in refused.err

"""O1, O2: a copy taken while turns are written is a proven beginning of the record, or no copy."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.backup import ring
from ledger.backup.manifest import contents_of, era_of, lists_in, read_manifest
from ledger.backup.postgres_copy import PostgresSource, put_into
from ledger.backup.restoring import begin_era, checked_copy, compared
from ledger.backup.taking import SqliteSource, take
from ledger.record.engine import open_log
from ledger.record.verify import verify
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from tests.long_runs import in_shares, seed_of
from tests.reliability.small_disk import SmallDisk

NOW = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def read(place):
    with closing(open_log(place, {}, to_write=False)) as log:
        yield log


def source_of(venue):
    if venue.is_postgres:
        return PostgresSource(venue.settings, lambda file: bring_up_to_date(file.parent, {}))
    return SqliteSource(venue.folder)


def backed_up(venue, file, lists=None, **how):
    file.parent.mkdir(exist_ok=True)
    return take(source_of(venue), file, lists or {}, "0.0.0", read=read, now=NOW, **how)


def put_back(file, place):
    """The record of a backup in a folder of its own, with what the backup says of itself."""
    place.mkdir()
    manifest, _ = checked_copy(file, place, read=read)
    return manifest


@pytest.mark.longer
def test_O1_every_copy_taken_under_load_is_a_beginning_of_the_record(venue, tmp_path, request):
    times = 100 if request.config.getoption("--full") else 3
    live, taken = venue.open(), []
    [writer] = venue.writers(1, "--at-once", "4")
    try:
        acknowledged = [writer.stdout.readline() for _ in range(20)]
        for number in range(times):
            taken.append(backed_up(venue, tmp_path / "copies" / f"{number}"))
            # The writer waits where nobody hears what it says.
            while live.last_position() <= taken[-1].manifest.position:
                acknowledged.append(writer.stdout.readline())
        acknowledged += [writer.stdout.readline() for _ in range(20)]
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()

    assert all(acknowledged)
    assert [one.manifest.position for one in taken] == sorted(
        {one.manifest.position for one in taken}
    )
    for number, one in enumerate(taken):
        place = tmp_path / f"back-{number}"
        manifest = put_back(one.file, place)
        assert manifest == one.manifest
        with read(place) as log:
            found = compared(log, live, manifest)
            assert verify(log.store).sound
            assert found.prefix
            assert log.read(0, 10_000) == live.read(0, manifest.events)
            assert all(log.last_seq(device) == seq for device, seq in one.answered.items())
        assert found.lost == len(live.read(manifest.position, 10**6)) > 0


def test_a_record_put_back_goes_on_where_the_copy_ended_in_an_era_of_its_own(
    venue, log, turn, answer, tmp_path
):
    stream = uuid4()
    command = uuid4()
    log.append([turn(stream, 1, command)], answer=answer(command, stream))
    backed_up(venue, tmp_path / "copy")
    lost = log.append([turn(stream, 2)])
    place = tmp_path / "back"
    manifest = put_back(tmp_path / "copy", place)

    again = restored_on(venue, place, tmp_path)
    position = begin_era(again, manifest, known_to=lost[0], by="console", now=NOW)

    assert position > manifest.position
    assert again.answer_to(command).stream == stream
    again.append([turn(stream, 2)])
    assert [event.originator_version for event in again.events_of(stream)] == [1, 2]
    assert verify(again.store).sound
    assert (era_of(log), len(era_of(again))) == ("", 8)
    [(_, begun)] = again.read(manifest.position, 1)
    assert (begun.fact.events, begun.fact.head, begun.fact.known_to) == (1, manifest.head, lost[0])


def restored_on(venue, place, tmp_path):
    """The log of what was put back, on the engine it came from."""
    if not venue.is_postgres:
        log = open_log(place, {})
    else:
        settings = venue.settings | {"POSTGRES_SCHEMA": f"{venue.settings['POSTGRES_SCHEMA']}_2"}
        bring_up_to_date(tmp_path / "unused", settings)
        put_into(settings, place / "ledger.db", lambda _done, _whole: None)
        log = open_log(tmp_path / "unused", settings)
    venue.opened.append(log)
    return log


def test_a_name_that_is_taken_is_kept_unless_it_is_a_backup_and_asked_for(
    sqlite_venue, tmp_path, turn
):
    log, file = sqlite_venue.open(), tmp_path / "copy"
    for what in (b"a letter", (sqlite_venue.folder / "ledger.db").read_bytes()):
        file.write_bytes(what)
        for replace in (False, True):
            with pytest.raises(Refusal, match=r"is there already|is no backup of ours"):
                backed_up(sqlite_venue, file, replace=replace)
            assert file.read_bytes() == what
    file.unlink()
    backed_up(sqlite_venue, file)
    log.append([turn(uuid4(), 1)])

    with pytest.raises(Refusal, match="is there already"):
        backed_up(sqlite_venue, file)
    assert read_manifest(file).events == 0
    assert backed_up(sqlite_venue, file, replace=True).manifest == read_manifest(file)
    assert read_manifest(file).events == 1
    assert file.stat().st_mode & 0o777 == 0o600
    assert names_in(tmp_path) == ["copy", "data"]


def test_a_bit_that_flips_in_a_backup_is_found_before_it_is_put_back(sqlite_venue, tmp_path, turn):
    log, stream = sqlite_venue.open(), uuid4()
    log.append([turn(stream, version) for version in range(1, 400)])
    backed_up(sqlite_venue, tmp_path / "copy", {f"{'a' * 32}.lexicon": b"{}\nAA\nAB\n" * 400})
    whole = (tmp_path / "copy").read_bytes()
    found = []
    for place in range(100, len(whole), len(whole) // 24):
        spoilt = bytearray(whole)
        spoilt[place] ^= 4
        (tmp_path / "spoilt").write_bytes(spoilt)
        found.append(what_comes_of(tmp_path / "spoilt", tmp_path / f"back-{place}"))
    assert set(found) <= {"backup-damaged", "no-backup", "record-damaged", 399}
    assert len(found) - found.count(399) >= 12  # the rest hit pages that nothing lies on


@in_shares(1, 8)
def test_a_bit_that_flips_anywhere_in_a_backup_changes_nothing_that_is_put_back(
    sqlite_venue, tmp_path, turn, share, request
):
    """PINs, tablets, sessions and the tables' own text too: what verify doesn't look at."""
    log = sqlite_venue.open()
    log.append([turn(uuid4(), 1)])
    with closing(sqlite3.connect(sqlite_venue.folder / "ledger.db")) as db, db:
        row = ("D1", b"s" * 16, b"h" * 32, "2 1 1", 0, "2026-11-25T10:00:00Z")
        db.execute("INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?)", row)
    backed_up(sqlite_venue, tmp_path / "copy")
    whole, chance = (tmp_path / "copy").read_bytes(), random.Random(seed_of(share))
    manifest = put_back(tmp_path / "copy", tmp_path / "back")
    as_it_was = manifest, contents_of(tmp_path / "back" / "ledger.db")
    refused = 0
    for number in range(500 if request.config.getoption("--full") else 40):
        spoilt, place = bytearray(whole), tmp_path / f"back-{number}"
        spoilt[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / "spoilt").write_bytes(spoilt)
        try:
            found = put_back(tmp_path / "spoilt", place)
        except Refusal:
            refused += 1
        else:
            assert (found, contents_of(place / "ledger.db")) == as_it_was
        shutil.rmtree(place)
    assert refused > 0


def what_comes_of(file, place):
    """How a restore is refused, or how many events it has."""
    try:
        return put_back(file, place).events
    except Refusal as refusal:
        return refusal.code


def test_word_lists_travel_in_it_and_nothing_else_that_lies_beside_the_record(
    sqlite_venue, tmp_path
):
    lists = {f"{'b' * 32}.lexicon": b'{"name":"x"}\nAA\n'}
    (sqlite_venue.folder / "signing-key.pem").write_bytes(b"-----BEGIN PRIVATE KEY-----")

    backed_up(sqlite_venue, tmp_path / "copy", lists)

    assert lists_in(tmp_path / "copy") == lists
    assert b"PRIVATE KEY" not in (tmp_path / "copy").read_bytes()


def test_without_room_nothing_is_begun_and_the_one_before_stays(sqlite_venue, tmp_path):
    disk = SmallDisk(tmp_path / "disk")
    try:
        with pytest.raises(Refusal, match="MB left"):
            backed_up(sqlite_venue, disk.place / "copy")
        assert names_in(disk.place) == []
    finally:
        disk.gone()


def test_a_record_that_is_not_sound_becomes_no_backup(sqlite_venue, tmp_path, turn):
    log = sqlite_venue.open()
    log.append([turn(uuid4(), 1), turn(uuid4(), 1)])
    with closing(sqlite3.connect(sqlite_venue.folder / "ledger.db")) as file:
        file.execute("DROP TRIGGER chain_no_update")
        file.execute("UPDATE chain SET link = zeroblob(32) WHERE position = 1")
        file.commit()

    with pytest.raises(Refusal, match="is not sound: position 1"):
        backed_up(sqlite_venue, tmp_path / "copies" / "copy")

    assert names_in(tmp_path / "copies") == []


# The ring


@given(st.lists(st.integers(1, 120), min_size=1, max_size=300))
def test_a_ring_keeps_the_newest_and_the_last_of_each_hour_and_day_and_stays_small(gaps):
    times, at = [], NOW
    for minutes in gaps:
        at += timedelta(minutes=minutes)
        times.append(at)

    kept = ring.kept(times)

    assert kept <= set(times)
    assert set(times[-ring.LAST :]) <= kept
    assert len(kept) <= ring.LAST + ring.HOURLY + ring.DAILY
    hours = sorted({at.strftime("%Y%m%d%H") for at in times})[-ring.HOURLY :]
    assert {at.strftime("%Y%m%d%H") for at in kept} >= set(hours)
    for day in {at.date() for at in kept}:
        assert max(at for at in times if at.date() == day) in kept


def test_a_ring_that_was_thinned_out_day_by_day_keeps_a_week(tmp_path):
    at = NOW
    for _ in range(10 * 24 * 2):
        at += timedelta(minutes=30)
        (tmp_path / ring.name_of(at)).touch()
        ring.thin_out(tmp_path, at)
    (tmp_path / "holiday.tilescribe").touch()

    ring.thin_out(tmp_path, at)

    days = {made.date() for made in ring.in_ring(tmp_path)}
    assert len(days) >= 7
    assert min(days) <= at.date() - timedelta(days=6)
    assert (tmp_path / "holiday.tilescribe").exists()
    with pytest.raises(Refusal, match="There is no backup in"):
        ring.newest_in(tmp_path)  # for these hold nothing

"""``tilescribe record backup``, ``drill`` and ``restore``: a copy taken, tried, put back."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ledger.accounts.local_store import open_local_store
from ledger.backup import ring
from ledger.backup.manifest import Manifest, read_manifest
from ledger.backup.restoring import (
    Compared,
    Removal,
    begin_era,
    checked_copy,
    compared,
    removals_in,
    removed_again,
)
from ledger.backup.ring import must_be_the_ring, remember
from ledger.backup.taking import Source, SqliteSource, Taken, must_be_free, take
from ledger.lexicon.lexicon import lists_beside, lists_put_down
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE, may_write, private_folder
from ledger.record.sqlite.durable import flush, is_in_use, put_away
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from migrations import RELEASE, behind, bring_up_to_date
from web.command_line.configuration import backup_settings, lies_elsewhere
from web.command_line.data_folder import (
    copy_read,
    data_option,
    in_postgres,
    log_read,
    must_hold_a_record,
    progress,
)
from web.command_line.rulebooks import share_lists
from web.settings.in_force import disk_of, must_have_a_disk

if TYPE_CHECKING:
    from ledger.record.log import Log

a_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=a_file, required=False)
@click.option("--replace", is_flag=True, help="A backup of ours that has the name may go.")
@click.option(
    "--ring",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help=f"Into a folder that keeps the last {ring.LAST}, {ring.HOURLY} hourly and {ring.DAILY} "
    "daily ones. The folder has to be there.",
)
@click.option("--new-disk", is_flag=True, help="The ring may lie on another disk than before.")
@data_option
def backup(
    file: Path | None, folder: Path | None, replace: bool, new_disk: bool, data: Path
) -> None:
    """Copy the record into FILE while it is in use, and prove the copy.

    The copy is one file: the log, what lies beside it, and the word lists, as they are at one
    moment. It is read again from the first event to the last before it counts. No key is in it.
    """
    if (file is None) == (folder is None):
        raise click.UsageError("name a FILE or a --ring, one of them")
    if str(file) == "-":
        raise click.UsageError("a backup is read again before it counts: name a FILE for it")
    must_hold_a_record(data)
    now = datetime.now(UTC)
    if folder is not None:
        must_have_a_disk(str(folder))
        disk = disk_of(folder)
        if not (new_disk and folder.is_dir()):
            must_be_the_ring(folder, data, disk)
        remember(folder, data, disk)
        file, replace = folder / ring.name_of(now), True  # another of this second may go
    assert file is not None
    must_be_free(file, replace=replace)
    share_lists(data)
    with progress("Copying", 100) as advance:
        taken = take(
            source_of(data),
            file,
            lists_beside(data),
            RELEASE,
            read=copy_read,
            replace=replace,
            progress=lambda done, whole: advance(100 * done // max(1, whole)),
            now=now,
        )
    elsewhere = lies_elsewhere(file.parent, data)
    _note(data, taken, elsewhere=elsewhere)
    click.echo(wording(taken))
    if not elsewhere:
        click.echo(
            "It lies on the disk of the record: tablets keep their turns until one lies elsewhere."
        )
    if folder is not None:
        ring.thin_out(folder, now)


def source_of(data: Path) -> Source:
    if not in_postgres():
        return SqliteSource(data)
    from ledger.backup.postgres_copy import PostgresSource

    return PostgresSource(os.environ, lambda file: bring_up_to_date(file.parent, {}))


def wording(taken: Taken) -> str:
    held = taken.manifest
    return (
        f"{taken.file}: {some(held.events, 'event')} up to position {held.position}, link "
        f"{held.head[:16]}, {some(held.answers, 'answer')}, proven."
        + (f" {some(taken.there, 'event')} had been copied before." if taken.there else "")
    )


def _note(data: Path, taken: Taken, *, elsewhere: bool) -> None:
    """Tell the record that a backup is good; one that is only looked at needs no telling."""
    if not in_postgres() and (behind(data) or not may_write(data / LEDGER_FILE)):
        return
    try:
        with closing(open_local_store(data)) as local_store:
            ring.note(local_store, taken.manifest, taken.file, taken.answered, elsewhere=elsewhere)
        if not in_postgres():
            put_away(data / LEDGER_FILE)
    except Refusal as refusal:
        click.echo(f"The record could not be told of it: {refusal.what}", err=True)


# ``tilescribe record restore`` and ``drill``: a backup put back, or only tried.


# A backup put back on a PostgreSQL server: into tables of its own, what was there kept aside.


def put_on_server(
    file: Path, data: Path, manifest: Manifest, *, set_aside: bool
) -> tuple[str, int | None, int]:
    """Put a backup into the database; where what was there lies now, and how far it went.

    And how much was removed again that had been removed since the backup was made.
    """
    from ledger.backup.postgres_copy import nodes_at, put_in_its_place, put_into, room_beside

    settings = os.environ
    known, gone = _known_on_server(data)
    if known is not None and not set_aside:
        raise Refusal(
            "record-there",
            f"There is a record in the database {settings.get('POSTGRES_DBNAME')}.",
            "Say --set-aside to keep it under another name, or name another database.",
        )
    if nodes := nodes_at(settings):
        raise Refusal(
            "record-in-use",
            f"{nodes} connections of Tilescribe are open to the database.",
            "Stop every node, then restore.",
        )
    with private_folder() as private:
        with progress("Checking", manifest.events) as advance:
            _, lists = checked_copy(file, private, read=copy_read, progress=advance)
        bring_up_to_date(private, {})
        # Where a record is, the new one is made beside it, and takes its name when it is whole.
        place = dict(settings) if known is None else room_beside(settings)
        bring_up_to_date(data, place)
        with progress("Writing", manifest.events) as advance:
            put_into(place, private / LEDGER_FILE, lambda done, _whole: advance(done))
    now = datetime.now(UTC)
    with closing(open_log(data, place)) as log:
        begin_era(log, manifest, known_to=known, by=CONSOLE, now=now)
        removed = removed_again(log, gone, by=CONSOLE, now=now)
    with closing(open_local_store(data, place)) as local_store:
        ring.forget(local_store)
    aside = "" if known is None else put_in_its_place(settings, place, now)
    lists_put_down(data, lists)
    return aside, known, removed


def _known_on_server(data: Path) -> tuple[int | None, tuple[Removal, ...]]:
    """How far the record in the database goes, and what was removed; ``None``: there is none."""
    try:
        with closing(open_log(data)) as log:
            return log.last_position(), removals_in(log)
    except Refusal as refusal:
        if refusal.code == "no-record":
            return None, ()
        raise


@click.command()
@click.argument("file", type=a_file)
@click.option(
    "--set-aside", is_flag=True, help="A record that is there is kept aside, under the time."
)
@data_option
def restore(file: Path, set_aside: bool, data: Path) -> None:
    """Put the record back as the backup FILE has it, and begin a new era with it.

    The service must be stopped. Tablets hand in again what they kept; whoever was watching is
    told to begin again; of paper printed since it is said that a restore may have lost it.
    """
    manifest = read_manifest(file)
    if in_postgres():
        aside, known, removed = put_on_server(file, data, manifest, set_aside=set_aside)
    else:
        aside, known, removed = _put_in_folder(file, data, set_aside=set_aside)
    click.echo(
        f"Restored {some(manifest.events, 'event')} up to position {manifest.position}, as of "
        f"{manifest.made_at:%Y-%m-%d %H:%M:%S} UTC. A new era begins."
    )
    if aside:
        click.echo(f"What was there is kept: {aside}")
    if known is not None and known > manifest.position:
        click.echo(
            f"{some(known - manifest.position, 'position')} of it came after the backup; tablets "
            "hand in again what they kept. Badges and tablets taken back since open doors again: "
            "look at /badges/."
        )

    click.echo(_of_removed(removed, known))


def _of_removed(removed: int, known: int | None) -> str:
    if removed:
        what = (
            "1 thing that a person gave" if removed == 1 else f"{removed} things that people gave"
        )
        return f"{what} had been removed since, and was removed again; the log says so."
    if known is None:
        return (
            "Whether anything people gave had been removed since the backup, nobody can tell: no "
            "record was there. If so, it is back; remove it again with `tilescribe record erase`."
        )
    return "Nothing that people gave had been removed since."


def _put_in_folder(file: Path, data: Path, *, set_aside: bool) -> tuple[str, int | None, int]:
    path = data / LEDGER_FILE
    if path.exists() and not set_aside:
        raise Refusal(
            "record-there",
            f"There is a record in {data}.",
            "Say --set-aside to keep it under another name, or name another folder with --data.",
        )
    if path.exists() and is_in_use(path):
        raise Refusal("record-in-use", f"{path} is in use.", "Stop the service, then restore.")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = data / ".restoring"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(mode=0o700)
    try:
        known, gone = _known_of(data) if path.exists() else (None, ())
        with progress("Checking", read_manifest(file).events) as advance:
            manifest, lists = checked_copy(file, place, read=copy_read, progress=advance)
        bring_up_to_date(place, {})
        with closing(open_log(place, {})) as log:
            now = datetime.now(UTC)
            begin_era(log, manifest, known_to=known, by=CONSOLE, now=now)
            removed = removed_again(log, gone, by=CONSOLE, now=now)
        _no_longer_confirmed(place)
        put_away(place / LEDGER_FILE)
        aside = kept_aside(data) if path.exists() else ""
        (place / LEDGER_FILE).replace(path)  # at once: there is always a record under that name
        flush(data)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    lists_put_down(data, lists)
    _throw_derived_away(data)  # it is of the record that was there
    with closing(open_log(data, {})) as log:
        _make_hall(data, log)
    put_away(path)
    return aside, known, removed


def _throw_derived_away(data: Path) -> None:
    from ledger.hall import HALL_FILE
    from ledger.proof.game_proof import TREE_FILE

    for name in (HALL_FILE, TREE_FILE):
        for ending in ("", "-wal", "-shm"):
            (data / f"{name}{ending}").unlink(missing_ok=True)


def _make_hall(folder: Path, log: Log) -> None:
    from ledger.desk.sheet_cache import SheetCache
    from web.command_line.opened import following

    following(folder, log, SheetCache(log)).close()


def _no_longer_confirmed(place: Path) -> None:
    with closing(open_local_store(place, {})) as local_store:
        ring.forget(local_store)


def _known_of(data: Path) -> tuple[int | None, tuple[Removal, ...]]:
    """How far the record went that is to be set aside, and what was removed from it.

    ``None`` and nothing where it can't be asked.
    """
    try:
        with log_read(data) as log:
            return log.last_position(), removals_in(log)
    except (Refusal, ValueError):
        return None, ()


def kept_aside(data: Path) -> str:
    """Keep the record there under a name with the time too; where that lies."""
    name = f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    aside = next(data / free for free in names if not (data / free).exists())
    aside.mkdir(mode=0o700)
    try:
        os.link(data / LEDGER_FILE, aside / LEDGER_FILE)
    except OSError:  # a disk that knows no second names
        shutil.copy2(data / LEDGER_FILE, aside / LEDGER_FILE)
    for ending in ("-wal", "-shm"):  # of a record that could not be opened; else there are none
        if (beside := data / f"{LEDGER_FILE}{ending}").exists():
            beside.replace(aside / beside.name)
    flush(aside)
    return str(aside)


# ``tilescribe record drill``: a restore tried out, away from the record.


@click.command()
@click.argument("file", type=a_file, required=False)
@data_option
def drill(file: Path | None, data: Path) -> None:
    """Try a restore out, away from the record: how long it takes, and what would be lost.

    FILE is a backup; left out, the newest of the ring, or one taken now. Exit 1 where the restored
    record is not what the record was.
    """
    must_hold_a_record(data)
    began = monotonic()
    with private_folder() as private:
        if file is None:
            file = _one_to_try(data, private)
        click.echo(f"{'taken or found':<22}{monotonic() - began:6.2f} s  {file}")
        place = private / "restored"
        place.mkdir()
        with (
            progress("Checking", read_manifest(file).events) as advance,
            _timed("restored, verified"),
        ):
            manifest, _lists = checked_copy(file, place, read=copy_read, progress=advance)
            bring_up_to_date(place, {})
        with closing(open_log(place, {})) as log:
            with _timed("hall rebuilt"):
                _make_hall(place, log)
            with _timed("sheets compared"), log_read(data) as live:
                found = compared(log, live, manifest)
    click.echo(f"{'in all':<22}{monotonic() - began:6.2f} s")
    for line in drill_wording(manifest, found):
        click.echo(line)
    sys.exit(0 if found.same else 1)


def _one_to_try(data: Path, private: Path) -> Path:
    folder = backup_settings().folder
    if folder is not None and ring.in_ring(folder):
        return ring.newest_in(folder)
    file = private / "backup"
    take(source_of(data), file, lists_beside(data), RELEASE, read=copy_read)
    return file


class _timed:  # noqa: N801 (used as a function is)
    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        self._began = monotonic()

    def __exit__(self, kind: object, trouble: object, trace: object) -> None:
        if kind is None:
            click.echo(f"{self._what:<22}{monotonic() - self._began:6.2f} s")


def drill_wording(manifest: Manifest, found: Compared) -> tuple[str, ...]:
    age = (datetime.now(UTC) - manifest.made_at).total_seconds() / 60
    sheets = some(found.sheets, "sheet")
    whole = "begins with all that the backup holds" if found.prefix else "does NOT begin with it"
    since = f", since {found.lost_since:%Y-%m-%d %H:%M:%S} UTC" if found.lost_since else ""
    kinds = ", ".join(f"{count} {kind}" for kind, count in found.lost_kinds.items())
    lost = f"{some(found.lost, 'event')} of {some(found.lost_games, 'game')}{since}"
    lines = [
        f"{some(manifest.events, 'event')} of a backup {age:.0f} min old: the record {whole}.",
        f"{sheets} compared, {len(found.differing) or 'none'} of them different.",
        f"A restore would lose {lost}{': ' if kinds else '.'}{kinds}",
    ]
    lines[2:2] = [f"The sheet of game {game} differs." for game in found.differing]
    return tuple(lines)

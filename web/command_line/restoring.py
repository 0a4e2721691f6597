"""``tilescribe record restore`` and ``drill``: a backup put back, or only tried."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic

import click

from ledger.accounts.local_store import open_cabinet
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
from ledger.backup.taking import take
from ledger.desk.sheet_cache import SheetCache
from ledger.hall import HALL_FILE
from ledger.lexicon.shared import lists_beside, lists_put_down
from ledger.proof.game_proof import TREE_FILE
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE, private_folder
from ledger.record.sqlite.copying import flush
from ledger.record.sqlite.durable import is_in_use, put_away
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from migrations import RELEASE, bring_up_to_date
from web.command_line.backups import a_file, source_of
from web.command_line.configuration import backup_settings
from web.command_line.copies import copy_read, log_read
from web.command_line.data_folder import data_option, in_postgres, must_hold_a_record
from web.command_line.opened import following
from web.command_line.outputs import progress

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
    with closing(open_cabinet(data, place)) as cabinet:
        ring.forget(cabinet)
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
    for name in (HALL_FILE, TREE_FILE):  # they are of the record that was there
        for ending in ("", "-wal", "-shm"):
            (data / f"{name}{ending}").unlink(missing_ok=True)
    with closing(open_log(data, {})) as log, closing(following(data, log, SheetCache(log))):
        pass
    put_away(path)
    return aside, known, removed


def _no_longer_confirmed(place: Path) -> None:
    from ledger.accounts.local_store import open_cabinet

    with closing(open_cabinet(place, {})) as cabinet:
        ring.forget(cabinet)


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
                following(place, log, SheetCache(log)).close()
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

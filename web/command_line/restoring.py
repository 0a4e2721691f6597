"""``tilescribe record restore``: the record put back as a backup has it."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import click

from ledger.backup import ring
from ledger.backup.manifest import read_manifest
from ledger.backup.restoring import Removal, begin_era, checked_copy, removals_in, removed_again
from ledger.desk.sheet_cache import SheetCache
from ledger.hall import HALL_FILE
from ledger.lexicon.shared import lists_put_down
from ledger.proof.game_proof import TREE_FILE
from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE
from ledger.record.sqlite.copying import flush
from ledger.record.sqlite.durable import is_in_use, put_away
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from migrations import bring_up_to_date
from web.command_line.backups import a_file
from web.command_line.data_folder import data_option, in_postgres
from web.command_line.in_its_place import copy_read, log_read
from web.command_line.opened import following
from web.command_line.outputs import progress


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
        from web.command_line.restored_server import put_on_server

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

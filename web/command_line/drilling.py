"""``tilescribe record drill``: a restore tried out, away from the record."""

from __future__ import annotations

import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import click

from ledger.backup import ring
from ledger.backup.manifest import Manifest, read_manifest
from ledger.backup.restoring import Compared, checked_copy, compared
from ledger.backup.taking import take
from ledger.desk.sheet_cache import SheetCache
from ledger.lexicon.shared import lists_beside
from ledger.record.engine import open_log
from ledger.record.opening import private_folder
from ledger.vocabulary.bounds import some
from migrations import RELEASE, bring_up_to_date
from web.command_line.backup_settings import backup_settings
from web.command_line.backups import a_file, source_of
from web.command_line.data_folder import data_option, must_hold_a_record
from web.command_line.in_its_place import copy_read, log_read
from web.command_line.opened import following
from web.command_line.outputs import progress


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
    for line in wording(manifest, found):
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


def wording(manifest: Manifest, found: Compared) -> tuple[str, ...]:
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

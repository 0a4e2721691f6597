"""A record copied: before its tables are changed, or to be read without a line being written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.record.opening import LEDGER_FILE, may_write, private_folder
from migrations import RELEASE, behind, bring_up_to_date, changes_in_postgres, missing_in_postgres
from web.command_line.data_folder import in_postgres, must_hold_a_record
from web.command_line.outputs import progress

if TYPE_CHECKING:
    from ledger.record.log import Log


# Where a record can be read without a line of it being written.
#
# What can't be read in its place is read from a private copy, thrown away at the end: a record of
# an earlier release, whose tables must be brought up to date to be read, and one that lies
# write-protected with its write-ahead file. PostgreSQL has no private copies; it is refused, in
# words.


@contextmanager
def readable(folder: Path) -> Iterator[Path]:
    """Where the record of ``folder`` can be read: there, or in a private copy."""
    must_hold_a_record(folder)
    if in_postgres():
        yield folder
        return
    path = folder / LEDGER_FILE
    in_its_place = may_write(path) or not path.with_name(f"{LEDGER_FILE}-wal").exists()
    if in_its_place and not behind(folder):
        yield folder
        return
    from ledger.record.sqlite.copying import copy_record, pages_of

    with private_folder() as private:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, private / LEDGER_FILE, advance)
        if bring_up_to_date(private):
            click.echo(
                f"{folder} is of an earlier release: shown from a private copy, itself left as "
                "it is. `tilescribe record migrate` brings it up to date.",
                err=True,
            )
        yield private


@contextmanager
def log_read(folder: Path) -> Iterator[Log]:
    """The log of ``folder`` alone, for who needs neither lists nor boards."""
    from ledger.record.engine import open_log

    with readable(folder) as place, closing(open_log(place, to_write=False)) as log:
        yield log


@contextmanager
def copy_read(place: Path) -> Iterator[Log]:
    """The log of a copy in a folder, whatever keeps the record; of an earlier release as well."""
    from ledger.record.engine import open_log

    if not behind(place):
        with closing(open_log(place, {}, to_write=False)) as log:
            yield log
        return
    from ledger.record.sqlite.copying import copy_record

    with private_folder() as private:
        copy_record(place / LEDGER_FILE, private / LEDGER_FILE, lambda _pages: None)
        bring_up_to_date(private, {})
        with closing(open_log(private, {}, to_write=False)) as log:
            yield log


def copied_before(folder: Path) -> Path | None:
    """Copy a record whose tables are about to be changed; ``None`` where there is none to change.

    The copy lies beside the record, flushed, before anything is changed.
    """
    path = folder / LEDGER_FILE
    if in_postgres() or not path.exists() or not path.stat().st_size:
        return None
    if not (changes := behind(folder)):
        return None
    # Whose tables are up to date need not wait for what copies them.
    from ledger.record.sqlite.copying import copy_record, flush, pages_of
    from ledger.record.sqlite.durable import put_away

    copy = folder / f"before-{changes[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    aside = copy.with_suffix(".part")
    try:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, aside, advance)
        put_away(aside)
        flush(aside)
        aside.replace(copy)
        flush(folder)
    finally:
        aside.unlink(missing_ok=True)
    return copy


def server_copied_before(folder: Path) -> Path | None:
    """Back a record on a server up whose tables are about to be changed.

    They are changed in one transaction; the backup is for whoever wants the release before back.
    """
    there = changes_in_postgres(os.environ)
    if not there or not (waiting := missing_in_postgres(there)):
        return None
    from ledger.backup.taking import take
    from web.command_line.backups import source_of

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"before-{waiting[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tilescribe"
    return take(source_of(folder), copy, {}, RELEASE, read=copy_read).file

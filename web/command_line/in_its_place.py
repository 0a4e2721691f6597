"""Where a record can be read without a line of it being written.

What can't be read in its place is read from a private copy, thrown away at the end: a record of
an earlier release, whose tables must be brought up to date to be read, and one that lies
write-protected with its write-ahead file. PostgreSQL has no private copies; it is refused, in
words.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from ledger.record.engine import open_log
from ledger.record.log import Log
from ledger.record.opening import LEDGER_FILE, may_write, private_folder
from ledger.record.sqlite.copying import copy_record, pages_of
from migrations import behind, bring_up_to_date
from web.command_line.data_folder import in_postgres, must_hold_a_record
from web.command_line.outputs import progress


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
    with readable(folder) as place, closing(open_log(place, to_write=False)) as log:
        yield log


@contextmanager
def copy_read(place: Path) -> Iterator[Log]:
    """The log of a copy in a folder, whatever keeps the record; of an earlier release as well."""
    if not behind(place):
        with closing(open_log(place, {}, to_write=False)) as log:
            yield log
        return
    with private_folder() as private:
        copy_record(place / LEDGER_FILE, private / LEDGER_FILE, lambda _pages: None)
        bring_up_to_date(private, {})
        with closing(open_log(private, {}, to_write=False)) as log:
            yield log

"""A record opened to be looked at: nothing of it is written, and its tables stay as they are.

What can't be read in its place is read from a private copy, thrown away at the end: a record of
an earlier release, whose tables must be brought up to date to be read, and one that lies
write-protected with its write-ahead file. The hall lies in a private folder too where the
data folder is write-protected. PostgreSQL has no private copies; it is refused, in words.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ledger.copying import copy_record, pages_of
from ledger.desk import Desk
from ledger.hall import HALL_FILE
from ledger.keys.cabinet import NO_CABINET
from ledger.log import open_log
from ledger.opening import may_write
from ledger.shelf import Shelf
from migrations import LEDGER_FILE, behind, bring_up_to_date
from web.command_line.opened import Opened, following, in_postgres, must_hold_a_record
from web.command_line.progress import progress


@contextmanager
def looked_at(folder: Path) -> Iterator[Opened]:
    """The record in ``folder``, to be read; closed at the end.

    Raises:
      Refusal: ``no-record`` where there is none, or what ``open_log`` says of the file.
    """
    with ExitStack() as closing_time:
        place = closing_time.enter_context(readable(folder))
        log = open_log(place, to_write=False)
        closing_time.callback(log.close)
        shelf = Shelf(log)
        home = folder
        if place != folder or not os.access(folder, os.W_OK):
            home = closing_time.enter_context(_private_folder())
            if (folder / HALL_FILE).exists():  # what it knows need not be worked out again
                shutil.copyfile(folder / HALL_FILE, home / HALL_FILE)
        hall = following(home, log, shelf)
        closing_time.callback(hall.close)
        yield Opened(folder, log, hall, Desk(log, shelf=shelf), NO_CABINET)


@contextmanager
def readable(folder: Path) -> Iterator[Path]:
    """Where the record of ``folder`` can be read: there, or in a private copy.

    Raises:
      Refusal: ``no-record``; or the copy found no room.
      NotOursToChange: it is a newer release's, or no record.
    """
    must_hold_a_record(folder)
    if in_postgres():
        yield folder
        return
    path = folder / LEDGER_FILE
    in_its_place = may_write(path) or not path.with_name(f"{LEDGER_FILE}-wal").exists()
    if in_its_place and not behind(folder):
        yield folder
        return
    with _private_folder() as private:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, private / LEDGER_FILE, advance)
        if bring_up_to_date(private):
            click.echo(
                f"{folder} is of an earlier release: shown from a private copy, itself left as "
                "it is. `tilescribe migrate` brings it up to date.",
                err=True,
            )
        yield private


@contextmanager
def _private_folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="tilescribe-") as private:  # 0700
        yield Path(private)

"""A data folder opened for work, or to be looked at."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.accounts.local_store import LookedInto, open_local_store
from ledger.desk.opened import Opened
from ledger.desk.sheet_cache import SheetCache
from ledger.hall import HALL_FILE, Hall, open_hall
from ledger.record.engine import open_log
from ledger.record.events import badge_id
from ledger.record.log import Log
from ledger.record.opening import private_folder
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary import COMMAND_LINE, CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from migrations import LEDGER_FILE, bring_up_to_date, changes_in_postgres
from migrations.hall_db import prepare as prepare_hall
from web.command_line.data_folder import (
    copied_before,
    follows_a_record_elsewhere,
    in_postgres,
    must_hold_a_record,
    progress,
    readable,
)
from web.settings.in_force import quorum_named

if TYPE_CHECKING:
    from ledger.desk.desk import Desk


def _begin(desk: Desk) -> None:
    """The first badge of a new record is that of whoever types commands.

    Another node that begins with us may have given it already.
    """
    from ledger.accounts.requests import IssueBadge
    from ledger.desk.requests import from_the_desk

    request = IssueBadge(badge=CONSOLE, name=COMMAND_LINE, role=Role.ORGANISER)
    try:
        desk.must_write(badge_id(CONSOLE), request, from_the_desk(CONSOLE))
    except Refusal:
        if desk.role_of(CONSOLE) is None:
            raise


def _unprintable(name: str) -> tuple[str, ...]:
    """As ``printing.engine.page`` has it; the fonts are read when there is a name to look at."""
    from printing.engine.page import characters_without_glyph

    return characters_without_glyph(name)


@contextmanager
def opened(folder: Path, *, make: bool = False, serves: bool = False) -> Iterator[Opened]:
    """The record in ``folder``, brought up to date; closed at the end.

    Args:
      make: whether to begin a new record where there is none.
      serves: whether pages are served from it (``ledger.hall.open_hall``).
    """
    if not make:
        must_hold_a_record(folder)
    elif not folder.exists() and not folder.absolute().parent.is_dir():
        raise Refusal(
            "no-such-folder",
            f"A new record was to begin in {folder}, and {folder.absolute().parent} is not there.",
            "Look for a typing error in --data. If it is meant, make that folder first.",
        )
    elif follows_a_record_elsewhere(folder):
        click.echo(
            f"{folder}: its lists follow a record that does not lie there. A new record begins; if "
            "that one is in PostgreSQL, stop now and name it in the settings.",
            err=True,
        )
    from web.command_line.data_folder import keep_copies

    with ExitStack() as closing_time:
        brought_up_to_date(folder)
        for line in (*keep_copies(folder), *keys_kept_private(folder)):
            click.echo(line, err=True)
        closing_time.enter_context(put_away_after(folder))
        log = open_log(folder)
        closing_time.callback(log.close)
        shelf = SheetCache(log)
        hall = following(folder, log, shelf, serves=serves)
        closing_time.callback(hall.close)
        local_store = open_local_store(folder)
        closing_time.callback(local_store.close)
        here = Opened(
            folder, log, hall, shelf, local_store, unprintable=_unprintable, quorum=quorum_named()
        )
        closing_time.callback(here.put_derived_away)
        if log.last_position() == 0:
            _begin(here.desk)
        yield here


def following(folder: Path, log: Log, shelf: SheetCache, *, serves: bool = False) -> Hall:
    """The hall in ``folder``, once it has taken in what it lacked of the log, or leapt over it."""
    with progress("Reading the record", log.last_position()) as advance:
        return open_hall(
            folder, log, shelf, prepare=prepare_hall, serves=serves,
            progress=lambda done, _end: advance(done),
        )  # fmt: skip


@contextmanager
def put_away_after(folder: Path) -> Iterator[None]:
    """Leave the record as one file at the end, unless somebody else has it open."""
    try:
        yield
    finally:
        if not in_postgres():
            put_away(folder / LEDGER_FILE)


def brought_up_to_date(folder: Path) -> list[str]:
    """Make the record, or its tables those of this release, and say so where there was one.

    Tables that nodes share are changed by ``tilescribe record migrate`` alone: one that comes with
    a newer release would take them from under the others. Whoever opens them says what they lack.

    Returns:
      The changes made.
    """
    if in_postgres() and changes_in_postgres(os.environ):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return []
    copy = copied_before(folder)
    made = bring_up_to_date(folder)
    if copy is not None:
        click.echo(
            f"{folder}: brought up to date for this release, {made[-1] if made else 'just now'}. "
            f"As it was, the record is in {copy}.",
            err=True,
        )
    return made


# A record opened to be looked at: nothing of it is written, and its tables stay as they are.
#
# The hall lies in a private folder where the data folder is write-protected.


@contextmanager
def looked_at(folder: Path, *, apart: bool = False) -> Iterator[Opened]:
    """The record in ``folder``, to be read; closed at the end.

    ``apart``: the hall too is looked at in a private copy, so that the folder stays as it is.
    """
    with ExitStack() as closing_time:
        place = closing_time.enter_context(readable(folder))
        log = open_log(place, to_write=False)
        closing_time.callback(log.close)
        shelf = SheetCache(log)
        home = folder
        if apart or place != folder or not os.access(folder, os.W_OK):
            home = closing_time.enter_context(private_folder())
            if (folder / HALL_FILE).exists():  # what it knows need not be worked out again
                shutil.copyfile(folder / HALL_FILE, home / HALL_FILE)
        hall = following(home, log, shelf)
        closing_time.callback(hall.close)
        here = Opened(
            folder, log, hall, shelf, LookedInto(place), place != folder, _unprintable,
            quorum_named(),
        )  # fmt: skip
        closing_time.callback(here.put_derived_away)
        yield here


# A data folder is kept from other users of the computer: it holds the hashes of PINs.
#
# What we make is ours alone from the start. What was made looser, by an earlier release or by hand,
# is tightened where it is a file of ours; of the folder, which may hold other things and be meant
# for others, it is said.


KEYS = "*.key"
"""What checkpoints and bundles are signed with, named so that no command loads ciphers for it."""

BESIDE = ("", "-wal", "-shm", "-journal", "-lock")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def kept_private(folder: Path) -> Iterator[str]:
    """Tighten the files, and say what was done and what should be, a line each."""
    from ledger.lexicon.lexicon import SHELF
    from ledger.proof.game_proof import TREE_FILE
    from ledger.proof.paper_codes import PRINTED_FILE

    if os.name != "posix":
        return
    lists = folder / SHELF
    files = (LEDGER_FILE, HALL_FILE, TREE_FILE, PRINTED_FILE)
    ours = [folder / f"{name}{ending}" for name in files for ending in BESIDE]
    tightened = [path.name for path in (*ours, lists, *lists.glob("*")) if _tightened(path)]
    if tightened:
        yield f"Other users of this computer could read {', '.join(tightened)}; now they can't."
    mode = folder.stat().st_mode
    if mode & OTHERS:
        yield (
            f"Other users of this computer can look into {folder}: `chmod 700 {folder}`, "
            "if nobody else needs it."
        )


def keys_kept_private(folder: Path) -> Iterator[str]:
    """The same of the keys alone, each time that something may be signed with them."""
    if os.name != "posix":
        return
    for path in sorted(folder.glob(KEYS)):
        if _tightened(path):
            yield (
                f"Other users of this computer could read the key in {path.name}; now they can't. "
                "Unless you know them all, make a new one with `tilescribe key new`."
            )


def _tightened(path: Path) -> bool:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & OTHERS:
            return False
        path.chmod(mode & ~OTHERS)
    except OSError:  # gone meanwhile, or not ours to change
        return False
    return True

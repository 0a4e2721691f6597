"""``tilescribe record backup``: the record copied while it is in use."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from ledger.backup import ring
from ledger.backup.ring_disk import must_be_the_ring, remember
from ledger.backup.taking import Source, SqliteSource, Taken, must_be_free, take
from ledger.lexicon.shared import lists_beside
from ledger.record.opening import LEDGER_FILE, may_write
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from migrations import RELEASE, behind, bring_up_to_date
from web.command_line.configuration import lies_elsewhere
from web.command_line.copies import copy_read
from web.command_line.data_folder import data_option, in_postgres, must_hold_a_record
from web.command_line.lexicons import share_lists
from web.command_line.outputs import progress
from web.settings.in_force import disk_of, must_have_a_disk

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
    )


def _note(data: Path, taken: Taken, *, elsewhere: bool) -> None:
    """Tell the record that a backup is good; one that is only looked at needs no telling."""
    if not in_postgres() and (behind(data) or not may_write(data / LEDGER_FILE)):
        return
    from ledger.accounts.local_store import open_cabinet

    try:
        with closing(open_cabinet(data)) as cabinet:
            ring.note(cabinet, taken.manifest, taken.file, taken.answered, elsewhere=elsewhere)
        if not in_postgres():
            put_away(data / LEDGER_FILE)
    except Refusal as refusal:
        click.echo(f"The record could not be told of it: {refusal.what}", err=True)

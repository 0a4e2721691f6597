"""A backup put back on a PostgreSQL server: into tables of its own, what was there kept aside."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from ledger.accounts.local_store import open_cabinet
from ledger.backup import ring
from ledger.backup.manifest import Manifest
from ledger.backup.postgres_copy import nodes_at, put_in_its_place, put_into, room_beside
from ledger.backup.restoring import Removal, begin_era, checked_copy, removals_in, removed_again
from ledger.lexicon.shared import lists_put_down
from ledger.record.engine import open_log
from ledger.record.opening import private_folder
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.refusals import Refusal
from migrations import LEDGER_FILE, bring_up_to_date
from web.command_line.in_its_place import copy_read
from web.command_line.outputs import progress


def put_on_server(
    file: Path, data: Path, manifest: Manifest, *, set_aside: bool
) -> tuple[str, int | None, int]:
    """Put a backup into the database; where what was there lies now, and how far it went.

    And how much was removed again that had been removed since the backup was made.
    """
    settings = os.environ
    known, gone = _known_of(data)
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


def _known_of(data: Path) -> tuple[int | None, tuple[Removal, ...]]:
    """How far the record in the database goes, and what was removed; ``None``: there is none."""
    try:
        with closing(open_log(data)) as log:
            return log.last_position(), removals_in(log)
    except Refusal as refusal:
        if refusal.code == "no-record":
            return None, ()
        raise

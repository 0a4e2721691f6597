"""Which engine keeps the record, SQLite or PostgreSQL, and the log opened on it.

A log is built from the eventsourcing library's ``Application`` at its documented seams: our
recorder, our mapper, our settings. The library's aggregate cache and snapshots stay off.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import PersistenceError

from ledger.record.failures import wording
from ledger.record.log import Log
from ledger.record.opening import (
    LEDGER_FILE,
    address_to_read,
    check_file,
    in_postgres,
    must_be_installed,
    must_be_safe,
)


class Record(Application[UUID]):
    """The library's application, under the table names of ours."""

    name = "Stored"


def open_log(folder: Path, env: Mapping[str, str] | None = None, *, to_write: bool = True) -> Log:
    """Open the record in ``folder``, or in PostgreSQL where the environment names it.

    Args:
      folder: the data folder; ``tilescribe record migrate`` has made the record in it.
      to_write: whether it may be written to; a file that only is read may be write-protected.

    Raises:
      Refusal: there is no record there that this release can safely go on with.
    """
    settings = dict(os.environ if env is None else env)
    must_be_safe(settings)
    if in_postgres(settings):
        must_be_installed()
        from ledger.record.postgres.connecting import LOCKED_AT_MOST, PATIENCE, check_server

        check_server(settings)
        settings["APPLICATION_RECORDER_TOPIC"] = (
            "ledger.record.postgres.store:ChainedPostgresRecorder"
        )
        settings.setdefault("POSTGRES_PASSWORD", "")
        settings.setdefault("POSTGRES_CONNECT_TIMEOUT", str(PATIENCE))
        settings.setdefault("POSTGRES_LOCK_TIMEOUT", str(LOCKED_AT_MOST))
    else:
        path = folder / LEDGER_FILE
        check_file(path, to_write=to_write)
        settings["PERSISTENCE_MODULE"] = "ledger.record.sqlite.store"
        settings["SQLITE_DBNAME"] = str(path.resolve()) if to_write else address_to_read(path)
        settings.pop("APPLICATION_RECORDER_TOPIC", None)
    settings |= {"MAPPER_TOPIC": "ledger.record.mapper:EventMapper", "CREATE_TABLE": "n"}
    try:
        record = Record(settings)
    except PersistenceError as trouble:
        raise wording(trouble) from trouble
    log = Log(record)
    try:
        log.last_position()  # connections are made on first use; whatever is wrong shows now
    except BaseException:
        log.close()
        raise
    return log

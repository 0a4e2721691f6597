"""What a store could not do, in words for the person at the table."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import DataError, OperationalError, PersistenceError

from ledger.messages import known, say
from ledger.vocabulary.refusals import RecordAway, Refusal

logger = logging.getLogger(__name__)


class CommitUnknown(OperationalError):
    """The server went away while it was committing: it has happened or not, nobody can say."""


_CODES = {
    "SQLITE_FULL": "disk-full",
    "SQLITE_IOERR": "disk-failed",
    "SQLITE_READONLY": "record-read-only",
    "SQLITE_BUSY": "record-busy",
    "SQLITE_LOCKED": "record-busy",
    "SQLITE_CORRUPT": "record-damaged",
    "SQLITE_NOTADB": "record-damaged",
    "SQLITE_CANTOPEN": "record-unreadable",
}
"""What the refusal is called for each of SQLite's troubles. All but what is not known say first
what everybody does, to keep score on paper, and then what the director sees to."""

_SQLSTATES = {
    "25006": "SQLITE_READONLY",
    "53100": "SQLITE_FULL",
    "55P03": "SQLITE_BUSY",
    "58030": "SQLITE_IOERR",
    "XX001": "SQLITE_CORRUPT",
    "XX002": "SQLITE_CORRUPT",
}
"""PostgreSQL's codes for the same troubles."""

_ERRNOS = {
    errno.ENOSPC: "SQLITE_FULL",
    errno.EDQUOT: "SQLITE_FULL",
    errno.EROFS: "SQLITE_READONLY",
    errno.EACCES: "SQLITE_READONLY",
    errno.EPERM: "SQLITE_READONLY",
}
"""And the system's."""


_OF_A_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}
"""What the system says of a disk, whatever was being written."""


def away_for(error: BaseException) -> RecordAway | None:
    """The trouble of the disk or the database behind an error; ``None``: it is another error."""
    for cause in _causes(error):
        if isinstance(cause, RecordAway):
            return cause
        if isinstance(cause, UnicodeDecodeError):
            continue  # outside the store it says nothing of a disk
        code = _code_of(cause)
        if code is None and isinstance(cause, OSError) and cause.errno in _OF_A_DISK:
            code = _CODES[_ERRNOS.get(cause.errno, "SQLITE_IOERR")]
        if code is not None:
            return RecordAway.of(code)
        if isinstance(cause, OperationalError):
            return store_away()
    return None


def _code_of(cause: BaseException) -> str | None:
    """What SQLite or PostgreSQL calls by a name that is known here."""
    name = getattr(cause, "sqlite_errorname", "") or ""
    if isinstance(cause, UnicodeDecodeError):
        name = "SQLITE_CORRUPT"
    name = name or _SQLSTATES.get(getattr(cause, "sqlstate", "") or "", "")
    return next((code for start, code in _CODES.items() if name.startswith(start)), None)


def wording(trouble: Exception) -> Refusal:
    """The refusal to show for an error of the store.

    Returns:
      A ``RecordAway`` with code ``disk-full``, ``disk-failed``, ``record-read-only``,
      ``record-busy``, ``record-damaged``, ``record-unreadable``, ``commit-unknown`` or
      ``store-away``; for what no store could ever hold, a refusal ``unwritable``.
    """
    for cause in _causes(trouble):
        if isinstance(cause, CommitUnknown):
            return RecordAway.of("commit-unknown")
        code = _code_of(cause)
        if code is not None:
            return RecordAway.of(code)
    if "disk I/O error" in str(trouble):
        return RecordAway.of("disk-failed")
    if isinstance(trouble, DataError):
        return Refusal.of("unwritable")
    # What the server said may name hosts and users: for whoever runs it, not for the hall.
    logger.warning("the record can't be reached: %s", str(trouble).replace("\n", " "))
    return store_away()


def remedy_of(away: RecordAway) -> str:
    """What whoever runs the service does about it."""
    if not known(f"record.remedy.{away.code}"):
        return away.next_step
    return say(f"record.remedy.{away.code}")


def store_away() -> RecordAway:
    """The refusal where nothing more is known than that there was no answer."""
    return RecordAway.of("store-away")


@contextmanager
def said_wording() -> Iterator[None]:
    """Say in words what goes wrong with a file of SQLite's, or with the disk it lies on.

    Raises:
      RecordAway: the file can't be read or written at the moment.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError, sqlite3.InterfaceError):
        raise  # ours, not the disk's
    except (sqlite3.Error, PersistenceError) as trouble:
        raise wording(trouble) from trouble
    except OSError as trouble:
        name = _ERRNOS.get(trouble.errno or 0, "SQLITE_IOERR")
        raise RecordAway.of(_CODES[name]) from trouble


def _causes(trouble: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = trouble
    while cause is not None:
        yield cause
        cause = cause.__cause__

"""What a store could not do, in words for the person at the table."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from eventsourcing.persistence import DataError, OperationalError, PersistenceError

from ledger.vocabulary.refusals import RecordAway, Refusal

logger = logging.getLogger(__name__)

ON_PAPER = "Nothing was written. Keep score on paper and call the director: "
"""How every trouble goes on: what everybody does, and then what the director sees to."""


class CommitUnknown(OperationalError):
    """The server went away while it was committing: it has happened or not, nobody can say."""


class _Words(NamedTuple):
    code: str
    what: str
    remedy: str


_WORDS = {
    "SQLITE_FULL": _Words(
        "disk-full",
        "The disk is full.",
        "make room on the disk, and it goes on by itself.",
    ),
    "SQLITE_IOERR": _Words(
        "disk-failed",
        "The disk failed to read or write.",
        "check the disk, then restart the service.",
    ),
    "SQLITE_READONLY": _Words(
        "record-read-only",
        "The record can only be read.",
        "give the service the right to write.",
    ),
    "SQLITE_BUSY": _Words(
        "record-busy",
        "Another program has held the record for too long.",
        "if it stays so, stop the other program.",
    ),
    "SQLITE_CORRUPT": _Words(
        "record-damaged",
        "The record's file is damaged.",
        "run tilescribe record verify.",
    ),
    "SQLITE_CANTOPEN": _Words(
        "record-unreadable",
        "The record's file can't be opened.",
        "check the data folder and its rights.",
    ),
}
_WORDS["SQLITE_NOTADB"] = _WORDS["SQLITE_CORRUPT"]
_WORDS["SQLITE_LOCKED"] = _WORDS["SQLITE_BUSY"]

_AWAY = _Words(
    "store-away",
    "The record can't be reached at the moment.",
    "the service goes on by itself once the database is back.",
)

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
        words = _words_of(cause)
        if words is None and isinstance(cause, OSError) and cause.errno in _OF_A_DISK:
            words = _WORDS[_ERRNOS.get(cause.errno, "SQLITE_IOERR")]
        if words is not None:
            return _away(words)
        if isinstance(cause, OperationalError):
            return store_away()
    return None


def _words_of(cause: BaseException) -> _Words | None:
    """What SQLite or PostgreSQL calls by a name that is known here."""
    name = getattr(cause, "sqlite_errorname", "") or ""
    if isinstance(cause, UnicodeDecodeError):
        name = "SQLITE_CORRUPT"
    name = name or _SQLSTATES.get(getattr(cause, "sqlstate", "") or "", "")
    return next((words for start, words in _WORDS.items() if name.startswith(start)), None)


def wording(trouble: Exception) -> Refusal:
    """The refusal to show for an error of the store.

    Returns:
      A ``RecordAway`` with code ``disk-full``, ``disk-failed``, ``record-read-only``,
      ``record-busy``, ``record-damaged``, ``record-unreadable``, ``commit-unknown`` or
      ``store-away``; for what no store could ever hold, a refusal ``unwritable``.
    """
    for cause in _causes(trouble):
        if isinstance(cause, CommitUnknown):
            return RecordAway(
                "commit-unknown",
                "The record went away while this was being written.",
                "Keep score on paper, and enter it again when the record is back: "
                "what was written after all is not written twice.",
            )
        words = _words_of(cause)
        if words is not None:
            return _away(words)
    if "disk I/O error" in str(trouble):
        return _away(_WORDS["SQLITE_IOERR"])
    if isinstance(trouble, DataError):
        return Refusal(
            "unwritable",
            "This holds something that no record can keep.",
            "Leave out characters that can't be printed, and enter it again.",
        )
    # What the server said may name hosts and users: for whoever runs it, not for the hall.
    logger.warning("the record can't be reached: %s", str(trouble).replace("\n", " "))
    return store_away()


def remedy_of(away: RecordAway) -> str:
    return away.next_step.removeprefix(ON_PAPER)


def store_away() -> RecordAway:
    """The refusal where nothing more is known than that there was no answer."""
    return _away(_AWAY)


def _away(words: _Words) -> RecordAway:
    return RecordAway(words.code, words.what, ON_PAPER + words.remedy)


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
        raise _away(_WORDS[name]) from trouble


def _causes(trouble: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = trouble
    while cause is not None:
        yield cause
        cause = cause.__cause__

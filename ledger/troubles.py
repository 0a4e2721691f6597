"""What a store could not do, in words for the person at the table."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.refusals import Refusal

_ON_PAPER = "Nothing was written. Keep score on paper"

_WORDS = {
    "SQLITE_FULL": (
        "disk-full",
        "The disk is full.",
        f"{_ON_PAPER}, make room on the disk, then enter it again.",
    ),
    "SQLITE_IOERR": (
        "disk-failed",
        "The disk failed to write.",
        f"{_ON_PAPER} and call the director: check the disk, then restart the service.",
    ),
    "SQLITE_READONLY": (
        "record-read-only",
        "The record can only be read.",
        f"{_ON_PAPER} and call the director: give the service the right to write.",
    ),
    "SQLITE_BUSY": (
        "record-busy",
        "Another program has held the record for too long.",
        "Nothing was written. Enter it again; if it stays so, call the director.",
    ),
    "SQLITE_CORRUPT": (
        "record-damaged",
        "The record's file is damaged.",
        f"{_ON_PAPER} and call the director: run tilescribe verify.",
    ),
    "SQLITE_CANTOPEN": (
        "record-unreadable",
        "The record's file can't be opened.",
        f"{_ON_PAPER} and call the director: check the data folder and its rights.",
    ),
}
_WORDS["SQLITE_NOTADB"] = _WORDS["SQLITE_CORRUPT"]
_WORDS["SQLITE_LOCKED"] = _WORDS["SQLITE_BUSY"]

_SQLSTATES = {"53100": "SQLITE_FULL", "25006": "SQLITE_READONLY", "58030": "SQLITE_IOERR"}
"""PostgreSQL's codes for the same troubles: disk full, read-only transaction, I/O error."""


def in_words(trouble: Exception) -> Refusal:
    """The refusal to show for an error of the store.

    Returns:
      A ``Refusal`` with code ``disk-full``, ``disk-failed``, ``record-read-only``,
      ``record-busy``, ``record-damaged``, ``record-unreadable`` or ``store-away``.
    """
    for cause in _causes(trouble):
        name = getattr(cause, "sqlite_errorname", "") or ""
        if isinstance(cause, UnicodeDecodeError):
            name = "SQLITE_CORRUPT"
        name = name or _SQLSTATES.get(getattr(cause, "sqlstate", "") or "", "")
        for start, words in _WORDS.items():
            if name.startswith(start):
                return Refusal(*words)
    if "disk I/O error" in str(trouble):
        return Refusal(*_WORDS["SQLITE_IOERR"])
    return Refusal(
        "store-away",
        f"The record can't be reached ({trouble}).".replace("\n", " "),
        f"{_ON_PAPER} and call the director.",
    )


def _causes(trouble: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = trouble
    while cause is not None:
        yield cause
        cause = cause.__cause__

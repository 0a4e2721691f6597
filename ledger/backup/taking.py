"""Taking a backup: copied at one moment, proven by reading it again, then put in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from ledger.backup.manifest import (
    Manifest,
    contents_of,
    damaged,
    era_of,
    read_manifest,
    sealed,
    write_manifest,
)
from ledger.record.failures import said_wording
from ledger.record.log import Log
from ledger.record.opening import LEDGER_FILE, alone_or_not, folder_for_the_owner
from ledger.record.sqlite.durable import copy_record, flush, pages_of
from ledger.record.verify import verify
from ledger.record.verify_parts import MARK_FILE, longer_than_marked, verify_part
from ledger.vocabulary.refusals import Refusal

Progress = Callable[[int, int], None]
"""Called with how much is done, and how much there is in all."""

TO_SPARE = 32 * 1024 * 1024
"""Bytes that must be left on the disk of the backups; the record may lie on the same one."""


class Source(Protocol):
    @property
    def engine(self) -> str:
        """What keeps the record: ``sqlite`` or ``postgres``."""

    @property
    def goes_on(self) -> bool:
        """Whether a copy that was stopped half way is of use to the next one."""

    def size(self) -> int:
        """How many bytes the copy will take, about."""

    def copy_to(self, file: Path, progress: Progress) -> int:
        """Copy log and tables as they are at one moment into ``file``.

        Where the file is there, it is a copy that was stopped half way.

        Returns:
          How many events were there already.
        """


class SqliteSource(NamedTuple):
    folder: Path
    engine: str = "sqlite"
    goes_on: bool = False

    def size(self) -> int:
        """The file, and what lies in its write-ahead file."""
        path = self.folder / LEDGER_FILE
        ahead = path.with_name(f"{LEDGER_FILE}-wal")
        return path.stat().st_size + (ahead.stat().st_size if ahead.exists() else 0)

    def copy_to(self, file: Path, progress: Progress) -> int:
        """Copy by SQLite's own means, which keep no writer waiting."""
        path = self.folder / LEDGER_FILE
        whole = pages_of(path)
        copy_record(path, file, lambda done: progress(min(done, whole), whole))
        return 0


CopyRead = Callable[[Path], AbstractContextManager[Log]]
"""Opens the log of a copy in a folder to be read only, whichever release it is of."""


class Taken(NamedTuple):
    """A backup that was taken, and the last number of each tablet whose answer is in it.

    Attributes:
      there: events that a run before had copied, which was stopped.
    """

    file: Path
    manifest: Manifest
    answered: Mapping[str, int]
    there: int = 0


def take(
    source: Source,
    file: Path,
    lists: Mapping[str, bytes],
    release: str,
    *,
    read: CopyRead,
    replace: bool = False,
    progress: Progress = lambda _done, _whole: None,
    now: datetime | None = None,
) -> Taken:
    """Take a backup into ``file``.

    It is written beside ``file``, read again from its first event to its last, flushed, and only
    then takes that name: whatever happens meanwhile, there is the one before, or this one, whole.
    Where the source goes on with what it copied, a run that was stopped is gone on with by the
    next one into that folder: what was copied, and how far that was read again.

    Args:
      lists: word lists that lie beside the record, by the names of their files.
      replace: whether a backup of ours that has the name may go.
      now: when it was begun; what the clock says if ``None``.
    """
    began = now or datetime.now(UTC)
    must_be_free(file, replace=replace)
    with _beside(file, goes_on=source.goes_on) as place:
        copy = place / LEDGER_FILE
        there = copy.stat().st_size if copy.exists() else 0
        _must_find_room(file.parent, source.size() + sum(map(len, lists.values())) - there)
        before = source.copy_to(copy, progress)
        if before:
            longer_than_marked(place)
        else:
            (place / MARK_FILE).unlink(missing_ok=True)
        _alone(copy)
        manifest, answered = _proven(copy, read, source, release, began)
        write_manifest(copy, manifest, lists)
        if read_manifest(copy) != manifest:
            raise damaged(file, "it can't be read again")
        must_be_free(file, replace=replace)
        _put_in_place(copy, file)
    return Taken(file, manifest, answered, before)


def must_be_free(file: Path, *, replace: bool) -> None:
    """Refuse a name that something else has, or in a folder where nothing can be written.

    What is wrong with the folder is no trouble of the record or of its disk.
    """
    folder = file.absolute().parent
    if not folder.is_dir():
        raise Refusal(
            "no-such-folder",
            f"The backup goes to {folder}, and that folder is not there.",
            "Mount its disk, or make the folder if it is meant.",
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Refusal(
            "folder-closed",
            f"The backup goes to {folder}, and Tilescribe may not write there.",
            "Let its user write in that folder, or name another. The record itself is well.",
        )
    if not file.exists() and not file.is_symlink():
        return
    if replace:
        read_manifest(file)  # refuses what is no backup of ours
        return
    raise Refusal(
        "file-there",
        f"{file} is there already.",
        "Choose another name, or say --replace for a backup of ours.",
    )


def _must_find_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + TO_SPARE:
        raise Refusal(
            "no-room",
            f"The backup takes {_megabytes(size)}, and {folder} has {_megabytes(free)} left.",
            f"Make room there, so that {_megabytes(TO_SPARE)} are left over, or choose another "
            "folder.",
        )


def _megabytes(size: int) -> str:
    return f"{max(1, size // 1_000_000)} MB"


HALF_DONE = ".backup-half-done"
"""The folder beside a backup in which one lies that was stopped, for the next one to go on with."""


@contextmanager
def _beside(file: Path, *, goes_on: bool) -> Iterator[Path]:
    """A folder for our eyes alone on the same disk, gone at the end.

    One in which a copy is gone on with stays when that is stopped, and one process at a time has
    it. What is found to be damaged goes with it.
    """
    place = file.parent / HALF_DONE
    with said_wording(), ExitStack() as to_the_end:
        if goes_on:
            folder_for_the_owner(place)
        if not (goes_on and to_the_end.enter_context(alone_or_not(place / "lock"))):
            yield Path(
                to_the_end.enter_context(TemporaryDirectory(dir=file.parent, prefix=".backup-"))
            )
            return
        try:
            yield place
        except Refusal as refusal:
            if refusal.code == "backup-damaged":
                shutil.rmtree(place)
            raise
        shutil.rmtree(place)


def _alone(copy: Path) -> None:
    """Let the copy's header say that it needs no write-ahead file."""
    with said_wording(), closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def _proven(
    copy: Path, read: CopyRead, source: Source, release: str, began: datetime
) -> tuple[Manifest, dict[str, int]]:
    """What the copy holds, once every link of it was looked at."""
    with read(copy.parent) as log:
        if source.goes_on:
            part = verify_part(log.store, copy.parent, inf, now=began, copied=True)
            assert part.verdict is not None  # it had all the time
            verdict = part.verdict
        else:
            verdict = verify(log.store)
        if not verdict.sound:
            raise Refusal(
                "backup-damaged",
                f"What was copied is not sound: {verdict.faults[0]}.",
                "Run tilescribe record verify; keep the data folder as it is, and call the "
                "director.",
            )
        last = log.read(verdict.position - 1, 1) if verdict.position else []
        manifest = Manifest(
            made_at=began,
            release=release,
            engine=source.engine,
            events=verdict.events,
            position=verdict.position,
            head=verdict.head.hex(),
            answers=verdict.answers,
            words=verdict.words,
            written_at=last[0][1].envelope.written_at if last else None,
            era=era_of(log),
        )
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?immutable=1", uri=True)) as db:
        query = "SELECT device, max(device_seq) FROM answers WHERE device_seq > 0 GROUP BY device"
        return sealed(manifest, contents_of(copy)), dict(db.execute(query).fetchall())


def _put_in_place(copy: Path, file: Path) -> None:
    with said_wording():
        flush(copy)
        copy.chmod(0o600)
        copy.replace(file)
        flush(file.parent)

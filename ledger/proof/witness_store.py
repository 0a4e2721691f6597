"""What a witness remembers: one SQLite file, and its key beside it. It holds nothing of any record.

A checkpoint is on the disk before its signature leaves, and looking, deciding and writing are one
transaction, whichever thread or process asks. Nothing that was signed is ever forgotten because a
log is taken off the list: put on it again, it must go on from there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import local

from msgspec import Struct
from msgspec.structs import replace

from ledger.proof.keys import SigningKey, cosigned, key_in, make_key
from ledger.proof.note import COSIGNATURE, ED25519, Checkpoint, Note, Unreadable, Verifier
from ledger.proof.witnessing import (
    MOST_ASKED,
    PLAIN,
    Compared,
    Decision,
    Evidence,
    SeenLog,
    ToSign,
    WitnessSees,
    decide,
    log_id,
    to_sign,
)
from ledger.record.opening import begun_for_the_owner
from ledger.vocabulary.refusals import Refusal

STORE_FILE = "witness.db"
WITNESS_KEY = "witness.key"
EDITION = 1  # of the tables

MOST_LOGS, MOST_KEYS = 500, 16
"""Logs of one witness, and keys of one log: each node of a hall has its own."""

MOST_NEW = 60
"""New checkpoints that are signed of one log within a minute: a hall makes some ten a day."""

MOST_KEPT = 10_000
"""Checkpoints of a log that are kept to be compared; of more, the oldest but the first go."""

MOST_FOUND, SHOWN = 200, 20
"""Refused checkpoints of a log that are kept of a kind, and shown: the first, and two histories
before what came without a proof, so that many of those hide nothing."""

MINUTE = timedelta(minutes=1)
LONGEST_NAME = 200

_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS log_key (
    key TEXT PRIMARY KEY, origin TEXT NOT NULL, added_at TEXT NOT NULL, address TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS signed (
    origin TEXT NOT NULL, size INTEGER NOT NULL, root BLOB NOT NULL, at TEXT NOT NULL,
    note TEXT NOT NULL, PRIMARY KEY (origin, size)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS found (
    origin TEXT NOT NULL, size INTEGER NOT NULL, root TEXT NOT NULL, found TEXT NOT NULL,
    by TEXT NOT NULL, against_size INTEGER NOT NULL, against_root TEXT NOT NULL,
    first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (origin, size, root, found, by)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS compared (
    origin TEXT NOT NULL, by TEXT NOT NULL, verdict TEXT NOT NULL, upto INTEGER NOT NULL,
    why TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (origin, by)
) WITHOUT ROWID;
"""


StoreAway = sqlite3.Error
"""What is raised where the file can't be used: a full disk, somebody who holds it."""


class Reply(Struct, frozen=True):
    """What a witness answers; of 200 ``says`` is its signature line."""

    status: int
    says: str
    kind: str = PLAIN


class WitnessStore:
    """The memory of one witness.

    Attributes:
      name: by which its signatures are known; it is part of its key, and never changes.
    """

    def __init__(self, folder: Path, name: str = "") -> None:
        """Open what is there, or begin it under ``name``.

        Raises:
          Refusal: ``no-witness``, ``another-witness-name``, ``unreadable-name``,
            ``unreadable-store``, ``key-unreadable``.
        """
        self._folder, self._local = folder, local()
        path = folder / STORE_FILE
        if not path.exists():
            _must_be_a_name(name, folder)
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            begun_for_the_owner(path)
        try:
            self.name, self._key = self._begun(name)
        except sqlite3.DatabaseError as trouble:
            raise Refusal(
                "unreadable-store",
                f"{path} can't be read as the store of a witness: {trouble}.",
                "Begin a new witness in another folder: one that has forgotten may sign a fork.",
            ) from trouble

    @property
    def verifier(self) -> Verifier:
        """The key its signatures are checked with."""
        return Verifier(self.name, self._key.public_key().public_bytes_raw(), COSIGNATURE)

    def close(self) -> None:
        """Give back what this thread has open."""
        if (db := getattr(self._local, "db", None)) is not None:
            db.close()
            del self._local.db

    # Logs

    def add(self, key: str, address: str, now: datetime) -> Verifier:
        """Let it know a key of a log; ``address``: where that log is asked for proofs, if known.

        Raises:
          Refusal: ``unreadable-key``, ``too-many-logs``.
        """
        try:
            found = Verifier.read(key)
        except Unreadable as trouble:
            raise _no_key(str(trouble)) from trouble
        if found.kind != ED25519:
            raise _no_key("that is the key of a witness, not of a log")
        if not found.name.isprintable() or len(found.name) > LONGEST_NAME:
            raise _no_key("the name in it can't be shown")
        with self._alone() as db:
            logs, keys = db.execute(
                "SELECT (SELECT count(DISTINCT origin) FROM log_key WHERE origin <> ?1),"
                " (SELECT count(*) FROM log_key WHERE origin = ?1 AND key <> ?2)",
                (found.name, str(found)),
            ).fetchone()
            if logs >= MOST_LOGS or keys >= MOST_KEYS:
                raise Refusal(
                    "too-many-logs",
                    f"One witness knows {MOST_LOGS} logs at most, and {MOST_KEYS} keys of each.",
                    "Remove one that is not in use any more, or begin another witness.",
                )
            db.execute(
                "INSERT INTO log_key VALUES (?, ?, ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET address = excluded.address"
                " WHERE excluded.address <> ''",
                (str(found), found.name, now.isoformat(), address.rstrip("/")),
            )
        return found

    def remove(self, which: str) -> int:
        """Take a key off the list, or all keys of a log; how many. What was signed stays."""
        with self._alone() as db:
            gone = db.execute("DELETE FROM log_key WHERE key = ?1 OR origin = ?1", (which,))
        return gone.rowcount

    def keys_of(self, origin: str) -> tuple[Verifier, ...]:
        rows = self._db.execute("SELECT key FROM log_key WHERE origin = ?", (origin,))
        return tuple(Verifier.read(key) for (key,) in rows)

    def address_of(self, origin: str) -> str:
        """Where a log is asked for proofs; empty: nobody said."""
        row = self._db.execute(
            "SELECT address FROM log_key WHERE origin = ? AND address <> ''", (origin,)
        ).fetchone()
        return str(row[0]) if row else ""

    # Signing

    def sign(self, body: bytes, now: datetime) -> Reply:
        """What is answered to a request to sign a checkpoint."""
        if len(body) > MOST_ASKED:
            return Reply(413, "That is too large for a checkpoint.\n")
        try:
            asked = to_sign(body)
        except Unreadable as trouble:
            return Reply(400, f"{trouble}.\n")
        keys = self.keys_of(asked.checkpoint.origin)
        if not keys or not asked.note.signed_by(keys):  # nobody locks the store for a stranger
            return _said(decide(asked, keys, None, None))
        with self._alone() as db:
            last, then = _signed_of(db, asked.checkpoint)
            decision = decide(asked, keys, last, then)
            if decision.status != 200:
                _keep_found(db, asked, decision, now)
                return _said(decision)
            note = replace(
                asked.note,
                signatures=tuple(
                    line for line in asked.note.signatures
                    if Note(asked.note.text, (line,)).signed_by(keys)
                ),
            )  # fmt: skip
            line = cosigned(note, self.name, self._key, int(now.timestamp()))
            if last is None or asked.checkpoint.size > last.size:
                if _too_many_new(db, asked.checkpoint.origin, now):
                    return Reply(429, "That log had many checkpoints signed just now.\n")
                whole = replace(note, signatures=(*note.signatures, line))
                _keep_signed(db, asked.checkpoint, str(whole), now)
        return Reply(200, str(Note("", (line,)))[1:])

    # What it shows

    def note_at(self, origin: str, size: int) -> str:
        """The checkpoint that was signed of that size, as a note; empty: none was."""
        row = self._db.execute(
            "SELECT note FROM signed WHERE origin = ? AND size = ?", (origin, size)
        ).fetchone()
        return str(row[0]) if row else ""

    def sees(self, now: datetime) -> WitnessSees:
        logs = tuple(self.seen(origin) for origin in self._origins())
        return WitnessSees(witness=str(self.verifier), now=now, logs=logs)

    def seen_by_id(self, wanted: str) -> SeenLog | None:
        """The log that an address stands for."""
        found = (origin for origin in self._origins() if log_id(origin) == wanted)
        return next((self.seen(origin) for origin in found), None)

    def seen(self, origin: str) -> SeenLog:
        db = self._db
        size, root, at, note = db.execute(
            "SELECT size, hex(root), at, note FROM signed WHERE origin = ?"
            " ORDER BY size DESC LIMIT 1",
            (origin,),
        ).fetchone() or (0, "", None, "")
        since, signed = db.execute(
            "SELECT min(at), count(*) FROM signed WHERE origin = ?", (origin,)
        ).fetchone()
        return SeenLog(
            log=origin, id=log_id(origin), keys=tuple(map(str, self.keys_of(origin))),
            size=size, root=root.lower(), at=_moment(at), since=_moment(since), signed=signed,
            note=note, found=tuple(self._found_of(origin)), compared=tuple(self._compared(origin)),
        )  # fmt: skip

    def _found_of(self, origin: str) -> Iterator[Evidence]:
        rows = self._db.execute(
            "SELECT found, size, root, against_size, against_root, by, first_at, last_at, times,"
            " note FROM found WHERE origin = ? ORDER BY found = 'unproved', first_at, size LIMIT ?",
            (origin, SHOWN),
        )
        for found, size, root, other, other_root, by, first, last, times, note in rows:
            yield Evidence(
                found=found, size=size, root=root, against_size=other, against_root=other_root,
                by=by, first_at=datetime.fromisoformat(first), last_at=datetime.fromisoformat(last),
                times=times, note=note,
            )  # fmt: skip

    def _compared(self, origin: str) -> Iterator[Compared]:
        rows = self._db.execute(
            "SELECT by, verdict, upto, why, at FROM compared WHERE origin = ? ORDER BY by",
            (origin,),
        )
        for by, verdict, upto, why, at in rows:
            yield Compared(
                by=by, verdict=verdict, upto=upto, why=why, at=datetime.fromisoformat(at)
            )

    def _origins(self) -> list[str]:
        rows = self._db.execute(
            "SELECT origin FROM log_key UNION SELECT origin FROM signed ORDER BY origin"
        )
        return [origin for (origin,) in rows]

    def keep_compared(self, origin: str, found: Compared) -> bool:
        """Write down what came of a comparison; whether it is a history nobody knew of."""
        with self._alone() as db:
            db.execute(
                "INSERT INTO compared VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (origin, by) DO UPDATE"
                " SET verdict = excluded.verdict, upto = excluded.upto, why = excluded.why,"
                " at = excluded.at",
                (origin, found.by, found.verdict, found.upto, found.why, found.at.isoformat()),
            )
            return found.evidence is not None and _keep(db, origin, found.evidence)

    # The file

    @property
    def _db(self) -> sqlite3.Connection:
        """This thread's own way to the file."""
        db: sqlite3.Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = sqlite3.connect(
                self._folder / STORE_FILE, isolation_level=None, timeout=10,
                check_same_thread=False,  # whichever thread lets go of it last, closes it
            )  # fmt: skip
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            self._local.db = db
        return db

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """What is read and written here is one step; on the disk when it ends."""
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")

    def _begun(self, name: str) -> tuple[str, SigningKey]:
        """Its name and its key, made where this is the first start; by one process alone."""
        with self._alone() as db:
            (edition,) = db.execute("PRAGMA user_version").fetchone()
            if edition not in (0, EDITION):
                raise sqlite3.DatabaseError(f"it is of edition {edition}, and this reads {EDITION}")
            if not edition:
                for statement in _TABLES.split(";\n"):
                    db.execute(statement)
                _must_be_a_name(name, self._folder)
                db.execute("INSERT INTO about VALUES (?)", (name,))
                make_key(self._folder, WITNESS_KEY)
                db.execute(f"PRAGMA user_version = {EDITION}")
            (known,) = db.execute("SELECT name FROM about").fetchone()
        if name not in ("", known):
            raise Refusal(
                "another-witness-name",
                f"The witness in {self._folder} is called {known}, which is part of its key.",
                "Leave --name out, or begin another one in another folder.",
            )
        key = key_in(self._folder, WITNESS_KEY)
        if key is None:
            raise Refusal(
                "no-key",
                f"The key of the witness in {self._folder} is gone ({WITNESS_KEY}).",
                "Put it back from a copy, or begin a new witness in another folder.",
            )
        return str(known), key


def _signed_of(db: sqlite3.Connection, at: Checkpoint) -> tuple[Checkpoint | None, bytes | None]:
    """The largest checkpoint signed of a log, and the root that was signed of this very size."""
    last = db.execute(
        "SELECT size, root FROM signed WHERE origin = ? ORDER BY size DESC LIMIT 1", (at.origin,)
    ).fetchone()
    then = db.execute(
        "SELECT root FROM signed WHERE origin = ? AND size = ?", (at.origin, at.size)
    ).fetchone()
    return Checkpoint(at.origin, *last) if last else None, then[0] if then else None


def _keep_signed(db: sqlite3.Connection, at: Checkpoint, note: str, now: datetime) -> None:
    db.execute(
        "INSERT INTO signed VALUES (?, ?, ?, ?, ?)",
        (at.origin, at.size, at.root, now.isoformat(), note),
    )
    # It is proved now, whoever sent it before without a proof.
    db.execute(
        "DELETE FROM found WHERE found = 'unproved' AND (origin, size, root) = (?, ?, ?)",
        (at.origin, at.size, at.root.hex()),
    )
    db.execute(
        "DELETE FROM signed WHERE origin = ?1 AND size <="
        " (SELECT size FROM signed WHERE origin = ?1 ORDER BY size DESC LIMIT 1 OFFSET ?2)"
        " AND size > (SELECT min(size) FROM signed WHERE origin = ?1)",
        (at.origin, MOST_KEPT),
    )


def _too_many_new(db: sqlite3.Connection, origin: str, now: datetime) -> bool:
    (new,) = db.execute(
        "SELECT count(*) FROM (SELECT at FROM signed WHERE origin = ? ORDER BY size DESC LIMIT ?)"
        " WHERE at > ?",
        (origin, MOST_NEW, (now - MINUTE).isoformat()),
    ).fetchone()
    return int(new) >= MOST_NEW


def _keep_found(db: sqlite3.Connection, asked: ToSign, why: Decision, now: datetime) -> None:
    if not why.found or why.against is None:
        return
    at = asked.checkpoint
    evidence = Evidence(
        found=why.found, size=at.size, root=at.root.hex(),
        against_size=why.against.size, against_root=why.against.root.hex(),
        first_at=now, last_at=now, note=str(asked.note),
    )  # fmt: skip
    _keep(db, at.origin, evidence)


def _keep(db: sqlite3.Connection, origin: str, one: Evidence) -> bool:
    """Write down what stands against a log; whether it was not known yet."""
    what = (origin, one.size, one.root, one.found, one.by)
    before = db.execute(
        "SELECT last_at FROM found WHERE (origin, size, root, found, by) = (?, ?, ?, ?, ?)", what
    ).fetchone()
    if before is None:
        (kept,) = db.execute(
            "SELECT count(*) FROM found WHERE origin = ? AND found = ?", (origin, one.found)
        ).fetchone()
        if kept < MOST_FOUND:
            db.execute(
                "INSERT INTO found VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *what, one.against_size, one.against_root, one.first_at.isoformat(),
                    one.last_at.isoformat(), one.times, one.note,
                ),
            )  # fmt: skip
        return True
    if one.last_at - datetime.fromisoformat(before[0]) >= MINUTE:  # who repeats it wears no disk
        db.execute(
            "UPDATE found SET last_at = ?, times = times + 1"
            " WHERE (origin, size, root, found, by) = (?, ?, ?, ?, ?)",
            (one.last_at.isoformat(), *what),
        )
    return False


def _said(decision: Decision) -> Reply:
    return Reply(decision.status, decision.says, decision.kind)


def _moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _must_be_a_name(name: str, folder: Path) -> None:
    if not name:
        raise Refusal(
            "no-witness",
            f"There is no witness in {folder}.",
            "Begin one with `tilescribe witness serve --name witness.example`; the name stands in "
            "every signature and can't be changed.",
        )
    if not name.isprintable() or len(name) > LONGEST_NAME or set(name) & set("+ "):
        raise Refusal(
            "unreadable-name",
            "The name of a witness has no blanks and no plus sign, and 200 letters at most.",
            "Call it as its address is called, such as witness.example.",
        )


def _no_key(why: str) -> Refusal:
    return Refusal(
        "unreadable-key",
        f"That is no key of a log: {why}.",
        "Copy it from the foot of the hall's page /checkpoints/, or from `tilescribe key show`.",
    )

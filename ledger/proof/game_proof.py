"""One game proved by itself: its stored events, and the way of each to the root."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import RLock
from typing import Protocol
from uuid import UUID

import msgspec
from msgspec import Struct

from ledger.proof.facts import CheckpointMade
from ledger.proof.note import Growing, consistency, inclusion, leaf_data, leaf_hash, span
from ledger.record.chain import START_OF_CHAIN
from ledger.record.opening import begun_for_the_owner
from ledger.record.store import LogRow, Store
from ledger.refusals.saying import refusal

# The tree over the log in a file of its own: derived from the log, thrown away and made anew.
#
# Every complete subtree is a row that never changes. So a proof reads some forty rows, however long
# the log is, and what was written since is taken in when somebody asks.


TREE_FILE = "tree.db"
AT_ONCE = 4096  # events taken in at a time: a power of two, so that most subtrees are whole at once

_LEVEL = 48  # bits of a row's number that say the place in its level; those above say the level

_TABLES = """
CREATE TABLE IF NOT EXISTS node (at INTEGER PRIMARY KEY, hash BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS gap (position INTEGER PRIMARY KEY, place INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS upto (
    one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL,
    size INTEGER NOT NULL, link BLOB NOT NULL);
"""


class Rows(Protocol):
    def rows_after(self, position: int, limit: int, /) -> Sequence[LogRow]:
        """Events past ``position``, in order."""

    def link_at(self, position: int, /) -> bytes | None:
        """The link of the event at ``position``."""


class KeptTree:
    def __init__(self, folder: Path, rows: Rows) -> None:
        self._rows = rows
        self._lock = RLock()
        self._db = _opened_in(folder)
        self._begin()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @property
    def size(self) -> int:
        return self._growing.size

    def catch_up(self, progress: Callable[[int], None] = lambda _size: None) -> int:
        """Take in what was written since; the size after it. Stopped half way, it goes on there."""
        with self._lock:
            while self._took_in_more():
                progress(self.size)
            return self.size

    def complete(self, level: int, place: int) -> bytes:
        with self._lock:
            found = self._db.execute(
                "SELECT hash FROM node WHERE at = ?", (level << _LEVEL | place,)
            ).fetchone()
        if found is None:
            raise LookupError(f"no subtree {place} of level {level} is complete")
        return bytes(found[0])

    def root(self, size: int) -> bytes:
        return span(self.complete, 0, size)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        return inclusion(self.complete, index, size)

    def consistency(self, old: int, size: int) -> list[bytes]:
        return consistency(self.complete, old, size)

    def place_of(self, position: int) -> int:
        """Which leaf, from 0, the event at a position of the log is: positions may have gaps."""
        with self._lock:
            found = self._db.execute(
                "SELECT position, place FROM gap WHERE position <= ? ORDER BY position DESC",
                (position,),
            ).fetchone()
        if found is None:
            raise LookupError(f"no event at position {position}")
        return int(found[1]) + position - int(found[0])

    def size_at(self, position: int) -> int:
        """How many events the log held up to and with that position."""
        with self._lock:
            if position > self._position:
                self.catch_up()
            return self.place_of(position) + 1

    def _begin(self) -> None:
        found = self._db.execute("SELECT position, size, link FROM upto").fetchone()
        self._position: int
        self._link: bytes
        self._position, size, self._link = found or (0, 0, START_OF_CHAIN)
        edge = {
            level: self.complete(level, (size >> level) - 1)
            for level in range(size.bit_length())
            if size >> level & 1
        }
        self._growing = Growing(size, edge)

    def _took_in_more(self) -> bool:
        """Take in some events; whether there were any. Another program may be doing the same."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            if self._db.execute("SELECT position, size, link FROM upto").fetchone() not in (
                (self._position, self.size, self._link), None,
            ):  # fmt: skip
                self._begin()
            if not self._goes_on():
                self._forget()
            rows = self._rows.rows_after(self._position, AT_ONCE)
            if rows:
                self._take_in(rows)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            self._begin()
            raise
        return bool(rows)

    def _goes_on(self) -> bool:
        """Whether the log is still the one that was taken in: a restored one may not be."""
        return not self._position or self._rows.link_at(self._position) == self._link

    def _forget(self) -> None:
        for table in ("node", "gap", "upto"):
            self._db.execute(f"DELETE FROM {table}")  # noqa: S608 (our own names)
        self._begin()

    def _take_in(self, rows: Sequence[LogRow]) -> None:
        leaves = [
            leaf_hash(leaf_data(stream.encode(), b"%d" % version, topic.encode(), state))
            for _, stream, version, topic, state in rows
        ]
        place, before = self.size, self._position
        gaps = []
        for position, *_ in rows:
            if position != before + 1 or not place:
                gaps.append((position, place))
            place, before = place + 1, position
        link = self._rows.link_at(before) or b""
        self._db.executemany("INSERT INTO gap VALUES (?, ?)", gaps)
        for level, first, hashes in self._growing.add(leaves):
            self._db.executemany(
                "INSERT INTO node VALUES (?, ?)",
                [(level << _LEVEL | at, each) for at, each in enumerate(hashes, first)],
            )
        self._db.execute(
            "INSERT OR REPLACE INTO upto VALUES (1, ?, ?, ?)", (before, self.size, link)
        )
        self._position, self._link = before, link


def _opened_in(folder: Path) -> sqlite3.Connection:
    """The file in a folder; where nothing can be written there, a tree in memory."""
    path = begun_for_the_owner(folder / TREE_FILE)
    try:
        return _opened(str(path))
    except sqlite3.OperationalError:
        return _opened(":memory:")
    except sqlite3.DatabaseError:  # damaged: it is derived, so it is made anew
        path.unlink()
        return _opened(str(begun_for_the_owner(path)))


def _opened(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    try:
        # It can be made anew, so it waits for no disk.
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = OFF")
        db.executescript(_TABLES)
        db.execute("SELECT count(*) FROM upto").fetchone()
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


KIND = "tilescribe-proof-1"
CHECKER = Path(__file__).with_name("check_proof.py")
"""The program that checks it: Python and its standard library, nothing of ours."""


class ProvedEvent(Struct, frozen=True, omit_defaults=True):
    """A stored event, and its way to the root.

    Attributes:
      index: which leaf of the tree it is, from 0.
      stream: of which game, 32 hexadecimal digits; ``version``: its place in it, from 1.
      topic: what kind of fact; ``state``: as it is stored, text in UTF-8.
      path: hashes in hex, the leaf's side first.
      leaf: of an event that is left out of a redacted copy, its hash in hex in the place of topic
        and state. An event holds the random number of its request: nobody can guess it who does
        not know that number, so whoever leaves one out leaves out all that tell it.
    """

    index: int
    stream: str
    version: int
    topic: str
    state: str
    path: tuple[str, ...]
    leaf: str = ""


class GameProof(Struct, frozen=True, kw_only=True):
    """The proof of one game. Which game it is, its events say: nothing stands here that they don't.

    Attributes:
      keys: keys it may be signed with, for whoever has a library that checks them.
    """

    kind: str = KIND
    checkpoint: str
    keys: tuple[str, ...]
    events: tuple[ProvedEvent, ...]


def proof_of(
    game: UUID,
    about: str,
    store: Store,
    tree: KeptTree,
    made: CheckpointMade,
    *,
    note: str,
    keys: Sequence[str],
    leaving_out: Callable[[LogRow], bool] = lambda _row: False,
    until: int | None = None,
) -> GameProof:
    """The proof of a game under a checkpoint: its events up to there.

    Args:
      about: where it was played, for who is refused.
      note: the checkpoint as it travels, with every signature.
      leaving_out: whether of an event only its hash is to be there.
      until: the position of the last event wanted; all of them under the checkpoint if ``None``.
    """
    events = []
    for row in store.placed_rows_of(game):
        position, stream, version, topic, state = row
        index = tree.place_of(position)
        if index >= made.size or (until is not None and position > until):
            break
        path = tuple(each.hex() for each in tree.inclusion(index, made.size))
        if leaving_out(row):
            leaf = tree.complete(0, index).hex()
            events.append(ProvedEvent(index, stream, version, "", "", path, leaf))
        else:
            events.append(ProvedEvent(index, stream, version, topic, state.decode(), path))
    if not events:
        raise refusal("nothing-under-it", about=about)
    return GameProof(checkpoint=note, keys=tuple(keys), events=tuple(events))


def as_file(proof: GameProof) -> bytes:
    return msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"

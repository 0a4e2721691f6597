"""How PostgreSQL is reached, and opened as the store of a record."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.record.opening import check_changes
from ledger.vocabulary.refusals import Refusal

# A connection that waits for a silent server no longer than somebody at a page would.
#
# A server that was killed closes its connections. One that hangs, as in a frozen machine or before
# a disk that doesn't answer, keeps them open, and its system still acknowledges what is sent:
# neither keepalives nor ``tcp_user_timeout`` notice. Only whoever waits for the answer can.


ANSWERED_WITHIN = 1.5  # seconds of silence after which a question is given up

_Told = TypeVar("_Told")
_Row = TypeVar("_Row")


class Late(psycopg.OperationalError):
    """The server said nothing for too long. What it was asked it may do yet, or not."""


class PatientForAWhile(psycopg.Connection[_Row]):
    """A connection that is thrown away with the first question whose answer is late.

    The answer may still come, and must not be taken for that of the next question.

    Attributes:
      silent_at_most: seconds the server may say nothing; ``None``: as long as it likes.
    """

    silent_at_most: float | None = ANSWERED_WITHIN

    def wait(self, gen: Generator[Any, Any, _Told], *how: Any, **named: Any) -> _Told:  # noqa: ANN401 (as psycopg has it)
        """Do what psycopg does at every answer, with an end to it."""
        if self.silent_at_most is None or how or named:  # who says how long waits so long
            return super().wait(gen, *how, **named)
        try:
            return super().wait(_given_up(gen, self.silent_at_most))
        except Late:
            self.close()
            raise


def _given_up(gen: Generator[Any, Any, _Told], after: float) -> Generator[Any, Any, _Told]:
    """Go on with ``gen`` as long as there is something to read or write now and then.

    Whoever waits looks in several times a second, with nothing ready where nothing is.
    """
    end = monotonic() + after
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                end = monotonic() + after
            elif monotonic() > end:
                msg = f"the server said nothing for {after:g} seconds"
                raise Late(msg)
            wanted = gen.send(ready)
    except StopIteration as done:
        outcome: _Told = done.value
        return outcome


PATIENCE = 2  # whole seconds anybody waits for a connection; a page that takes longer seems to hang
LOCKED_AT_MOST = 1  # whole seconds to wait for a lock that somebody holds on the tables

GIVEN_UP_AFTER: dict[str, Any] = {
    "connect_timeout": 2,  # libpq takes no less
    "tcp_user_timeout": 2_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
"""What libpq is told, so that a server behind a cut network is noticed too."""


def ours(schema: str) -> str:
    """What every connection of ours calls itself, for who looks at the server.

    >>> ours("")
    'tilescribe public'
    """
    return f"tilescribe {schema.strip() or 'public'}"[:63]


def connect(settings: Mapping[str, str]) -> PatientForAWhile[tuple[Any, ...]]:
    """A connection outside of any pool, which commits each statement and waits for every answer.

    Raises:
      psycopg.OperationalError: the server can't be reached.
    """
    connection = PatientForAWhile.connect(
        dbname=settings.get("POSTGRES_DBNAME", ""),
        host=settings.get("POSTGRES_HOST", ""),
        port=settings.get("POSTGRES_PORT") or "5432",
        user=settings.get("POSTGRES_USER", ""),
        password=settings.get("POSTGRES_PASSWORD") or None,
        autocommit=True,
        application_name=ours(settings.get("POSTGRES_SCHEMA", "")),
        **GIVEN_UP_AFTER,
    )
    connection.silent_at_most = None
    return connection


# Whether a server answers, as everybody in this process who asks it for one record knows it.


REST = 0.5  # seconds after a vain wait in which nobody else waits: they are told at once

SILENT_AT_MOST = 1.0
"""Seconds since the server answered anybody, after which one more vain wait is its fault."""


class Reach:
    """Remembers that the server was waited for in vain, until it answers somebody.

    Without it, requests that come while it is away would queue up behind each other's waits,
    and hold a thread each meanwhile. Every ``REST`` seconds one of them may wait again, to see
    whether it is back. A wait in vain says little where somebody else was answered meanwhile:
    that question alone was slow, or the server has just come back.

    Attributes:
      hurried: whether people wait for what is asked here, so that no answer may take long.
    """

    def __init__(self) -> None:
        self.hurried = False
        self._until = 0.0
        self._answered = self._lost = 0.0
        self._looking = Lock()

    def turned_away(self) -> bool:
        """Whether somebody waited in vain, and it is not for this one to see if it still is so."""
        if not self._until:
            return False
        with self._looking:
            now = monotonic()
            if now >= self._until:
                self._until = now + REST
                return False
        return bool(self._until)

    def in_vain(self, since: float) -> None:
        """Somebody waited in vain, from ``since`` (seconds, monotonic) until now."""
        now = monotonic()
        if max(since, now - SILENT_AT_MOST) > self._answered:
            self._lost, self._until = now, now + REST

    def lost_since(self, moment: float) -> bool:
        """Whether somebody found out after a moment (monotonic) that there is no answer."""
        return self._lost > moment and bool(self._until)

    def answered(self) -> None:
        """The server answered somebody."""
        self._answered, self._until = monotonic(), 0.0


_REACHES: dict[tuple[str, ...], Reach] = {}


def reach_of(host: object, port: object, database: object, schema: str) -> Reach:
    """What is known of the server under a record: the same for its log and its local_store."""
    place = (str(host), str(port), str(database), schema.strip() or "public")
    return _REACHES.setdefault(place, Reach())


# Whether a PostgreSQL server can be trusted with the record, asked before anything is written.


KNOWN_CHANGES = (
    "pg_0001_library_tables",
    "pg_0002_chain",
    "pg_0003_answers",
    "pg_0004_words",
    "pg_0005_keys",
    "pg_0006_unsettled",
    "pg_0007_tokens",
    "pg_0008_backups",
    "pg_0009_word_lists",
    "pg_0010_seldom",
)
"""Changes to the tables that this release knows; ``migrations/`` makes them."""

_NEEDED = ("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER")
_SAFE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_write", "remote_apply"),
    "default_transaction_read_only": ("off",),
}
"""What the server must read back for each setting; anything else can lose what was committed."""


def check_server(settings: Mapping[str, str]) -> None:
    """See to it that the server holds a record this release can go on with, safely."""
    for name in _NEEDED:
        if not settings.get(name):
            raise Refusal(
                "setting-missing",
                f"PostgreSQL is to keep the record, but {name} is not set.",
                f"Set {name} and start again.",
            )
    database = settings["POSTGRES_DBNAME"]
    try:
        with closing(connect(settings)) as connection:
            _check_settings(connection)
            schema = settings.get("POSTGRES_SCHEMA", "").strip() or "public"
            table = Identifier(schema, "tilescribe_changes")
            try:
                query = SQL("SELECT change, release FROM {} ORDER BY change").format(table)
                releases = {row[0]: row[1] for row in connection.execute(query).fetchall()}
            except psycopg.errors.UndefinedTable:
                raise Refusal(
                    "no-record",
                    f"There is no record in the database {database}.",
                    "Run tilescribe record migrate, then start again.",
                ) from None
    except psycopg.Error as trouble:
        raise Refusal(
            "store-away",
            f"The database {database} can't be reached ({' '.join(str(trouble).split())}).",
            "Check that PostgreSQL runs and that the POSTGRES_ settings are right.",
        ) from trouble
    check_changes(f"The database {database}", list(releases), releases, KNOWN_CHANGES)


def _check_settings(connection: psycopg.Connection[tuple[str, ...]]) -> None:
    for name, safe in _SAFE.items():
        row = connection.execute(SQL("SHOW {}").format(Identifier(name))).fetchone()
        found = row[0] if row else ""
        if found not in safe:
            raise Refusal(
                "not-durable",
                f"The record would not be safe in this database: {name} is {found}.",
                f"Set {name} = {safe[0]} for the server, the database and this user.",
            )

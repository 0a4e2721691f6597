"""Reaching a PostgreSQL server, and how long anybody waits for one that is away."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import psycopg

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
    """What is known of the server under a record: the same for its log and its cabinet."""
    place = (str(host), str(port), str(database), schema.strip() or "public")
    return _REACHES.setdefault(place, Reach())

"""A connection that waits for a silent server no longer than somebody at a page would.

A server that was killed closes its connections. One that hangs, as in a frozen machine or before
a disk that doesn't answer, keeps them open, and its system still acknowledges what is sent:
neither keepalives nor ``tcp_user_timeout`` notice. Only whoever waits for the answer can.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg

ANSWERED_WITHIN = 1.5
"""Seconds of silence after which a question is given up."""

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
        told: _Told = done.value
        return told

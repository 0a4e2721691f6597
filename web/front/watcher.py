"""One stream of live changes: what it is still to be told, and how far it may fall behind."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from web.front.telling import Watched

BEHIND = 256 * 1024
"""Bytes a stream may fall behind. Then it is ended, and its browser comes back for the rest."""


class Watcher:
    """One stream: what it is still to be told. Used on the event loop alone.

    Attributes:
      since: the position past which the hub tells it everything.
    """

    def __init__(self, watched: Watched, since: int) -> None:
        self.watched, self.since = watched, since
        self._waiting: deque[bytes] = deque()
        self._behind = 0
        self._ended = False
        self._woken = asyncio.Event()
        self.on_overflow: Callable[[], object] = lambda: None

    def give(self, chunk: bytes) -> None:
        """Tell it this next; a stream that is too far behind is ended instead."""
        if self._ended:
            return
        self._behind += len(chunk)
        if self._behind > BEHIND:
            self.end()
            self.on_overflow()
            return
        self._waiting.append(chunk)
        self._woken.set()

    def end(self) -> None:
        """Let it end once it has been told what waits."""
        self._ended = True
        self._woken.set()

    async def next(self) -> bytes:
        """What it is told next, as soon as there is something; ``b""`` at its end."""
        while not self._waiting:
            if self._ended:
                return b""
            self._woken.clear()
            await self._woken.wait()
        chunk = b"".join(self._waiting)
        self._waiting.clear()
        self._behind = 0
        return chunk

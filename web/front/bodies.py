"""A request's body, read whole before it takes a thread: within a time and up to a size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from web.frame.sizes import LARGEST
from web.front.bridge import Scope
from web.front.places import Places

Receive = Callable[[], Awaitable[dict[str, Any]]]

SECONDS = 10.0
"""For a whole body, however slowly it comes."""

BODYLESS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Nothing is waited for after these; what comes all the same is not read."""


class Gone(Exception):
    """The visitor left before the body was there."""


class TooSlow(Exception):
    """The body was not there in time."""


class TooManyUnfinished(Exception):
    """This visitor, or everybody, has too many bodies on their way already."""


@dataclass(frozen=True)
class Body:
    """What was read, and how long the whole is: longer than what was read if it is too large."""

    read: bytes = b""
    length: int = 0


class Bodies:
    """The bodies that are on their way.

    Args:
      seconds: for one of them.
      public: places for those of visitors without a badge, counted by address.
      files: places for what they send that is larger than a form, counted likewise.
      kept: places for badges and enrolled devices, counted likewise.
    """

    def __init__(self, seconds: float, *, public: Places, files: Places, kept: Places) -> None:
        self._seconds, self._public, self._files, self._kept = seconds, public, files, kept
        self._under_way: set[asyncio.Timeout] = set()

    @property
    def unfinished(self) -> int:
        """How many are being read."""
        return len(self._under_way)

    async def read(
        self, scope: Scope, receive: Receive, *, most: int, address: str, known: bool
    ) -> Body:
        """The body of a request; no more of it than ``most`` bytes.

        Raises:
          Gone, TooSlow, TooManyUnfinished: there is no body.
        """
        declared = _declared(scope)
        if declared > most:
            return Body(length=declared)
        if scope["method"] in BODYLESS:
            return Body()
        places = self._kept if known else self._files if most > LARGEST else self._public
        if not places.take(address):
            raise TooManyUnfinished
        try:
            return await self._read(receive, most)
        finally:
            places.give_back(address)

    def hurry(self) -> None:
        """Wait for no body any longer."""
        now = asyncio.get_running_loop().time()
        for limit in self._under_way:
            limit.reschedule(now)

    async def _read(self, receive: Receive, most: int) -> Body:
        parts: list[bytes] = []
        length = 0
        try:
            async with asyncio.timeout(self._seconds) as limit:
                self._under_way.add(limit)
                try:
                    while length <= most:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            raise Gone
                        part: bytes = message.get("body", b"")
                        parts.append(part)
                        length += len(part)
                        if not message.get("more_body"):
                            break
                finally:
                    self._under_way.discard(limit)
        except TimeoutError:
            raise TooSlow from None
        return Body(b"".join(parts), length) if length <= most else Body(length=length)


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and len(value) < 19:
            return int(value)
    return -1

"""Many walls at the protocol: each asks whether the hall is there, and for its page, as Pulse does.

    ip netns exec SPACE python -m tests.reliability.wifi_walls < walls.json

A process of its own, among the devices of a Wi-Fi that fails; with tablets instead of walls one
outside, which times each turn it sends. What a wall does is the contract of ``Pulse`` in
``web/static/js/live/lasting.js`` and of ``web/static/js/live/fresh.js``, for a hall that is there.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from typing import Any
from uuid import uuid4

import msgspec

from tests.reliability.wifi_tablets import Kept, Round, Tablet

OFTEN, LOST, LATE, UNSURE, LATELY = 2.0, 0.2, 5.0, 20.0, 8
LATER, MOST, PATIENCE, AGAIN = 12.0, 3, 20.0, 3.0
TROUBLES = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)


class Crowd(msgspec.Struct):
    """Walls that look at one page for so many seconds; or tablets, whose turns are sent in them.

    Attributes:
      addresses: of the walls, one each.
      news: the address of their stream, without where it begins.
    """

    server: str
    port: int
    host: str
    seconds: float
    seed: int
    page: str = ""
    news: str = ""
    addresses: list[str] = []
    tablets: list[Kept] = []


class Wall:
    """One of them, over plain HTTP."""

    def __init__(self, crowd: Crowd, address: str, chance: random.Random) -> None:
        self.crowd, self.address, self.chance = crowd, address, chance
        self.did: Counter[str] = Counter()
        self.idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.etag = ""
        self.took: list[float] = []
        self.lost = 0.0
        self.due = float("inf")
        self.waited: list[asyncio.Task[None]] = []
        self.stream: asyncio.Task[None] | None = None

    async def look(self, going: asyncio.TaskGroup) -> None:
        """Until the seconds are over."""
        await asyncio.sleep(self.chance.uniform(0, OFTEN))
        self.anew(going)
        self.soon(0.0, going)
        while True:
            going.create_task(self._ask(going))
            await asyncio.sleep(OFTEN)

    def anew(self, going: asyncio.TaskGroup) -> None:
        """Begin the stream anew."""
        if self.stream:
            self.stream.cancel()
        self.stream = going.create_task(self._told(going))

    def soon(self, most: float, going: asyncio.TaskGroup) -> None:
        """Ask for the page in so many seconds at most; an earlier wish stands."""
        at = time.monotonic() + most * self.chance.uniform(0.2, 1)
        if at < self.due:
            self.due = at
            going.create_task(self._page_at(at))

    async def _page_at(self, at: float) -> None:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        if self.due != at:
            return
        self.due = float("inf")
        self.waited.append(asyncio.ensure_future(self._page()))
        if len(self.waited) > MOST:
            self.waited.pop(1).cancel()

    async def _page(self) -> None:
        task, asked_with = asyncio.current_task(), f"If-None-Match: {self.etag}\r\n"
        self.did["pages asked"] += 1
        try:
            async with asyncio.timeout(PATIENCE):
                status, head, _ = await self._got(self.crowd.page, asked_with if self.etag else "")
        except TROUBLES:
            status, head = 0, {}
        self.did[f"pages answered with {status}"] += 1
        self.etag = head.get("etag", self.etag)
        if task in self.waited:
            nth = self.waited.index(task)
            for older in self.waited[:nth] if status else ():
                older.cancel()
            del self.waited[0 if status else nth : nth + 1]

    async def _ask(self, going: asyncio.TaskGroup) -> None:
        asked = time.monotonic()
        self.did["asked whether it is there"] += 1
        try:
            await self._got("/healthz")
        except TROUBLES:
            return
        now = time.monotonic()
        took = now - asked
        self.took = [*self.took[1 - LATELY :], took]
        if LOST < took < LATE and min(self.took) < LOST / 2:
            self.lost = now
        over = bool(self.lost) and now - self.lost > UNSURE
        if over:
            self.lost = 0.0
            self.anew(going)
        if self.lost or over:
            self.soon(0.0, going)

    async def _told(self, going: asyncio.TaskGroup) -> None:
        while True:
            self.did["streams begun"] += 1
            writer = None
            try:
                reader, writer = await self._connected()
                writer.write(self._request(self.crowd.news, ""))
                while line := await reader.readline():
                    if line.startswith(b"event: news"):
                        self.soon(LATER, going)
            except TROUBLES:
                pass
            finally:
                if writer:
                    writer.transport.abort()
            await asyncio.sleep(AGAIN)

    async def _got(self, path: str, more: str = "") -> tuple[int, dict[str, str], bytes]:
        reader, writer = self.idle.pop() if self.idle else await self._connected()
        whole = False
        try:
            writer.write(self._request(path, more))
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            head = {k.lower(): v for k, _, v in (one.partition(": ") for one in lines[1:])}
            body = await reader.readexactly(int(head.get("content-length", 0)))
            whole = head.get("connection") != "close"
            return int(lines[0][9:12]), head, body
        finally:
            if whole:
                self.idle.append((reader, writer))
            else:
                writer.transport.abort()

    def _request(self, path: str, more: str) -> bytes:
        return (
            f"GET {path} HTTP/1.1\r\nHost: {self.crowd.host}\r\nAccept: text/html\r\n"
            f"Accept-Encoding: gzip\r\n{more}\r\n"
        ).encode()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            self.crowd.server, self.crowd.port, local_addr=(self.address, 0)
        )


async def looked_at(crowd: Crowd) -> dict[str, float]:
    """What all walls did together, each a second."""
    walls = [
        Wall(crowd, address, random.Random(crowd.seed * 1000 + nth))
        for nth, address in enumerate(crowd.addresses)
    ]
    try:
        async with asyncio.timeout(crowd.seconds), asyncio.TaskGroup() as going:
            for wall in walls:
                going.create_task(wall.look(going))
    except TimeoutError:
        pass
    did: Counter[str] = Counter()
    for wall in walls:
        did += wall.did
    return {name: round(number / crowd.seconds, 1) for name, number in sorted(did.items())}


async def turns(crowd: Crowd) -> list[float]:
    """Milliseconds of each turn, one after the other, evenly over the seconds."""
    took = []
    pause = crowd.seconds / sum(len(kept.asked) for kept in crowd.tablets)
    for kept in crowd.tablets:
        whole = Round(crowd.server, crowd.port, crowd.host, 0.0, crowd.seed, [])
        tablet, after = Tablet(whole, kept, random.Random(crowd.seed)), kept.after
        for nth, asked in enumerate(kept.asked, 1):
            sent = {
                "command_id": str(uuid4()), "device_seq": nth, "game": kept.game, "after": after,
                **asked,
            }  # fmt: skip
            after, began = sent["command_id"], time.perf_counter()
            [answer] = (await tablet._posted([sent]))["answers"]
            took.append(1000 * (time.perf_counter() - began))
            assert answer["kind"] == "written", answer
            await asyncio.sleep(max(0.0, pause - took[-1] / 1000))
    return took


if __name__ == "__main__":
    told = msgspec.json.decode(sys.stdin.buffer.read(), type=Crowd)
    found: Any = asyncio.run(turns(told) if told.tablets else looked_at(told))
    print(json.dumps(found))

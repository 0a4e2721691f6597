"""Many tablets at the protocol: each keeps what is entered and sends it as the page's outbox does.

    ip netns exec SPACE python -m tests.reliability.wifi_tablets < round.json

A process of its own, among the devices of a Wi-Fi that fails. What an answer may be is the
contract of ``web/static/js/entry/queue/outbox.js``: whatever is none of the hall's own leaves the
queue as it is.
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

ASKED, FEW, A_FEW, MANY = 6.0, 10, 10.0, 20.0
"""Seconds for a network that is there and does not answer: where it is only asked whether it is
there, for so many entries, and for more."""

AGAIN = (2.0, 5.0)
"""Seconds between two tries, somewhere in between."""

AT_ONCE = 100


class Round(msgspec.Struct):
    """What is entered, by whom, and how long that takes.

    Attributes:
      seconds: until the last entry is made; each tablet spreads its own over them.
    """

    server: str
    port: int
    host: str
    seconds: float
    seed: int
    tablets: list[Kept]


class Kept(msgspec.Struct):
    """One tablet: where it is, who it is, its game, and what is entered there."""

    address: str
    cookies: str
    game: str
    after: str
    asked: list[dict[str, Any]]


class Tablet:
    """A queue on its way to the hall."""

    def __init__(self, whole: Round, kept: Kept, chance: random.Random) -> None:
        self.whole, self.kept, self.chance = whole, kept, chance
        self.queue: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.entered, self.answered = 0, 0
        self.known = False  # that the hall is there: an empty request goes ahead
        self.failed: Counter[str] = Counter()
        self.requests, self.again = 0, 0
        self.refused: list[Any] = []
        self.woken = asyncio.Event()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def enter(self) -> None:
        """Everything, each at its time, whatever the network does."""
        began, number = time.monotonic(), len(self.kept.asked)
        after = self.kept.after
        for nth, asked in enumerate(self.kept.asked, 1):
            due = began + self.whole.seconds * (nth - self.chance.random()) / number
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            command = str(uuid4())
            self.queue.append(
                {
                    "command_id": command, "device_seq": nth, "game": self.kept.game,
                    "after": after, **asked,
                }
            )  # fmt: skip
            self.ids.append(command)
            after = command
            self.entered += 1
            self.woken.set()

    async def send(self) -> None:
        """Until all was entered and answered."""
        while self.answered < len(self.kept.asked):
            if not self.queue:
                self.woken.clear()
                await self.woken.wait()
            batch = self.queue[:AT_ONCE] if self.known else []
            try:
                patience = (MANY if len(batch) > FEW else A_FEW) if batch else ASKED
                async with asyncio.timeout(patience):
                    told = await self._posted(batch)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as trouble:
                self._hang_up()
                own = type(trouble) is ValueError
                self.failed[str(trouble) if own else type(trouble).__name__] += 1
                self.known = False
                await asyncio.sleep(self.chance.uniform(*AGAIN))
                continue
            self.known = True
            self._settle(batch, told)
        self._hang_up()

    def _settle(self, batch: list[dict[str, Any]], told: dict[str, Any]) -> None:
        by_id = {answer["command_id"]: answer for answer in told["answers"]}
        for entry in batch:
            answer = by_id.get(entry["command_id"])
            if answer is None or answer["kind"] == "gap":
                return
            self.again += bool(answer.get("again"))
            if answer["kind"] != "written":
                self.refused.append(answer)
            self.queue.remove(entry)
            self.answered += 1

    async def _posted(self, batch: list[dict[str, Any]]) -> dict[str, Any]:
        if self.streams is None or self.streams[0].at_eof():
            self._hang_up()
            self.streams = await asyncio.open_connection(
                self.whole.server, self.whole.port, local_addr=(self.kept.address, 0),
            )  # fmt: skip
        reader, writer = self.streams
        self.requests += 1
        body = json.dumps(batch).encode()
        origin = f"http://{self.whole.host}"
        writer.write(
            f"POST /api/entries HTTP/1.1\r\nHost: {self.whole.host}\r\nOrigin: {origin}\r\n"
            "Content-Type: application/json\r\nAccept: application/json\r\n"
            f"Cookie: {self.kept.cookies}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        _, _, rest = head.partition("content-length: ")
        answer = await reader.readexactly(int(rest.partition("\r")[0] or 0))
        if "connection: close" in head:
            self._hang_up()
        status = head[9:12]
        if status.startswith("3"):
            raise ValueError(f"answered with {status}")
        try:
            told = json.loads(answer)
        except ValueError:
            raise ValueError(f"answered with {status} and a page") from None
        if not isinstance(told.get("answers"), list):
            raise ValueError(f"answered with {status} {told.get('refused')}")
        return dict(told)

    def _hang_up(self) -> None:
        if self.streams is not None:
            self.streams[1].transport.abort()
        self.streams = None


async def entered(whole: Round) -> dict[str, Any]:
    """Enter a whole round; what it took, and the numbers of all entries in order."""
    tablets = [
        Tablet(whole, kept, random.Random(whole.seed * 1000 + nth))
        for nth, kept in enumerate(whole.tablets)
    ]
    async with asyncio.TaskGroup() as going:
        for tablet in tablets:
            going.create_task(tablet.enter())
            going.create_task(tablet.send())
    failed: Counter[str] = Counter()
    for tablet in tablets:
        failed += tablet.failed
    return {
        "ids": [tablet.ids for tablet in tablets],
        "requests": sum(tablet.requests for tablet in tablets),
        "answered again": sum(tablet.again for tablet in tablets),
        "failed": dict(failed),
        "refused": [one for tablet in tablets for one in tablet.refused],
    }


if __name__ == "__main__":
    told = msgspec.json.decode(sys.stdin.buffer.read(), type=Round)
    print(json.dumps(asyncio.run(entered(told))))

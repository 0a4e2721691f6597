"""Threads for the application, and who takes the next one that is free."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from typing import Generic, TypeVar

from ledger.apart.reading import CORES

# One core for whatever shares the interpreter.
#
# Python does one thing at a time in a process, and on two cores its threads spend most of their
# time handing the interpreter to and fro between them: measured, sixteen tablets get half as many
# turns again from one core as from two. What works outside the interpreter, such as the checking of
# PINs, goes on wherever there is room, and the operating system moves other programs away.


WHERE = "\0tilescribe-core-{}"
"""Name of the socket that says a core is taken; it is gone with its process, however that ends."""

_taken: list[socket.socket] = []
_all_cores: set[int] = set()


def keep_to_one_core() -> None:
    """Keep this thread, and those it starts, to a core that no other service here has.

    Where there is but one, none is free, or the system has no such means, nothing is done.
    """
    cores = _cores()
    if len(cores) < 2 or _taken:
        return
    for core in sorted(cores, reverse=True):  # the first is where the devices knock, as a rule
        mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            mark.bind(WHERE.format(core))
        except OSError:
            mark.close()
            continue
        _taken.append(mark)
        _all_cores.update(cores)
        os.sched_setaffinity(0, {core})
        os.environ[CORES] = ",".join(map(str, sorted(cores)))
        return


def use_all_cores() -> None:
    """Let this thread work wherever there is room, though the one that started it may not."""
    if _all_cores:
        with suppress(OSError):
            os.sched_setaffinity(0, _all_cores)


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


Item = TypeVar("Item")
Told = TypeVar("Told")


class Full(Exception):
    """Nobody else can wait here now."""


class Rank(IntEnum):
    """Who goes before whom.

    ``QUICK`` is a badge or an enrolled device that asks or enters something small, ``BACKLOG``
    one that hands in much at once, as a tablet after an hour without a network: a turn at another
    table does not wait for that. ``ANYONE`` has shown nothing of ours.
    """

    QUICK = 0
    BACKLOG = 1
    ANYONE = 2


class FairQueue(Generic[Item]):
    """Waiting by turns: one from each address, however many it has sent.

    When it is full, the address with most waiting loses its newest, so that a flood from one
    place shuts out itself alone, and a whole hall behind one address still gets all the room
    nobody else wants.

    >>> queue = FairQueue(3)
    >>> [queue.put(*each) for each in (("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 5))]
    [None, None, None, 4, 3]
    >>> queue.take(), queue.take(), queue.take(), queue.take()
    (1, 5, 2, None)
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._size = 0
        self._of: dict[str, deque[Item]] = {}

    def __len__(self) -> int:
        return self._size

    def put(self, whose: str, item: Item) -> Item | None:
        """Wait; gives whoever had to go for it, which may be ``item`` itself."""
        gone: Item | None = None
        if self._size >= self._room:
            most = max(self._of, key=lambda each: len(self._of[each]), default=whose)
            if len(self._of.get(most, ())) <= len(self._of.get(whose, ())) + 1:
                return item
            gone = self._of[most].pop()
            self._size -= 1
        self._of.setdefault(whose, deque()).append(item)
        self._size += 1
        return gone

    def take(self) -> Item | None:
        """The next in turn, or ``None`` where nobody waits."""
        if not self._of:
            return None
        whose = next(iter(self._of))
        waiting = self._of.pop(whose)
        item = waiting.popleft()
        self._size -= 1
        if waiting:
            self._of[whose] = waiting  # behind everybody else who waits
        return item


class Lane:
    """Some threads, and a bounded queue before them.

    Args:
      threads: how many work for a rank at most; all there are for the first.
      room: how many of each rank may wait.
      begin: what each thread does first.
    """

    def __init__(
        self,
        name: str,
        threads: Mapping[Rank, int],
        room: int,
        begin: Callable[[], None] | None = None,
    ) -> None:
        self._most = threads
        self._pool = ThreadPoolExecutor(threads[Rank.QUICK], name, begin)
        self._working = dict.fromkeys(Rank, 0)
        self._waiting: dict[Rank, FairQueue[asyncio.Future[None]]] = {
            rank: FairQueue(room) for rank in Rank
        }

    async def run(self, work: Callable[[], Told], rank: Rank, address: str) -> Told:
        """Do ``work`` on a thread in its turn; raises ``Full`` where too many wait already."""
        loop = asyncio.get_running_loop()
        if self._is_free(rank):
            self._working[rank] += 1
        else:
            turn: asyncio.Future[None] = loop.create_future()
            gone = self._waiting[rank].put(address, turn)
            if gone is turn:
                raise Full
            if gone is not None and not gone.done():
                gone.set_exception(Full())
            await turn  # who wakes it has counted it as working
        try:
            return await loop.run_in_executor(self._pool, work)
        finally:
            self._working[rank] -= 1
            self._go_on()

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self._waiting.values())

    def _is_free(self, rank: Rank) -> bool:
        return (
            self._working[rank] < self._most[rank]
            and sum(self._working.values()) < self._most[Rank.QUICK]
        )

    def _go_on(self) -> None:
        for rank in Rank:
            while self._is_free(rank):
                turn = self._waiting[rank].take()
                if turn is None:
                    break
                if not turn.done():  # whoever waited may have gone
                    self._working[rank] += 1
                    turn.set_result(None)

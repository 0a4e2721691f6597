"""Live changes, told once for everybody who watches.

One thread a process follows the log. What it reads within a beat is joined, put into words once for
each audience, and the same bytes go to every stream that shows the same. A stream is a task that
waits for bytes: it holds no thread, no database connection, and reads nothing itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from uuid import UUID

from ledger.hall import ChangeRow, GameRow
from ledger.refusals import Refusal
from web.front.places import Places
from web.site import Site

logger = logging.getLogger(__name__)

BEAT = 0.05
"""Seconds of changes that are joined. One by one they cost four times as much (measured)."""

WATCHERS_A_BEAT = 200
"""Streams that can be told every beat; where there are more, a beat lasts longer in proportion, so
that watching, however many do, never takes more than its share of the processor."""

AT_ONCE = 200
"""Events read from the log in one go."""

BEHIND = 256 * 1024
"""Bytes a stream may fall behind. Then it is ended, and its browser comes back for the rest."""

TROUBLE = 1.0
"""Seconds between tries where the log can't be read."""

FIRST_LOOK = 5.0
"""Seconds a stream waits, right after the start, until the hub knows where the log ends."""


@dataclass(frozen=True)
class Watched:
    """What a stream shows.

    Attributes:
      audience: what its visitor may be told; see ``web.audience``.
      tournament: this one alone; ``""`` for all.
      game: this one alone; ``None`` for all.
    """

    audience: Hashable
    tournament: str = ""
    game: UUID | None = None

    def shows(self, change: ChangeRow) -> bool:
        """Whether a change is one of those that are watched."""
        return (not self.tournament or change.tournament == self.tournament) and (
            self.game is None or change.game == self.game
        )


Words = Callable[[ChangeRow, GameRow | None, Hashable], bytes]
"""A change as an audience is told it: one event of the stream, or nothing at all."""


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


class Hub:
    """Follows the log and tells every stream what it shows.

    Args:
      site: what is followed.
      words: puts a change into words; called once a change and audience.
      heartbeat: seconds after which silent streams are told that they are alive.
      public: places for those who have shown no badge, counted by address.
      kept: places for badges, counted by badge; nobody else can take them.
    """

    def __init__(
        self, site: Site, words: Words, heartbeat: Callable[[], float], public: Places, kept: Places
    ) -> None:
        self._site, self._words, self._heartbeat = site, words, heartbeat
        self.public, self.kept = public, kept
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()
        self._channels: dict[Watched, list[Watcher]] = {}
        self._places: dict[Watcher, tuple[Places, str]] = {}
        self._position = 0
        self._following = Event()
        self._stopped = Event()

    # Its life

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to follow the log, for streams on this loop."""
        self._loop = loop
        Thread(target=self._follow, name="hub", daemon=True).start()

    def stop(self) -> None:
        """End every stream at a whole event, and follow the log no longer."""
        self._stopped.set()
        with self._lock:
            watchers = [each for channel in self._channels.values() for each in channel]
        self._hand_out((watcher.end,) for watcher in watchers)

    @property
    def watchers(self) -> int:
        """How many streams are open."""
        return len(self._places)

    # Coming and going, on whatever thread

    def join(self, watched: Watched, badge: str, address: str) -> Watcher:
        """Take a place and be told everything from now on.

        Raises:
          Refusal: ``too-many-watching``.
        """
        places, whose = (self.kept, badge) if badge else (self.public, address)
        if not self._following.wait(FIRST_LOOK) or not places.take(whose):
            raise _too_many(of_all=places.is_full())
        with self._lock:
            watcher = Watcher(watched, self._position)
            self._channels.setdefault(watched, []).append(watcher)
            self._places[watcher] = places, whose
            if self._stopped.is_set():
                watcher.end()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Leave the place; nothing happens where it was left before."""
        with self._lock:
            held = self._places.pop(watcher, None)
            if held is None:
                return
            channel = self._channels[watcher.watched]
            channel.remove(watcher)
            if not channel:
                del self._channels[watcher.watched]
        places, whose = held
        places.give_back(whose)

    # Following, on the hub's own thread

    def _follow(self) -> None:
        beaten = time.monotonic()
        while not self._stopped.is_set():
            try:
                if not self._following.is_set():
                    self._position = self._site.last_position()
                    self._following.set()
                due = beaten + self._heartbeat() - time.monotonic()
                if self._site.wait_past(self._position, max(0.0, min(due, TROUBLE))):
                    self._stopped.wait(BEAT * max(1.0, self.watchers / WATCHERS_A_BEAT))
                    self._catch_up()
            except Exception:
                # Whatever it is, pages that are watched must not stand still for ever.
                logger.exception("live streams can't follow the record")
                self._stopped.wait(TROUBLE)
            if time.monotonic() >= beaten + self._heartbeat():
                beaten = time.monotonic()
                self._tell_all(f": still here\nid: {self._position}\n\n".encode())

    def _catch_up(self) -> None:
        while changes := self._site.changes(self._position, AT_ONCE):
            # Several changes of a game that are read together are told once, as it stands now.
            latest = {change.game: change for change in changes}
            told = sorted(latest.values(), key=lambda change: change.position)
            games = [each for each in latest if each] if self.watchers else []
            rows = {each: self._site.hall.game(each) for each in games}
            words: dict[tuple[int, Hashable], bytes] = {}
            with self._lock:
                self._position = changes[-1].position
                out = [
                    (tuple(watchers), chunk)
                    for watched, watchers in self._channels.items()
                    if (chunk := self._chunk(watched, told, rows, words))
                ]
            self._hand_out((watcher.give, chunk) for watchers, chunk in out for watcher in watchers)

    def _chunk(
        self,
        watched: Watched,
        changes: Iterable[ChangeRow],
        rows: dict[UUID, GameRow | None],
        words: dict[tuple[int, Hashable], bytes],
    ) -> bytes:
        chunk = b""
        for change in filter(watched.shows, changes):
            key = change.position, watched.audience
            if key not in words:
                row = rows.get(change.game) if change.game else None
                words[key] = self._words(change, row, watched.audience)
            chunk += words[key]
        return chunk

    def _tell_all(self, chunk: bytes) -> None:
        with self._lock:
            watchers = tuple(self._places)
        self._hand_out((watcher.give, chunk) for watcher in watchers)

    def _hand_out(self, calls: Iterable[tuple[Callable[..., None], *tuple[bytes, ...]]]) -> None:
        def on_the_loop() -> None:
            for call, *what in calls:
                call(*what)

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(on_the_loop)


def _too_many(*, of_all: bool) -> Refusal:
    who = "Too many screens are" if of_all else "Too many screens at your address are"
    return Refusal(
        "too-many-watching",
        f"{who} watching live at the moment.",
        "Reload the page now and then; it shows the latest each time.",
    )

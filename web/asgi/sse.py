"""Live changes, told once for everybody who watches, and places for those who do."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from threading import Event, Lock, Thread
from uuid import UUID

from ledger.visibility import Viewer
from ledger.vocabulary.refusals import Refusal
from web.asgi.telling import Block, Teller, ToldUpto, Watched, blocks, in_a_stream, marked
from web.site import Site

# Places of which there are so many, and of which one visitor may hold so many.


class Places:
    """So many at once, and so many for one.

    >>> places = Places(3, 2)
    >>> [places.take(who) for who in ("ann", "ann", "ann", "ben", "cy")]
    [True, True, False, True, False]
    """

    def __init__(self, total: int, each: int) -> None:
        self.total, self.each = total, each
        self._held: Counter[str] = Counter()
        self._taken = 0
        self._lock = Lock()

    def take(self, whose: str) -> bool:
        """Take a place; False where none is left, or none for them."""
        with self._lock:
            if self._taken >= self.total or self._held[whose] >= self.each:
                return False
            self._taken += 1
            self._held[whose] += 1
            return True

    def give_back(self, whose: str) -> None:
        with self._lock:
            self._taken -= 1
            self._held[whose] -= 1
            if not self._held[whose]:
                del self._held[whose]

    @property
    def taken(self) -> int:
        return self._taken

    @property
    def holders(self) -> int:
        return len(self._held)

    def is_full(self) -> bool:
        return self._taken >= self.total


# One stream of live changes: what it is still to be told, and how far it may fall behind.


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


logger = logging.getLogger(__name__)

BEAT = 0.05
"""Seconds of changes that are joined. One by one they cost four times as much (measured)."""

A_FEW = 16
"""Streams that are told something before the event loop looks at anything else, a millisecond's
worth: a tablet's turn does not wait until hundreds have been told of the one before."""

WATCHERS_A_BEAT = 200
"""Streams that can be told every beat; where there are more, a beat lasts longer in proportion, so
that watching, however many do, never takes more than its share of the processor."""

AT_ONCE = 200  # events read from the log in one go

LATE_EVERY = 5.0
"""Seconds between two looks at what has become due, such as boards that are shown late."""

TROUBLE = 1.0  # seconds between tries where the log can't be read

AT_THE_TABLE = frozenset({Viewer.KEEPER, Viewer.DIRECTOR})
"""Who is told of entries that came too late and wait for a person."""

ALWAYS = 2**63  # the position of what is told to everybody

FIRST_LOOK = 5.0
"""Seconds a stream waits, right after the start, until the hub knows where the log ends."""


Call = tuple[Callable[..., None], *tuple[bytes, ...]]
"""A function of a watcher, and what it is called with, on the event loop."""


class Hub:
    """Follows the log and tells every stream what it shows.

    Args:
      tell: says what an audience is told; asked once a change and audience.
      heartbeat: seconds after which silent streams are told that they are alive.
      public: places for those who have shown no badge, counted by address.
      kept: places for badges, counted by tablet or badge; nobody else can take them.
    """

    def __init__(
        self, site: Site, tell: Teller, heartbeat: Callable[[], float], public: Places, kept: Places
    ) -> None:
        self._site, self._tell, self._heartbeat = site, tell, heartbeat
        self.told = ToldUpto(site, tell)
        self.public, self.kept = public, kept
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()
        self._channels: dict[Watched, list[Watcher]] = {}
        self._places: dict[Watcher, tuple[Places, str]] = {}
        self._position = 0
        self._handing_out: deque[Call] = deque()
        self._following = Event()
        self._stopped = Event()
        self._well_at = time.monotonic()

    # Its life

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._site.on_table_told(self._tell_table_here)
        Thread(target=self._follow, name="hub", daemon=True).start()

    def stop(self) -> None:
        """End every stream at a whole event, and follow the log no longer."""
        self._stopped.set()
        with self._lock:
            calls: list[Call] = [(watcher.end,) for watcher in self._places]
        self._hand_out(calls)

    @property
    def watchers(self) -> int:
        return len(self._places)

    def screens(self) -> frozenset[UUID]:
        """The screens of the hall that watch here at this moment."""
        with self._lock:
            return frozenset(one.screen for one in self._channels if one.screen is not None)

    @property
    def still_for(self) -> float | None:
        """Seconds since the record was last followed; ``None`` where it is not followed here."""
        return time.monotonic() - self._well_at if self._loop is not None else None

    # Coming and going, on whatever thread

    def join(self, watched: Watched, known: str, address: str, after: int = 0) -> Watcher:
        """Take a place and be told everything from now on, but nothing up to ``after``.

        Args:
          known: the tablet or the badge that watches, ``""`` for a visitor.
          after: position up to which it was told.
        """
        places, whose = (self.kept, known) if known else (self.public, address)
        if not self._following.wait(FIRST_LOOK) or not places.take(whose):
            raise _too_many(of_all=places.is_full())
        with self._lock:
            watcher = Watcher(watched, max(self._position, after))
            self._channels.setdefault(watched, []).append(watcher)
            self._places[watcher] = places, whose
            if self._stopped.is_set():
                watcher.end()
        return watcher

    def _mark_of(self, audience: Viewer) -> str:
        """Where streams of this audience stand; empty where more is about to be told them."""
        told_position = self.told.of(audience).told
        return marked(self._site.era, told_position) if told_position <= self._position else ""

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

    def tell_table(self, game: UUID) -> None:
        """Tell the tablets of a table that something is new there which the log does not hold.

        What it is they ask at the door where states are told. Tablets at other nodes are told by
        those. A screen of the hall is told by its own number, in place of a game's.
        """
        self._tell_table_here(game)
        self._site.tell_other_nodes(game)

    def _tell_table_here(self, game: UUID) -> None:
        with self._lock:
            calls: list[Call] = [
                (watcher.give, b"event: table\ndata: {}\n\n")
                for watched, watchers in self._channels.items()
                if (watched.game == game and watched.audience in AT_THE_TABLE)
                or watched.screen == game
                for watcher in watchers
            ]
        self._hand_out(calls)

    # Following, on the hub's own thread

    def _follow(self) -> None:
        beaten = looked = time.monotonic()
        late_since = datetime.now(UTC)
        while not self._stopped.is_set():
            try:
                if not self._following.is_set():
                    self._position = self._site.last_position()
                    self._following.set()
                due = min(beaten + self._heartbeat(), looked + LATE_EVERY) - time.monotonic()
                if self._site.wait_past(self._position, max(0.0, min(due, TROUBLE))):
                    self._stopped.wait(BEAT * max(1.0, self.watchers / WATCHERS_A_BEAT))
                    self._catch_up()
                if time.monotonic() >= looked + LATE_EVERY:
                    looked, until = time.monotonic(), datetime.now(UTC)
                    self._tell_late(late_since, until)
                    late_since = until
                self._well_at = time.monotonic()
            except Exception:
                # Whatever it is, pages that are watched must not stand still for ever.
                logger.exception("live streams can't follow the record")
                self._stopped.wait(TROUBLE)
            if time.monotonic() >= beaten + self._heartbeat():
                beaten = time.monotonic()
                # An event, not a comment: a page must see that it comes, or that it does not.
                self._tell_all("still-here")

    def _catch_up(self) -> None:
        if not self.watchers:
            # The hall takes in what other nodes wrote, whether anybody watches or not.
            last = self._site.last_position()
            self._site.changes(self._position, 1)
            if self._site.follows_to() < last:  # something was in the way, and it is tried again
                self._stopped.wait(TROUBLE)
                return
            with self._lock:
                if not self._channels:
                    self._position = last
                    return
        while changes := self._site.changes(self._position, AT_ONCE):
            blocks_by_viewer: dict[Viewer, tuple[Block, ...]] = {}
            while lacking := self._told(changes[-1].position, blocks_by_viewer):
                for audience in lacking:
                    blocks_by_viewer[audience] = blocks(self._site, self._tell, audience, changes)

    def _told(self, position: int, by_viewer: Mapping[Viewer, tuple[Block, ...]]) -> set[Viewer]:
        """Hand out what was written up to ``position``, unless an audience is still lacking.

        Who joins in the meantime joins before ``position`` and is handed it, or after it and is
        told so far by the opening of the stream: nobody misses it, and nobody hears it twice.
        """
        with self._lock:
            lacking = {watched.audience for watched in self._channels} - by_viewer.keys()
            if lacking:
                return lacking
            self._position = position
            out = self._chunks(lambda watched: by_viewer[watched.audience])
        self._hand_out(out)
        return set()

    def _tell_late(self, since: datetime, until: datetime) -> None:
        with self._lock:
            request = {(watched.audience, watched.tournament) for watched in self._channels}
        blocks_by_viewer = {
            (audience, slug): tuple(
                # All tournaments' are asked for, or one's: it needs no name. It is told whatever
                # position a watcher came with, for it is about the time, not about the log.
                Block(slug, game, ALWAYS, in_a_stream("game", self._mark_of(audience), data))
                for game, data in self._tell.fell_due(self._site, audience, slug, since, until)
            )
            for audience, slug in request
        }
        with self._lock:
            out = self._chunks(
                lambda watched: blocks_by_viewer.get((watched.audience, watched.tournament), ())
            )
        self._hand_out(out)

    def _chunks(self, told_to: Callable[[Watched], Iterable[Block]]) -> list[Call]:
        """What each watcher is given; the same bytes for all who watch the same."""
        calls: list[Call] = []
        for watched, watchers in self._channels.items():
            told = ((each.position, each.told(watched)) for each in told_to(watched))
            shown = [(position, words) for position, words in told if words]
            if not shown:
                continue
            chunk = b"".join(words for _, words in shown)
            for watcher in watchers:
                if watcher.since < shown[0][0]:
                    calls.append((watcher.give, chunk))
                else:  # just come, and further than what is told here begins
                    new = [words for position, words in shown if position > watcher.since]
                    calls += [(watcher.give, words) for words in new]
        return calls

    def _tell_all(self, kind: str) -> None:
        """Tell every stream that it lives, and where it stands."""
        with self._lock:
            audiences = {watched.audience for watched in self._channels}
        viewers = {one: in_a_stream(kind, self._mark_of(one), b"{}") for one in audiences}
        with self._lock:
            calls: list[Call] = [
                (watcher.give, viewers[watcher.watched.audience])
                for watcher in self._places
                if watcher.watched.audience in viewers  # or it has just come
            ]
        self._hand_out(calls)

    def _hand_out(self, calls: list[Call]) -> None:
        if calls and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._take_up, calls)

    # On the event loop

    def _take_up(self, calls: list[Call]) -> None:
        idle = not self._handing_out
        self._handing_out.extend(calls)
        if idle:
            self._hand_on()

    def _hand_on(self) -> None:
        """Give a few streams what they are told, and let whoever else waits go before the next."""
        for _ in range(min(A_FEW, len(self._handing_out))):
            call, *what = self._handing_out.popleft()
            call(*what)
        if self._handing_out and self._loop is not None:
            self._loop.call_soon(self._hand_on)


def _too_many(*, of_all: bool) -> Refusal:
    who = "Too many screens are" if of_all else "Too many screens at your address are"
    return Refusal(
        "too-many-watching",
        f"{who} watching live at the moment.",
        "Reload the page now and then; it shows the latest each time.",
    )

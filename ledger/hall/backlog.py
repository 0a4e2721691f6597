"""What a hall that begins late still lacks: taken in by tournament, the newest first.

A node that starts without lists, or with old ones, must serve at once, however long the record is.
So it leaps to the log's end and follows from there. What it leapt over is owed: each tournament
that somebody asks for is made whole at that moment, from its own streams, and a program beside the
service takes in all the others, from the end of what is owed to its beginning.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled
from ledger.hall.file import FEW, connect
from ledger.hall.player_history import sum_up_the_rest
from ledger.hall.projection import TOURNAMENT_FACTS, Feeder, Stretch
from ledger.record.events import Event, game_id, tournament_id
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.tournament.facts import Pairing, RoundPaired
from ledger.tournament.tournament import tournament_of

logger = logging.getLogger(__name__)

LEAP = 50_000
"""Events that a hall may be behind and still takes in before it answers: some two seconds."""

STEP = 20_000  # positions of the log that are looked through at a time, on the way back


class Owed(NamedTuple):
    """What was leapt over: events past ``after``, up to ``below``."""

    after: int
    below: int

    @property
    def events(self) -> int:
        """How many those are at most; 0: the lists are whole."""
        return max(0, self.below - self.after)


def owed(db: sqlite3.Connection) -> Owed:
    return Owed(*db.execute("SELECT after, below FROM tracking").fetchone())


def is_made(db: sqlite3.Connection, slug: str) -> bool:
    """Whether everything about a tournament is here, as it stands now."""
    asked = "SELECT below <= after OR EXISTS (SELECT 1 FROM made WHERE slug = ?) FROM tracking"
    return bool(db.execute(asked, (slug,)).fetchone()[0])


class Making:
    """Makes what is owed, on a connection of its own, beside whoever feeds the hall.

    A row says to which version of its stream it goes, and never goes back. So it does no harm that
    newer events are taken in meanwhile, nor that two programs make the same.
    """

    def __init__(self, log: Log, connection: sqlite3.Connection) -> None:
        self._log = log
        self._db = connection
        self._feeder = Feeder(log, connection)
        self._shelf = SheetCache(log, room=FEW)
        self._of_no_stream: set[str] = set()

    def tournament(self, slug: str) -> bool:
        """Make a tournament whole from its stream and those of its games; whether it is there.

        Games of no round of it, as of files taken in without one, come with their stretch.
        """
        events = self._log.events_of(tournament_id(slug))
        state = tournament_of(events) if events else None
        if state is None:
            return False
        stretch = Stretch(0, tournaments={state.id})
        for paired in state.rounds:
            for pairing in paired.pairings:
                self._take_games(state.slug, paired, pairing, stretch)
        self._feeder.write(stretch, self._shelf, lambda db: _note(db, slug))
        return True

    def game(self, game: UUID) -> None:
        """Make one game, with the whole of its tournament."""
        stretch = Stretch(0)
        self._meet(game, stretch)
        self._feeder.write(stretch, self._shelf, lambda _db: True)

    def step(self) -> Owed:
        """Take in the newest of what is owed, with the whole of each tournament met there."""
        before = owed(self._db)
        if not before.events:
            return before
        start = max(before.after, before.below - STEP)
        stretch = Stretch(start)
        for stream in self._lacking(self._log.streams_between(start, before.below)):
            self._meet(stream, stretch)
        self._feeder.write(stretch, self._shelf, lambda db: _move_back(db, before, start))
        sum_up_the_rest(self._db)
        return owed(self._db)

    def _lacking(self, versions: dict[UUID, int]) -> Iterator[UUID]:
        """Of these streams those of which the hall has no row that goes as far."""
        for stream, version in versions.items():
            found = self._db.execute("SELECT version FROM games WHERE id = ?", (stream.hex,))
            row = found.fetchone()
            if row is None or row[0] < version:
                yield stream

    def _meet(self, stream: UUID, stretch: Stretch) -> None:
        events = self._events(stream, stretch)
        first = events[0][1].fact if events else None
        slug = ""
        if isinstance(first, GameScheduled):
            slug = first.tournament
        elif type(first) in TOURNAMENT_FACTS:
            state = tournament_of(event for _, event in events)
            slug = state.slug if state else ""
        if slug and slug not in self._of_no_stream and not is_made(self._db, slug):
            self._make_whole(slug)
        version = events[-1][1].originator_version if events else 0
        if isinstance(first, GameScheduled) and [*self._lacking({stream: version})]:
            _put(stretch, stream, events)

    def _make_whole(self, slug: str) -> None:
        try:
            there = self.tournament(slug)
        except Damaged as damage:
            logger.warning("%s", damage)
            there = False
        if not there:
            self._of_no_stream.add(slug)

    def _take_games(
        self, slug: str, paired: RoundPaired, pairing: Pairing, stretch: Stretch
    ) -> None:
        """Take in every game of a pairing: the one called off, the one played, the one again."""
        if not pairing.second:
            return
        round_number, division = paired.round_number, paired.division
        for replay in count(1):
            game = game_id(slug, round_number, pairing.table, division=division, replay=replay)
            if events := self._events(game, stretch):
                _put(stretch, game, events)
            elif replay >= pairing.replay:
                return

    def _events(self, stream: UUID, stretch: Stretch) -> list[tuple[int, Event]]:
        """The events of a stream; those before one that can't be read, and that is noted."""
        events, damage = self._log.placed_up_to_damage(stream)
        if damage is not None:
            logger.warning("%s", damage)
            stretch.unreadable.add(stream)
        return events


def make_tournament(path: Path, log: Log, slug: str) -> bool:
    """Make one tournament of the hall in ``path`` whole; whether it has a stream to make it of."""
    with closing(connect(path)) as connection:
        return Making(log, connection).tournament(slug)


def make_game(path: Path, log: Log, game: UUID) -> None:
    """Make one game of the hall in ``path``, and the tournament it belongs to."""
    with closing(connect(path)) as connection:
        Making(log, connection).game(game)


def making_up(path: Path, log: Log) -> Iterator[Owed]:
    """Take in what is owed, step by step; yields what is left. It may be stopped at any time."""
    with closing(connect(path)) as connection:
        making = Making(log, connection)
        while (left := making.step()).events:
            yield left
        yield left


def _put(stretch: Stretch, game: UUID, events: list[tuple[int, Event]]) -> None:
    stretch.games[game] = [event for _, event in events]
    stretch.positions[game] = events[-1][0]


def _note(db: sqlite3.Connection, slug: str) -> bool:
    db.execute("INSERT INTO made VALUES (?) ON CONFLICT DO NOTHING", (slug,))
    return True


def _move_back(db: sqlite3.Connection, before: Owed, start: int) -> bool:
    moved = db.execute(
        "UPDATE tracking SET below = ? WHERE after = ? AND below = ?", (start, *before)
    )
    if start <= before.after:
        db.execute("DELETE FROM made")
    return moved.rowcount == 1

"""Reading on in the log, and what a stretch of it changes in the hall."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.game.sheet import Sheet, after, replay
from ledger.game.sheet.effective import CORRECTIONS
from ledger.game.sheet.folding import FOLDS
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary.refusals import Refusal

TOURNAMENT_FACTS = frozenset(
    {
        "ledger.tournament.facts.conduct",
        "ledger.tournament.facts.draws",
        "ledger.tournament.facts.players",
        "ledger.tournament.facts.set_up",
        "ledger.tournament.facts.tournaments",
    }
)
GAME_FACTS = frozenset(FOLDS) | frozenset(CORRECTIONS)

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Stretch:
    """Some of the log, sorted by what it is about.

    Attributes:
      last: position of its last event, readable or not.
      mark: which event lies at ``last``, so that another log is noticed; empty if unknown.
      count: how many events it holds.
      games: the events of each game, in order.
      positions: where the last event of each game lies.
      tournaments: streams of tournaments that were written to.
      unreadable: streams with an event that can't be read.
      ended: whether the log ended there.
    """

    last: int
    mark: str = ""
    count: int = 0
    games: dict[UUID, list[Event]] = field(default_factory=dict)
    positions: dict[UUID, int] = field(default_factory=dict)
    tournaments: set[UUID] = field(default_factory=set)
    unreadable: set[UUID] = field(default_factory=set)
    ended: bool = True


def read_on(log: Log, position: int, limit: int) -> Stretch:
    """The next events of the log past ``position``, at most ``limit``.

    One event that can't be read must not keep the rest of the hall from being shown: its
    stream is noted, and reading goes on behind it.
    """
    try:
        events = log.read(position, limit)
    except Damaged:
        return _read_around(log, position, limit)
    stretch = Stretch(position, ended=len(events) < limit)
    _sort(stretch, events)
    return stretch


def _read_around(log: Log, position: int, limit: int) -> Stretch:
    stretch = Stretch(position, ended=False)
    for _ in range(limit):
        try:
            events = log.read(stretch.last, 1)
        except Damaged as damage:
            if damage.position is None:
                raise
            logger.warning("%s", damage)
            stretch.last, stretch.mark = damage.position, ""
            stretch.unreadable |= _stream(damage.stream)
            stretch.count += 1
            continue
        if not events:
            stretch.ended = True
            break
        _sort(stretch, events)
    return stretch


def in_hand(written: Sequence[tuple[int, Event]]) -> Stretch | None:
    """Events just written as the stretch of the log they are; ``None`` if others lie between."""
    first, last = written[0][0], written[-1][0]
    if last - first + 1 != len(written):
        return None
    stretch = Stretch(first - 1)
    _sort(stretch, written)
    return stretch


def _stream(text: str) -> set[UUID]:
    try:
        return {UUID(text)}
    except ValueError:
        return set()


def _sort(stretch: Stretch, events: Sequence[tuple[int, Event]]) -> None:
    games, positions = stretch.games, stretch.positions
    for position, event in events:
        kind = type(event.envelope.fact)
        stream = event.originator_id
        if kind in GAME_FACTS:
            positions[stream] = position
            if stream in games:
                games[stream].append(event)
            else:
                games[stream] = [event]
        elif kind.__module__ in TOURNAMENT_FACTS:
            stretch.tournaments.add(stream)
    if events:
        stretch.last, last = events[-1]
        stretch.mark = mark(last)
        stretch.count += len(events)


def mark(event: Event) -> str:
    """What tells this event from any other that might lie at its position."""
    request = event.envelope.command_id.hex
    return f"{event.originator_id.hex}/{event.originator_version}/{request}"


def sheets_of(stretch: Stretch, shelf: Shelf) -> dict[UUID, Sheet]:
    """The sheet of each game in the stretch, folded at least that far.

    A game whose sheet can't be had is noted as unreadable: its events are in the record
    whatever we make of them, and must not keep all the other games from being shown.

    Raises:
      Refusal: the log can't be read at the moment.
    """
    sheets: dict[UUID, Sheet] = {}
    for game, events in stretch.games.items():
        try:
            sheets[game] = _sheet(game, events, shelf)
        except Damaged as damage:
            logger.warning("%s", damage)
            stretch.unreadable.add(game)
            if (before := _sheet_before_the_damage(events, shelf)) is not None:
                sheets[game] = before
        except Refusal:
            raise
        except Exception:
            logger.exception("the events of game %s can't be folded", game)
            stretch.unreadable.add(game)
    return sheets


def _sheet(game: UUID, events: list[Event], shelf: Shelf) -> Sheet:
    """The sheet of a game after ``events``, from the shelf if it got that far already.

    Raises:
      Damaged: an event of the game can't be read.
    """
    first, last = events[0].originator_version, events[-1].originator_version
    kept = shelf.kept(game)
    if kept is not None and kept.version >= last:
        return kept
    if last - first + 1 == len(events):
        if kept is not None and kept.version >= first - 1:
            return shelf.keep(after(kept, events[kept.version - first + 1 :]))
        if first == 1:
            return shelf.keep(replay(events))
    return shelf.sheet(game)


def _sheet_before_the_damage(events: list[Event], shelf: Shelf) -> Sheet | None:
    """The sheet as far as the events follow on each other, where they begin with the first."""
    first = events[0].originator_version
    whole = [e for place, e in enumerate(events) if e.originator_version == first + place]
    return shelf.keep(replay(whole)) if first == 1 else None


def tournaments_of(stretch: Stretch, log: Log) -> list[Tournament]:
    """Each tournament that was written to in the stretch, as it stands now."""
    tournaments: list[Tournament] = []
    for stream in stretch.tournaments:
        try:
            tournament = tournament_of(log.events_of(stream))
        except Damaged as damage:
            logger.warning("%s", damage)
            continue
        if tournament is not None:
            tournaments.append(tournament)
    return tournaments

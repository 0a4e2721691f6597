"""One tournament as the hall had it at an earlier end of the log, without all of it being read.

A row of a game follows from its events alone: of a game that has none since, it is what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay
from ledger.hall.file import HALL_FILE, connect
from ledger.hall.hall import Hall
from ledger.hall.projection import Feeder
from ledger.hall.rows import COLUMNS, summary
from ledger.record.events import tournament_id
from ledger.record.log import Log
from ledger.tournament.tournament import tournament_of

ID, POSITION = COLUMNS.index("id"), COLUMNS.index("position")


@contextmanager
def as_it_stood(
    now: Hall,
    then: Log,
    slug: str,
    folder: Path,
    *,
    shelf: SheetCache,
    still: Callable[[], object] = lambda: None,
) -> Iterator[Hall]:
    """A hall of one tournament, as it was at the end of ``then``. It can't be searched.

    Args:
      then: the log up to that end.
      folder: an empty folder for its file.
      still: called now and then, to give up by raising.
    """
    path = folder / HALL_FILE
    now.prepare(path)
    rows = [row for one in now.game_rows(slug) if (row := _as_it_was(one, then, still))]
    opened = tournament_of(then.events_of(tournament_id(slug)))
    with closing(connect(path, synchronous="OFF")) as connection:
        feeder = Feeder(then, connection)
        feeder.put(rows, [opened] if opened else [], then.last_position())
        if rows and opened is None:
            feeder.put_unopened(slug, _scheduled(then, rows[0]))
    hall = Hall(then, folder, prepare=now.prepare, shelf=shelf)
    try:
        yield hall
    finally:
        hall.close()


def _as_it_was(
    row: tuple[Any, ...], then: Log, still: Callable[[], object]
) -> tuple[Any, ...] | None:
    """The row of a game at the end of ``then``; ``None`` where there was no such game yet."""
    if row[POSITION] <= then.last_position():
        return row
    still()
    placed = then.placed_events_of(UUID(row[ID]))
    if not placed:
        return None
    return summary(replay(event for _, event in placed), placed[-1][0], differs=frozenset())


def _scheduled(then: Log, row: Sequence[Any]) -> GameScheduled:
    fact = then.events_of(UUID(row[ID]))[0].fact
    assert isinstance(fact, GameScheduled)
    return fact

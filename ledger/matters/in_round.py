"""What waits because of the other games of a round: who has not begun, what is not finished."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import timedelta
from uuid import UUID

from ledger.matters.in_game import GameMatters
from ledger.matters.matter import DeskMatter
from ledger.tournament.set_aside import Named

MAY_BEGIN_LATER = timedelta(minutes=10)
"""How long after the first game of its round a game may begin before somebody looks."""


def last_without_turns(turns: Mapping[UUID, int]) -> frozenset[UUID]:
    """The one game of a round without a turn, where turns were entered of all others."""
    without = [game for game, entered in turns.items() if not entered]
    return frozenset(without) if len(without) == 1 and len(turns) > 1 else frozenset()


def not_started(
    games: Mapping[UUID, GameMatters], awaited: Container[UUID] | None = None
) -> Iterator[DeskMatter]:
    """The games of one round that were not begun though others were; shown after a while.

    Args:
      games: the games of the round.
      awaited: those of which turns are to be expected, since a tablet records them. Of a table
        that plays on paper nothing comes till its slip does. ``None``: all of them.
    """
    first = min((one.started for one in games.values() if one.started), default=None)
    if first is None:
        return
    for game, one in games.items():
        if awaited is not None and game not in awaited:
            continue
        if one.started is None and not (one.is_over or one.has_result or one.was_told):
            yield DeskMatter(
                named=Named("not-started", game, "start"),
                since=first,
                words="the other tables play",
                game=game,
                shown_from=first + MAY_BEGIN_LATER,
            )


def unfinished(games: Iterable[tuple[UUID, GameMatters]]) -> Iterator[DeskMatter]:
    """The games that have no result, which keep their round open."""
    for game, one in games:
        if not one.has_result:
            yield DeskMatter(
                named=Named("unfinished", game, "result"),
                since=one.last_written,
                words="the game has no result",
                game=game,
                in_play=one.started is not None and not one.is_over,
            )

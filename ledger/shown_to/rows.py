"""A row of the hall as somebody is shown it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from msgspec.structs import replace

from ledger.game.sheet import Sheet
from ledger.hall.rows import GameRow, TournamentRow
from ledger.hall.summary import row_of
from ledger.record.shown_as import Matter
from ledger.shown_to.boards import FINAL, boards_for, game_shown_to
from ledger.shown_to.facts import Extent, extent, sees_sealed
from ledger.shown_to.viewers import Viewer
from ledger.tournament.facts.tournaments import LiveBoardsChosen
from ledger.vocabulary import Boards

FLAGS = frozenset(
    {"challenge", "phoney", "correction", "overtime", "ruling", "six-zeros", "papers-differ"}
)
"""Flags for everybody. That a director was called, or that a score does not add up, is none; that
two slips differ is, for the result is not settled: what the other one says is told nobody."""

IN_PLAY = "playing"
"""The state of a game whose board is not shown, from its start until its result is final."""


def live_boards(row: TournamentRow) -> LiveBoardsChosen:
    """What the organiser chose for a tournament, as its row has it."""
    return LiveBoardsChosen(how=row.live_boards, minutes=row.minutes_late)


def row_shown_to(
    viewer: Viewer,
    row: GameRow,
    live: LiveBoardsChosen,
    sheet_of: Callable[[], Sheet],
    now: datetime,
) -> GameRow:
    """The row as this viewer is shown it.

    Args:
      viewer: who looks.
      row: the game as the hall has it.
      live: what the organiser chose for its tournament.
      sheet_of: gives the sheet; it is only asked for where the row alone does not do.
      now: the time.
    """
    if extent(viewer, Matter.TALK, over=False) is Extent.WHOLE:
        return row
    final = row.state in FINAL
    boards = boards_for(viewer, live, final=final)
    if row.state != "scheduled" and boards is not Boards.NOW:
        shown = game_shown_to(viewer, sheet_of(), live, now)
        row = replace(row_of(shown.sheet, row.position), boards=shown.boards)
        if shown.boards is Boards.HIDDEN:
            return _hidden(row)
    over = row.state in FINAL | {"over", "signed by one"}
    return replace(
        row,
        flags=tuple(flag for flag in row.flags if flag in FLAGS),
        unseen=row.unseen if sees_sealed(viewer, over=over) else None,
    )


def held_back(viewer: Viewer, rows: Iterable[GameRow], live: LiveBoardsChosen) -> frozenset[UUID]:
    """Games of which this viewer is told no more than who meets whom.

    Their boards are not shown as they are now; a result that is final is never held back.
    """
    if boards_for(viewer, live, final=False) is Boards.NOW:
        return frozenset()
    return frozenset(row.id for row in rows if row.state not in FINAL)


def _hidden(row: GameRow) -> GameRow:
    """A game of which only that it is in progress is shown, as it was when it was started.

    How many entries there are since, and when the last was made, tells how the game goes.
    """
    state = row.state if row.state == "scheduled" else IN_PLAY
    return replace(
        row, boards=Boards.HIDDEN, totals=None, state=state, on_move=None, turns=0,
        unseen=None, clocks=None, flags=(), last_line="",
    )  # fmt: skip

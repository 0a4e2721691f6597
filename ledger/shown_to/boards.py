"""How live a game is shown: as it stands, as it was some minutes ago, or only that it goes on.

The organiser chooses for visitors (``LiveBoardsChosen``); officials work on boards as they are,
and a player who signs sees the own game. A result that is final is shown at once, always.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from msgspec import Struct

from ledger.game.facts.setting_up import GameStarted
from ledger.game.sheet import Sheet
from ledger.game.sheet.as_known import sheet_as_known
from ledger.shown_to.sheets import is_over, known_events, sheet_shown_to
from ledger.shown_to.viewers import Viewer
from ledger.tournament.facts.tournaments import LiveBoardsChosen
from ledger.vocabulary import Boards


class GameShown(Struct, frozen=True):
    """A game as somebody is shown it, and how live that is."""

    sheet: Sheet
    boards: Boards


FINAL = frozenset({"final", "amended", "forfeited", "void", "incomplete"})
"""States after which a result changes only by an amendment."""


def is_final(sheet: Sheet) -> bool:
    """Whether there is a result that stands. Nobody signs what was read from a file."""
    read = sheet.scheduled.source or sheet.result.from_file
    return sheet.state in FINAL or bool(sheet.ended and read)


def boards_for(viewer: Viewer, live: LiveBoardsChosen, *, final: bool) -> Boards:
    """How live a viewer is shown a board."""
    if viewer is not Viewer.VISITOR or final or live.how == "on":
        return Boards.NOW
    return Boards.HIDDEN if live.how == "off" else Boards.LATE


def game_shown_to(
    viewer: Viewer,
    sheet: Sheet,
    live: LiveBoardsChosen,
    now: datetime,
    as_of: datetime | None = None,
) -> GameShown:
    """A game as this viewer is shown it: what of it, and up to when.

    Args:
      viewer: who looks.
      sheet: the game as it stands.
      live: what the organiser chose.
      now: the time.
      as_of: the moment of knowledge asked for; ``None`` for the latest that is shown.

    Raises:
      Refusal: ``no-such-moment`` where nothing was known then.
    """
    boards = boards_for(viewer, live, final=is_final(sheet))
    if boards is Boards.HIDDEN:
        sheet = known_events(sheet, _up_to_the_start(sheet))
    elif boards is Boards.LATE:
        sheet = known_events(sheet, _until(sheet, now - timedelta(minutes=live.minutes)))
    over = is_over(sheet)
    if as_of is not None:
        sheet = sheet_as_known(sheet, as_of=as_of)
    return GameShown(sheet_shown_to(viewer, sheet, over=over), boards)


def _until(sheet: Sheet, moment: datetime) -> int:
    """How many events were written by then; the pairing is never a secret."""
    known = takewhile(lambda event: event.envelope.written_at <= moment, sheet.events)
    return max(1, sum(1 for _ in known))


def _up_to_the_start(sheet: Sheet) -> int:
    """How many events there are until the game was started; all, if it was not."""
    for place, event in enumerate(sheet.events, 1):
        if isinstance(event.fact, GameStarted):
            return place
    return len(sheet.events)

"""What other programs are told: rows of the hall, a page at a time."""

from __future__ import annotations

from msgspec import Struct

from ledger.hall import TournamentRow
from web.public.rows import GameListed, StandingTold


class Page(Struct, frozen=True, kw_only=True):
    """A page of a longer list.

    Attributes:
      total: how many there are in all.
      next: to be sent as `after` for the next page; empty: this is the last.
    """

    total: int
    next: str = ""


class TournamentsPage(Page, frozen=True, kw_only=True):
    """Tournaments of this record, by name."""

    tournaments: tuple[TournamentRow, ...]


class PlayerTold(Struct, frozen=True, kw_only=True):
    """A player as everybody may know one.

    Attributes:
      number: in the tournament, from 1.
      rating: 0: none was told.
      classes: prize classes.
      takes_part: not once the player withdrew or was put out.
    """

    number: int
    name: str
    division: str
    rating: int
    team: str
    classes: tuple[str, ...]
    takes_part: bool


class PlayersPage(Page, frozen=True, kw_only=True):
    """Players of a tournament, by number."""

    players: tuple[PlayerTold, ...]


class StandingsPage(Page, frozen=True, kw_only=True):
    """Where players stand, leader first in each division."""

    standings: tuple[StandingTold, ...]


class RoundTold(Struct, frozen=True, kw_only=True):
    """One round of one division.

    Attributes:
      finished: games with a result; ``playing``: games on the boards now.
    """

    division: str
    round: int
    games: int
    finished: int
    playing: int


class RoundsPage(Page, frozen=True, kw_only=True):
    """Rounds that have games, by division and number."""

    rounds: tuple[RoundTold, ...]


class GamesPage(Page, frozen=True, kw_only=True):
    """Games by division, round, table and replay."""

    games: tuple[GameListed, ...]


class TableNow(Struct, frozen=True, kw_only=True):
    """What is played at a table: an address that stays the same over the whole event.

    Attributes:
      game: of the latest round that has one there; ``null``: none was paired there yet.
      minutes_late: how late its board is shown, where it is not shown as it is now.
    """

    tournament: str
    table: int
    game: GameListed | None
    minutes_late: int

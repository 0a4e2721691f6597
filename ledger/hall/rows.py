"""What the hall tells: one frozen row for a game, a tournament, a standing, a change."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct, field

from ledger.tournament.facts.set_up import TieBreak
from ledger.tournament.facts.tournaments import LiveBoards
from ledger.vocabulary import Boards, GameState, IsoTime, Seat


class GameRow(Struct, frozen=True, kw_only=True):
    """One game, as a director's screen lists it.

    Attributes:
      tournament: short name of the tournament.
      names: who sits in the first seat, then in the second; ``totals`` and ``clocks`` go
        with them.
      totals: the scores of the result, once there is one; till then those of the sheet;
        ``None`` where they are not shown.
      on_move: ``None`` before the start and after the end.
      turns: turns entered so far.
      version: version of the game's last event; ``position`` is its place in the log.
      unseen: tiles the player on move has not seen; ``None`` where that is not shown.
      clocks: seconds left when both clocks were last read, or ``None``.
      flags: any of ``ledger.hall.flags.FLAGS``, in that order.
      last_line: the last line of the sheet: ``Ann 8D WINDY +32``.
      written_at: when the last event was written.
      boards: how live this is: ``late`` is as the game was known some minutes ago; where it is
        ``hidden``, only that it is in progress.
    """

    id: UUID
    tournament: str
    division: str
    round_number: int = field(name="round")
    table: int
    replay: int
    names: tuple[str, str]
    totals: tuple[int, int] | None
    state: GameState
    on_move: Seat | None
    turns: int
    version: int
    position: int
    unseen: int | None
    clocks: tuple[int, int] | None
    flags: tuple[str, ...]
    last_line: str
    written_at: IsoTime
    boards: Boards = Boards.NOW


class TournamentRow(Struct, frozen=True, kw_only=True):
    """One tournament. A game whose tournament nobody opened brings one under its short name.

    Attributes:
      players: players entered; where none were, people who have a game.
      rounds: the highest round that was paired or has a game.
      planned: how many rounds are held, by division, as far as that was planned or the last one
        was closed as such.
      finished: games with a result that counts.
      live_boards: how visitors see games that are being played: ``off``, ``delayed``, ``on``.
      minutes_late: how late, where it is ``delayed``.
      time_zone: the hall's, by its IANA name; empty: nobody named it.
      first_day, last_day: as ``2026-11-21``; empty: not said.
      announcement: what everybody should know at this moment; empty: nothing.
      ties: in which order ties in the standings are broken, with spaces between.
      over: whether the tournament was closed.
      starts_by: how it is settled who plays first (``Start.method``); empty: not settled yet.
      spread_cap: the most spread that one game counts for; 0: all of it counts.
    """

    slug: str
    name: str
    place: str
    rulebook: str
    lexicon: str
    players: int
    rounds: int
    games: int
    finished: int
    live_boards: LiveBoards = "on"
    minutes_late: int = 0
    time_zone: str = ""
    first_day: str = ""
    last_day: str = ""
    announcement: str = ""
    ties: str = ""
    over: bool = False
    starts_by: str = ""
    spread_cap: int = 0
    planned: dict[str, int] = field(default_factory=dict)


class Standing(Struct, frozen=True, kw_only=True):
    """What a player's games in a division add up to.

    Attributes:
      number: the player's number in the tournament; 0 for who never entered it.
      wins, losses: games; a tie is half of each, a game forfeited by both a loss for both.
      spread: own points minus opponents', penalties and credits in spread included.
      games: games that count.
      starts: those of them the player began.
    """

    number: int
    name: str
    division: str
    wins: float
    losses: float
    spread: int
    games: int
    starts: int


class Tie(Struct, frozen=True, kw_only=True):
    """Why a player stands below the one above, who has as many wins and losses.

    Attributes:
      name: the one above.
      by: what told the two apart; empty: nothing that was announced does, they share a place.
      own, above: what that was worth to each: points of spread, else half wins.
    """

    name: str
    by: TieBreak | Literal[""] = ""
    own: int = 0
    above: int = 0


class ClassPlace(Struct, frozen=True):
    """Where a player stands among those of a prize class.

    Attributes:
      place: from 1; 0 before the first result.
      sharing: how many of the class share the place.
    """

    name: str
    place: int
    sharing: int = 1


class StandingRow(Standing, frozen=True, kw_only=True):
    """Where a player stands in a division.

    Attributes:
      ejected: whether the player was put out of the tournament, and stands last.
      place: from 1 in each division; who is level shares one; 0 before the first result.
      sharing: how many share the place.
      tie: why below the player above, where both have as many wins and losses.
      classes: the prize classes the player is in, and the place in each.
    """

    ejected: bool = False
    place: int = 0
    sharing: int = 1
    tie: Tie | None = None
    classes: tuple[ClassPlace, ...] = ()


class ChangeRow(Struct, frozen=True, kw_only=True):
    """Something that was written, for screens that are watching.

    Attributes:
      position: its place in the log.
      game: the game it is about, ``None`` if about none or not known here.
      tournament: short name of the tournament, empty if about none.
      version: its place in its own stream.
      topic: what kind of fact.
    """

    position: int
    game: UUID | None
    tournament: str
    version: int
    topic: str

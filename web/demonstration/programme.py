"""What is on the programme of the demonstration: players, officials, cases and games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

from ledger.game.facts.setting_up import OptionValue
from ledger.transcript import Line, read_transcript
from ledger.vocabulary import Role
from web.demonstration.cases import DemoCase

FOLDER = Path(__file__).parent


class Official(Struct, frozen=True):
    """Someone with a badge."""

    badge: str
    name: str
    role: Role


class Game(Struct, frozen=True):
    """Who met whom, and the file that tells the game.

    Attributes:
      players: their numbers, in the order of the pairing; who starts is in the transcript.
      transcript: name of the file in ``games/``.
    """

    round_number: int = field(name="round")
    table: int
    players: tuple[int, int]
    transcript: str

    def lines(self) -> tuple[Line, ...]:
        """The facts of the game after ``GameScheduled``."""
        text = (FOLDER / "games" / self.transcript).read_text("utf-8")
        return read_transcript(text, before=1)


class Programme(Struct, frozen=True):
    """The tournament. ``players`` are in the order of their numbers, from 1."""

    slug: str
    name: str
    place: str
    rulebook: str
    players: tuple[str, ...]
    options: dict[str, OptionValue]
    officials: tuple[Official, ...]
    cases: tuple[DemoCase, ...]
    games: tuple[Game, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds."""
        return tuple(sorted({game.round_number for game in self.games}))

    def round(self, number: int) -> tuple[Game, ...]:
        """The games of a round, by table."""
        return tuple(game for game in self.games if game.round_number == number)

    def case(self, game: Game) -> DemoCase | None:
        """The case about a game, if there is one."""
        place = game.round_number, game.table
        return next((one for one in self.cases if (one.round_number, one.table) == place), None)


@cache
def programme() -> Programme:
    """The programme, as ``tournament.toml`` has it."""
    return msgspec.toml.decode((FOLDER / "tournament.toml").read_bytes(), type=Programme)

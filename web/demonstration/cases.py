"""The cases of the demonstration: who was heard, what was ruled, and what came of it."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.game.facts.turns import PlayRecorded, TilesExchanged, TurnPassed
from ledger.incidents.appeals import DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.asking import AskedOfCase
from ledger.incidents.hearing import ConfirmStatement, TakeStatement
from ledger.incidents.opening import CloseCase, OpenCase
from ledger.incidents.ruling import GiveRuling
from ledger.incidents.told import TellRuling
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords

InACase = (
    OpenCase | TakeStatement | ConfirmStatement | GiveRuling | TellRuling | LodgeAppeal
    | HearAppeal | DecideAppeal | CloseCase
)  # fmt: skip

TURNS = (PlayRecorded, TilesExchanged, TurnPassed)


class CaseStep(Struct, frozen=True):
    """One request in a case.

    Attributes:
      at: seconds after the turn of its sitting.
      said: somebody's words, which the request names by their digest.
    """

    at: int
    asked: InACase
    said: str = ""

    def asked_with(self, game: UUID, version: int) -> tuple[AskedOfCase, tuple[KeptWords, ...]]:
        """The request about a game that stands at ``version``, and the words kept with it."""
        words = (KeptWords(bytes(range(16)), self.said.encode()),) if self.said else ()
        named = words[0].digest if words else ""
        match self.asked:
            case OpenCase():
                return replace(self.asked, game=game, about_event=version), words
            case GiveRuling():
                return replace(self.asked, game=game), words
            case TakeStatement():
                return replace(self.asked, words=named), words
            case LodgeAppeal():
                return replace(self.asked, grounds=named), words
        return self.asked, words


class Sitting(Struct, frozen=True):
    """What was done in a case in one go.

    Attributes:
      turn: of the game, after which the director is at the table.
      takes: for how many seconds the game stands still for it.
    """

    turn: int
    steps: tuple[CaseStep, ...]
    takes: int = 0


class DemoCase(Struct, frozen=True):
    """A case about one game."""

    round_number: int = field(name="round")
    table: int
    sittings: tuple[Sitting, ...]

    def pauses(self) -> dict[int, timedelta]:
        """By turn, how long the game stands still after it."""
        return {one.turn: timedelta(seconds=one.takes) for one in self.sittings}


def is_a_turn(fact: Fact) -> bool:
    """Whether a fact of a game is a turn of it."""
    return isinstance(fact, TURNS)

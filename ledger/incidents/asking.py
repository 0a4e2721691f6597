"""What requests about a case are made under, and where they are registered."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.asking.asked import About, Asked
from ledger.asking.requests_of import RequestsOf
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.level_one import PlayersGame
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import Tournament


class AskedOfCase(Asked, frozen=True, kw_only=True):
    """A request about a case. What a case begins with names its stream, so it begins once."""

    about: ClassVar[About] = "case"


class Under(Struct, frozen=True, kw_only=True):
    """What a request about a case is made under, and what it may ask of the record.

    Attributes:
      stream: the case's.
      by: badge of the director.
      sheet: the sheet of a game; it refuses for one nobody scheduled.
      tournament: the tournament of a short name, ``None`` where nobody opened it.
      games_of: every game of a player in the rounds paired so far.
    """

    stream: UUID
    by: str
    sheet: Callable[[UUID], Sheet]
    tournament: Callable[[str], Tournament | None]
    games_of: Callable[[Tournament, int], tuple[PlayersGame, ...]]

    def rules_of(self, game: UUID) -> Rulebook:
        """The rulebook in force for a game.

        Raises:
          Refusal: ``no-such-game``.
        """
        scheduled = self.sheet(game).scheduled
        return rulebook.in_force(scheduled.rulebook, scheduled.options)

    def tournament_of(self, game: UUID) -> Tournament:
        """The tournament a game belongs to.

        Raises:
          Refusal: ``no-such-game``, or ``no-such-tournament`` where nobody opened it.
        """
        slug = self.sheet(game).scheduled.tournament
        found = self.tournament(slug)
        if found is None:
            raise refusal("no-such-tournament/for-a-case", slug=slug)
        return found


BEGIN: RequestsOf[None, Under] = RequestsOf()
"""What begins a case."""

GO_ON: RequestsOf[CaseFile, Under] = RequestsOf()
"""What can be asked about one that was opened."""

decides = GO_ON.decides


def must_be_open(file: CaseFile) -> None:
    """Refuse what is entered in a case that was closed.

    Raises:
      Refusal: ``case-closed``.
    """
    if file.is_closed:
        raise refusal("case-closed")

"""What requests about a tournament are made under, and where they are registered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from msgspec import Struct

from ledger.erasure.pieces import Gathered, Person
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.matters.matter import DeskMatter
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests import About, Request, RequestsOf, WorkedOut
from ledger.tournament.draw.from_record import Ahead
from ledger.tournament.standing_now import RoundsRead
from ledger.tournament.tournament import Named, Tournament


class TournamentRequest(Request, frozen=True, kw_only=True):
    about: ClassVar[About] = "tournament"

    def updates(self, tournament: Tournament) -> bool:
        """Whether play would go on by it, which it does not in a tournament that is closed.

        Results that were still out, signatures, rulings, appeals and corrected names come after
        the close as before.
        """
        del tournament
        return False


def must_be_open_for(tournament: Tournament, request: TournamentRequest) -> None:
    if tournament.conduct.closed and request.updates(tournament):
        raise refusal("tournament-closed", name=tournament.name)


class TournamentContext(Struct, frozen=True, kw_only=True):
    """What a request about a tournament is made under, and what it may ask of the record.

    Attributes:
      version: of its last event as it was looked at.
      ahead: draws worked out before their turn.
      rounds_read: rounds as they were read for a draw before.
      written_since: the streams written to past a position; ``None``: too many to tell.
      sheet: the sheet of a game; it refuses for one nobody scheduled.
      given_in: everybody who gave something that lies beside the log. Slow.
      gathered: the same worked out before its turn.
    """

    stream: UUID
    version: int
    ahead: WorkedOut[Ahead]
    rounds_read: RoundsRead
    last_position: Callable[[], int]
    written_since: Callable[[int], frozenset[UUID] | None]
    version_of: Callable[[UUID], int]
    sheet: Callable[[UUID], Sheet]
    matters_of_round: Callable[[Tournament, str, int], Sequence[DeskMatter]]
    waits: Callable[[Tournament, Named], bool]
    files: Callable[[Tournament], Sequence[CaseFile]]
    now: Callable[[], datetime]
    by: str
    given_in: Callable[[Tournament], tuple[Person, ...]]
    gathered: WorkedOut[Gathered]
    case: CaseFile | None = None
    events: tuple[Event, ...] = ()


BEGIN: RequestsOf[None, TournamentContext] = RequestsOf()
"""What begins a tournament."""

GO_ON: RequestsOf[Tournament, TournamentContext] = RequestsOf()
"""What can be asked about one that is there."""

decides = GO_ON.decides

"""Requests about a tournament, at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.desk.matters import matters_of_round, waits
from ledger.desk.requests import Sent
from ledger.desk.streams import DeskServices, Folded, Snapshot
from ledger.erasure import forgetting  # noqa: F401 (it registers)
from ledger.erasure.pieces import Gathered, Person, given_in
from ledger.interchange import taking_in  # noqa: F401 (it registers)
from ledger.matters.in_game import GameMatters, matters_in
from ledger.matters.matter import DeskMatter
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests import Request, WorkedOut
from ledger.tournament import (  # noqa: F401 (they register)
    conduct,
    drawing,
    matters,
    opening,
    players,
    round_plan,
    rounds,
)
from ledger.tournament.draw.from_record import Ahead
from ledger.tournament.names import OnPaper, names_of
from ledger.tournament.opening import (
    BEGIN,
    GO_ON,
    TournamentContext,
    TournamentRequest,
    must_be_open_for,
)
from ledger.tournament.tournament import Named, Tournament, tournament_of
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal

MOST_SINCE = 5000
"""Entries that are looked through for whether they change what was worked out before them."""


class Tournaments(Folded[Tournament, TournamentContext]):
    creates = BEGIN
    updates = GO_ON

    def __init__(self, at_hand: DeskServices) -> None:
        super().__init__(at_hand)
        self._ahead: WorkedOut[Ahead] = WorkedOut()
        self._gathered: WorkedOut[Gathered] = WorkedOut()

    def fold(self, events: tuple[Event, ...]) -> Tournament | None:
        return tournament_of(events)

    def load(self, stream: UUID) -> Snapshot:
        """The tournament, with its events, as far as it is not at hand."""
        found = self.at_hand.cases.read(stream)
        if found is None:
            return super().load(stream)
        return Snapshot(stream, len(found.events), found.events, found.state)

    def must_be_open_for(self, state: Tournament, request: Request) -> None:
        if isinstance(request, TournamentRequest):
            must_be_open_for(state, request)

    def named(self, state: Tournament) -> Iterable[OnPaper]:
        return names_of(state)

    def context_for(self, snapshot: Snapshot, sent: Sent, role: Role | None) -> TournamentContext:
        """What its decisions may ask of the record."""
        del role
        return TournamentContext(
            stream=snapshot.id,
            version=snapshot.version,
            ahead=self._ahead,
            rounds_read=self.at_hand.rounds_read,
            last_position=self.at_hand.log.last_position,
            written_since=self._written_since,
            version_of=self.at_hand.log.version_of,
            sheet=self.at_hand.shelf.sheet,
            matters_of_round=self._matters_of_round,
            waits=self._waits,
            files=self.at_hand.cases.cases_of,
            now=self.at_hand.now,
            by=sent.by,
            given_in=self._given_in,
            gathered=self._gathered,
            case=self.at_hand.cases.case(sent.case) if sent.case else None,
            events=snapshot.events,
        )

    def _matters_of_round(
        self, tournament: Tournament, division: str, number: int
    ) -> tuple[DeskMatter, ...]:
        log, files = self.at_hand.log, self.at_hand.cases.cases_of(tournament)
        return matters_of_round(log, self._in_game, tournament, division, number, files=files)

    def _waits(self, tournament: Tournament, named: Named) -> bool:
        files = self.at_hand.cases.cases_of(tournament)
        return waits(self.at_hand.log, self._in_game, tournament, named, files)

    def _given_in(self, tournament: Tournament) -> tuple[Person, ...]:
        return given_in(self.at_hand.log, self.at_hand.shelf, tournament, self.at_hand.now())

    def _written_since(self, position: int) -> frozenset[UUID] | None:
        events = self.at_hand.log.read(position, MOST_SINCE)
        if len(events) == MOST_SINCE:
            return None
        return frozenset(event.originator_id for _, event in events)

    def _in_game(self, game: UUID) -> GameMatters:
        return matters_in(self.at_hand.shelf.sheet(game))

    def missing(self, request: Request, stream: UUID) -> Refusal:
        del request, stream
        return refusal("no-such-tournament/asked-about")

    def there(self, request: Request) -> Refusal:
        return Refusal.of("tournament-exists", slug=getattr(request, "slug", ""))

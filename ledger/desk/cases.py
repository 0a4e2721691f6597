"""Requests about a case, at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from uuid import UUID

from ledger.accounts.facts import BadgeIssued
from ledger.desk.games import decided_at_the_table
from ledger.desk.requests import Sent
from ledger.desk.streams import Folded, Snapshot
from ledger.game.context import OF_GAMES
from ledger.game.sheet.sheet import Sheet
from ledger.incidents import (
    appeals,  # noqa: F401 (they register)
    hearing,  # noqa: F401 (they register)
    opening,  # noqa: F401 (they register)
    penalties,  # noqa: F401 (they register)
    ruling,  # noqa: F401 (they register)
    taking_back,  # noqa: F401 (they register)
)
from ledger.incidents.case_file import CaseFile, case_file, no_such_case
from ledger.incidents.penalties import games_of
from ledger.incidents.requests import (
    BEGIN,
    GO_ON,
    CaseContext,
    CaseRequest,
    Ruled,
    must_be_filled_in,
    must_have_seen,
)
from ledger.record.events import Event, badge_id
from ledger.refusals.saying import refusal
from ledger.requests import Decision, Request
from ledger.tournament.names import OnPaper, names_in, names_of
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal


class Cases(Folded[CaseFile, CaseContext]):
    creates = BEGIN
    updates = GO_ON

    def fold(self, events: tuple[Event, ...]) -> CaseFile | None:
        return case_file(events)

    def decided(self, snapshot: Snapshot, request: Request, sent: Sent) -> Decision:
        """What is to be written, for who has seen what others did in the case."""
        if isinstance(request, CaseRequest):
            must_be_filled_in(request)
        decision = super().decided(snapshot, request, sent)
        if isinstance(request, CaseRequest) and isinstance(snapshot.state, CaseFile):
            must_have_seen(snapshot.state, request, sent.by)
        return decision

    def named(self, state: CaseFile) -> Iterable[OnPaper]:
        """The names on its paper: of its tournament, and of who had a part in it already."""
        slug = state.opened.tournament
        if not slug and state.opened.game is not None:
            slug = self.at_hand.shelf.sheet(state.opened.game).scheduled.tournament
        if (tournament := self.at_hand.cases.find(slug)) is not None:
            yield from names_of(tournament)
        for event in state.events:
            yield from names_in(event.fact)

    def load(self, stream: UUID) -> Snapshot:
        """The case, as far as it is not at hand; one that is empty may be begun."""
        found = self.at_hand.cases.find_case(stream)
        if found is None:
            return super().load(stream)
        return Snapshot(stream, found.version, found.events, found)

    def context_for(self, snapshot: Snapshot, sent: Sent, role: Role | None) -> CaseContext:
        log, shelf = self.at_hand.log, self.at_hand.shelf
        # Read once while one request is looked at: what is written meanwhile it can't be based on.
        sheet_of = cache(shelf.sheet)

        def at_the_table(sheet: Sheet, request: Request, ruled: Ruled) -> Decision:
            OF_GAMES.must_be_allowed(role, request)
            return decided_at_the_table(self.at_hand, sheet, request, sent, role, ruled)

        return CaseContext(
            stream=snapshot.id,
            by=sent.by,
            sheet=sheet_of,
            decide=at_the_table,
            tournament=cache(self.at_hand.cases.find),
            games_of=partial(games_of, log, shelf),
            now=self.at_hand.now,
            official=self._official,
        )

    def _official(self, badge: str) -> str:
        issued = (event.fact for event in self.at_hand.log.events_of(badge_id(badge)))
        names = [fact.name for fact in issued if isinstance(fact, BadgeIssued)]
        return names[-1] if names else ""

    def missing(self, request: Request, stream: UUID) -> Refusal:
        del request
        return no_such_case(stream)

    def there(self, request: Request) -> Refusal:
        del request
        return refusal("case-there")

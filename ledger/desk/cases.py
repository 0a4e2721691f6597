"""Requests about a case, at the desk."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from ledger.accounts.badge_facts import BadgeIssued
from ledger.asking.asked import Asked, Decision
from ledger.desk.games import decided_at_the_table
from ledger.desk.kinds import Folded, Looked
from ledger.desk.requests import Sent
from ledger.game.play.entry import OF_GAMES
from ledger.game.sheet.sheet import Sheet
from ledger.incidents import (  # noqa: F401 (they register)
    appeals,
    bookmarks,
    hearing,
    opening,
    penalties,
    ruling,
    second_official,
    taking_back,
    told,
)
from ledger.incidents.asking import (
    BEGIN,
    GO_ON,
    AskedOfCase,
    Ruled,
    Under,
    must_be_filled_in,
    must_have_seen,
)
from ledger.incidents.case_file import CaseFile, case_file, no_such_case
from ledger.incidents.games_of import games_of
from ledger.record.events import Event
from ledger.record.streams import badge_id, tournament_id
from ledger.refusals.saying import refusal
from ledger.tournament.on_paper import OnPaper, names_in, names_of
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal


class Cases(Folded[CaseFile, Under]):
    """Cases."""

    begins = BEGIN
    goes_on = GO_ON

    def fold(self, events: tuple[Event, ...]) -> CaseFile | None:
        """The case as it stands."""
        return case_file(events)

    def decided(self, looked: Looked, asked: Asked, sent: Sent) -> Decision:
        """What is to be written, for who has seen what others did in the case.

        Raises:
          Refusal: why nothing is.
        """
        if isinstance(asked, AskedOfCase):
            must_be_filled_in(asked)
        decision = super().decided(looked, asked, sent)
        if isinstance(asked, AskedOfCase) and isinstance(looked.state, CaseFile):
            must_have_seen(looked.state, asked, sent.by)
        return decision

    def named(self, state: CaseFile) -> Iterable[OnPaper]:
        """The names on its paper: of its tournament, and of who had a part in it already."""
        slug = state.opened.tournament
        if not slug and state.opened.game is not None:
            slug = self.at_hand.shelf.sheet(state.opened.game).scheduled.tournament
        if (tournament := self._tournament(slug)) is not None:
            yield from names_of(tournament)
        for event in state.events:
            yield from names_in(event.fact)

    def under(self, looked: Looked, sent: Sent, role: Role | None) -> Under:
        """What its decisions may ask of the record."""
        log, shelf = self.at_hand.log, self.at_hand.shelf

        def at_the_table(sheet: Sheet, asked: Asked, ruled: Ruled) -> Decision:
            OF_GAMES.must_be_allowed(role, asked)
            return decided_at_the_table(self.at_hand, sheet, asked, sent, role, ruled)

        return Under(
            stream=looked.id,
            by=sent.by,
            sheet=shelf.sheet,
            decide=at_the_table,
            tournament=self._tournament,
            games_of=partial(games_of, log, shelf),
            now=self.at_hand.now,
            official=self._official,
        )

    def _official(self, badge: str) -> str:
        """The name that belongs to a badge; empty if nobody's."""
        issued = (event.fact for event in self.at_hand.log.events_of(badge_id(badge)))
        names = [fact.name for fact in issued if isinstance(fact, BadgeIssued)]
        return names[-1] if names else ""

    def _tournament(self, slug: str) -> Tournament | None:
        return tournament_of(self.at_hand.log.events_of(tournament_id(slug)))

    def missing(self, asked: Asked, stream: UUID) -> Refusal:
        """The refusal for one that nobody opened."""
        del asked
        return no_such_case(stream)

    def there(self, asked: Asked) -> Refusal:
        """The refusal for one that is there."""
        del asked
        return refusal("case-there")

"""Requests about badges and devices, at the desk."""

from __future__ import annotations

from uuid import UUID

from ledger.accounts.giving_out import BEGIN, GO_ON, GivenOut, IssueBadge, Under
from ledger.asking.asked import Asked
from ledger.desk.kinds import Folded, Looked
from ledger.desk.requests import Sent
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal


class BadgeStreams(Folded[GivenOut, Under]):
    """Badges and devices."""

    begins = BEGIN
    goes_on = GO_ON

    def fold(self, events: tuple[Event, ...]) -> GivenOut | None:
        """The events themselves: what a badge allows is read from them with every request."""
        return events

    def role(self, asked: Asked, sent: Sent) -> Role | None:
        """As for any badge; but the bearer of a record's very first badge issues it."""
        begins_the_record = (
            isinstance(asked, IssueBadge)
            and asked.role is Role.ORGANISER
            and sent.by == asked.badge
            and self.at_hand.log.last_position() == 0
        )
        return Role.ORGANISER if begins_the_record else super().role(asked, sent)

    def under(self, looked: Looked, sent: Sent, role: Role | None) -> Under:
        """Which of them it is about."""
        del sent, role
        return Under(stream=looked.id)

    def missing(self, asked: Asked, stream: UUID) -> Refusal:
        """The refusal for one that nobody gave out."""
        del stream
        if badge := getattr(asked, "badge", ""):
            return refusal("no-such-badge", badge=badge)
        device = getattr(asked, "device", "")
        return refusal("no-such-device", device=device)

    def there(self, asked: Asked) -> Refusal:
        """The refusal for a number that somebody has."""
        badge = getattr(asked, "badge", "")
        return refusal("badge-taken", badge=badge)

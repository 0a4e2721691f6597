"""Requests about badges and devices, at the desk."""

from __future__ import annotations

from uuid import UUID

from ledger.accounts.requests import BEGIN, GO_ON, BadgeContext, GivenOut, IssueBadge
from ledger.desk.requests import Sent
from ledger.desk.streams import Folded, Snapshot
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal


class BadgeStreams(Folded[GivenOut, BadgeContext]):
    creates = BEGIN
    updates = GO_ON

    def fold(self, events: tuple[Event, ...]) -> GivenOut | None:
        """The events themselves: what a badge allows is read from them with every request."""
        return events

    def role(self, request: Request, sent: Sent) -> Role | None:
        """As for any badge; but the bearer of a record's very first badge issues it."""
        begins_the_record = (
            isinstance(request, IssueBadge)
            and request.role is Role.ORGANISER
            and sent.by == request.badge
            and self.at_hand.log.last_position() == 0
        )
        return Role.ORGANISER if begins_the_record else super().role(request, sent)

    def context_for(self, snapshot: Snapshot, sent: Sent, role: Role | None) -> BadgeContext:
        del sent, role
        return BadgeContext(stream=snapshot.id)

    def missing(self, request: Request, stream: UUID) -> Refusal:
        del stream
        if badge := getattr(request, "badge", ""):
            return refusal("no-such-badge", badge=badge)
        device = getattr(request, "device", "")
        return refusal("no-such-device", device=device)

    def there(self, request: Request) -> Refusal:
        badge = getattr(request, "badge", "")
        return refusal("badge-taken", badge=badge)

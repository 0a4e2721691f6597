"""Whose badge allows what, and whether a director has ruled."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from ledger.accounts.facts import BadgeIssued, BadgeRevoked
from ledger.incidents.facts import RulingGiven
from ledger.record.events import Event, badge_id
from ledger.record.log import Log
from ledger.record.standing import standing_of
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role


class _Badge(NamedTuple):
    """What the events of one badge add up to.

    Attributes:
      role: what the badge allows; ``None`` once it is revoked.
      directed: it was a director's at some time.
      name: whose it is.
    """

    stream: UUID
    version: int = 0
    role: Role | None = None
    directed: bool = False
    name: str = ""

    def after(self, events: Sequence[Event]) -> _Badge:
        role, directed, name = self.role, self.directed, self.name
        for event in events:
            if isinstance(event.fact, BadgeIssued):
                role, name = event.fact.role, event.fact.name
                directed = directed or role is Role.DIRECTOR
            elif isinstance(event.fact, BadgeRevoked):
                role = None
        return _Badge(self.stream, events[-1].originator_version, role, directed, name)


_looked_up: ContextVar[tuple[str, Role] | None] = ContextVar("looked up", default=None)


@contextmanager
def looked_up(badge: str, role: Role) -> Iterator[None]:
    """While one request is answered: what ``badge`` allows was read for it already."""
    before = _looked_up.set((badge, role))
    try:
        yield
    finally:
        _looked_up.reset(before)


class Authority:
    """Looks badges and rulings up in the log; what a request says of itself proves nothing.

    A badge is asked about with every request, so what its events add up to is kept, and only
    events after them are read: another node's revocation counts at the very next request.
    """

    def __init__(self, log: Log, room: int = 2000) -> None:
        self._log = log
        self._room = room
        self._badges: OrderedDict[str, _Badge] = OrderedDict()
        self._lock = Lock()

    def role_of(self, badge: str) -> Role | None:
        """What ``badge`` allows; ``None`` if it was never issued, or is revoked."""
        known = _looked_up.get()
        if known is not None and known[0] == badge:
            return known[1]
        return self._badge(badge).role

    def name_of(self, badge: str) -> str:
        """Whose a badge is, as it was read when its role was last asked for; else empty."""
        kept = self._badges.get(badge)
        return kept.name if kept else ""

    def _badge(self, badge: str) -> _Badge:
        kept = self._badges.get(badge) or _Badge(badge_id(badge))
        events = self._log.events_of(kept.stream, after=kept.version)
        if not events:
            return kept  # Nothing is kept of a badge nobody has: there is no end of those.
        with self._lock:
            found = self._badges[badge] = kept.after(events)
            while len(self._badges) > self._room:
                self._badges.popitem(last=False)
        return found

    def ruled(self, game: UUID, case: UUID | None) -> UUID | None:
        """``case``, once a director's ruling for this game was found there."""
        if case is None:
            return None
        for event in standing_of(self._log.events_of(case)):
            fact = event.fact
            if (
                isinstance(fact, RulingGiven)
                and fact.game == game
                and self._was_director(event.envelope.written_by)
            ):
                return case
        raise refusal("no-such-ruling")

    def cited(self, game: UUID, case: UUID | None) -> str:
        """What the director cited in the latest ruling for this game in that case."""
        if case is None:
            return ""
        rulings = [
            event.fact.citation
            for event in standing_of(self._log.events_of(case))
            if isinstance(event.fact, RulingGiven) and event.fact.game == game
        ]
        return rulings[-1] if rulings else ""

    def gaps_ruled(self, game: UUID, case: UUID) -> frozenset[str]:
        """The traps that the director's rulings for this game in that case settle."""
        return frozenset(
            event.fact.trap
            for event in standing_of(self._log.events_of(case))
            if isinstance(event.fact, RulingGiven) and event.fact.game == game and event.fact.trap
        )

    def _was_director(self, badge: str) -> bool:
        """A ruling outlives the badge it was given under.

        Only a director's badge can write one (``ledger.incidents``).
        """
        return self._badge(badge).directed

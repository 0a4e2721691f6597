"""Whose badge allows what, and whether a director has ruled."""

from __future__ import annotations

from uuid import UUID

from ledger.facts.badges import BadgeIssued, BadgeRevoked
from ledger.facts.cases import RulingGiven
from ledger.log import Log
from ledger.refusals import Refusal
from ledger.streams import badge_id
from ledger.vocabulary import Role


class Authority:
    """Looks badges and rulings up in the log; what a request says of itself proves nothing."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def role_of(self, badge: str) -> Role | None:
        """What ``badge`` allows; ``None`` if it was never issued, or is revoked."""
        role = None
        for event in self._log.events_of(badge_id(badge)):
            if isinstance(event.fact, BadgeIssued):
                role = event.fact.role
            elif isinstance(event.fact, BadgeRevoked):
                role = None
        return role

    def ruled(self, game: UUID, case: UUID | None) -> UUID | None:
        """``case``, once a director's ruling for this game was found there.

        Raises:
          Refusal: ``no-such-ruling``.
        """
        if case is None:
            return None
        for event in self._log.events_of(case):
            fact = event.fact
            if (
                isinstance(fact, RulingGiven)
                and fact.game == game
                and self._was_director(event.envelope.written_by)
            ):
                return case
        raise Refusal(
            "no-such-ruling",
            "No director has ruled on this game under that case.",
            "Ask the director for the ruling, then enter it under its case.",
        )

    def cited(self, game: UUID, case: UUID | None) -> str:
        """What the director cited in the latest ruling for this game in that case."""
        if case is None:
            return ""
        rulings = [
            event.fact.citation
            for event in self._log.events_of(case)
            if isinstance(event.fact, RulingGiven) and event.fact.game == game
        ]
        return rulings[-1] if rulings else ""

    def gaps_ruled(self, game: UUID, case: UUID) -> frozenset[str]:
        """The traps that the director's rulings for this game in that case settle."""
        return frozenset(
            event.fact.trap
            for event in self._log.events_of(case)
            if isinstance(event.fact, RulingGiven) and event.fact.game == game and event.fact.trap
        )

    def _was_director(self, badge: str) -> bool:
        """Whether ``badge`` was ever a director's: a ruling outlives the badge it was given under.

        Only a director's badge can write one (``ledger.directing``).
        """
        return any(
            isinstance(event.fact, BadgeIssued) and event.fact.role is Role.DIRECTOR
            for event in self._log.events_of(badge_id(badge))
        )

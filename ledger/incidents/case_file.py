"""A case: an incident, who was heard, what was ruled, reported and appealed against."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar
from uuid import UUID

from msgspec import Struct

from ledger.incidents.decided import (
    Decided,
    appeal_told,
    before_a_body,
    changes_something,
    decisions_in,
    puts_to_a_body,
    to_carry_out,
)
from ledger.incidents.facts.appeals import AppealDecided, AppealLodged
from ledger.incidents.facts.cases import (
    CaseClosed,
    CaseOpened,
    CaseReopened,
    CaseReported,
    PenaltyDecided,
    RulingGiven,
)
from ledger.incidents.facts.evidence import StatementTaken
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import standing_of, taken_back
from ledger.record.streams import Streams
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

F = TypeVar("F", bound=Fact)

STATES = (
    "open", "ruled", "closed", "under appeal", "referred", "to be carried out", "decided on appeal"
)  # fmt: skip
"""How far a case can have come; ``to be carried out`` is a decision on appeal.

``referred``: the director put it to a body, which has not decided.
"""


class CaseFile(Struct, frozen=True, kw_only=True):
    """One case as it stands.

    Attributes:
      version: version of its last event.
      opened: how it began.
      events: everything on its stream, oldest first, with who wrote it and when.
      stands: what of that stands: all but what was taken back, and the takings back.
    """

    id: UUID
    version: int
    opened: CaseOpened
    events: tuple[Event, ...]
    stands: tuple[Event, ...]

    def each(self, kind: type[F]) -> tuple[F, ...]:
        """Every fact of this kind that stands, oldest first."""
        return tuple(event.fact for event in self.stands if isinstance(event.fact, kind))

    def last(self, kind: type[F]) -> tuple[int, F] | None:
        """The latest fact of this kind that stands, with its version, or ``None``."""
        found = [(e.originator_version, e.fact) for e in self.stands if isinstance(e.fact, kind)]
        return found[-1] if found else None

    def fact(self, version: int, kind: type[F]) -> F | None:
        """The fact of this version, where it is of this kind and stands."""
        found = (e.fact for e in self.stands if e.originator_version == version)
        fact = next(found, None)
        return fact if isinstance(fact, kind) else None

    @property
    def taken_back(self) -> dict[int, Event]:
        """By version of an event that does not stand any more, the event that took it back."""
        return taken_back(self.events)

    @property
    def state(self) -> str:
        """How far it has come: one of ``STATES``."""
        if waiting := before_a_body(self.stands):
            appealed = any(isinstance(event.fact, AppealLodged) for event in waiting)
            return "under appeal" if appealed else "referred"
        if self.to_carry_out:
            return "to be carried out"
        if self.each(AppealDecided):
            return "decided on appeal"
        if self.is_closed:
            return "closed"
        return "ruled" if self.ruling else "open"

    @property
    def is_before_a_body(self) -> bool:
        """Whether an appeal, or a matter that was referred, waits for its decision."""
        return bool(before_a_body(self.stands))

    @property
    def put_to(self) -> tuple[str, ...]:
        """The bodies it was put to by an appeal or referred to, oldest first; empty: not named."""
        return tuple(event.fact.to for event in self.stands if puts_to_a_body(event.fact))

    @property
    def to_carry_out(self) -> Decided | None:
        """The decision on appeal that waits to be carried out."""
        return to_carry_out(self.stands)

    @property
    def appeal_told(self) -> str:
        """How its last appeal stands, for people; empty: there was none."""
        return appeal_told(self.stands)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, and not taken up again since: by somebody, or by a decision.

        A decision on appeal that changes something is to be carried out, and told.
        """
        last = [
            event.fact
            for event in self.stands
            if isinstance(event.fact, CaseClosed | CaseReopened)
            or event.originator_version in self._taken_up_by
        ]
        return bool(last) and isinstance(last[-1], CaseClosed)

    @property
    def _taken_up_by(self) -> frozenset[int]:
        """Versions of the decisions on appeal that change something."""
        found = (one for one in decisions_in(self.stands) if changes_something(one.fact))
        return frozenset(one.version for one in found if not one.nothing)

    @property
    def heard(self) -> tuple[Seat, ...]:
        """The players heard, or asked and with nothing to say."""
        seats = {one.seat for one in self.each(StatementTaken)}
        return tuple(seat for seat in Seat if seat in seats)

    @property
    def both_heard(self) -> bool:
        """Whether each player had a hearing."""
        return len(self.heard) == len(Seat)

    @property
    def ruling(self) -> RulingGiven | None:
        """The ruling that stands: the last one."""
        found = self.last(RulingGiven)
        return found[1] if found else None

    @property
    def finding(self) -> RulingGiven | None:
        """The last ruling with a finding about somebody's conduct."""
        return next((one for one in reversed(self.each(RulingGiven)) if one.offence), None)

    @property
    def penalties(self) -> tuple[PenaltyDecided, ...]:
        """Every penalty decided, oldest first."""
        return self.each(PenaltyDecided)

    @property
    def reported_to(self) -> tuple[str, ...]:
        """The bodies it was reported to."""
        return tuple(report.to for report in self.each(CaseReported))


def case_file(events: Iterable[Event]) -> CaseFile | None:
    """Fold the events of one case; ``None`` if there are none, or they are no case."""
    kept = tuple(events)
    if not kept or not isinstance(kept[0].fact, CaseOpened):
        return None
    return CaseFile(
        id=kept[0].originator_id,
        version=kept[-1].originator_version,
        opened=kept[0].fact,
        events=kept,
        stands=standing_of(kept),
    )


def case_in(log: Streams, case: UUID) -> CaseFile:
    """A case of the record.

    Raises:
      Refusal: ``no-such-case``.
    """
    file = case_file(log.events_of(case))
    if file is None:
        raise no_such_case(case)
    return file


def no_such_case(case: UUID) -> Refusal:
    """The refusal for a case nobody opened."""
    return refusal("no-such-case", case=case)

"""One act of an official is one line, though several streams hold it.

A penalty is written in the case and where it is carried out, a warning in the tournament and at
the table where it was due. A player who read it twice would count two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from ledger.game.facts.calls import ChallengeCreditGranted, WarningSettled
from ledger.game.facts.scores import PenaltyApplied
from ledger.game.facts.setting_up import GameForfeited
from ledger.incidents.facts.cases import PenaltyDecided
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.tournament.facts.conduct import PlayerWithdrawn, SpreadAdjusted, WarningGiven

Place = tuple[UUID, int]
"""Which event: its stream, and its version there."""

CARRIERS: dict[str, type[Fact]] = {
    "person": WarningGiven,
    "credit": ChallengeCreditGranted,
    "time": PenaltyApplied,
    "turn": PenaltyApplied,
    "points": PenaltyApplied,
    "spread": SpreadAdjusted,
    "game": GameForfeited,
    "tournament": PlayerWithdrawn,
}
"""What carries a penalty out, by what it touches."""


class SaidOnce(NamedTuple):
    """What is told of some events.

    Attributes:
      said_by_another: those that say what another of them says already.
      reasons: of what carries a penalty out, why it was decided.
    """

    said_by_another: frozenset[Place]
    reasons: dict[Place, str]


def place_of(event: Event) -> Place:
    """Which event it is."""
    return event.originator_id, event.originator_version


def said_once(events: Sequence[Event]) -> SaidOnce:
    """Which of these events are told, and with what reason."""
    carried = tuple(_carried(events))
    penalties = {place_of(decided) for decided, _, _ in carried}
    reasons = {place_of(carrier): penalty.reason for _, penalty, carrier in carried}
    return SaidOnce(frozenset(penalties | _settled_by_a_warning(events)), reasons)


def _carried(events: Sequence[Event]) -> Iterator[tuple[Event, PenaltyDecided, Event]]:
    """Each penalty that was decided, with what carries it out: each in its order."""
    taken: set[Place] = set()
    for decided in events:
        penalty = decided.fact
        if not isinstance(penalty, PenaltyDecided):
            continue
        kind = CARRIERS.get(penalty.scope)
        carrier = next(
            (
                event
                for event in events
                if kind is not None
                and isinstance(event.fact, kind)
                and event.envelope.command_id == decided.envelope.command_id
                and place_of(event) not in taken
            ),
            None,
        )
        if carrier is not None:
            taken.add(place_of(carrier))
            yield decided, penalty, carrier


def _settled_by_a_warning(events: Sequence[Event]) -> set[Place]:
    """The warnings due at a table that were given with a warning of the tournament's."""
    given = {one.envelope.command_id for one in events if isinstance(one.fact, WarningGiven)}
    return {
        place_of(event)
        for event in events
        if isinstance(event.fact, WarningSettled) and event.envelope.command_id in given
    }

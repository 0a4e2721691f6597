"""Who started, put right: which correction moved the seats, and what it took along by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.game.facts.scores import EntryCorrected
from ledger.game.facts.setting_up import FirstRackDrawn, StarterDetermined
from ledger.game.facts.turns import TURNS
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.turn_order import OF_A_TURN
from ledger.record.events import Event


def seats_moved(events: Sequence[Event]) -> Iterator[Event]:
    """The corrections by which the two players changed their seats."""
    starters = {
        event.originator_version: event.fact.starter
        for event in events
        if isinstance(event.fact, StarterDetermined)
    }
    for event in events:
        fact = event.fact
        if not isinstance(fact, EntryCorrected):
            continue
        if isinstance(now := fact.replacement, StarterDetermined):
            if starters.get(fact.supersedes) != now.starter:
                yield event
            starters[fact.supersedes] = now.starter


def named_before(stands: Sequence[Standing], moved: Event) -> Iterator[Standing]:
    """What was entered for a player by name before the seats moved, apart from turns.

    It went to the other player with the seat, as the turns did.
    """
    for entry in stands:
        if entry.event.originator_version > moved.originator_version:
            return
        seat = getattr(entry.fact, "seat", None)
        if seat is not None and not isinstance(entry.fact, (*TURNS, *OF_A_TURN, FirstRackDrawn)):
            yield entry

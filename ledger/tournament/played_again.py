"""The games of one pairing: the one that was scheduled, and those in which it was played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Protocol
from uuid import UUID

from ledger.record.streams import game_id
from ledger.tournament.facts.tournaments import Pairing, RoundPaired


class Versions(Protocol):
    """Tells of any stream how many events it has."""

    def version_of(self, stream: UUID, /) -> int:
        """How many events ``stream`` has."""


def games_of_pairing(
    log: Versions, slug: str, paired: RoundPaired, pairing: Pairing
) -> tuple[UUID, ...]:
    """Every game of a pairing that is in the record, oldest first; none for a bye."""
    return tuple(_written(log, slug, paired, pairing)) if pairing.second else ()


def _written(log: Versions, slug: str, paired: RoundPaired, pairing: Pairing) -> Iterator[UUID]:
    for replay in count(pairing.replay):
        game = game_id(
            slug, paired.round_number, pairing.table, division=paired.division, replay=replay
        )
        if not log.version_of(game):
            return
        yield game

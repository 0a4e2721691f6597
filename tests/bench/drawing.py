"""How long a round of a thousand players takes to be drawn, beside its matching alone."""

from __future__ import annotations

from ledger.tournament.draw import by_weight
from ledger.tournament.draw.methods import SYSTEMS, drawn
from tests.bench.table import Row, timed
from tests.draws import MadeUp, settings

PLAYERS, ROUNDS, MOST = 1000, 5, 5.0


def rows():
    """One row for each system: the slowest of its rounds."""
    for name, system in SYSTEMS.items():
        event = MadeUp(PLAYERS)
        slowest, floor = 0.0, 0.0
        for _ in range(ROUNDS):
            told = event.told(settings(name))
            with _matching_timed() as matching, timed() as whole:
                drawn(told)
            if whole.seconds > slowest:
                slowest, floor = whole.seconds, matching.seconds
            event.play(settings(name))
        yield Row(
            f"{PLAYERS:,} players drawn: {system.called}",
            f"{slowest:.2f} s",
            f"{MOST:.0f} s",
            f"{floor:.2f} s in the matching",
            slowest <= MOST,
        )


class _matching_timed:  # noqa: N801 (it is used like a function)
    """The seconds spent in the matching while it is open."""

    seconds = 0.0

    def __enter__(self):
        self._match = by_weight.cheapest

        def cheapest(size, edges):
            listed = list(edges)
            with timed() as clock:
                found = self._match(size, listed)
            self.seconds += clock.seconds
            return found

        by_weight.cheapest = cheapest
        return self

    def __exit__(self, *_):
        by_weight.cheapest = self._match

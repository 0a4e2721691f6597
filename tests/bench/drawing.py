"""How long a round of a thousand players takes to be drawn, and how long tablets wait for it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.record.events import tournament_id
from ledger.tournament.draw import by_weight
from ledger.tournament.draw.systems import SYSTEMS, drawn
from ledger.tournament.drawing import DrawRound
from ledger.tournament.facts import PlayerEntered
from tests.bench.table import Row, timed
from tests.desks import ORGANISER, a_desk
from tests.draws import MadeUp, settings
from tests.officials import Organiser

PLAYERS, ROUNDS, MOST, HELD = 1000, 5, 5.0, 0.25


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
    yield _held()


def _held():
    """How long the desk, and with it every tablet, waits while a round is drawn and written."""
    with TemporaryDirectory() as folder, a_desk(Path(folder)) as desk:
        organiser = Organiser(desk)
        organiser.open_tournament("cup", "Cup", "nsa-1998", by=ORGANISER)
        numbers = range(1, PLAYERS + 1)
        players = [PlayerEntered(number=n, name=f"P {n}", rating=n) for n in numbers]
        organiser.enter_players("cup", players, by=ORGANISER)
        turnstile, held = desk._turnstile, []
        looked = turnstile._looked_at

        def timed_look(*request):
            with timed() as turn:
                try:
                    return looked(*request)
                finally:
                    held.append(turn)

        turnstile._looked_at = timed_look
        request = DrawRound(round_number=1, settings=settings("swiss"), seed=1)
        with timed() as whole:
            organiser.asks(tournament_id("cup"), request, ORGANISER)
        longest = max(turn.seconds for turn in held)
    return Row(
        f"The desk held while {PLAYERS:,} players are paired",
        f"{1000 * longest:.0f} ms",
        f"{1000 * HELD:.0f} ms",
        f"{whole.seconds:.2f} s the whole draw",
        longest <= HELD,
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

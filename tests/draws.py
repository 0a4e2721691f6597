"""Tournaments made up to be paired: players, results by the seed, round after round."""

from __future__ import annotations

from random import Random

from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Entrant, Inputs, Meeting, Settings
from ledger.tournament.draw.methods import SYSTEMS, drawn


def settings(system: str, **other: object) -> Settings:
    chosen = SYSTEMS[system]
    return Settings(**{"method": chosen.method, "meetings": chosen.meetings, **other})


class MadeUp:
    """A tournament that is paired and played, with whatever ``Inputs`` may hold besides."""

    def __init__(self, players: int, seed: int = 1, **inputs: object) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.inputs = inputs
        self.plan: tuple[tuple[int, ...], ...] = ()
        self.entrants = {
            number: Entrant(number=number, rating=2000 - 10 * number)
            for number in range(1, players + 1)
        }
        self.round_number = 0

    def told(self, chosen: Settings, **inputs: object) -> Inputs:
        return Inputs(
            round_number=self.round_number + 1,
            entrants=tuple(self.entrants.values()),
            settings=chosen,
            seed=self.seed,
            plan=self.plan,
            **{**self.inputs, **inputs},
        )

    def play(self, chosen: Settings, **inputs: object) -> tuple[Inputs, Drawn]:
        """One more round, drawn and played."""
        told = self.told(chosen, **inputs)
        round_drawn = drawn(told)
        self.plan = round_drawn.plan or self.plan
        self.round_number += 1
        for pairing in round_drawn.pairings:
            if not pairing.second:
                self._did(pairing.first, 0, 0, 2, 50)
                continue
            rated = [self.entrants[one].rating for one in (pairing.first, pairing.second)]
            margin = int(self.random.gauss((rated[0] - rated[1]) / 10 + 10, 80))
            won = 2 if margin > 0 else 1 if margin == 0 else 0
            self._did(pairing.first, pairing.second, 1, won, margin)
            self._did(pairing.second, pairing.first, 2, 2 - won, -margin)
        return told, round_drawn

    def _did(self, number: int, opponent: int, began: int, won: int, margin: int) -> None:
        was = self.entrants[number]
        self.entrants[number] = Entrant(
            number=number,
            rating=was.rating,
            half_wins=was.half_wins + won,
            spread=was.spread + margin,
            before=(*was.before, Meeting(self.round_number, opponent, began)),
            table=was.table,
        )


def played(players: int, rounds: int, system: str, seed: int = 1, **other: object) -> MadeUp:
    """A tournament after so many rounds of one system."""
    one = MadeUp(players, seed)
    for _ in range(rounds):
        one.play(settings(system, **other))
    return one


def met(round_drawn: Drawn) -> set[tuple[int, int]]:
    """Who met whom, each pair as (smaller number, larger number); a bye has 0 first."""
    return {
        (min(one.first, one.second), max(one.first, one.second)) for one in round_drawn.pairings
    }

"""Tournaments made up to be paired: players, results by the seed, round after round."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import strategies as st

from ledger.tournament.draw.inputs import MOST_SEED, Drawn, Entrant, Inputs, Meeting, Settings
from ledger.tournament.draw.systems import SYSTEMS, drawn


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


@st.composite
def told(draw: st.DrawFn, systems: tuple[str, ...] = tuple(SYSTEMS), most: int = 14) -> Inputs:
    """A round of a tournament that was paired anyhow before, some away, some forbidden."""
    count = draw(st.integers(1, most))
    numbers = range(1, count + 1)
    pairs = list(combinations(numbers, 2))
    forbidden = draw(st.lists(st.sampled_from(pairs), max_size=8, unique=True)) if pairs else []
    away = draw(st.lists(st.sampled_from(numbers), max_size=count - 1, unique=True))
    half = len(away) // 2
    rounds = draw(st.integers(0, 6))
    chosen = settings(
        draw(st.sampled_from(systems)),
        rounds=rounds + draw(st.integers(0, 4)),
        gibson=draw(st.sampled_from(((), (250, 200)))),
        paid=draw(st.integers(0, 3)),
        level_places=draw(st.sampled_from(((), (2,), (3, 2)))),
        class_paid=draw(st.sampled_from(((), (("B", 1),)))),
        paid_of=draw(st.sampled_from(("left", "all"))),
        gibson_class=draw(st.sampled_from(("", "B"))),
        byes=draw(st.sampled_from(("lowest", "highest", "lot"))),
        starts=draw(st.sampled_from(("assigned", "self-balancing", "draw"))),
        more_seconds=draw(st.booleans()),
    )
    return Inputs(
        round_number=rounds + 1,
        entrants=_played_anyhow(numbers, rounds, Random(draw(st.integers(0, 999)))),
        settings=chosen,
        seed=draw(st.integers(0, MOST_SEED)),
        forbidden=tuple(forbidden),
        withdrawn=tuple(away[:half]),
        not_here=tuple(away[half:]),
    )


def _played_anyhow(numbers: range, rounds: int, random: Random) -> tuple[Entrant, ...]:
    before: dict[int, list[Meeting]] = {number: [] for number in numbers}
    wins = dict.fromkeys(numbers, 0)
    for each in range(1, rounds + 1):
        order = random.sample(numbers, len(numbers))
        if len(order) % 2:
            before[order[-1]].append(Meeting(each, 0))
        for one, two in zip(order[::2], order[1::2], strict=False):
            before[one].append(Meeting(each, two, 1))
            before[two].append(Meeting(each, one, 2))
            wins[random.choice((one, two))] += 2
    return tuple(
        Entrant(number=number, half_wins=wins[number], spread=random.randint(-200, 200),
                rating=random.randint(0, 5) * 100, before=tuple(before[number]),
                table=random.choice((0, 0, 0, 3)), classes=random.choice(((), ("B",))))
        for number in numbers
    )  # fmt: skip

"""The requests of a round of the demonstration, and when each was made and arrived.

The clocks tell when a turn was made: both players' thinking time, and a little for what
happens while the clocks stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from ledger.asking.asked import Asked
from ledger.game.facts.challenges import ChallengeAdjudicated
from ledger.game.facts.results import ResultProposed
from ledger.transcript import Line
from ledger.vocabulary import Clocks
from web.demonstration.asking import NEED_A_RULING, request_for
from web.demonstration.cases import is_a_turn
from web.demonstration.programme import Game

AN_ENTRY = timedelta(seconds=9)
"""What an entry takes that has no clock reading: a blank slip, a signature."""

A_VERDICT = timedelta(seconds=50)
ON_THE_WAY = timedelta(seconds=2)
"""From the tablet to the record, with the network up."""

OFFLINE = {("T2", 4): (timedelta(minutes=18), timedelta(minutes=26))}
"""A tablet without network, in one round: its entries of that time arrive at its end."""


@dataclass(frozen=True)
class Step:
    """One request, when it was made and when it arrived; both since the round began.

    ``turn``: how many turns of its game there are once it is written.
    """

    made: timedelta
    arrived: timedelta
    place: int
    game: Game
    line: Line
    asked: Asked
    turn: int


Pauses = Callable[[Game], Mapping[int, timedelta]]


def _no_pauses(_game: Game) -> Mapping[int, timedelta]:
    return {}


def steps_of(games: Iterable[Game], pauses: Pauses = _no_pauses) -> list[Step]:
    """The requests of a round in the order in which they arrive.

    A game in progress began late, so that its last entry is the last of all.

    Args:
      games: the games of the round.
      pauses: by turn of a game, how long it stands still after it, for a director.
    """
    told = [list(_steps(game, pauses(game))) for game in games]
    last = max(steps[-1].arrived for steps in told)
    steps = [
        step
        for game in told
        for step in (game if _is_over(game) else _later(game, last - game[-1].arrived))
    ]
    return sorted(steps, key=lambda step: (step.arrived, step.game.table, step.place))


def _steps(game: Game, pauses: Mapping[int, timedelta]) -> Iterator[Step]:
    """The requests of a game, each at the time the clocks tell, or a little after the last."""
    made = timedelta(seconds=20 * game.table)
    between = waits = timedelta()
    turn = 0
    for place, line in enumerate(game.lines()):
        asked = request_for(line.fact)
        pause = A_VERDICT if isinstance(line.fact, ChallengeAdjudicated) else AN_ENTRY
        if waits and (is_a_turn(line.fact) or isinstance(line.fact, NEED_A_RULING)):
            made, between, waits = made + waits, between + waits, timedelta()
        if line.clocks is None:
            made += pause
            between += pause
        else:
            made = max(made + timedelta(seconds=4), _thought(line.clocks) + between)
        if is_a_turn(line.fact):
            turn += 1
            waits = pauses.get(turn, timedelta())
        if asked is not None:
            yield Step(made, _arrival(game, made), place, game, line, asked, turn)


def _is_over(steps: list[Step]) -> bool:
    return any(isinstance(step.line.fact, ResultProposed) for step in steps)


def _later(steps: list[Step], by: timedelta) -> list[Step]:
    return [replace(step, made=step.made + by, arrived=step.arrived + by) for step in steps]


def _thought(clocks: Clocks, allowed: int = 1500) -> timedelta:
    """How long both players together have thought."""
    return timedelta(seconds=2 * allowed - clocks[0] - clocks[1])


def _arrival(game: Game, made: timedelta) -> timedelta:
    gone, back = OFFLINE.get((f"T{game.table}", game.round_number), (made, made))
    return (back if gone < made < back else made) + ON_THE_WAY

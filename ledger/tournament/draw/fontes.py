"""Initial Fontes: first rounds without standings, in small groups of every strength.

The seeds are cut into as many bands as a group has players; each group gets one of every band,
drawn by lot, and plays a round robin. After its rounds a draw goes on as Swiss.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.tournament.draw import swiss
from ledger.tournament.draw.by_weight import put_together
from ledger.tournament.draw.drawn import Drawn, Met, Relaxed
from ledger.tournament.draw.inputs import Entrant, Inputs, players_here
from ledger.tournament.draw.lots import shuffled
from ledger.tournament.draw.ranking import seeded
from ledger.tournament.draw.rings import Plan, cycle_and_turn, laid_down, turned
from ledger.tournament.draw.round_off import rounded_off


def groups_of(in_seed: Sequence[Entrant], rounds: int, seed: int) -> list[list[int]]:
    """One group for each lot of a band; who is left over joins the last group, which is then odd.

    A group has one player more than it plays rounds, and one more again where that is odd, so
    that nobody need sit out. A field of at most twice as many players as rounds is one group.
    """
    numbers = [one.number for one in in_seed]
    size = rounds + 1 + (rounds + 1) % 2
    if len(numbers) <= 2 * rounds or len(numbers) < 2 * size:
        return [shuffled(numbers, seed, "fontes/all")]
    groups = len(numbers) // size
    bands = [
        shuffled(numbers[band * groups : (band + 1) * groups], seed, f"fontes/{band}")
        for band in range(size)
    ]
    dealt = [list(group) for group in zip(*bands, strict=True)]
    dealt[-1] += numbers[size * groups :]
    return dealt


def plan_of(told: Inputs) -> Plan:
    """The groups: as an earlier round laid them down, or drawn."""
    if told.plan:
        return told.plan
    in_seed = seeded(players_here(told), told.seed)
    return laid_down(groups_of(in_seed, told.settings.fontes_rounds, told.seed), told.round_number)


def draw(told: Inputs) -> Drawn:
    """Pair a round of the groups. Who has nobody to meet there meets another such player."""
    plan = plan_of(told)
    *groups, (since,) = plan
    if told.round_number - since >= told.settings.fontes_rounds:
        return rounded_off(told, *put_together(told, swiss.field_of), plan=plan)
    here = {one.number for one in players_here(told)}
    met: list[Met] = []
    for group in groups:
        cycle, turn = cycle_and_turn(group, since, told.round_number)
        met.extend(each for each in turned(group, cycle, turn) if {each.one, each.two} <= here)
    paired = {number for each in met for number in (each.one, each.two)}
    left_over = here - paired
    away = tuple(one.number for one in told.entrants if one.number not in left_over)
    rest = _only(told, away)
    among, _ = put_together(rest, swiss.field_of)
    also = [Relaxed("left-over", tuple(sorted((one.one, one.two)))) for one in among if one.two]
    return rounded_off(told, [*met, *among], plan=plan, also=also)


def _only(told: Inputs, away: tuple[int, ...]) -> Inputs:
    """The same inputs, as if these were not here; Gibson's rule has no say in the groups."""
    return replace(told, not_here=away, settings=replace(told.settings, gibson=()))

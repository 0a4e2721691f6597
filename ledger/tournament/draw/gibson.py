"""Gibson's rule: who can no longer be caught meets others of the kind, or somebody out of reach."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.byes import who_may_sit_out
from ledger.tournament.draw.drawn import Met
from ledger.tournament.draw.inputs import Entrant, Inputs, Settings


def spread_to_come(settings: Settings, rounds_left: int) -> int:
    """How many points of spread may change in the rounds left.

    >>> spread_to_come(Settings(method="swiss-1", gibson=(250, 200)), 3)
    650
    """
    last = len(settings.gibson) - 1
    return sum(settings.gibson[min(back, last)] for back in range(rounds_left))


def can_catch(below: Entrant, above: Entrant, rounds_left: int, spread: int) -> bool:
    """Whether one who stands below may yet pass one who stands above."""
    gap = above.half_wins - below.half_wins
    most = 2 * rounds_left
    return gap < most or (gap == most and above.spread - below.spread <= spread)


def gibsons_of(in_rank: Sequence[Entrant], told: Inputs) -> list[Entrant]:
    """Who can no longer be caught by anybody below, from the first place down.

    Nobody, where Gibson's rule is not chosen, or the number of rounds not known.
    """
    left = told.settings.rounds - told.round_number + 1
    if not told.settings.gibson or not told.settings.rounds or left < 1:
        return []
    spread = spread_to_come(told.settings, left)
    found: list[Entrant] = []
    for at, one in enumerate(in_rank[:-1]):
        if any(can_catch(below, one, left, spread) for below in in_rank[at + 1 :]):
            break
        found.append(one)
    return found


def take_out_gibsons(
    in_rank: Sequence[Entrant], told: Inputs
) -> tuple[list[Met], list[Entrant], list[Entrant]]:
    """The pairings of those who can't be caught, who they are, and who is left to be paired.

    First meets second, third meets fourth. One left over has the bye where somebody must, if it
    is not one bye more than others had; else meets a player who can't reach a paid place, of
    those one met least often, of those the lowest.
    """
    gibsons = gibsons_of(in_rank, told)
    met: list[Met] = []
    waiting = list(gibsons)
    while len(waiting) > 1 and not _forbidden(waiting[0], waiting[1], told):
        met.append(Met(waiting[0].number, waiting[1].number, gibson=True))
        waiting = waiting[2:]
    gone = {number for one in met for number in (one.one, one.two)}
    rest = [one for one in in_rank if one.number not in gone]
    if len(waiting) == 1:
        with_whom = _for_the_last(waiting[0], rest, told)
        if with_whom is not None:
            met.append(Met(waiting[0].number, with_whom, gibson=True))
            rest = [one for one in rest if one.number not in (waiting[0].number, with_whom)]
    return met, gibsons, rest


def _for_the_last(one: Entrant, rest: Sequence[Entrant], told: Inputs) -> int | None:
    """Whom a single Gibsonized player meets; 0 for the bye; ``None``: as everybody is paired."""
    if len(rest) % 2:
        may = who_may_sit_out(rest, told.settings, told.seed, told.round_number)
        return 0 if one in may else None
    out_of_reach = [
        other
        for other in _out_of_reach(rest, told)
        if other is not one and not _forbidden(one, other, told)
    ]
    if not out_of_reach:
        return None
    fewest = min(len(one.meetings(other.number)) for other in out_of_reach)
    least = [other for other in out_of_reach if len(one.meetings(other.number)) == fewest]
    return least[-1].number


def _out_of_reach(rest: Sequence[Entrant], told: Inputs) -> list[Entrant]:
    """Who can't reach the last paid place; where nobody said which are paid, everybody."""
    paid = min(told.settings.paid, len(rest))
    if not paid:
        return list(rest)
    left = told.settings.rounds - told.round_number + 1
    spread = spread_to_come(told.settings, left)
    last_paid = rest[paid - 1]
    return [one for one in rest[paid:] if not can_catch(one, last_paid, left, spread)]


def _forbidden(one: Entrant, two: Entrant, told: Inputs) -> bool:
    return {one.number, two.number} in [set(pair) for pair in told.forbidden]

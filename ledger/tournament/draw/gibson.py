"""Gibson's rule: whose place is settled meets others of the kind, or somebody out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

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
    """Whose place is settled whatever happens, from the first place down.

    That is who can no longer be caught by anybody below; of places that are worth the same, by
    anybody below all of them, for who of them comes first changes nothing. Nobody, where Gibson's
    rule is not chosen, or the number of rounds not known.
    """
    left = told.settings.rounds - told.round_number + 1
    if not told.settings.gibson or not told.settings.rounds or left < 1:
        return []
    spread = spread_to_come(told.settings, left)
    found: list[Entrant] = []
    for level, below in _groups(in_rank, told.settings.level_places):
        safe = [
            one for one in level if not any(can_catch(other, one, left, spread) for other in below)
        ]
        found.extend(safe)
        if len(safe) < len(level):
            break
    return found


def _groups(
    in_rank: Sequence[Entrant], level_places: Sequence[int]
) -> Iterator[tuple[Sequence[Entrant], Sequence[Entrant]]]:
    """Players whose places are worth the same, and everybody below them; never the last of all."""
    at = 0
    for size in chain(level_places, repeat(1)):
        if at + size >= len(in_rank):
            return
        yield in_rank[at : at + size], in_rank[at + size :]
        at += size


def take_out_gibsons(
    in_rank: Sequence[Entrant], told: Inputs
) -> tuple[list[Met], list[Entrant], list[Entrant]]:
    """The pairings of those who can't be caught, who they are, and who is left to be paired.

    First meets second, third meets fourth. One left over has the bye where somebody must, if it
    is not one bye more than others had; else meets a player who can't win anything any more, of
    those one of the class that is named for it, of those one met least often, of those the lowest.
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
        with_whom = _for_the_last(waiting[0], rest, in_rank, told)
        if with_whom is not None:
            met.append(Met(waiting[0].number, with_whom, gibson=True))
            rest = [one for one in rest if one.number not in (waiting[0].number, with_whom)]
    return met, gibsons, rest


def _for_the_last(
    one: Entrant, rest: Sequence[Entrant], in_rank: Sequence[Entrant], told: Inputs
) -> int | None:
    """Whom a single Gibsonized player meets; 0 for the bye; ``None``: as everybody is paired."""
    if len(rest) % 2:
        may = who_may_sit_out(rest, told.settings, told.seed, told.round_number)
        return 0 if one in may else None
    may_win = _may_win(in_rank if told.settings.paid_of == "all" else rest, told)
    out_of_reach = [
        other
        for other in rest
        if other is not one and other.number not in may_win and not _forbidden(one, other, told)
    ]
    of_class = [x for x in out_of_reach if told.settings.gibson_class in x.classes]
    out_of_reach = of_class or out_of_reach
    if told.settings.hopeless == "lowest" and (not out_of_reach or not prizes_are_named(told)):
        others = [x for x in rest if x is not one and not _forbidden(one, x, told)]
        return others[-1].number if others else None
    if not out_of_reach:
        return None
    fewest = min(len(one.meetings(other.number)) for other in out_of_reach)
    least = [other for other in out_of_reach if len(one.meetings(other.number)) == fewest]
    return least[-1].number


def prizes_are_named(told: Inputs) -> bool:
    """Whether it is known which places win something, without which nobody is out of reach."""
    return bool(told.settings.paid or told.settings.class_paid)


def may_still_win(told: Inputs, player: int, in_rank: Sequence[Entrant]) -> bool:
    """Whether a player has a paid place or can still reach one."""
    return player in _may_win(in_rank, told)


def _may_win(players: Sequence[Entrant], told: Inputs) -> set[int]:
    """Who has a paid place or can still reach one: of all, or of a class the player is in."""
    left = told.settings.rounds - told.round_number + 1
    spread = spread_to_come(told.settings, left)
    found = _contenders(players, told.settings.paid, left, spread)
    for name, paid in told.settings.class_paid:
        of_class = [one for one in players if name in one.classes]
        found |= _contenders(of_class, paid, left, spread)
    return found


def _contenders(players: Sequence[Entrant], paid: int, left: int, spread: int) -> set[int]:
    """Who has one of the first places, or can still catch who has the last of them."""
    in_the_money = players[:paid]
    if not in_the_money:
        return set()
    last = in_the_money[-1]
    others = (one for one in players[paid:] if can_catch(one, last, left, spread))
    return {one.number for one in (*in_the_money, *others)}


def _forbidden(one: Entrant, two: Entrant, told: Inputs) -> bool:
    return {one.number, two.number} in [set(pair) for pair in told.forbidden]

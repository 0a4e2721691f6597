"""The first of all pairings where the highest player's wish comes first, then the next one's.

Looked for as by hand: take the first wish that is free, and step back when somebody is left over.
Stepping back is bounded; beyond that a matching tells at each wish whether the rest can still be
paired, which gives the same answer in a time that does not explode.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.matching import cheapest

Wishes = Sequence[Sequence[int]]
"""For each place, whom the player there may meet, the most wanted first."""

STEPS = 5_000
"""Pairs tried by hand before matchings help."""


def highest_first(wishes: Wishes, steps: int = STEPS) -> list[tuple[int, int]] | None:
    """Pairs of places, the highest first; ``None`` where somebody would be left over.

    >>> highest_first([[1, 2], [0, 2, 3], [0, 1], [1]])
    [(0, 2), (1, 3)]
    """
    found, spent = _by_hand(wishes, steps)
    return found if not spent else _by_matching(wishes)


def _by_hand(wishes: Wishes, steps: int) -> tuple[list[tuple[int, int]] | None, bool]:
    """What was found, and whether the steps were spent before it was known."""
    size = len(wishes)
    opponent = [-1] * size
    pairs: list[tuple[int, int]] = []
    tried = [0] * size
    at = 0
    while True:
        while at < size and opponent[at] >= 0:
            at += 1
        if at == size:
            return pairs, False
        for wish in range(tried[at], len(wishes[at])):
            two = wishes[at][wish]
            if two > at and opponent[two] < 0:
                steps -= 1
                tried[at] = wish + 1
                opponent[at], opponent[two] = two, at
                pairs.append((at, two))
                break
        else:
            tried[at] = 0
            if not pairs:
                return None, False
            at, two = pairs.pop()
            opponent[at] = opponent[two] = -1
        if steps < 0:
            return None, True


def _by_matching(wishes: Wishes) -> list[tuple[int, int]] | None:
    left = list(range(len(wishes)))
    if not can_be_paired(left, wishes):
        return None
    pairs: list[tuple[int, int]] = []
    while left:
        one = left[0]
        for two in wishes[one]:
            rest = [each for each in left if each not in (one, two)]
            if two in left and can_be_paired(rest, wishes):
                pairs.append((one, two))
                left = rest
                break
        else:
            return None
    return pairs


def can_be_paired(left: Sequence[int], wishes: Wishes) -> bool:
    """Whether the players at these places can all be paired."""
    place = {one: at for at, one in enumerate(left)}
    edges = [
        (place[one], place[two], 1)
        for one in left
        for two in wishes[one]
        if two > one and two in place
    ]
    return cheapest(len(left), edges) is not None

"""Overtime: what it costs, and when it loses the game."""

from __future__ import annotations

from ledger.rulebook import Rulebook
from ledger.vocabulary import Points, Seconds

MINUTE = 60


def overtime_penalty(over: Seconds, rules: Rulebook) -> Points:
    """Points off one's own score: a full charge for each minute of overtime started.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-1.0")
    >>> [overtime_penalty(Seconds(over), rules) for over in (-5, 0, 1, 60, 61)]
    [0, 0, 10, 10, 20]

    Args:
      over: seconds used beyond the player's own limit, a lateness deduction included; a
        clock that shows time left gives a negative number.
      rules: the rulebook in force.
    """
    if over < rules.overtime.first_second.known():
        return Points(0)
    minutes_started = -(-over // MINUTE)
    return Points(minutes_started * rules.overtime.points_per_started_minute.known())


def over_limit(over: Seconds, rules: Rulebook) -> bool:
    """Whether so much overtime loses the game; never where the book has no such rule.

    The books that have one don't say which side of the last second the limit is on: it is
    proposed as soon as it is reached, and the director confirms.

    >>> from ledger.rulebook import load
    >>> [over_limit(Seconds(over), load("wespa-4.0")) for over in (599, 600)]
    [False, True]
    >>> over_limit(Seconds(100_000), load("nsa-1998"))
    False
    """
    limit = rules.overtime.forfeit_after.value
    return limit is not None and over >= limit

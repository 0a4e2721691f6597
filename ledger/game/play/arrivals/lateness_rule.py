"""Players who come late: the time they are left with, and when that loses the game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import Seconds
from ledger.vocabulary.remarks import LATE_CLOCK_OUTSIDE_WINDOW


class TimeLeft(Struct, frozen=True, kw_only=True):
    """The time both players start with.

    Attributes:
      first_to_come: seconds of the player who came first (or was there).
      second_to_come: seconds of the player who came second.
      clause: the rule.
      needs_ruling: what a director has to settle or confirm; empty if nothing.
    """

    first_to_come: Seconds
    second_to_come: Seconds
    clause: str
    needs_ruling: str = ""


def time_left_when_late(
    both: bool, e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook
) -> TimeLeft:
    """What is left of ``limit`` when one player, or both, came late.

    >>> from ledger.rulebook import load
    >>> left = time_left_when_late(True, 360, 540, 1500, load("wespa-4.0"))
    >>> left.first_to_come, left.second_to_come
    (1140, 960)
    >>> left = time_left_when_late(True, 360, 540, 1500, load("wsc-2003"))
    >>> left.first_to_come, left.second_to_come
    (1320, 1140)

    Args:
      both: whether both were late; if not, only ``e2`` counts.
      e1: seconds from the start of the late clock until the first player came.
      e2: seconds from the same moment until the second, or the only late, player came.
      limit: seconds each would have had.
      rules: the rulebook in force.

    Raises:
      ValueError: the second player came before the first.
    """
    if not both:
        clause = rules.lateness.one_late
        clause.known()
        return TimeLeft(first_to_come=limit, second_to_come=Seconds(limit - e2), clause=str(clause))
    if e2 < e1:
        raise ValueError("the second player came before the first")
    return BOTH_LATE[rules.lateness.both_late.known()](e1, e2, limit, rules)


def _from_the_start(e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook) -> TimeLeft:
    return TimeLeft(
        first_to_come=Seconds(limit - e1),
        second_to_come=Seconds(limit - e2),
        clause=str(rules.lateness.both_late),
    )


def _halves(e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook) -> TimeLeft:
    """Half of ``e1`` off both; an odd second is left to the players and to a ruling."""
    after_half = Seconds(limit - e1 // 2)
    odd = " Half a second is left over." if e1 % 2 else ""
    return TimeLeft(
        first_to_come=after_half,
        second_to_come=Seconds(after_half - (e2 - e1)),
        clause=str(rules.lateness.both_late),
        needs_ruling=f"From which reading the second clock runs is not said.{odd}",
    )


BOTH_LATE: dict[str, Callable[[Seconds, Seconds, Seconds, Rulebook], TimeLeft]] = {
    "from-the-start": _from_the_start,
    "halves": _halves,
}


def may_elect_to_forfeit(assigned: Seconds, rules: Rulebook) -> bool:
    """Whether a late player left with ``assigned`` seconds may choose to forfeit.

    Never where the book gives no such choice.

    >>> from ledger.rulebook import load
    >>> [may_elect_to_forfeit(Seconds(left), load("wespa-1.0")) for left in (900, 899)]
    [False, True]
    """
    below = rules.lateness.elect_below.value
    return below is not None and assigned < below


def forfeits_by_lateness(assigned: Seconds, rules: Rulebook) -> bool:
    """Whether a player who is still away, with ``assigned`` seconds left, has lost the game.

    >>> from ledger.rulebook import load
    >>> [forfeits_by_lateness(Seconds(left), load("wespa-4.0")) for left in (1, 0)]
    [False, True]
    >>> forfeits_by_lateness(Seconds(0), load("nsa-1998"))
    False
    """
    return rules.lateness.compulsory.value == "time-expired" and assigned <= 0


def late_clock_remark(started: Seconds, announced: bool, rules: Rulebook) -> str | None:
    """The remark on a late clock started ``started`` seconds into the round, if any.

    >>> from ledger.rulebook import load
    >>> [late_clock_remark(Seconds(at), False, load("nsa-1998")) for at in (150, 180, 301)]
    ['late-clock-outside-window', None, 'late-clock-outside-window']

    Args:
      started: seconds from the actual start of the round.
      announced: whether a shortage of time was announced, which allows an earlier start.
      rules: the rulebook in force.
    """
    window = rules.lateness.clock_start_window.value
    if window is None or window[0] <= started <= window[1]:
        return None
    return None if announced and started < window[0] else LATE_CLOCK_OUTSIDE_WINDOW

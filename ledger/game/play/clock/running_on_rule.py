"""A clock that was left running at the end of the game: how much of it is charged."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.play.clock.overtime_rule import overtime_penalty
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seconds


class Charged(Struct, frozen=True):
    """Overtime to charge.

    Attributes:
      over: seconds.
      clause: the rule that stops it from counting.
      trap: id of the trap where two rules of the book charge different minutes, or empty.
    """

    over: Seconds
    clause: str
    trap: str = ""


def charged_overtime(
    at_end: Seconds | None, at_reveal: Seconds | None, at_last: Seconds | None, rules: Rulebook
) -> Charged:
    """Overtime up to the moment the book stops counting. Readings are time left.

    The moment the clock should have been stopped comes first; where it was not read, the
    showing of the tiles left, with the book's grace, ends the count.

    >>> from ledger.rulebook import load
    >>> nsa = load("nsa-1998")
    >>> charged_overtime(Seconds(-10), None, Seconds(-89), nsa).over
    10
    >>> charged_overtime(None, Seconds(-50), Seconds(-100), nsa).over
    55

    Raises:
      ValueError: there is no reading at all.
    """
    shown = [_over(reading) for reading in (at_end, at_reveal, at_last) if reading is not None]
    if not shown:
        raise ValueError("no reading of the clock")
    stops = rules.overtime.stops_counting
    revealed = None
    if at_reveal is not None:
        by_then = _over(at_reveal) + (rules.overtime.grace_after_reveal.value or 0)
        revealed = Seconds(by_then if at_last is None else min(by_then, _over(at_last)))
    if at_end is None:
        over = revealed if revealed is not None and stops.is_known else max(shown)
        return Charged(Seconds(over), str(stops))
    over = _over(at_end)
    differ = revealed is not None and overtime_penalty(over, rules) != overtime_penalty(
        revealed, rules
    )
    return Charged(over, str(stops), stops.trap if differ else "")


def _over(reading: Seconds) -> Seconds:
    return Seconds(max(0, -reading))

"""What the clocks may be stopped for."""

from __future__ import annotations

from ledger.rulebook import Rulebook
from ledger.vocabulary.remarks import STOP_NOT_LISTED, STOPPED_OFF_TURN

CALLED = "director-called"
"""A call for the director, as the rulebooks' files name it among the reasons."""


def reason_id(words: str) -> str:
    """A reason as the rulebooks' files spell it.

    >>> reason_id(" Score discrepancy ")
    'score-discrepancy'
    """
    return "-".join(words.lower().split())


def rule_for_stopping(reason: str, rules: Rulebook) -> str:
    """The rule that allows stopping the clocks for ``reason``; empty if the book lists none.

    >>> from ledger.rulebook import load
    >>> rule_for_stopping("bag-access", load("wespa-4.0"))
    'wespa-4.0 3.6.3'
    >>> rule_for_stopping("bag-access", load("wespa-1.0"))
    ''
    """
    listed = dict(rules.stopping.reasons.value or ())
    number = listed.get(reason_id(reason), "")
    return f"{rules.id} {number}" if number else ""


def stop_remarks(reason: str, on_turn: bool | None, rules: Rulebook) -> tuple[str, ...]:
    """What to remark on when the clocks are stopped.

    Args:
      reason: as entered.
      on_turn: whether the player who stopped them was on turn; ``None`` if nobody knows who.
      rules: the rulebook in force.
    """
    if not rule_for_stopping(reason, rules):
        return (STOP_NOT_LISTED,)
    own = rules.stopping.on_own_turn.value or ()
    return (STOPPED_OFF_TURN,) if on_turn is False and reason_id(reason) in own else ()

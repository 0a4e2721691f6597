"""Resigning: the margin the opponent wins by."""

from __future__ import annotations

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.vocabulary import Points, Seat, Totals


def resignation_margin(
    totals: Totals, resigner: Seat, proper: bool, rules: Rulebook
) -> Points | None:
    """Points the opponent wins by; ``None`` where the director sets them.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-4.0")
    >>> [resignation_margin((300, 300 + lead), Seat.FIRST, True, rules)
    ...  for lead in (80, 1, 0, -10, -120)]
    [130, 51, 50, 50, 50]

    Args:
      totals: the scores when the game was resigned.
      resigner: who resigned.
      proper: whether it was resigned for a reason the book allows.
      rules: the rulebook in force.
    """
    if not proper:
        rules.resignation.improper.known()
        return None
    lead = totals[resigner.opponent.place] - totals[resigner.place]
    least, added = rules.resignation.least_margin.known(), rules.resignation.added_to_lead.known()
    return Points(max(least, lead + added))


def accept_improper_margin(
    margin: Points, totals: Totals, resigner: Seat, rules: Rulebook
) -> Points:
    """The margin a director set for an improper resignation, unless the book forbids it."""
    if rules.resignation.improper.known() == "director-from-proper-margin":
        floor = resignation_margin(totals, resigner, True, rules)
        if floor is not None and margin < floor:
            raise refusal("margin-below-the-rule/resigned", rules, floor=floor)
    return margin

"""What of an event as a whole keeps it from being rated: its limits, its options."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rulebook.computing.rated_limits import rating_of
from ledger.tournament.tournament import Tournament


def of_the_event(tournament: Tournament) -> Iterator[str]:
    """What a ratings officer is to know of the event before its games."""
    if not tournament.rulebook:
        return
    rules = tournament.rules
    limit = rating_of(rules)
    if limit.kind == "outside":
        yield f"The time limit is outside what {limit.clause} lets be rated."
    elif limit.kind == "may-be-rated":
        yield f"The time limit is not the usual one; {limit.clause} lets it be rated."
    mode = rules.challenge.mode.value
    if mode is not None and not rules.challenge.modes[mode].standard:
        told = mode.replace("-", " ")
        yield f"Challenges are by {told}, which by {rules.challenge.mode} may make it unrateable."

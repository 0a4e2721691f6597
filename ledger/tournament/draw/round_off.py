"""A round rounded off: tables, starts, and what gave way, whichever system put players together."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.drawn import Drawn, Met, Relaxed
from ledger.tournament.draw.giving_way import gave_way
from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.draw.seating import seated


def rounded_off(
    told: Inputs,
    met: Sequence[Met],
    gibsons: Sequence[Entrant] = (),
    *,
    plan: tuple[tuple[int, ...], ...] = (),
    also: Sequence[Relaxed] = (),
    allowed: int | None = None,
    since: int = 1,
) -> Drawn:
    """The draw.

    Args:
      told: what it was made from.
      met: who meets whom.
      gibsons: who can't be caught.
      plan: what later rounds go on from.
      also: what gave way that can't be read off the round.
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    pairings, shared = seated(told, met)
    relaxed = {*also, *shared, *gave_way(told, met, allowed=allowed, since=since)}
    return Drawn(
        pairings=pairings,
        relaxed=tuple(sorted(relaxed, key=lambda one: (one.rule, one.players))),
        plan=plan,
        gibsons=tuple(one.number for one in gibsons),
    )

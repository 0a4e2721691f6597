"""Which rules gave way in a round, and for whom: read off the round, whichever system paired it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.tournament.draw.byes import again
from ledger.tournament.draw.drawn import Met, Relaxed
from ledger.tournament.draw.inputs import Inputs


def gave_way(
    told: Inputs, met: Sequence[Met], *, allowed: int | None = None, since: int = 1
) -> Iterator[Relaxed]:
    """What gave way, pair by pair.

    Args:
      told: what the draw was made from.
      met: who meets whom.
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    known = {one.number: one for one in told.entrants}
    forbidden = {frozenset(pair) for pair in told.forbidden}
    most = told.settings.meetings if allowed is None else allowed
    for each in met:
        one = known[each.one]
        if not each.two:
            yield from again(one)
            continue
        pair = (min(each.one, each.two), max(each.one, each.two))
        rounds = one.meetings(each.two, since=since)
        if frozenset(pair) in forbidden:
            yield Relaxed("forbidden", pair)
        if most and len(rounds) >= most:
            same = told.round_number - 1 in rounds
            yield Relaxed("same-again" if same else "repeat", pair)

"""Who starts: fewer firsts, then as the book goes on, and at last by lot (B-01, B-02, B-06)."""

from __future__ import annotations

from ledger.tournament.draw.drawn import Met, StartedBy
from ledger.tournament.draw.inputs import Entrant, Settings
from ledger.tournament.draw.lots import lot


def starter(
    one: Entrant, two: Entrant, met: Met, settings: Settings, seed: int, round_number: int
) -> tuple[int, StartedBy]:
    """The number of who starts, and what settled it.

    A schedule says it where starts are assigned. Where the players draw at the table, the order
    only says who is named first.
    """
    if settings.starts == "assigned" and met.starter:
        return met.starter, "schedule"
    number, why = _balanced(one, two, settings)
    if not number:
        by_lot = lot(seed, "start", round_number, *sorted((one.number, two.number))) % 2
        number = sorted((one.number, two.number))[by_lot]
        why = "lot"
    if met.starter and why == "lot":
        number, why = met.starter, "schedule"
    return number, "drawn-at-the-table" if settings.starts == "draw" else why


def _balanced(one: Entrant, two: Entrant, settings: Settings) -> tuple[int, StartedBy]:
    if one.firsts != two.firsts:
        return (one if one.firsts < two.firsts else two).number, "fewer-firsts"
    after_a_bye = settings.more_seconds and (one.unplayed or two.unplayed)
    if after_a_bye and one.seconds != two.seconds:
        return (one if one.seconds > two.seconds else two).number, "more-seconds"
    if settings.head_to_head:
        last = [before for before in one.before if before.opponent == two.number and before.began]
        if last:
            return (two if last[-1].began == 1 else one).number, "head-to-head"
    return 0, ""

"""Tables: in the order of the standings, but for those kept for players who need one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from ledger.tournament.draw.drawn import DrawnPairing, Met, Relaxed
from ledger.tournament.draw.inputs import Entrant, Inputs, players_here
from ledger.tournament.draw.ranking import ranked
from ledger.tournament.draw.starting import starter


def seated(told: Inputs, met: Sequence[Met]) -> tuple[tuple[DrawnPairing, ...], list[Relaxed]]:
    """The pairings at their tables, the best players' first, and the byes behind them.

    A kept table is left empty where its player sits out, and nobody else is given it. Where two
    players with a table meet, it is the better ranked one's; where two pairs would need one
    table, the second sits where there is room, which is said.
    """
    here = ranked(players_here(told), told.seed)
    place = {one.number: at for at, one in enumerate(here)}
    known = {one.number: one for one in here}
    kept = {*told.kept_tables, *(one.table for one in told.entrants if one.table)}
    free = (table for table in count(told.settings.first_table) if table not in kept)
    given: set[int] = set()
    relaxed: list[Relaxed] = []
    games: list[DrawnPairing] = []
    byes: list[DrawnPairing] = []
    by_rank = sorted(met, key=lambda one: min(place[x] for x in (one.one, one.two) if x))
    for one in by_rank:
        if not one.two:
            byes.append(DrawnPairing(0, one.one, 0, gibson=one.gibson))
            continue
        both = sorted((known[one.one], known[one.two]), key=lambda each: place[each.number])
        wanted = next((each.table for each in both if each.table), 0)
        if wanted and wanted in given:
            relaxed.append(Relaxed("table-shared", tuple(each.number for each in both)))
            wanted = 0
        given.add(wanted)
        games.append(_at(wanted or next(free), bool(wanted), both, one, told))
    return (*sorted(games, key=lambda game: game.table), *byes), relaxed


def _at(table: int, kept: bool, both: Sequence[Entrant], met: Met, told: Inputs) -> DrawnPairing:
    first, why = starter(both[0], both[1], met, told.settings, told.seed, told.round_number)
    second = met.two if first == met.one else met.one
    return DrawnPairing(table, first, second, why, gibson=met.gibson, kept=kept)

"""A round rounded off: byes, tables, starts and what gave way, whichever the system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from ledger.tournament.draw.inputs import (
    Drawn,
    DrawnPairing,
    Entrant,
    Inputs,
    Met,
    Relaxed,
    Settings,
    StartedBy,
    lot,
    players_here,
    ranked,
)

# Who sits out where the number of players is odd: who did so least often, then the lowest.


def who_may_sit_out(
    in_rank: Sequence[Entrant], settings: Settings, seed: int, round_number: int
) -> list[Entrant]:
    """Those with the fewest byes of the players to be paired, the first to be asked first."""
    fewest = min((one.byes for one in in_rank), default=0)
    least = [one for one in in_rank if one.byes == fewest]
    match settings.byes:
        case "lowest":
            return least[::-1]
        case "highest":
            return least
        case "lot":
            return sorted(least, key=lambda one: lot(seed, "bye", round_number, one.number))


def again(sits_out: Entrant) -> tuple[Relaxed, ...]:
    """That a player sits out once more than a player should; nothing for a first bye."""
    return (Relaxed("second-bye", (sits_out.number,)),) if sits_out.byes else ()


# Which rules gave way in a round, and for whom: read off the round, whichever system paired it.


def gave_way(
    inputs: Inputs, met: Sequence[Met], *, allowed: int | None = None, since: int = 1
) -> Iterator[Relaxed]:
    """What gave way, pair by pair.

    Args:
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    known = {one.number: one for one in inputs.entrants}
    forbidden = {frozenset(pair) for pair in inputs.forbidden}
    most = inputs.settings.meetings if allowed is None else allowed
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
            same = inputs.round_number - 1 in rounds
            yield Relaxed("same-again" if same else "repeat", pair)


# Who starts: fewer firsts, then as the book goes on, and at last by lot (B-01, B-02, B-06).


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


# Tables: in the order of the standings, but for those kept for players who need one.


def seated(inputs: Inputs, met: Sequence[Met]) -> tuple[tuple[DrawnPairing, ...], list[Relaxed]]:
    """The pairings at their tables, the best players' first, and the byes behind them.

    A kept table is left empty where its player sits out, and nobody else is given it. Where two
    players with a table meet, it is the better ranked one's; where two pairs would need one
    table, the second sits where there is room, which is said.
    """
    here = ranked(players_here(inputs), inputs.seed)
    place = {one.number: at for at, one in enumerate(here)}
    known = {one.number: one for one in here}
    kept = {*inputs.kept_tables, *(one.table for one in inputs.entrants if one.table)}
    free = (table for table in count(inputs.settings.first_table) if table not in kept)
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
        games.append(_at(wanted or next(free), bool(wanted), both, one, inputs))
    return (*sorted(games, key=lambda game: game.table), *byes), relaxed


def _at(table: int, kept: bool, both: Sequence[Entrant], met: Met, inputs: Inputs) -> DrawnPairing:
    first, why = starter(both[0], both[1], met, inputs.settings, inputs.seed, inputs.round_number)
    second = met.two if first == met.one else met.one
    return DrawnPairing(table, first, second, why, gibson=met.gibson, kept=kept)


def rounded_off(
    inputs: Inputs,
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
      plan: what later rounds go on from.
      also: what gave way that can't be read off the round.
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    pairings, shared = seated(inputs, met)
    relaxed = {*also, *shared, *gave_way(inputs, met, allowed=allowed, since=since)}
    return Drawn(
        pairings=pairings,
        relaxed=tuple(sorted(relaxed, key=lambda one: (one.rule, one.players))),
        plan=plan,
        gibsons=tuple(one.number for one in gibsons),
    )

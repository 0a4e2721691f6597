"""A table of players and a table of results that were given together, put into one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.interchange.described import DivisionTold, Outing, Told
from ledger.interchange.names import key


def joined(tables: Sequence[Told]) -> tuple[DivisionTold, ...]:
    """The divisions of all tables; where two tell of one, its players once, with their rounds."""
    found: dict[str, DivisionTold] = {}
    for division in (division for told in tables for division in told.divisions):
        known = found.get(division.name)
        found[division.name] = division if known is None else _both(known, division)
    return tuple(found.values())


def _both(one: DivisionTold, other: DivisionTold) -> DivisionTold:
    """Players of the first table, then those only the second has; rounds of whichever has them."""
    first, second = (one, other) if _without_rounds(one) else (other, one)
    numbers = {key(each.name): each.number for each in first.entrants}
    entrants = list(first.entrants)
    for each in second.entrants:
        if key(each.name) not in numbers:
            numbers[key(each.name)] = len(entrants) + 1
            entrants.append(replace(each, number=len(entrants) + 1, outings=()))
    names = {each.number: key(each.name) for each in second.entrants}
    rounds = {
        numbers[key(each.name)]: tuple(_as(outing, names, numbers) for outing in each.outings)
        for each in second.entrants
    }
    return DivisionTold(
        name=first.name,
        entrants=tuple(
            replace(each, outings=rounds.get(each.number, each.outings)) for each in entrants
        ),
        planned=first.planned or second.planned,
        file=first.file,
    )


def _as(outing: Outing, names: dict[int, str], numbers: dict[str, int]) -> Outing:
    if not outing.opponent:
        return outing
    return replace(outing, opponent=numbers.get(names.get(outing.opponent, ""), 0))


def _without_rounds(division: DivisionTold) -> bool:
    return not any(each.outings for each in division.entrants)

"""A table of players and a table of results that were given together, put into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.interchange.described import GAP, DivisionTold, Outing, Told
from ledger.interchange.remarked import Report
from ledger.vocabulary.names import key


def joined(tables: Sequence[Told], report: Report) -> tuple[DivisionTold, ...]:
    """The divisions of all tables; where two tell of one, its players once, with their rounds."""
    found: dict[str, DivisionTold] = {}
    for division in (division for told in tables for division in told.divisions):
        known = found.get(division.name)
        found[division.name] = division if known is None else _both(known, division, report)
    return tuple(found.values())


def _both(one: DivisionTold, other: DivisionTold, report: Report) -> DivisionTold:
    """Players of the first table, then those only the second has; rounds of whichever has them.

    A name that several players of the first have says nothing of whose rounds they are.
    """
    first, second = (one, other) if _without_rounds(one) else (other, one)
    entrants = list(first.entrants)
    called = Counter(key(each.name) for each in entrants)
    numbers = {key(each.name): each.number for each in entrants}
    places: dict[int, int | None] = {}
    for each in second.entrants:
        if called[key(each.name)] > 1:
            places[each.number] = None
            said = f"{called[key(each.name)]} players are called {each.name}: whose rounds?"
            report.file = second.file
            report.left_out(each.line, "name-twice", f"{said} They are left out.")
            continue
        if key(each.name) not in numbers:
            numbers[key(each.name)] = len(entrants) + 1
            entrants.append(replace(each, number=len(entrants) + 1, outings=()))
        places[each.number] = numbers[key(each.name)]
    rounds = {
        place: tuple(_as(outing, places) for outing in each.outings)
        for each in second.entrants
        if (place := places[each.number]) is not None
    }
    return DivisionTold(
        name=first.name,
        entrants=tuple(
            replace(each, outings=rounds.get(each.number, each.outings)) for each in entrants
        ),
        planned=first.planned or second.planned,
        file=first.file,
    )


def _as(outing: Outing, places: dict[int, int | None]) -> Outing:
    if not outing.opponent:
        return outing
    opponent = places.get(outing.opponent)
    return replace(outing, opponent=opponent) if opponent else GAP


def _without_rounds(division: DivisionTold) -> bool:
    return not any(each.outings for each in division.entrants)

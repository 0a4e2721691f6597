"""Which games have a tablet: a table without one tells nothing until its slip comes in."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.hall import GameRow
from web.access.visitors import the_badges


def with_a_tablet(rows: Iterable[GameRow]) -> frozenset[UUID]:
    """The games at whose table a tablet was taken in.

    Args:
      rows: the games of one tournament, all of them: where it has one division, the tablet may
        have been taken in without naming it.
    """
    rows = tuple(rows)
    scopes = {each.table.casefold() for each in the_badges().tablets.enrolled()}
    divided = len({row.division for row in rows}) > 1
    return frozenset(row.id for row in rows if _names(row, divided=divided) & scopes)


def _names(row: GameRow, *, divided: bool) -> set[str]:
    division = f"{row.division}/" if row.division else ""
    named = {f"{row.tournament}/{division}T{row.table}".casefold()}
    return named if divided else {*named, f"{row.tournament}/T{row.table}".casefold()}

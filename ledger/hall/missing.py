"""Slips that are not in: tables without a result, with an unsigned one, or with two that differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from msgspec import Struct

from ledger.hall.flags import PAPERS_DIFFER
from ledger.hall.rows import GameRow
from ledger.vocabulary import IsoTime

Lacks = Literal["", "result", "signatures", "signature", "one-that-holds"]
"""What of a table's slip is missing: all of it, both signatures, one, or, where two of them differ,
a director's word on which holds; empty: nothing."""

LACKS_TOLD = {
    "result": "no result",
    "signatures": "not signed",
    "signature": "one signature missing",
    "one-that-holds": "two slips differ",
}
"""The same in words."""

_LACKS: dict[str, Lacks] = {
    "over": "signatures", "signed by one": "signature",
    "final": "", "amended": "", "forfeited": "", "void": "",
}  # fmt: skip


class Missing(Struct, frozen=True, kw_only=True):
    """A table whose slip is waited for.

    Attributes:
      since: when something was last written about its game: when it was paired, or turns or a
        result without signatures came.
    """

    game: GameRow
    lacks: Lacks
    since: IsoTime


def lacks(row: GameRow) -> Lacks:
    """What is missing of a game's slip."""
    return lacks_in(row.state, row.flags)


def lacks_in(state: str, flags: Collection[str]) -> Lacks:
    """What is missing of the slip of a game in this state, with these flags."""
    if PAPERS_DIFFER in flags and state != "void":
        return "one-that-holds"
    return _LACKS.get(state, "result")


def at_the_tables(rows: Iterable[GameRow]) -> list[GameRow]:
    """The game that counts at each table of each round: the last of those played again."""
    latest: dict[tuple[str, int, int], GameRow] = {}
    for row in rows:
        at = (row.division, row.round_number, row.table)
        if at not in latest or row.replay > latest[at].replay:
            latest[at] = row
    return list(latest.values())


def missing_slips(rows: Iterable[GameRow]) -> list[Missing]:
    """The tables whose slip is waited for, by division, round and table."""
    found = [
        Missing(game=row, lacks=lacks(row), since=row.written_at)
        for row in at_the_tables(rows)
        if lacks(row)
    ]
    return sorted(found, key=_place)


def open_rounds(rows: Iterable[GameRow]) -> dict[str, int]:
    """Of each division the first round of which a slip is missing; the last where none is."""
    rows = at_the_tables(rows)
    found = {row.division: row.round_number for row in sorted(rows, key=lambda r: r.round_number)}
    for row in sorted(rows, key=lambda r: r.round_number, reverse=True):
        if lacks(row):
            found[row.division] = row.round_number
    return found


def _place(one: Missing) -> tuple[str, int, int]:
    return one.game.division, one.game.round_number, one.game.table

"""Boards that a configuration of tsh keeps for players who need one, in each way it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.interchange.plain_values import Value

NAME = "reserved"
HIGHEST = 999
"""Of players' and boards' numbers; what is higher is a slip of the hand."""


def boards_kept(settings: Sequence[tuple[str, str, Value]], division: str) -> dict[int, int]:
    """The board kept for each player of a division, by the player's number in it.

    >>> one = ("reserved", "A", {"13": 1})
    >>> all_of_them = ("reserved", "", {"A": ["", 4], "B": {"2": 7}})
    >>> boards_kept([one, all_of_them], "A"), boards_kept([all_of_them], "B")
    ({13: 1, 1: 4}, {2: 7})
    """
    kept: dict[int, int] = {}
    for name, of, value in settings:
        if name != NAME or of not in ("", division):
            continue
        if not of:
            value = value.get(division, "") if isinstance(value, dict) else ""  # noqa: PLW2901
        kept.update(_pairs(value))
    return kept


def _pairs(value: Value) -> Iterator[tuple[int, int]]:
    """Player and board: of a table, or of a list, whose places are the players' numbers."""
    if isinstance(value, list):
        value = {str(place): board for place, board in enumerate(value)}
    told = value.items() if isinstance(value, dict) else ()
    for player, board in told:
        if player.isascii() and player.isdigit() and isinstance(board, int):
            number = int(player)
            if 0 < number <= HIGHEST and 0 < board <= HIGHEST:
                yield number, board

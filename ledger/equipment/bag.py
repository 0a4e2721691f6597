"""Tiles that nobody has seen yet, and what tiles are worth where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.equipment.tile_set import BLANK, TileSet
from ledger.vocabulary import Points


def unseen_tiles(
    tile_set: TileSet, squares: Sequence[str], rack: Iterable[str] = ()
) -> dict[str, int]:
    """How many of each tile are neither on the board nor on ``rack``.

    A number below zero means that more of that tile were seen than the set holds: an entry is
    wrong, or the set was.
    """
    unseen = dict(tile_set.counts)
    for tile in squares:
        if tile:
            if tile not in unseen:
                tile = BLANK  # noqa: PLW2901 (lower case: a blank that was designated)
            unseen[tile] -= 1
    for tile in rack:
        unseen[tile] -= 1
    return unseen


def value_of(tile_set: TileSet, tiles: str | Iterable[str]) -> Points:
    """What tiles left on a rack are worth, given as written down or already cut.

    >>> from ledger.equipment.tile_set import load_tile_set
    >>> value_of(load_tile_set("english"), "QUIZ?")
    22

    Raises:
      ValueError: a letter is not a tile of this set.
    """
    held = tile_set.cut_rack(tiles) if isinstance(tiles, str) else tiles
    return Points(sum([tile_set.value(tile) for tile in held]))

"""The tiles of a language: which there are, what they are worth, and how words are cut into them.

A tile is usually one letter. In some languages a tile has several characters (Spanish ``CH``);
written down, such a tile stands in brackets: ``[CH]A.A``, as a blank ``[ch]``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ledger.refusals.saying import refusal
from ledger.vocabulary import NO_TILES, Points
from ledger.vocabulary.read_once import tables_of

FOLDER = Path(__file__).parent / "tile_sets"

BLANK = "?"
"""A blank that has not been designated: on a rack, or left over at the end."""

THROUGH = "."
"""In a placement, a tile that already lies on the board."""


@dataclass(frozen=True, eq=False)
class TileSet:
    """A set of tiles.

    Attributes:
      values: points of each tile; the blank, 0, under ``?``.
      counts: how many of each tile a complete set holds; blanks under ``?``.
    """

    name: str
    values: Mapping[str, Points]
    counts: Mapping[str, int]

    @cached_property
    def size(self) -> int:
        """How many tiles a complete set holds.

        >>> load_tile_set("english").size
        100
        """
        return sum(self.counts.values())

    @cached_property
    def faces(self) -> Mapping[str, Points]:
        """Points of every tile as it can lie on the board: a blank is lower case and worth 0."""
        lying = {tile: points for tile, points in self.values.items() if tile != BLANK}
        return MappingProxyType(lying | {tile.lower(): Points(0) for tile in lying})

    @cached_property
    def written(self) -> frozenset[str]:
        """Every single character that a placement may hold as a tile of its own."""
        return frozenset({tile for tile in self.faces if len(tile) == 1} | {THROUGH})

    @cached_property
    def held(self) -> frozenset[str]:
        """Every single character that a rack may hold as a tile of its own."""
        return frozenset(tile for tile in self.values if len(tile) == 1)

    def cut(self, letters: str) -> tuple[str, ...]:
        """The letters of a placement as tiles, ``.`` for each tile already on the board.

        >>> load_tile_set("english").cut("QUIxOTR.")
        ('Q', 'U', 'I', 'x', 'O', 'T', 'R', '.')

        Raises:
          ValueError: a letter is not a tile of this set; the message says which.
        """
        if self.written.issuperset(letters):
            return tuple(letters)
        return tuple(
            self._known(tile, tile == THROUGH or tile in self.faces) for tile in _split(letters)
        )

    def cut_rack(self, tiles: str) -> tuple[str, ...]:
        """The tiles of a rack, an exchange or a leave; ``NO_TILES`` and ``""`` give none.

        >>> load_tile_set("english").cut_rack("AEI?")
        ('A', 'E', 'I', '?')

        Raises:
          ValueError: a letter is not a tile of this set; the message says which.
        """
        if self.held.issuperset(tiles):
            return tuple(tiles)
        if tiles == NO_TILES:
            return ()
        return tuple(self._known(tile, tile in self.values) for tile in _split(tiles))

    def spell(self, tiles: Iterable[str]) -> str:
        """Tiles as people write them; those of several characters in brackets."""
        kept = tuple(tiles)
        if not kept or max(map(len, kept)) == 1:
            return "".join(kept)
        return "".join([tile if len(tile) == 1 else f"[{tile}]" for tile in kept])

    def value(self, tile: str) -> Points:
        """Face value of a tile: 0 for ``?`` and for a blank as it lies (lower case).

        Raises:
          ValueError: there is no such tile in this set.
        """
        points = self.values.get(tile)
        if points is None:
            points = self.faces.get(tile)
        if points is None:
            raise ValueError(f"{tile!r} is not a tile of the {self.name} set")
        return points

    def _known(self, tile: str, known: bool) -> str:
        if not known:
            raise ValueError(f"{tile!r} is not a tile of the {self.name} set")
        return tile


def _split(letters: str) -> list[str]:
    """Letters cut at brackets and bars, composed to Unicode NFC; nothing is checked."""
    letters = unicodedata.normalize("NFC", letters)
    found: list[str] = []
    for number, part in enumerate(letters.split("|")):
        barred = "|" in letters and (number > 0 or part != "")
        before, bracket, rest = part.partition("[")
        if barred and not bracket and len(part.strip(THROUGH)) == len(part) > 1:
            found.append(part)
            continue
        while bracket:
            tile, closed, after = rest.partition("]")
            if not closed or not tile:
                raise ValueError(f"a bracket is not closed, or empty, in {letters!r}")
            found += [*before, tile]
            before, bracket, rest = after.partition("[")
        found += before
    return found


def tile_set_from(data: Mapping[str, Any]) -> TileSet:
    tiles: dict[str, list[int]] = data["tiles"]
    wrong = [tile for tile, numbers in tiles.items() if len(numbers) != 2 or tile.upper() != tile]
    if wrong or BLANK not in tiles:
        raise ValueError(f"not a tile set: {wrong or 'no blank'}")
    return TileSet(
        name=data["name"],
        values=MappingProxyType({tile: Points(value) for tile, (value, _) in tiles.items()}),
        counts=MappingProxyType({tile: count for tile, (_, count) in tiles.items()}),
    )


@cache
def tile_set_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_tile_set(name: str) -> TileSet:
    if name not in tile_set_names():
        raise refusal("no-such-tile-set", name=name, tile_sets=", ".join(tile_set_names()))
    return tile_set_from(tables_of(FOLDER / f"{name}.toml"))

"""The tiles nobody can see: what is really on the two racks and in the bag of a made-up game."""

from __future__ import annotations

from collections import Counter
from random import Random

from ledger.equipment.bag import unseen_tiles
from ledger.equipment.tile_set import BLANK, TileSet, load_tile_set
from ledger.game.sheet import Sheet
from ledger.vocabulary import NO_TILES, Seat, Tiles

COMMONEST = "E"
"""What a tile too many is, where nobody noted it."""


class Hands:
    """Both racks and the bag, kept in step with the sheet.

    The sheet knows how many tiles are where, and this which. After each entry the racks are
    settled again: tiles that lie on the board leave the rack, and what is lacking is drawn.
    """

    def __init__(self, random: Random, tile_set: str = "english") -> None:
        self.random = random
        self.tile_set: TileSet = load_tile_set(tile_set)
        self.racks: dict[Seat, list[str]] = {seat: [] for seat in Seat}
        self.bag: list[str] = []

    def settle(self, sheet: Sheet) -> None:
        """Put the tiles where ``sheet`` says that so many are."""
        unseen = unseen_tiles(self.tile_set, sheet.board.squares)
        left = Counter({tile: count for tile, count in unseen.items() if count > 0})
        missing, extra = (self.tile_set.cut_rack(tiles) for tiles in _irregular(sheet))
        left += Counter(extra)
        left += Counter({COMMONEST: sheet.irregular.extra - len(extra)})
        left -= Counter(missing)
        for seat in Seat:
            kept: list[str] = []
            for tile in self.racks[seat][: max(0, sheet.stock.racks[seat.place])]:
                if left[tile] > 0:
                    left[tile] -= 1
                    kept.append(tile)
            self.racks[seat] = kept
        self.bag = list(left.elements())
        self.random.shuffle(self.bag)
        for seat in Seat:
            rack = self.racks[seat]
            while len(rack) < sheet.stock.racks[seat.place] and self.bag:
                rack.append(self.bag.pop())

    def rack(self, seat: Seat) -> Tiles:
        """The tiles of ``seat`` as they would be written down."""
        return Tiles(self.tile_set.spell(self.racks[seat])) or NO_TILES

    def put_back(self, seat: Seat, number: int) -> Tiles:
        """Take ``number`` tiles off the rack of ``seat``, for an exchange: which they were."""
        rack = self.racks[seat]
        self.random.shuffle(rack)
        gone, self.racks[seat] = rack[:number], rack[number:]
        return Tiles(self.tile_set.spell(gone))

    def some(self, seat: Seat, number: int) -> Tiles:
        """``number`` tiles of the rack of ``seat``, which stay there."""
        rack = self.racks[seat]
        return Tiles(self.tile_set.spell(self.random.sample(rack, min(number, len(rack)))))

    def any_tile(self) -> str:
        """A tile that is drawn to look at and put back."""
        return self.random.choice(self.bag or [BLANK])


def _irregular(sheet: Sheet) -> tuple[Tiles, Tiles]:
    """The tiles that are missing from the set and those too many, as far as noted."""
    return sheet.irregular.missing_tiles, sheet.irregular.extra_tiles

"""Where every tile is while a record is played through: on the board, on racks, unseen."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.equipment.board import empty_squares
from ledger.equipment.scoring import Placed
from ledger.equipment.tile_set import BLANK
from ledger.gcg.equipment import Equipment
from ledger.gcg.oddities import Oddity
from ledger.gcg.record import TURNS, GcgEvent
from ledger.vocabulary import RACK_SIZE


class Position:
    """The board and the tiles that are not on it.

    Attributes:
      squares: what lies on each square, as a list that changes.
      unseen: how many of each tile are not on the board.
      left: how many tiles are not on the board.
      sure: False once a play could not be placed; then tiles are missing from the board.
    """

    def __init__(self, equipment: Equipment, noted: list[Oddity]) -> None:
        self.tile_set, self.counted = equipment.tile_set, equipment.counted
        self.noted = noted
        self.squares = list(empty_squares(equipment.board))
        self.unseen = dict(self.tile_set.counts) if self.tile_set else {}
        self.left = self.tile_set.size if self.tile_set else 0
        self.sure = True
        self._held: tuple[str, ...] = ()
        self._too_many: set[str] = set()
        self._partial = False

    def note(self, line: int, code: str, what: str) -> None:
        """Write down something odd."""
        self.noted.append(Oddity(line, code, what))

    def hold(self, event: GcgEvent) -> None:
        """Look at the rack of an event, before anything of it is put down."""
        self._held = ()
        if not event.rack or self.tile_set is None:
            return
        try:
            held = self.tile_set.cut_rack(event.rack)
        except ValueError as wrong:
            self.note(event.line, "rack-not-tiles", f"Rack {event.rack[:20]}: {str(wrong)[:100]}.")
            return
        self._held = held
        many = len(held)
        if many > RACK_SIZE:
            what = f"The rack {event.rack[:30]} has {many} tiles."
            self.note(event.line, "rack-over-seven", what)
        elif many < RACK_SIZE and not self._partial and event.kind in TURNS:
            # With an empty bag the opponent holds seven at most, and this player the rest.
            self._partial = self.sure and self.counted and many < self.left - RACK_SIZE
            if self._partial:
                what = f"Racks are written in part, here {many} tiles; they were kept so."
                self.note(event.line, "racks-partial", what)
        self._enough(held, event.line)

    def _enough(self, held: Sequence[str], line: int) -> None:
        """Whether the set has that many of each tile, besides those on the board."""
        if not self.counted:
            return
        unseen = self.unseen
        for tile in held:
            unseen[tile] -= 1
        for tile in held:
            if unseen[tile] < 0:
                self._one_too_many(tile, line)
        for tile in held:
            unseen[tile] += 1

    def _one_too_many(self, tile: str, line: int) -> None:
        if tile not in self._too_many:
            self._too_many.add(tile)
            has = self.tile_set.counts[tile] if self.tile_set else 0
            what = f"There are more {tile} than the {has} of a whole set."
            self.note(line, "too-many-of-a-tile", what)

    def lay(self, event: GcgEvent, placed: Placed) -> None:
        """Put the tiles of a play on the board."""
        squares, unseen, used = self.squares, self.unseen, []
        for at, tile in placed:
            squares[at] = tile
            used.append(tile if tile in unseen else BLANK)
        for tile in used:
            unseen[tile] -= 1
            if unseen[tile] < 0 and self.counted:
                self._one_too_many(tile, event.line)
        self.left -= len(placed)
        self._from_rack(used, event)

    def lift(self, placed: Placed) -> None:
        """Take the tiles of a play off again."""
        for at, tile in placed:
            self.squares[at] = ""
            self.unseen[tile if tile in self.unseen else BLANK] += 1
        self.left += len(placed)

    def exchange(self, event: GcgEvent) -> None:
        """Look at the tiles that were put back."""
        if event.count > RACK_SIZE:
            what = f"{event.count} tiles exchanged, more than a rack holds."
            self.note(event.line, "exchange-over-seven", what)
        if not event.letters or self.tile_set is None:
            return
        try:
            self._from_rack(self.tile_set.cut_rack(event.letters), event)
        except ValueError as wrong:
            what = f"Exchanged {event.letters[:20]}: {str(wrong)[:100]}."
            self.note(event.line, "exchange-not-tiles", what)

    def _from_rack(self, used: Sequence[str], event: GcgEvent) -> None:
        held = self._held
        if not held or (len(used) == 1 and used[0] in held):
            return
        for tile in used:
            if tile not in held or (used.count(tile) > held.count(tile)):
                what = f"{tile} was used, but the rack {event.rack[:30]} has none left."
                self.note(event.line, "tiles-not-on-rack", what)
                return

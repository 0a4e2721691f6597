"""What people at a table could say about what goes on there, right as a rule."""

from __future__ import annotations

from ledger.equipment.board import load_board, write_square
from ledger.game.play.going_on import Procedure, Step
from ledger.game.sheet import LineKind
from ledger.simulation.table import Table
from ledger.vocabulary import Seat


class Onlooker:
    """Somebody who saw what goes on at a table, and tells it."""

    def __init__(self, table: Table, procedure: Procedure | None, step: Step | None) -> None:
        self.table = table
        self.procedure = procedure
        self.step = step
        self.random = table.random

    def seat(self) -> str:
        """Whose step it is; where nobody knows, anybody's."""
        owner = self.procedure.seat if self.procedure else None
        who = self.step.who if self.step else ""
        if owner is not None:
            return (owner.opponent if who == "opponent" else owner).value
        return self.random.choice(list(Seat)).value

    def number(self) -> int:
        """How many tiles it is about; else some small number."""
        if self.step is not None and self.step.tiles is not None:
            return self.step.tiles
        return self.random.choice((1, 1, 1, 2, 2, 3, 4, 7))

    def drawn(self) -> int:
        """Tiles that were due after the last turn."""
        last = self.table.sheet.last_turn
        return 0 if last is None else len(last.placed) or last.count

    def bag_before(self) -> int:
        """Tiles in the bag before the last exchange, as counted; now and then miscounted."""
        lines = [line for line in self.table.sheet.lines if line.kind is LineKind.EXCHANGE]
        stock = lines[-1].before if lines else None
        bag = self.table.sheet.stock.bag if stock is None else stock.bag
        return max(0, bag + self.random.choice((0, 0, 0, 0, 1, -1)))

    def rack_before(self) -> int:
        """Tiles on the rack before the last exchange, as counted; never more than there were."""
        counted = self.random.choice((5, 6, 7, 7, 7, 8))
        lines = [line for line in self.table.sheet.lines if line.kind is LineKind.EXCHANGE]
        stock = lines[-1].before if lines else None
        if stock is None:
            return counted
        own = stock.racks[lines[-1].seat.place]
        return min(own if self.table.chance(0.5) else counted, own + stock.bag)

    def tiles(self) -> str:
        """So many tiles of a rack."""
        owner = self.procedure.seat if self.procedure else None
        seat = owner or self.random.choice(list(Seat))
        return str(self.table.hands.some(seat, self.number())) or self.table.hands.any_tile()

    def version(self) -> int:
        """The turn just made, now and then an earlier one."""
        turns = [line.version for line in self.table.sheet.lines if line.is_turn]
        if not turns:
            return self.table.sheet.version
        return turns[-1] if self.table.chance(0.7) else self.random.choice(turns)

    def square(self) -> str:
        """A square with a tile on it, preferably a blank."""
        sheet = self.table.sheet
        size = load_board(sheet.scheduled.board).size
        taken = [at for at, tile in enumerate(sheet.board.squares) if tile]
        blanks = [at for at in taken if sheet.board.squares[at] != sheet.board.squares[at].upper()]
        at = self.random.choice(blanks or taken or [size * size // 2])
        return write_square(*divmod(at, size))

    def player(self) -> int:
        """1 or 2: one of the pairing."""
        return self.random.choice((1, 2))

    def what(self) -> str:
        """The procedure it is about; where there is none, what happened."""
        return self.procedure.name if self.procedure else "as told: what"

    def words(self) -> tuple[str, ...]:
        """Words of the play just made; people at the table read those the record does not know."""
        play = self.table.last_play()
        formed = tuple(word.word.upper() for word in play.words) if play else ()
        return formed or ("ASTRAY",)

    def result(self) -> tuple[int, int]:
        """The scores as they stand."""
        return self.table.sheet.stands

    def amended(self) -> tuple[int, int]:
        """Other scores than those that stand, by a little."""
        first, second = self.result()
        return first, second + self.random.choice((-5, 1, 12))

    def racks(self) -> tuple[int, int]:
        """The tiles both hold, as the record has them; nobody counts fewer than none."""
        first, second = self.table.sheet.stock.racks
        return max(0, first), max(0, second)

    def clocks(self) -> tuple[int, int]:
        """What both clocks show."""
        return self.table.clerk.clocks or self.table.sheet.clock.limits

    def some_of(self, choices: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
        """All of the choices, as a rule, or one of them."""
        named = tuple(value for value, _ in choices)
        return named if self.random.random() < 0.7 else (self.random.choice(named),)

    def acceptable(self) -> bool:
        """The right verdict on the play just made, but for a slip."""
        play = self.table.last_play()
        return (play is None or not self.table.is_phoney(play)) != self.table.chance(0.05)

    def letter(self) -> str:
        """A letter, the common ones more often."""
        return self.random.choice("EEEAAIONRTLSUDGQZ")

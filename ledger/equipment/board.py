"""The board: its size, its premium squares, and how squares are named.

A square is an index, ``row * size + column``, both from 0. People write ``8D`` for a word that
starts in row 8, column D and runs across, ``D8`` for one that runs down from the same square.
What lies on the board is a plain tuple, one entry for each square, so that a copy costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct

from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.vocabulary.read_once import tables_of

FOLDER = Path(__file__).parent / "boards"

USUAL_BOARD = "standard"
"""What is played on where nobody says otherwise."""

Squares = tuple[str, ...]
"""What lies on each square: ``""`` nothing, ``A`` a tile, ``a`` a blank as A, ``CH`` one tile."""

PREMIUMS = {
    ".": "",
    "'": "2L",
    '"': "3L",
    "^": "4L",
    "-": "2W",
    "=": "3W",
    "~": "4W",
}
"""The premium squares by the sign that stands for them in a board's file."""

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Start(Struct, frozen=True):
    """Where a word starts and which way it runs; row and column count from 0."""

    row: int
    column: int
    across: bool


Paths = tuple[tuple[int, ...], ...]


class Board(Struct, frozen=True, eq=False, dict=True):
    """A board without tiles.

    Attributes:
      premiums: what each square does: ``""``, ``2L``, ``3L``, ``2W``, ``3W`` (large boards
        also ``4L``, ``4W``).
    """

    name: str
    size: int
    premiums: tuple[str, ...]
    centre: int

    @cached_property
    def letter_times(self) -> tuple[int, ...]:
        """By what the value of a new tile is multiplied on each square."""
        return tuple(int(kind[0]) if kind.endswith("L") else 1 for kind in self.premiums)

    @cached_property
    def word_times(self) -> tuple[int, ...]:
        """By what a word is multiplied for a new tile on each square."""
        return tuple(int(kind[0]) if kind.endswith("W") else 1 for kind in self.premiums)

    @cached_property
    def paths(self) -> tuple[Paths, Paths, Paths, Paths]:
        """From each square, the squares to the left, right, up and down, nearest first."""
        size, ends = self.size, self.size * self.size
        rows = [at - at % size for at in range(ends)]
        return (
            tuple(tuple(range(at - 1, row - 1, -1)) for at, row in enumerate(rows)),
            tuple(tuple(range(at + 1, row + size)) for at, row in enumerate(rows)),
            tuple(tuple(range(at - size, -1, -size)) for at in range(ends)),
            tuple(tuple(range(at + size, ends, size)) for at in range(ends)),
        )


def _no_square(written: str) -> ValueError:
    return ValueError(say("tiles.no-square", written=repr(written[:20])))


@cache
def read_square(written: str) -> Start:
    """Where ``8D`` (across) or ``D8`` (down) starts, in either case of letters.

    >>> read_square("8D"), read_square("d8")
    (Start(row=7, column=3, across=True), Start(row=7, column=3, across=False))

    Raises:
      ValueError: it is not the name of a square on any board; the message says so.
    """
    name = written.upper() if written.isascii() else ""
    across = name[:1].isdigit()
    digits, column = (name[:-1], name[-1:]) if across else (name[1:], name[:1])
    if len(digits) not in (1, 2) or not digits.isdigit() or digits[0] == "0":
        column = ""
    if not column or column not in COLUMNS:
        raise _no_square(written)
    return Start(int(digits) - 1, COLUMNS.index(column), across)


def write_square(row: int, column: int, across: bool = True) -> str:
    """The name of a square, row and column counted from 0.

    >>> write_square(7, 3), write_square(7, 3, across=False)
    ('8D', 'D8')
    """
    return f"{row + 1}{COLUMNS[column]}" if across else f"{COLUMNS[column]}{row + 1}"


def empty_squares(board: Board) -> Squares:
    return ("",) * (board.size * board.size)


def board_from(data: Mapping[str, str]) -> Board:
    rows = [line.split() for line in data["layout"].strip().splitlines()]
    size = len(rows)
    if any(len(row) != size or not PREMIUMS.keys() >= set(row) for row in rows):
        raise ValueError(f"the board {data['name']} is not drawn as a square of known signs")
    centre = read_square(data["centre"])
    return Board(
        name=data["name"],
        size=size,
        premiums=tuple(PREMIUMS[sign] for row in rows for sign in row),
        centre=centre.row * size + centre.column,
    )


@cache
def board_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_board(name: str) -> Board:
    if name not in board_names():
        raise refusal("no-such-board", name=name, boards=", ".join(board_names()))
    return board_from(tables_of(FOLDER / f"{name}.toml"))

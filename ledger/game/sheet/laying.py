"""Laying a written placement on the board without judging it.

The fold needs to know only where the tiles of a play lie; what it is worth was worked out
when it was written (``ledger.equipment.scoring``). What cannot be laid stays off the board and the
line says so.
"""

from __future__ import annotations

from functools import lru_cache

from ledger.equipment.board import Squares, read_square
from ledger.equipment.tile_set import TileSet
from ledger.vocabulary import Placement

THROUGH = "."


def lay(
    squares: Squares, placement: Placement, size: int, tile_set: TileSet
) -> tuple[tuple[tuple[int, str], ...], bool]:
    """The tiles ``placement`` adds, as (index, tile), and whether it fits the board.

    It does not fit when it leaves the board, names a square that holds another tile, plays
    through an empty one, or has letters that are not of the tile set. Then nothing is laid.
    """
    try:
        index, step, room = _path(placement.square, size)
        tiles = placement.letters if placement.letters.isascii() else ""
        cut = tiles if tiles.replace(THROUGH, "").isalpha() else tile_set.cut(placement.letters)
    except ValueError:
        return (), False
    if len(cut) > room:
        return (), False
    placed: list[tuple[int, str]] = []
    for tile in cut:
        there = squares[index]
        if not there:
            if tile == THROUGH:
                return (), False
            placed.append((index, tile))
        elif tile != THROUGH and tile.upper() != there.upper():
            return (), False
        index += step
    return tuple(placed), True


@lru_cache(maxsize=4096)
def _path(square: str, size: int) -> tuple[int, int, int]:
    """First index, step from square to square, and squares left until the edge."""
    start = read_square(square)
    if start.row >= size or start.column >= size:
        raise ValueError(f"{square} is not on a board of {size} by {size}")
    index = start.row * size + start.column
    return (index, 1, size - start.column) if start.across else (index, size, size - start.row)


def square_index(square: str, size: int) -> int | None:
    """Where ``square`` is on a board of ``size`` by ``size``; ``None`` if it is not there."""
    try:
        return _path(square, size)[0]
    except ValueError:
        return None


def with_tiles(squares: Squares, placed: tuple[tuple[int, str], ...]) -> Squares:
    """The board with ``placed`` added."""
    board = list(squares)
    for index, tile in placed:
        board[index] = tile
    return tuple(board)


def without_tiles(squares: Squares, placed: tuple[tuple[int, str], ...]) -> Squares:
    """The board with ``placed`` taken off."""
    board = list(squares)
    for index, _ in placed:
        board[index] = ""
    return tuple(board)


def with_real_letters(
    squares: Squares, false_blanks: tuple[tuple[str, str], ...], size: int
) -> Squares:
    """The board with letter tiles that lie as blanks shown as what they are (nsa IV.I.4)."""
    if not false_blanks:
        return squares
    board = list(squares)
    for square, real in false_blanks:
        index = square_index(square, size)
        if index is not None and board[index]:
            board[index] = real
    return tuple(board)

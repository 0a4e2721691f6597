"""Laying a written placement on the board; its squares as rows, and words through one."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from ledger.equipment.board import Squares, load_board, read_square
from ledger.equipment.tile_set import THROUGH as THROUGH_TILE_SET
from ledger.equipment.tile_set import TileSet, load_tile_set
from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.vocabulary import Placement

# The board as plain rows of letters, for laying a position out again.


def rows_of(sheet: Sheet) -> tuple[str, ...]:
    """The rows from the top, ``.`` for an empty square, blanks lower case.

    A tile of several characters stands in brackets.
    """
    size = load_board(sheet.scheduled.board).size
    cells = [_written(tile) if tile else "." for tile in sheet.board.squares]
    return tuple("".join(cells[row * size : (row + 1) * size]) for row in range(size))


def squares_text(sheet: Sheet) -> str:
    return "/".join(rows_of(sheet))


def laid_out(sheet: Sheet) -> str:
    """The tiles on the board as they are read out, row by row: ``8D CARE; 9F A``.

    A blank is lower case; a tile of several characters stands in brackets.
    """
    size = load_board(sheet.scheduled.board).size
    found: list[str] = []
    for row in range(size):
        tiles = sheet.board.squares[row * size : (row + 1) * size]
        for is_tile, run in groupby(enumerate(tiles), lambda one: bool(one[1])):
            (column, first), *rest = run
            if is_tile:
                word = "".join(map(_written, (first, *(tile for _, tile in rest))))
                found.append(f"{row + 1}{chr(ord('A') + column)} {word}")
    return "; ".join(found) or say("game_sheet.an-empty-board")


def _written(tile: str) -> str:
    return tile if len(tile) == 1 else f"[{tile}]"


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
    board = list(squares)
    for index, tile in placed:
        board[index] = tile
    return tuple(board)


def without_tiles(squares: Squares, placed: tuple[tuple[int, str], ...]) -> Squares:
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


# The words that run through a square of the board as it lies.


def words_through(sheet: Sheet, square: str, letter: str) -> tuple[str, ...]:
    """The words across and down at ``square`` if ``letter`` lay there, in capitals."""
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    at = square_index(square, board.size)
    if at is None:
        return ()
    squares = list(sheet.board.squares)
    squares[at] = letter
    found = []
    for back, on in (board.paths[:2], board.paths[2:]):
        before, after = _run(squares, back[at]), _run(squares, on[at])
        if before or after:
            found.append(tile_set.spell((*before[::-1], letter, *after)).upper())
    return tuple(found)


def _run(squares: list[str], path: tuple[int, ...]) -> list[str]:
    tiles: list[str] = []
    for index in path:
        if not squares[index]:
            break
        tiles.append(squares[index])
    return tiles


# A move as players write it, with the letters it was played through: ``8D A(IMPROVER)``.


def read_on_board(placement: Placement, sheet: Sheet) -> str:
    """A play with the letters that lie on the board now where it has dots.

    Empty where none can be read there: off the board, through empty squares, in other tiles.
    """
    try:
        laid = load_tile_set(sheet.scheduled.tile_set).cut(placement.letters)
        start = read_square(placement.square)
    except ValueError:  # no tiles of this set, no square: it was entered as somebody wrote it
        return ""
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    step = 1 if start.across else board.size
    at = start.row * board.size + start.column
    squares = sheet.board.squares[at : at + step * len(laid) : step]
    lying = [
        (tile == THROUGH_TILE_SET, square if tile == THROUGH_TILE_SET else tile)
        for tile, square in zip(laid, squares, strict=False)
    ]
    if len(lying) < len(laid) or not all(tile for _, tile in lying):
        return ""
    parts = [
        (through, tile_set.spell(tile for _, tile in some))
        for through, some in groupby(lying, key=lambda each: each[0])
    ]
    letters = "".join(f"({tiles})" if through else tiles for through, tiles in parts)
    return f"{placement.square} {letters}"

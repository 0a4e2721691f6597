"""The wall of tables, and one of them in short, as types."""

from __future__ import annotations

from msgspec import Struct

from ledger.hall import GameRow


class WallTable(Struct, frozen=True, kw_only=True):
    """One table of the wall: the row of its game, and the pages about it.

    Attributes:
      peek: address of the game in short.
      tablet: whether a tablet was taken in for its table; else it may well play on paper.
    """

    game: GameRow
    entry: str
    replayed: str
    evidence: str
    peek: str
    tablet: bool


class WallNow(Struct, frozen=True, kw_only=True):
    """The tables of the rounds that are being played, for the wall.

    Attributes:
      after: where a stream goes on from this (``?after=``).
    """

    after: str
    tables: tuple[WallTable, ...]


class SideTold(Struct, frozen=True, kw_only=True):
    """A player of a table in short.

    Attributes:
      clock: seconds left, when it was read last.
      warned: earlier warnings in this tournament.
    """

    name: str
    total: int
    clock: int | None
    to_move: bool
    warned: tuple[str, ...]


class MoveTold(Struct, frozen=True, kw_only=True):
    """A move of a table in short."""

    ply: int
    square: str
    word: str
    score: int


class PeekTold(Struct, frozen=True, kw_only=True):
    """One table in short.

    Attributes:
      squares: row by row, how a square looks and the letter on it.
      moves: the last ones, the latest first.
      cases: what each is called with its state, and where it is.
      warn: address of the page on which a player of it is warned.
    """

    sides: tuple[SideTold, ...]
    squares: tuple[tuple[tuple[str, str], ...], ...]
    moves: tuple[MoveTold, ...]
    bag: int
    cases: tuple[tuple[str, str], ...]
    warn: str

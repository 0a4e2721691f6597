"""Every play that a rack allows on a board, line by line.

The way of A. Appel and G. Jacobson ("The world's fastest scrabble-playing program", 1988):
a play touches an anchor, an empty square beside a tile; to the left of it goes what the rack
spells, to the right whatever the word graph, the crossing words and the rack allow. What a
play is worth is asked of ``ledger.equipment.scoring``, so that nothing is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from ledger.equipment.board import Board, Squares, write_square
from ledger.equipment.scoring import score_play
from ledger.equipment.tile_set import BLANK, THROUGH, TileSet
from ledger.simulation.word_graph import END, Node, WordGraph, reached
from ledger.vocabulary import RACK_SIZE, Placement, Points

NONE: frozenset[str] = frozenset()

Start = tuple[str, Node, str]
"""Tiles put to the left of an anchor, where they lead in the graph, and the rack after them."""


class Move(Struct, frozen=True):
    """A play that is in the word list: how it is written, its points, and how many tiles."""

    placement: Placement
    score: Points
    tiles: int


class Position:
    """A board, a rack and a word list; finds the plays of each line when asked.

    Args:
      squares: the board.
      rack: the tiles held, ``?`` for a blank; tiles of one letter only.
    """

    def __init__(
        self, graph: WordGraph, squares: Squares, rack: str, board: Board, tile_set: TileSet
    ) -> None:
        self.graph = graph
        self.squares = squares
        self.rack = rack
        self.board = board
        self.tile_set = tile_set
        self._starts: list[list[Start]] | None = None

    def lines(self) -> list[tuple[int, bool]]:
        """The rows and columns in which a play can be made, as (number from 0, across)."""
        size, squares = self.board.size, self.squares
        if not any(squares):
            row, column = divmod(self.board.centre, size)
            return [(row, True), (column, False)]
        rows = [any(squares[row * size : row * size + size]) for row in range(size)]
        columns = [any(squares[column::size]) for column in range(size)]
        return [
            (number, across)
            for across, taken in ((True, rows), (False, columns))
            for number in range(size)
            if any(taken[max(0, number - 1) : number + 2])
        ]

    def plays(self) -> Iterator[Move]:
        """All plays, in no order that means anything.

        One tile that forms a word both ways is found both ways.
        """
        for number, across in self.lines():
            yield from self.plays_in(number, across)

    def plays_in(self, number: int, across: bool) -> Iterator[Move]:
        """The plays whose main word lies in row (or column) ``number``, counted from 0."""
        return map(self.counted, self.placements(number, across))

    def placements(self, number: int, across: bool) -> list[Placement]:
        """The same without their points, which take longer than finding them."""
        return [
            Placement(write_square(*((number, at) if across else (at, number)), across), tiles)
            for at, tiles in self._found(number, across)
        ]

    def counted(self, placement: Placement) -> Move:
        """A placement with its points."""
        scored = score_play(self.squares, placement, self.board, self.tile_set)
        return Move(placement, scored.score, len(scored.placed))

    def _found(self, number: int, across: bool) -> list[tuple[int, str]]:
        size = self.board.size
        first, step = (number * size, 1) if across else (number, size)
        line = [self.squares[first + step * at] for at in range(size)]
        allowed, anchors = self._crossings(first, step, line)
        search = _Line(line, allowed)
        room = 0
        for at in range(size):
            if not line[at] and at not in anchors:
                room += 1
                continue
            if at in anchors and at and line[at - 1]:
                before = _before(line, at)
                node = reached(self.graph.root, before)
                if node is not None:
                    search.put(node, at, self.rack, THROUGH * len(before))
            elif at in anchors and allowed[at] != NONE:
                letters = allowed[at]
                for tiles, node, rest in self._left_of_an_anchor(room):
                    if letters is None or not letters.isdisjoint(node):
                        search.put(node, at, rest, tiles)
            room = 0
        return search.found

    def _crossings(
        self, first: int, step: int, line: list[str]
    ) -> tuple[list[frozenset[str] | None], frozenset[int]]:
        """Which letters each square of a line takes (``None``: any), and the anchors."""
        size, squares, board = self.board.size, self.squares, self.board
        left, right, up, down = board.paths
        back, ahead = (up, down) if step == 1 else (left, right)
        allowed: list[frozenset[str] | None] = [None] * size
        anchors: list[int] = []
        for at in range(size):
            if line[at]:
                continue
            index = first + step * at
            before = _run(squares, back[index])[::-1]
            after = _run(squares, ahead[index])
            if before or after:
                allowed[at] = self.graph.hooks(before, after)
                anchors.append(at)
            elif _beside(line, at) or (index == board.centre and not any(squares)):
                anchors.append(at)
        return allowed, frozenset(anchors)

    def _left_of_an_anchor(self, room: int) -> Iterator[Start]:
        """What the rack can put on up to ``room`` free squares, one tile kept for the anchor."""
        if self._starts is None:
            self._starts = _starts(self.graph.root, self.rack)
        for starts in self._starts[: room + 1]:
            yield from starts


class _Line:
    """One row or column being searched.

    Attributes:
      line: what lies on it.
      allowed: the letters each square takes, ``None`` for any.
      found: where plays begin, and their tiles.
    """

    def __init__(self, line: list[str], allowed: list[frozenset[str] | None]) -> None:
        self.line = line
        self.allowed = allowed
        self.found: list[tuple[int, str]] = []

    def put(self, node: Node, at: int, rack: str, tiles: str) -> None:
        """Put each tile of the rack that fits on the empty square ``at``."""
        letters = self.allowed[at]
        for tile, rest in _each_tile(rack):
            if tile == BLANK:
                for letter, child in node.items():
                    if letter and (letters is None or letter in letters):
                        self.on(child, at + 1, rest, tiles + letter.lower())
            elif (found := node.get(tile)) is not None and (letters is None or tile in letters):
                self.on(found, at + 1, rest, tiles + tile)

    def on(self, node: Node, at: int, rack: str, tiles: str) -> None:
        """Go on to the right from ``at``, past the anchor."""
        line = self.line
        if at == len(line):
            if END in node:
                self.found.append((at - len(tiles), tiles))
            return
        if lies := line[at]:
            child = node.get(lies.upper())
            if child is not None:
                self.on(child, at + 1, rack, tiles + THROUGH)
            return
        if END in node:
            self.found.append((at - len(tiles), tiles))
        if rack:
            self.put(node, at, rack, tiles)


@lru_cache(maxsize=20_000)
def _each_tile(rack: str) -> tuple[tuple[str, str], ...]:
    """Each kind of tile on a rack, and the rack without one of it."""
    return tuple((tile, rack.replace(tile, "", 1)) for tile in sorted(set(rack)))


def _starts(root: Node, rack: str) -> list[list[Start]]:
    """Every beginning of a word that ``rack`` can spell with a tile left over, by length."""
    found: list[list[Start]] = [[("", root, rack)]]
    for _ in range(min(len(rack), RACK_SIZE) - 1):
        longer: list[Start] = []
        for tiles, node, left in found[-1]:
            for tile, rest in _each_tile(left):
                if tile == BLANK:
                    longer += [
                        (tiles + letter.lower(), child, rest)
                        for letter, child in node.items()
                        if letter
                    ]
                elif tile in node:
                    longer.append((tiles + tile, node[tile], rest))
        found.append(longer)
    return found


def _before(line: Sequence[str], at: int) -> str:
    """The tiles right before ``at``, in the order they are read."""
    begin = at
    while begin and line[begin - 1]:
        begin -= 1
    return "".join(line[begin:at]).upper()


def _run(squares: Squares, path: Sequence[int]) -> str:
    run = ""
    for index in path:
        if not squares[index]:
            break
        run += squares[index]
    return run.upper()


def _beside(line: Sequence[str], at: int) -> bool:
    """Whether a tile lies right before or after ``at``."""
    return bool((at and line[at - 1]) or (at + 1 < len(line) and line[at + 1]))

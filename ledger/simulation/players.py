"""A made-up player: looks at some of the plays there are, and takes one that is good enough."""

from __future__ import annotations

from random import Random
from typing import Literal

from msgspec import Struct

from ledger.equipment.board import Board, Squares
from ledger.equipment.scoring import Unplaceable, score_play
from ledger.equipment.tile_set import THROUGH, TileSet
from ledger.simulation.moves import Move, Position
from ledger.simulation.word_graph import WordGraph
from ledger.vocabulary import Placement, Points

ENOUGH_TO_EXCHANGE = 7
"""Tiles that must be in the bag for a player who keeps to the rules to think of an exchange."""


NOTHING = Placement("", "")


class Intent(Struct, frozen=True):
    """What a player is about to do.

    Attributes:
      kind: a play, an exchange of ``count`` tiles, or a pass.
      phoney: whether the play forms a word that is in no list.
    """

    kind: Literal["play", "exchange", "pass"]
    placement: Placement = NOTHING
    score: Points = Points(0)
    count: int = 0
    phoney: bool = False


class Player:
    """Chooses turns.

    Args:
      random: the one source of chance.
      patience: how many plays the player finds; a quarter of them is counted.
      boldness: chance of a phoney instead of a play that is in the list.
      restless: chance of an exchange without need.
    """

    def __init__(
        self,
        random: Random,
        graph: WordGraph,
        *,
        patience: int = 120,
        boldness: float = 0.05,
        restless: float = 0.015,
    ) -> None:
        self.random = random
        self.graph = graph
        self.patience = patience
        self.boldness = boldness
        self.restless = restless

    def chooses(
        self, squares: Squares, rack: str, bag: int, board: Board, tile_set: TileSet
    ) -> Intent:
        """What to do with ``rack`` on this board, with ``bag`` tiles still to be drawn."""
        position = Position(self.graph, squares, rack, board, tile_set)
        moves = self._seen(position, all_of_them=bag == 0)
        if bag >= ENOUGH_TO_EXCHANGE and (not moves or self.random.random() < self.restless):
            return Intent("exchange", count=self.random.randint(1, max(1, len(rack))))
        if not moves:
            return Intent("pass")
        move = self._taken(moves)
        if self.random.random() < self.boldness:
            phoney = self._phoney(move, squares, board, tile_set)
            if phoney is not None:
                return phoney
        return Intent("play", move.placement, move.score)

    def _seen(self, position: Position, *, all_of_them: bool) -> list[Move]:
        """Some of the plays with the most tiles, in lines looked at by chance."""
        lines = position.lines()
        self.random.shuffle(lines)
        seen: list[Placement] = []
        for number, across in lines:
            seen += position.placements(number, across)
            if len(seen) >= self.patience and not all_of_them:
                break
        # In an order of their own, for sets of letters come in another order in every run.
        seen.sort(key=_most_tiles_first)
        return [position.counted(placement) for placement in seen[: self.patience // 4]]

    def _taken(self, moves: list[Move]) -> Move:
        """The best of those seen, now and then only a good one."""
        if self.random.random() < 0.75:
            return max(moves, key=lambda move: move.score)
        few = self.random.sample(moves, min(5, len(moves)))
        return max(few, key=lambda move: move.score)

    def _phoney(
        self, move: Move, squares: Squares, board: Board, tile_set: TileSet
    ) -> Intent | None:
        """The same tiles in another order, if that makes a word of no list."""
        tiles = list(move.placement.letters)
        own = [at for at, tile in enumerate(tiles) if tile != THROUGH]
        shuffled = [tiles[at] for at in own]
        self.random.shuffle(shuffled)
        for at, tile in zip(own, shuffled, strict=True):
            tiles[at] = tile
        placement = Placement(move.placement.square, "".join(tiles))
        try:
            scored = score_play(squares, placement, board, tile_set)
        except Unplaceable:
            return None
        if all(word.word.upper() in self.graph for word in scored.words):
            return None
        return Intent("play", placement, scored.score, phoney=True)


def _most_tiles_first(placement: Placement) -> tuple[int, str, str]:
    letters = placement.letters
    return letters.count(THROUGH) - len(letters), letters, placement.square

"""Made-up players: words as a graph, plays on a board, and one that is taken."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from random import Random
from typing import Literal
from unicodedata import normalize

from msgspec import Struct

from ledger.equipment.board import Board, Squares, write_square
from ledger.equipment.scoring import Unplaceable, score_play
from ledger.equipment.tile_set import (
    BLANK,
    THROUGH,
    USUAL_TILES,
    TileSet,
    load_tile_set,
    same_letters,
)
from ledger.lexicon.lexicon import FREE_LIST
from ledger.vocabulary import RACK_SIZE, Placement, Points

Node = dict[str, "Node"]
"""Where one can go from here, letter by letter; ``""`` among the letters: a word ends here."""

END = ""


class OneLetterEach:
    """Tiles of several characters as single letters of an alphabet that no set has.

    So a rack, a word and a run of tiles are texts, in which a tile is a letter.
    """

    ALPHABET = range(0x10400, 0x10428)  # capitals of Deseret, which have small letters

    def __init__(self, tile_set: TileSet) -> None:
        stand_ins = zip(tile_set.several, map(chr, self.ALPHABET), strict=False)
        both = [(tile, letter) for tile, letter in stand_ins]
        both += [(tile.lower(), letter.lower()) for tile, letter in both]
        self.letter_of = dict(both)
        self._tiles = str.maketrans({letter: f"[{tile}]" for tile, letter in both})
        self._cut = tile_set.cut_word

    def one(self, tile: str) -> str:
        return self.letter_of.get(tile, tile)

    def run(self, tiles: Iterable[str]) -> str:
        """Tiles as letters.

        >>> spanish = OneLetterEach(load_tile_set("spanish"))
        >>> len(spanish.run(["CH", "I", "CH", "A"]))
        4
        """
        return "".join([self.letter_of.get(tile, tile) for tile in tiles])

    def word(self, word: str) -> str:
        """A word as letters, with brackets round its tiles of several characters or without."""
        return self.run(self._cut(word)) if self.letter_of else word

    def spelled(self, letters: str) -> str:
        """Letters as people write the tiles they stand for."""
        return letters.translate(self._tiles) if self.letter_of else letters


class WordGraph:
    """A word list that a move generator can walk.

    Args:
      words: in capitals; in alphabetical order where each letter is a tile of its own.
      tile_set: the tiles they are laid with.
    """

    def __init__(self, words: Iterable[str], tile_set: TileSet | None = None) -> None:
        self.letters = OneLetterEach(tile_set or load_tile_set(USUAL_TILES))
        if self.letters.letter_of:
            words = sorted({self.letters.word(word) for word in words})
        self.root: Node = {}
        self._hooks: dict[tuple[str, str], frozenset[str]] = {}
        final: Node = {}
        known: dict[tuple[tuple[str, int], ...], Node] = {}
        path = [self.root]
        before = ""

        def settled(down_to: int) -> None:
            """Let the nodes of the last word past ``down_to`` be shared with equal ones."""
            for depth in range(len(before), down_to, -1):
                node = path.pop()
                key = tuple([(letter, id(child)) for letter, child in node.items()])
                path[-1][before[depth - 1]] = known.setdefault(key, node)

        for word in words:
            shared = _shared(before, word)
            settled(shared)
            for letter in word[shared:]:
                node: Node = {}
                path[-1][letter] = node
                path.append(node)
            path[-1][END] = final
            before = word
        settled(0)

    def __contains__(self, word: str) -> bool:
        node = reached(self.root, self.letters.word(word))
        return node is not None and END in node

    def hooks(self, before: str, after: str) -> frozenset[str]:
        """The letters that make a word between ``before`` and ``after``.

        >>> sorted(WordGraph(["CAT", "COT", "CUT"]).hooks("C", "T"))
        ['A', 'O', 'U']
        """
        found = self._hooks.get((before, after))
        if found is None:
            found = self._hooks[before, after] = self._looked_up(before, after)
        return found

    def _looked_up(self, before: str, after: str) -> frozenset[str]:
        node = reached(self.root, before) or {}
        ends = {letter: reached(child, after) for letter, child in node.items() if letter}
        return frozenset(letter for letter, end in ends.items() if end is not None and END in end)


def reached(node: Node, letters: str) -> Node | None:
    """Where ``letters`` lead from ``node``; ``None`` if no word goes that way."""
    here: Node | None = node
    for letter in letters:
        if here is None:
            return None
        here = here.get(letter)
    return here


def _shared(one: str, other: str) -> int:
    for at, (letter, its) in enumerate(zip(one, other, strict=False)):
        if letter != its:
            return at
    return min(len(one), len(other))


@cache
def free_words() -> WordGraph:
    with gzip.open(FREE_LIST, "rt", encoding="utf-8") as words:
        return WordGraph(words.read().split())


@cache
def words_for(kept: str) -> WordGraph:
    """Words that a made-up player knows: ours in English, invented ones with any other tiles."""
    tile_set = load_tile_set(kept)
    if same_letters(kept, USUAL_TILES) and kept.startswith(USUAL_TILES):
        return free_words()
    return WordGraph(invented(tile_set), tile_set)


VOWELS = frozenset("AEIOUYÆØ")
INVENTED = 40_000  # words are tried so often; some come twice
ALTERNATES = 0.75  # chance that a vowel follows another tile, or the other way round
LENGTHS = (2, 3, 4, 5, 6, 7, 8)


def invented(tile_set: TileSet) -> list[str]:
    """Words that nobody has to know: of the tiles of a set, mostly a vowel and another by turns.

    Any vowel with any other tile is a word, so that a rare one can be laid and games end.
    """
    random = Random(tile_set.kept)  # noqa: S311 (a game of chance)
    tiles = [tile for tile in tile_set.values if tile != BLANK]
    vowels = [tile for tile in tiles if len(tile) == 1 and normalize("NFD", tile)[0] in VOWELS]
    others = [tile for tile in tiles if tile not in vowels] or vowels
    kinds = (vowels or others, others)
    weights = tuple([max(1, tile_set.counts[tile]) for tile in kind] for kind in kinds)

    def made(length: int) -> str:
        kind, found = random.randrange(2), []
        for _ in range(length):
            found += random.choices(kinds[kind], weights[kind])
            kind = (kind + (random.random() < ALTERNATES)) % 2
        return tile_set.spell(found)

    words = {made(random.choice(LENGTHS)) for _ in range(INVENTED)}
    words.update(tile_set.spell(pair) for pair in product(*kinds))
    words.update(tile_set.spell(pair) for pair in product(*kinds[::-1]))
    return sorted(words)


# Every play that a rack allows on a board, line by line.
#
# The way of A. Appel and G. Jacobson ("The world's fastest scrabble-playing program", 1988):
# a play touches an anchor, an empty square beside a tile; to the left of it goes what the rack
# spells, to the right whatever the word graph, the crossing words and the rack allow. What a
# play is worth is asked of ``ledger.equipment.scoring``, so that nothing is counted here.


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
      rack: the tiles held, ``?`` for a blank.

    Attributes:
      squares, rack: with each tile as one letter, as the graph has it.
    """

    def __init__(
        self,
        graph: WordGraph,
        squares: Squares,
        rack: Sequence[str],
        board: Board,
        tile_set: TileSet,
    ) -> None:
        self.graph = graph
        self.lying = squares
        letters = graph.letters
        self.squares = tuple(map(letters.one, squares)) if letters.letter_of else squares
        self.rack = letters.run(rack)
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
            Placement(
                write_square(*((number, at) if across else (at, number)), across),
                self.graph.letters.spelled(tiles),
            )
            for at, tiles in self._found(number, across)
        ]

    def counted(self, placement: Placement) -> Move:
        scored = score_play(self.lying, placement, self.board, self.tile_set)
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
      allowed: the letters each square takes, ``None`` for any.
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
    return bool((at and line[at - 1]) or (at + 1 < len(line) and line[at + 1]))


# A made-up player: looks at some of the plays there are, and takes one that is good enough.


ENOUGH_TO_EXCHANGE = 7
"""Tiles that must be in the bag for a player who keeps to the rules to think of an exchange."""


NOTHING = Placement("", "")


class Intent(Struct, frozen=True):
    """What a player is about to do.

    Attributes:
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
        self, squares: Squares, rack: Sequence[str], bag: int, board: Board, tile_set: TileSet
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
        tiles = list(tile_set.cut(move.placement.letters))
        own = [at for at, tile in enumerate(tiles) if tile != THROUGH]
        shuffled = [tiles[at] for at in own]
        self.random.shuffle(shuffled)
        for at, tile in zip(own, shuffled, strict=True):
            tiles[at] = tile
        placement = Placement(move.placement.square, tile_set.spell(tiles))
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

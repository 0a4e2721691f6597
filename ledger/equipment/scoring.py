"""What a play is worth, the squares of its words, which count nothing, and unseen tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Board, Paths, Squares, read_square, write_square
from ledger.equipment.tile_set import BLANK, THROUGH, TileSet
from ledger.messages import say
from ledger.vocabulary import RACK_SIZE, Placement, Points, WordScore

ALL_TILES_BONUS = 50

Placed = tuple[tuple[int, str], ...]
"""Squares (as indexes) and the tiles put there, in the order of the word."""


class ScoredPlay(Struct, frozen=True):
    """A play as it lies on the board.

    Attributes:
      placed: square and tile, blanks in lower case, for each new tile.
      words: the words formed, the main word first; the bonus for seven tiles is in none.
      all_tiles: True if the bonus for seven tiles is part of the score.
      flaws: ``misses-centre`` (E-12), ``one-tile-first`` (E-16), ``disconnected`` (E-13).
    """

    placed: Placed
    words: tuple[WordScore, ...]
    score: Points
    all_tiles: bool
    flaws: tuple[str, ...] = ()


class Unplaceable(ValueError):
    """A placement that can't lie on this board.

    Attributes:
      code: ``off-the-board``, ``square-taken``, ``no-new-tile``, ``not-in-tile-set``,
        ``no-such-square`` or ``nothing-to-play-through``.
      values: what its sentence names.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return say(f"refusals.{self.code}.placed.what", **self.values)


def score_play(
    squares: Sequence[str], placement: Placement, board: Board, tile_set: TileSet
) -> ScoredPlay:
    """Lay a placement on the board in thought, and count it.

    A letter that is spelled out where that same tile already lies counts as played through.
    Tiles that lie right before or after the written word belong to the main word.

    Raises:
      Unplaceable: what is written cannot lie there; the message names the square.
    """
    first, across, tiles = _written(placement, board, tile_set)
    step, (backward, forward), (aside_back, aside_on) = _ways(board, across)
    faces, letter_times, word_times = tile_set.faces, board.letter_times, board.word_times
    main, times, crossing, at = 0, 1, 0, first
    main_tiles: list[str] = []
    placed: list[tuple[int, str]] = []
    words: list[WordScore] = []
    for tile in tiles:
        lies = squares[at]
        if lies:
            if tile != THROUGH and tile != lies and tile.upper() != lies.upper():
                raise _taken(at, lies, tile_set, board, across)
            main += faces[lies]
            main_tiles.append(lies)
        elif tile == THROUGH:
            raise _nothing_there(at, placement, board, across)
        else:
            placed.append((at, tile))
            main_tiles.append(tile)
            value = faces[tile] * letter_times[at]
            main += value
            times *= word_times[at]
            before = _run(squares, aside_back[at])
            after = _run(squares, aside_on[at])
            if before or after:
                beside = sum(map(faces.__getitem__, before + after))
                points = (beside + value) * word_times[at]
                crossing += points
                spelled = tile_set.spell([*before[::-1], tile, *after])
                words.append(WordScore(spelled, Points(points)))
        at += step
    if not placed:
        raise Unplaceable("no-new-tile", play=placement)
    before = _run(squares, backward[first])
    after = _run(squares, forward[at - step])
    if before or after:
        main += sum([faces[lies] for lies in before + after])
        main_tiles = [*before[::-1], *main_tiles, *after]
    touches = len(main_tiles) > len(placed) or bool(words)
    if len(main_tiles) > 1 or not words:
        main *= times
        words.insert(0, WordScore(tile_set.spell(main_tiles), Points(main)))
    else:
        main = 0  # one tile, written in the direction in which it forms no word
    flaws = () if touches else _flaws(squares, placed, board)
    bonus = ALL_TILES_BONUS if len(placed) >= RACK_SIZE else 0
    points = Points(main + crossing + bonus)
    return ScoredPlay(tuple(placed), tuple(words), points, bool(bonus), flaws)


def _ways(board: Board, across: bool) -> tuple[int, tuple[Paths, Paths], tuple[Paths, Paths]]:
    """From a square of the word to the next; back and on in the word, and across it."""
    left, right, up, down = board.paths
    if across:
        return 1, (left, right), (up, down)
    return board.size, (up, down), (left, right)


def _written(
    placement: Placement, board: Board, tile_set: TileSet
) -> tuple[int, bool, tuple[str, ...]]:
    """Index of the first square, whether the word runs across, and its tiles."""
    try:
        start = read_square(placement.square)
    except ValueError as wrong:
        raise Unplaceable("no-such-square", wrong=wrong) from None
    try:
        tiles = tile_set.cut(placement.letters)
    except ValueError as wrong:
        raise Unplaceable("not-in-tile-set", square=placement.square, wrong=wrong) from None
    row, column, size = start.row, start.column, board.size
    if row >= size or column >= size or (column if start.across else row) + len(tiles) > size:
        raise Unplaceable("off-the-board", play=placement, size=size)
    return row * size + column, start.across, tiles


def _run(squares: Sequence[str], path: Sequence[int]) -> list[str]:
    """The tiles along a path from a square, up to the first empty square."""
    tiles = []
    for at in path:
        tile = squares[at]
        if not tile:
            break
        tiles.append(tile)
    return tiles


def place(squares: Sequence[str], placed: Iterable[tuple[int, str]]) -> Squares:
    """The board with these tiles on it."""
    laid = list(squares)
    for at, tile in placed:
        laid[at] = tile
    return tuple(laid)


def lift(squares: Sequence[str], placed: Iterable[tuple[int, str]]) -> Squares:
    return place(squares, [(at, "") for at, _ in placed])


def _flaws(
    squares: Sequence[str], placed: Sequence[tuple[int, str]], board: Board
) -> tuple[str, ...]:
    if any(squares):
        return ("disconnected",)
    flaws = []
    if all(at != board.centre for at, _ in placed):
        flaws.append("misses-centre")
    if len(placed) == 1:
        flaws.append("one-tile-first")
    return tuple(flaws)


def _taken(at: int, lies: str, tile_set: TileSet, board: Board, across: bool) -> Unplaceable:
    square = write_square(*divmod(at, board.size), across)
    return Unplaceable("square-taken", tile=tile_set.spell([lies]), square=square)


def _nothing_there(at: int, placement: Placement, board: Board, across: bool) -> Unplaceable:
    square = write_square(*divmod(at, board.size), across)
    return Unplaceable("nothing-to-play-through", square=square, play=placement)


# Words that count nothing because they were misplaced, when the play they came with stands.
#
# One book gives diagonal and disconnected words no score, then and in later plays that touch
# them (nsa-1998 IV.D). Which squares those are is on the sheet (``Sheet.unscored``).


def without_unscored(
    scored: ScoredPlay,
    squares: Sequence[str],
    placement: Placement,
    board: Board,
    unscored: Collection[int],
) -> ScoredPlay:
    """``scored`` with no points for words through a square of ``unscored``.

    The bonus for seven tiles is left out where one of them lies on such a square: whether it
    is due is not stated, and the director rules (case P12).

    Args:
      squares: the board before the play.
      unscored: squares that count nothing.
    """
    if not unscored:
        return scored
    laid = place(squares, scored.placed)
    words = tuple(
        WordScore(word.word, Points(0)) if word_squares & set(unscored) else word
        for word, word_squares in zip(
            scored.words, _squares_of_words(scored, laid, placement, board), strict=True
        )
    )
    astray = any(at in unscored for at, _ in scored.placed)
    bonus = ALL_TILES_BONUS if scored.all_tiles and not astray else 0
    return replace(scored, words=words, score=Points(sum(word.score for word in words) + bonus))


def _squares_of_words(
    scored: ScoredPlay, laid: Sequence[str], placement: Placement, board: Board
) -> list[set[int]]:
    """The squares of each word, in the order of ``scored.words``: the main word first."""
    across = placement.square[:1].isdigit()
    paths = board.paths if across else (*board.paths[2:], *board.paths[:2])
    back, on, aside_back, aside_on = paths
    found = []
    for at, _ in scored.placed:
        word = _word_through(laid, at, aside_back[at], aside_on[at])
        if len(word) > 1:
            found.append(word)
    first = scored.placed[0][0]
    main = _word_through(laid, first, back[first], on[first])
    return [main, *found] if len(main) > 1 or not found else found


def _word_through(laid: Sequence[str], at: int, back: Sequence[int], on: Sequence[int]) -> set[int]:
    """The squares with tiles around ``at``, both ways up to the first empty one."""
    squares = {at}
    for path in (back, on):
        for index in path:
            if not laid[index]:
                break
            squares.add(index)
    return squares


# Tiles that nobody has seen yet, and what tiles are worth where they lie.


def unseen_tiles(
    tile_set: TileSet, squares: Sequence[str], rack: Iterable[str] = ()
) -> dict[str, int]:
    """How many of each tile are neither on the board nor on ``rack``.

    A number below zero means that more of that tile were seen than the set holds: an entry is
    wrong, or the set was.
    """
    unseen = dict(tile_set.counts)
    for tile in squares:
        if tile:
            if tile not in unseen:
                tile = BLANK  # noqa: PLW2901 (lower case: a blank that was designated)
            unseen[tile] -= 1
    for tile in rack:
        unseen[tile] -= 1
    return unseen


def value_of(tile_set: TileSet, tiles: str | Iterable[str]) -> Points:
    """What tiles left on a rack are worth, given as written down or already cut.

    >>> from ledger.equipment.tile_set import load_tile_set
    >>> value_of(load_tile_set("english"), "QUIZ?")
    22
    """
    held = tile_set.cut_rack(tiles) if isinstance(tiles, str) else tiles
    return Points(sum([tile_set.value(tile) for tile in held]))

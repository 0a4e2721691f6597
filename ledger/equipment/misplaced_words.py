"""Words that count nothing because they were misplaced, when the play they came with stands.

One book gives diagonal and disconnected words no score, then and in later plays that touch
them (nsa-1998 IV.D). Which squares those are is on the sheet (``Sheet.unscored``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from ledger.equipment.board import Board
from ledger.equipment.scoring import ALL_TILES_BONUS, ScoredPlay, place
from ledger.vocabulary import Placement, Points, WordScore


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
      scored: the play as counted without regard to this.
      squares: the board before the play.
      placement: the play as written.
      board: the board it lies on.
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
        word = _run(laid, at, aside_back[at], aside_on[at])
        if len(word) > 1:
            found.append(word)
    first = scored.placed[0][0]
    main = _run(laid, first, back[first], on[first])
    return [main, *found] if len(main) > 1 or not found else found


def _run(laid: Sequence[str], at: int, back: Sequence[int], on: Sequence[int]) -> set[int]:
    """The squares with tiles around ``at``, both ways up to the first empty one."""
    squares = {at}
    for path in (back, on):
        for index in path:
            if not laid[index]:
                break
            squares.add(index)
    return squares

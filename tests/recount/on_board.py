"""Squares, premiums and words, for a count that shares nothing with the product.

English letter values and the board of 1938, written down anew.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

Square = tuple[int, int]
Board = dict[Square, str]
"""Letters by row and column, both from 0; a blank's letter is small."""

WRITTEN = re.compile(r"(?:(?P<across>[0-9]+)(?P<column>[A-O])|(?P<down>[A-O])(?P<row>[0-9]+))$")

VALUES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                  (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
                  strict=True))  # fmt: skip
QUARTER = ("W..l...W", ".w...L..", "..w...l.", "l..w...l", "....w...", ".L...L..", "..l...l.",
           "W..l...w")  # fmt: skip
"""Rows 1 to 8, columns A to H: W a word three times, w twice, L a letter three times, l twice."""


@dataclass
class Play:
    """A play as the text has it: whose, where, which letters (a dot where it goes through)."""

    seat: int
    row: int
    column: int
    down: bool
    letters: list[str]
    lies: bool = True


def square_of(text: str) -> tuple[int, int, bool] | None:
    """Row, column and whether it runs down, of a square as written; ``None`` if it is none."""
    found = WRITTEN.match(text)
    if found is None:
        return None
    row = int(found["row"] or found["across"]) - 1
    return row, ord(found["down"] or found["column"]) - ord("A"), found["down"] is not None


def squares(play: Play) -> list[tuple[Square, str]]:
    """Each letter of a play with its square."""
    return [
        (
            (play.row + (nth if play.down else 0), play.column + (0 if play.down else nth)),
            letter,
        )
        for nth, letter in enumerate(play.letters)
    ]


def through(letter: str, lies: str | None) -> bool:
    """Whether a play goes through what lies there: a dot, or the same letter written out again.

    No second tile lies on a square; so a blank that is written in capitals there is gone through.
    """
    return letter == "." or (lies is not None and letter.upper() == lies.upper())


def counted(play: Play, board: Board) -> tuple[int, Counter[str]]:
    """Points of a play on a board without it, and its words in capitals."""
    fresh = {square: letter for square, letter in squares(play)
             if not through(letter, board.get(square))}  # fmt: skip
    after = {**board, **fresh}
    score, words = 0, Counter[str]()
    along = (1, 0) if play.down else (0, 1)
    across = (along[1], along[0])
    lines = [(next(iter(squares(play)))[0], along)]
    lines += [(square, across) for square in fresh]
    for start, (by_row, by_column) in lines:
        row, column = start
        while (row - by_row, column - by_column) in after:
            row, column = row - by_row, column - by_column
        word, sum_of_word, times = "", 0, 1
        while (row, column) in after:
            letter = after[row, column]
            value = 0 if letter.islower() else VALUES[letter]
            if (row, column) in fresh:
                premium = premium_at(row, column)
                value *= {"L": 3, "l": 2}.get(premium, 1)
                times *= {"W": 3, "w": 2}.get(premium, 1)
            word, sum_of_word = word + letter.upper(), sum_of_word + value
            row, column = row + by_row, column + by_column
        if len(word) > 1:
            words[word] += 1
            score += sum_of_word * times
    if not words:  # a first play of one tile, where a book lets it stand
        score = sum(VALUES.get(letter, 0) for letter in fresh.values())
    return score + (50 if len(fresh) >= 7 else 0), words


def premium_at(row: int, column: int) -> str:
    """The premium of a square, row and column from 0; a dot where there is none."""
    if (row, column) == (7, 7):
        return "w"
    return QUARTER[min(row, 14 - row)][min(column, 14 - column)]

"""Turns in columns, for the official sheet and for a player's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from reportlab.lib.units import mm

from ledger.vocabulary import RACK_SIZE, Seat
from printing.engine.fitting import fitted, parted, width_of
from printing.engine.flowing import WIDTH
from printing.engine.labels import CLEAR, LABEL, OFF
from printing.engine.page import (
    FRAME,
    RULE,
    clock_words,
    parted_as_bound,
    plain,
    printable,
    signed,
    whole,
)
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD, MONO, MONO_BOLD
from printing.languages import is_in_two, say

TITLE = 9.0  # millimetres: height of the players' names above the columns
HEADS = 4.6  # millimetres: height of the words above the columns
HEADS_IN_TWO = 6.0
FIRST_LINE = 4.9  # millimetres: height of the line of a turn that holds its move and score
NEXT_LINE = 3.4  # millimetres: height of each further line of a turn
AIR = 1.3  # millimetres of white in a row, above and below together
WRITING = 8.0  # millimetres: height of a row to write in

GAP = 2.0
COLUMNS = (7.0, 40.5, 11.5, 12.0, 11.5, 11.5)
"""Millimetres there are for number, move, score, what was written, total and clock of a turn."""


def heads_high() -> float:
    """Millimetres: height of the words above the columns, in as many languages as they have."""
    return HEADS_IN_TWO if is_in_two() else HEADS


def headed() -> tuple[tuple[str, float], ...]:
    """What a turn says, and the millimetres there are for it."""
    labels = (
        say("paper.no"), say("paper.move"), say("paper_cases.score"), say("paper.wrote"),
        say("paper.total"), say("paper.clock"),
    )  # fmt: skip
    return tuple(zip(labels, COLUMNS, strict=True))


LONGEST = 400  # characters of a remark beside a turn; the record has them all

MOVE_WIDTH = COLUMNS[1] - 2.0
SMALL = 8.5
IN_WORDS = 9.5  # points of a move that is no placement, if it has room


class Turn(Struct, frozen=True, kw_only=True):
    """One line of the score sheet: a turn, or points that came or went beside one.

    Attributes:
      move: as ``8D WINDY``, blanks in lower case; ``exchange 3``; ``pass``; ``challenged off``.
      number: of the turn, from 1; ``None`` for a line beside a turn.
      words: the words formed, blanks in lower case, where the move alone does not say them.
      score: points of this line.
      written: what the first and the second player wrote for it, where that is another score.
      total: the player's points after it.
      clock: seconds the player's clock showed, if it was read.
      remarks: a few words each: ``corrected: was 30``.
    """

    seat: Seat
    move: str
    number: int | None = None
    words: tuple[str, ...] = ()
    score: int | None = None
    written: tuple[int | None, int | None] = (None, None)
    total: int | None = None
    clock: int | None = None
    remarks: tuple[str, ...] = ()


class Row(Struct, frozen=True):
    """What stands side by side: the lines of each player, and the height they take."""

    sides: tuple[tuple[Turn, ...], tuple[Turn, ...]]
    height: float


def turn_lines(turn: Turn, names: tuple[str, str]) -> list[str]:
    name = plain(names[turn.seat.place])
    move, score = plain(turn.move), score_words(turn)
    parts = (whole(turn.number), name, move, score, *written_words(turn), whole(turn.total))
    said = " ".join(part for part in (*parts, clock_words(turn.clock)) if part)
    return [said, *(f"   {words}" for words in notes(turn))]


def score_words(turn: Turn) -> str:
    """The points of a line: with a sign where they stand beside a turn."""
    return signed(turn.score) if turn.number is None else whole(turn.score)


def written_words(turn: Turn) -> list[str]:
    """Whose sheet has another score, and which.

    >>> written_words(Turn(seat=Seat.FIRST, move="pass", written=(None, 28)))
    ['2nd 28']
    >>> written_words(Turn(seat=Seat.FIRST, move="pass", written=(30, 30)))
    ['both 30']
    """
    first, second = turn.written
    if first is not None and first == second:
        return [say("paper.both-wrote", points=whole(first))]
    named = zip((say("paper.first-short"), say("paper.second-short")), turn.written, strict=True)
    return [f"{who} {whole(points)}" for who, points in named if points is not None]


def notes(turn: Turn) -> list[str]:
    """What stands below a move: the words formed, then the remarks."""
    words = ", ".join(plain(word) for word in turn.words)
    return [*([words] if words else []), *(plain(remark, LONGEST) for remark in turn.remarks)]


def inline(turn: Turn) -> str:
    """The words formed, where there is room for them beside the move; else nothing."""
    words = ", ".join(plain(word) for word in turn.words)
    if not words:
        return ""
    used = width_of(printable(turn.move), MONO, 10) + width_of(printable(words), BODY, SMALL)
    return words if used / mm + 3.0 <= MOVE_WIDTH else ""


def broken_notes(turn: Turn) -> list[tuple[str, bool]]:
    """What is printed below the move, each line with whether it holds words from the board."""
    beside = bool(inline(turn))
    return [
        (line, bool(turn.words) and place == 0)
        for place, note in enumerate(notes(turn))
        if not (beside and place == 0)
        for line in parted(parted_as_bound(note), BODY, SMALL, MOVE_WIDTH * mm)
    ]


def cell_height(turns: Sequence[Turn]) -> float:
    """Millimetres that the lines of one player take in a row."""
    return sum(FIRST_LINE + NEXT_LINE * below_move(turn) for turn in turns)


def below_move(turn: Turn) -> int:
    """Lines that a turn takes below the first one of its move."""
    return max(more_of_move(turn) + len(broken_notes(turn)), len(written_words(turn)) - 1)


def move_in_words(turn: Turn) -> list[str]:
    """What is no placement, whole: on one line where type that may be read holds it on one."""
    text = printable(turn.move)
    if fitted(text, BODY, IN_WORDS, MOVE_WIDTH * mm)[0] == text:
        return [text]
    return parted(text, BODY, SMALL, MOVE_WIDTH * mm)


def more_of_move(turn: Turn) -> int:
    """Lines that a move takes after its first."""
    return 0 if is_placement(turn.move) else len(move_in_words(turn)) - 1


def rows_of(turns: Sequence[Turn]) -> list[Row]:
    """The turns side by side: a row begins where a turn has no place left in the one before.

    >>> turns = [Turn(seat=Seat.FIRST, move="pass", number=1),
    ...          Turn(seat=Seat.FIRST, move="penalty"),
    ...          Turn(seat=Seat.SECOND, move="pass", number=2),
    ...          Turn(seat=Seat.SECOND, move="pass", number=3)]
    >>> [[[turn.move for turn in side] for side in row.sides] for row in rows_of(turns)]
    [[['pass', 'penalty'], ['pass']], [[], ['pass']]]
    """
    rows: list[tuple[list[Turn], list[Turn]]] = []
    for turn in turns:
        beside = turn.number is None
        full = not rows or rows[-1][turn.seat.place] or (turn.seat is Seat.FIRST and rows[-1][1])
        if full and not (beside and rows):
            rows.append(([], []))
        rows[-1][turn.seat.place].append(turn)
    return [
        Row((tuple(first), tuple(second)), AIR + max(cell_height(first), cell_height(second)))
        for first, second in rows
    ]


def blank_rows(room: float) -> list[Row]:
    """As many rows to write in as there is room for, in millimetres."""
    return [Row(((), ()), WRITING)] * int((room - height_of([])) // WRITING)


def height_of(rows: Sequence[Row]) -> float:
    """Millimetres that these rows take, their heads included."""
    return TITLE + heads_high() + sum(row.height for row in rows)


def draw_columns(
    pen: Pen,
    down: float,
    width: float,
    titles: Sequence[tuple[str, str]],
    rows: Sequence[Row],
) -> float:
    """Draw both columns; where they end, in millimetres from the top."""
    half = (width - GAP) / 2
    high = height_of(rows)
    for place, (label, name) in enumerate(titles):
        left = place * (half + GAP)
        pen.box(left, down, half, TITLE, weight=FRAME)
        with pen.tags.together():
            used = pen.write_stacked(left + 1.4, down + 6.0, label, LABEL, width=half * 0.6)
            pen.write_name(
                left + used + 4.0, down + 6.2, name, 12, BOLD, width=half - used - 6,
                high=TITLE - 2 * OFF - CLEAR, foot=down + TITLE - OFF,
            )  # fmt: skip
        with pen.tags.part("Table"):
            pen.heads(left, down + TITLE + heads_high() - 1.3, headed())
            below = down + TITLE + heads_high()
            for row in rows:
                pen.rule(left, below, half)
                draw_cell(pen, left, below, row.sides[place])
                below += row.height
        across = left
        for wide in COLUMNS[:-1]:
            across += wide
            pen.upright(across, down + TITLE, high - TITLE)
        pen.box(left, down + TITLE, half, high - TITLE, weight=RULE)
    return down + high


def draw_cell(pen: Pen, left: float, down: float, turns: Sequence[Turn]) -> None:
    below = down + AIR / 2
    for turn in turns:
        with pen.tags.part("TR"):
            draw_turn(pen, left, below, turn)
        below += FIRST_LINE + NEXT_LINE * below_move(turn)


def draw_turn(pen: Pen, left: float, down: float, turn: Turn) -> None:
    number, move, score, written, total, clock = COLUMNS
    base = down + 3.75
    cell = partial(pen.tags.part, "TD")
    with cell():
        if turn.number is not None:
            pen.write(left + number - 1.0, base, whole(turn.number), 8.5, align="right")
    with cell():
        draw_move(pen, left + number + 1.2, base, turn)
        for row, (line, from_board) in enumerate(broken_notes(turn)):
            write = pen.write_tiles if from_board else pen.write
            lower = down + FIRST_LINE + 2.2 + (row + more_of_move(turn)) * NEXT_LINE
            write(left + number + 1.2, lower, line, SMALL, BODY, width=MOVE_WIDTH)
    edge = left + number + move + score
    with cell():
        pen.write(edge - 1.4, base, score_words(turn), 10, width=score - 2, align="right")
    edge += written
    with cell():
        for row, words in enumerate(written_words(turn)):
            pen.write(
                edge - 1.2, base + row * NEXT_LINE, words, LABEL, width=written - 1.8, align="right"
            )
    edge += total
    with cell():
        pen.write(edge - 1.4, base, whole(turn.total), 10, BOLD, width=total - 2, align="right")
    with cell():
        read = clock_words(turn.clock)
        pen.write(edge + clock - 1.2, base, read, 9, width=clock - 1.8, align="right")


def draw_move(pen: Pen, at: float, base: float, turn: Turn) -> None:
    """Draw a move, and the words it formed where there is room beside it."""
    if not is_placement(turn.move):
        first, *more = move_in_words(turn)
        with pen.tags.together():
            pen.write(at, base, first, SMALL if more else IN_WORDS, width=MOVE_WIDTH)
            for row, line in enumerate(more, start=1):
                pen.write(at, base + row * NEXT_LINE, line, SMALL)
        return
    used = pen.write_tiles(at, base, turn.move, 10, MONO, width=MOVE_WIDTH)
    room = MOVE_WIDTH - used - 2.6
    pen.write_tiles(at + used + 2.6, base, inline(turn), SMALL, BODY, width=room)


def is_placement(move: str) -> bool:
    """Whether a move is tiles on squares, ``8D WINDY``, rather than words such as ``pass``."""
    square, _, letters = plain(move).partition(" ")
    return bool(letters) and square.isalnum() and any(ch.isdigit() for ch in square)


# The columns of a player's own sheet: a turn as that player notes it.


CELL = 6.2  # millimetres: width of a rack's cell

OWN, THEIRS = (RACK_SIZE * CELL, 44.6, 13.0, 15.0), (44.0, 13.0, 15.0)
"""Millimetres there are for rack, word, score and total; an opponent has no rack."""

GAP_PLAYER_COLUMNS = WIDTH - sum((*OWN, *THEIRS))


def own_columns() -> tuple[tuple[str, float], ...]:
    labels = say("paper.rack"), say("paper.word"), say("paper_cases.score"), say("paper.total")
    return tuple(zip(labels, OWN, strict=True))


def their_columns() -> tuple[tuple[str, float], ...]:
    labels = say("paper.word"), say("paper_cases.score"), say("paper.total")
    return tuple(zip(labels, THEIRS, strict=True))


class OwnTurn(Struct, frozen=True, kw_only=True):
    """One turn as a player notes it: own or the opponent's.

    Attributes:
      rack: the tiles held before it, one entry each; empty for the opponent's turns.
      word: as ``8D WINDY``, or ``exchange 3``.
    """

    rack: tuple[str, ...] = ()
    word: str = ""
    score: int | None = None
    total: int | None = None


def draw_turn_player_columns(
    pen: Pen, left: float, down: float, turn: OwnTurn, *, with_rack: bool
) -> None:
    """Draw one turn; own turns begin with the cells of the rack."""
    word, score, total = (OWN if with_rack else THEIRS)[-3:]
    base = down + 5.4
    if with_rack:
        for cell in range(1, RACK_SIZE):
            pen.upright(left + cell * CELL, down + WRITING - 2.6, 2.6)
        with pen.tags.part("TD"):
            for place, tile in enumerate(turn.rack[:RACK_SIZE]):
                middle = left + (place + 0.5) * CELL
                pen.write(middle, base, tile, 12, MONO_BOLD, width=CELL - 0.8, align="middle")
        left += RACK_SIZE * CELL
    with pen.tags.part("TD"):
        if is_placement(turn.word):
            pen.write_tiles(left + 1.2, base, turn.word, 10.5, MONO, width=word - 2.2)
        else:
            pen.write(left + 1.2, base, turn.word, 10, width=word - 2.2)
    edge = left + word + score
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.score), 10.5, width=score - 2, align="right")
    edge += total
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.total), 10.5, BOLD, width=total - 2, align="right")

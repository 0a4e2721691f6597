"""A game as plain text, for a terminal: the board, the sheet, and what was noticed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime

from ledger.equipment.board import PREMIUMS as SIGNS
from ledger.equipment.board import load_board
from ledger.game.results.signatures import adjustments, in_utc, outcome_wording, result_notes
from ledger.game.sheet.line import Line
from ledger.game.sheet.outcome import kept_on_paper
from ledger.game.sheet.rescoring import Finding, findings
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary.bounds import minutes, some

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PREMIUMS = {premium: sign for sign, premium in SIGNS.items()} | {"": "·"}
"""How an empty square is shown: as the file of its board has it."""

SHOWN = ("4W", "3W", "2W", "4L", "3L", "2L")


RESULT_ALONE = "Only the result of this game is in the record: no turn was entered."


def _is_result_alone(sheet: Sheet) -> bool:
    """Whether nobody recorded a turn, and a slip or a file says what came of the game."""
    return kept_on_paper(sheet) and not sheet.turn_count


def board_text(sheet: Sheet) -> str:
    """The board, blanks lower case, empty squares as the marks of their premiums."""
    board, squares = load_board(sheet.scheduled.board), sheet.board.squares
    size, wide = board.size, max(map(len, squares), default=1) or 1
    rows = ["    " + " ".join(f"{column:<{wide}}" for column in COLUMNS[:size]).rstrip()]
    for row in range(size):
        here = range(row * size, (row + 1) * size)
        cells = [f"{squares[at] or PREMIUMS[board.premiums[at]]:<{wide}}" for at in here]
        rows.append(f"{row + 1:>3} {' '.join(cells)}".rstrip())
    there = [premium for premium in SHOWN if premium in board.premiums]
    shown = "  ".join(f"{PREMIUMS[premium]} {premium}" for premium in there)
    rows.append(f"    {shown}   lower case: a blank")
    return "\n".join(rows)


def sheet_text(sheet: Sheet) -> str:
    """The score sheet, one line each, with both running totals."""
    names = sheet.names
    width = max(4, *(_width(name) for name in names))
    moves = max((len(_move(line)) for line in sheet.lines), default=4)
    rows = [f"{'':>4} {'':<{width}}  {'move':<{moves}}  score  total  clocks"]
    turn = 0
    for line in sheet.lines:
        turn += line.is_turn
        number = f"{turn}" if line.is_turn else ""
        clocks = " ".join(minutes(clock) for clock in line.clocks) if line.clocks else ""
        rows.append(
            f"{number:>4} {_padded(names[line.seat.place], width)}  {_move(line):<{moves}}  "
            f"{line.score:>+5}  {line.totals[line.seat.place]:>5}  {clocks}".rstrip()
        )
        rows += [
            f"{'':>4} {'':<{width}}    corrected: was {correction.was} ({correction.why}; "
            f"{correction.by})"
            for correction in line.corrections
        ]
    return "\n".join(rows)


def _width(text: str) -> int:
    """Columns that ``text`` takes on a terminal: marks that combine take none."""
    return sum(
        0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in "WF")
        for mark in text
    )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _move(line: Line) -> str:
    return f"{line.wording}*" if line.withdrawn else line.wording


def game_text(sheet: Sheet, clock: Callable[[datetime], str] = in_utc) -> str:
    """The whole game: who, where, the board, the sheet, the result and what disagrees.

    Args:
      clock: how a moment is told; it says of which zone it is.
    """
    scheduled = sheet.scheduled
    board = RESULT_ALONE if _is_result_alone(sheet) else board_text(sheet)
    where = f"{scheduled.tournament}, round {scheduled.round_number}, table {scheduled.table}"
    parts = [
        f"{sheet.names[0]} - {sheet.names[1]}",
        f"{where}; {scheduled.rulebook}; {sheet.state}; event {sheet.version}",
        "",
        board,
        "",
        sheet_text(sheet),
        "",
        result_text(sheet, clock),
    ]
    found = findings(sheet)
    for title, wanted in (("For the director:", True), ("Arithmetic:", False)):
        lines = [_wording(finding) for finding in found if finding.for_director is wanted]
        parts += ["", title, *lines] if lines else []
    return "\n".join(parts)


def _wording(finding: Finding) -> str:
    resolved = f" {finding.resolved}" if finding.resolved else ""
    return f"  event {finding.version}: {finding.what}{resolved}"


def result_text(sheet: Sheet, clock: Callable[[datetime], str] = in_utc) -> str:
    """How both totals came about, and who has signed."""
    rows = [f"{label:<16}{first:>7}{second:>7}" for label, first, second in adjustments(sheet)]
    first, second = sheet.stock.racks
    if not _is_result_alone(sheet):
        rows.append(
            f"{some(sheet.stock.bag, 'tile')} in the bag, {first} and {second} on the racks"
        )
    if sheet.on_move is not None:
        rows.append(f"{sheet.name(sheet.on_move)} is on move")
    outcome = outcome_wording(sheet)
    rows += [outcome] if outcome else []
    rows += result_notes(sheet, clock)
    return "\n".join(rows)

"""Writing a transcript: facts in, aligned lines out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ledger.record.events import Event
from ledger.transcript.lines import Line
from ledger.transcript.names import NOBODY_NAMED, Labels, head, labels_in, names_in
from ledger.transcript.rows import ROWS, move, points, rest
from ledger.transcript.spelling import clock_reading
from ledger.transcript.table import Table
from ledger.transcript.tally import Tally
from ledger.transcript.wording import write_phrase
from ledger.vocabulary import Clocks


def told(events: Iterable[Event]) -> tuple[Line, ...]:
    """The lines that the events of a game make, in order."""
    return tuple(Line(event.fact, event.envelope.clocks) for event in events)


def write_transcript(
    lines: Iterable[Line], names: tuple[str, str] | None = None, *, before: int = 0
) -> str:
    """A game as text: a line with both names, then one line for each fact.

    Args:
      lines: facts in the order of their versions.
      names: the players, first seat first; found in the facts if ``None``.
      before: how many events of the game came before the first line.

    Raises:
      ValueError: a fact is of a kind that does not belong to a game.
    """
    lines = tuple(lines)
    names = names_in(line.fact for line in lines) if names is None else names
    first = head(names)
    table = Table(labels_in(first) or Labels(*NOBODY_NAMED), Tally(before))
    columns = [_columns(line, table) for line in lines]
    widths = _widths(columns)
    return "\n".join([first, "", *(_laid_out(row, widths) for row in columns)]) + "\n"


def _columns(line: Line, table: Table) -> Sequence[str]:
    """The columns of one line; a phrase has two, its words and what stands after them."""
    fact, tally = line.fact, table.tally
    if not isinstance(fact, ROWS):
        words, before = write_phrase(fact, table), tally.totals
        tally.add(fact)
        after = [f"{tally.totals[0]} : {tally.totals[1]}"] if tally.totals != before else []
        return ("- " + words, *after, *_clocks(line.clocks))
    tally.add(fact)
    return (
        str(tally.turn),
        table.labels.of(fact.seat),
        move(fact, table),
        f"{points(fact):+d}",
        str(tally.total(fact.seat)),
        *(_clocks(line.clocks) or [""]),
        *rest(fact, table),
    )


def _clocks(clocks: Clocks | None) -> list[str]:
    return [] if clocks is None else [" ".join(map(clock_reading, clocks))]


def _width(text: str) -> int:
    """How many places a text takes on the screen; accents set on a letter take none."""
    return sum(not unicodedata.combining(ch) for ch in text)


def _widths(columns: Iterable[Sequence[str]]) -> list[int]:
    rows = [row for row in columns if _is_row(row)]
    return [max((_width(cell) for cell in column), default=0) for column in zip(*rows, strict=True)]


def _is_row(row: Sequence[str]) -> bool:
    return not row[0].startswith("- ")


def _laid_out(row: Sequence[str], widths: Sequence[int]) -> str:
    if not _is_row(row):
        return "   ".join(row)
    padded = [
        " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
        for cell, width, right in zip(
            row, widths, (True, False, False, True, True, True, False, False), strict=True
        )
    ]
    number, label, what, scored, total, *others = padded
    turn = f"{number:>3} {label}  {what}  {scored}  {total}"
    return "   ".join([turn, *(other for other in others if other)]).rstrip()

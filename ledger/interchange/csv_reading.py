"""Reading a table from a text file: parted by commas, semicolons, tabs or bars."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence

from ledger.interchange.columns import columns_of
from ledger.interchange.described import Told
from ledger.interchange.remarked import Report
from ledger.interchange.table_reading import MOST_ROWS_BEFORE, Row, read_table
from ledger.interchange.text import LONGEST_LINE, too_long

PARTING = ",;\t|"
LOOKED_AT = 50
"""Lines that are looked at to find what parts the columns."""

MOST_UNCLOSED = 20
"""Quotation marks that never close, each of which has the rest read once more."""


def read_csv(lines: Sequence[str], report: Report) -> Told:
    """A tournament as such a file tells it."""
    short = ["" if too_long(line, number, report) else line for number, line in enumerate(lines, 1)]
    rows = rows_of(short, report)
    _say_what_ends_early(rows, report)
    return read_table(rows, report)


def _say_what_ends_early(rows: Sequence[Row], report: Report) -> None:
    """Lines with fewer cells than most have: the end of a file that was cut off looks like that."""
    counts = Counter(len(cells) for _, cells in rows if any(cells))
    usual = counts.most_common(1)[0][0] if counts else 0
    above = rows[:MOST_ROWS_BEFORE]
    head = next((at for at, (_, cells) in enumerate(above) if columns_of(cells)), 0)
    for number, cells in rows[head:]:
        if any(cells) and len(cells) < usual:
            said = f"It ends after {len(cells)} of {usual} columns: “{' '.join(cells)[:40]}”."
            report.remark(number, "cells-missing", said)


def rows_of(lines: Sequence[str], report: Report) -> list[Row]:
    """The rows with the number of the line each begins on.

    A cell in quotation marks may go on over lines, which is said. One whose mark never closes would
    take all that follows: its line alone is left out, and reading goes on behind it.
    """
    rows: list[Row] = []
    mark, begin = parted_by(lines), 0
    for _ in range(MOST_UNCLOSED):
        again = _read_from(lines, begin, mark, rows, report)
        if again is None:
            return rows
        begin = again
    report.left_out(
        begin + 1, "quote-open", "Quotation marks stay open in many lines: the rest is not read."
    )
    return rows


def _read_from(
    lines: Sequence[str], begin: int, mark: str, rows: list[Row], report: Report
) -> int | None:
    """Read on behind ``begin`` lines; behind which to begin anew, ``None`` at the end."""
    reader = csv.reader((f"{line}\n" for line in lines[begin:]), delimiter=mark)
    first = begin
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return None
        except csv.Error:
            first = begin + reader.line_num
            continue
        last = begin + reader.line_num
        if cells and cells[-1].endswith("\n"):  # the end came before the mark that closes it
            said = f"A quotation mark never closes. “{lines[first][:40]}…”"
            report.left_out(first + 1, "quote-open", said)
            return first + 1
        if last - first > 1:
            said = f"Read as one row, with the lines up to {last}."
            report.remark(first + 1, "cell-over-lines", said)
        if sum(map(len, cells)) <= LONGEST_LINE:
            rows.append((first + 1, [" ".join(cell.split()) for cell in cells]))
        first = last


def parted_by(lines: Sequence[str]) -> str:
    """What parts the columns: what makes a header of a line; else what most lines have as often.

    >>> parted_by(["Name;Club", "Fernweh, Ada;Gulls", "Quillon, Bo;"])
    ';'
    """
    told = [line for line in lines if line.strip()][:LOOKED_AT]
    for mark in PARTING:  # names and clubs hold any of them: a header that reads well settles it
        if _has_a_header(told[:MOST_ROWS_BEFORE], mark):
            return mark

    def agreed(mark: str) -> tuple[int, int]:
        counts = [line.count(mark) for line in told]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual), usual) if usual else (0, 0)

    return max(PARTING, key=agreed)


def _has_a_header(lines: Sequence[str], mark: str) -> bool:
    try:
        return any(columns_of(row) for row in csv.reader(lines, delimiter=mark))
    except csv.Error:  # a quotation mark that never closes makes a cell without end
        return False

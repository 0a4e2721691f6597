"""Reading a table from a text file: parted by commas, semicolons, tabs or bars."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from ledger.interchange.columns import columns_of
from ledger.interchange.described import Told
from ledger.interchange.remarked import Report
from ledger.interchange.table_reading import MOST_ROWS_BEFORE, Row, read_table
from ledger.interchange.text import LONGEST_LINE, too_long

PARTING = ",;\t|"
LOOKED_AT = 50
"""Lines that are looked at to find what parts the columns."""


def read_csv(lines: Sequence[str], report: Report) -> Told:
    """A tournament as such a file tells it."""
    short = ["" if too_long(line, number, report) else line for number, line in enumerate(lines, 1)]
    return read_table(rows_of(short), report)


def rows_of(lines: Sequence[str]) -> list[Row]:
    """The rows with the number of the line each begins on."""
    rows: list[Row] = []
    # Quotation marks that never close would make the rest of the file one cell.
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=parted_by(lines))
    number = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return rows
        except csv.Error:
            number = reader.line_num + 1
            continue
        if sum(map(len, cells)) <= LONGEST_LINE:
            rows.append((number, [" ".join(cell.split()) for cell in cells]))
        number = reader.line_num + 1


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

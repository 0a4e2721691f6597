"""Reading a table from a spreadsheet, ``.xlsx`` or ``.ods``: its first sheet with players in it.

A spreadsheet is packed, and one of a few kilobytes can be made to fill any memory once it is
unpacked. So it is opened by a process of its own, which may have so much memory and time and no
more; whatever becomes of that process, here a file could not be read.
"""

from __future__ import annotations

import msgspec

from ledger.apart.reading import Apart
from ledger.interchange.columns import columns_of
from ledger.interchange.described import Told
from ledger.interchange.remarked import Report
from ledger.interchange.sheet_apart import SECONDS, Sheet
from ledger.interchange.table_reading import MOST_ROWS_BEFORE, read_table

SHEETS = Apart("ledger.interchange.sheet_apart", seconds=SECONDS * 2, most=40_000_000)
"""Where they are opened; a longer answer is no list of players."""


def read_sheet(data: bytes, report: Report) -> Told:
    """A tournament as such a file tells it."""
    sheets = sheets_of(data)
    if sheets is None:
        said = "It is damaged, locked, or larger inside than a list of players can be."
        report.unusable(0, "unreadable-sheet", said)
        return Told()
    chosen = next((sheet for sheet in sheets if _has_a_header(sheet)), None)
    if chosen is None:
        chosen = next((sheet for sheet in sheets if sheet.rows), Sheet("", ()))
    if len(sheets) > 1:
        report.remark(0, "column-not-used", f"Of {len(sheets)} sheets “{chosen.name}” was read.")
    return read_table(list(enumerate(chosen.rows, 1)), report)


def sheets_of(data: bytes) -> tuple[Sheet, ...] | None:
    """The sheets of a spreadsheet as texts; ``None`` for what can't be read within bounds."""
    read = SHEETS.read(data)
    if read is None:
        return None
    try:
        return msgspec.json.decode(read, type=tuple[Sheet, ...])
    except msgspec.DecodeError:
        return None


def _has_a_header(sheet: Sheet) -> bool:
    return any(columns_of(row) for row in sheet.rows[:MOST_ROWS_BEFORE])

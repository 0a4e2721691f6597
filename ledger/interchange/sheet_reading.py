"""Reading a table from a spreadsheet, ``.xlsx`` or ``.ods``: its first sheet with players in it.

A spreadsheet is packed, and one of a few kilobytes can be made to fill any memory once it is
unpacked. So it is opened by a process of its own, which may have so much memory and time and no
more; whatever becomes of that process, here a file could not be read.
"""

from __future__ import annotations

import subprocess
import sys

import msgspec

from ledger.interchange.columns import columns_of
from ledger.interchange.described import Told
from ledger.interchange.remarked import Report
from ledger.interchange.sheet_apart import SECONDS, Sheet
from ledger.interchange.table_reading import MOST_ROWS_BEFORE, read_table

MOST_ANSWERED = 40_000_000
"""Bytes of an answer; what is longer is no list of players."""


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
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ledger.interchange.sheet_apart"],
            input=data,
            capture_output=True,
            timeout=SECONDS * 2,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode or len(done.stdout) > MOST_ANSWERED:
        return None
    try:
        return msgspec.json.decode(done.stdout, type=tuple[Sheet, ...])
    except msgspec.DecodeError:
        return None


def _has_a_header(sheet: Sheet) -> bool:
    return any(columns_of(row) for row in sheet.rows[:MOST_ROWS_BEFORE])

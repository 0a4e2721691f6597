"""The process that opens spreadsheets: bytes in, texts of cells out, within bounds of its own."""

from __future__ import annotations

import resource
import sys
from datetime import date, datetime
from io import BytesIO

import msgspec
from msgspec import Struct

SECONDS = 10
"""Of the processor; a sheet of a thousand players takes a tenth of one."""

MEMORY = 1_500_000_000
"""Bytes of addresses, most of which are the interpreter's own."""

MOST_CELLS = 2_000_000
MOST_SHEETS = 20


class Sheet(Struct, frozen=True):
    """One sheet: its name, and its rows from the first of the sheet."""

    name: str
    rows: tuple[tuple[str, ...], ...]


def sheets(data: bytes) -> list[Sheet]:
    """The sheets of a file, with cells as texts."""
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(BytesIO(data))
    found, cells = [], 0
    for name in book.sheet_names[:MOST_SHEETS]:
        sheet = book.get_sheet_by_name(name)
        cells += sheet.height * sheet.width
        if cells > MOST_CELLS:
            raise ValueError(cells)
        rows = sheet.to_python(skip_empty_area=False)
        found.append(Sheet(name, tuple(tuple(map(_text, row)) for row in rows)))
    return found


def _text(cell: object) -> str:
    """A cell as people read it."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()[:10]
    return " ".join(str(cell).split())


def main() -> None:
    """Read a spreadsheet from standard input, write its sheets as JSON to standard output."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(msgspec.json.encode(sheets(sys.stdin.buffer.read())))


if __name__ == "__main__":
    main()

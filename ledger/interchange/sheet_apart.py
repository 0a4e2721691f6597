"""The process that opens spreadsheets: bytes in, texts of cells out, within bounds of its own."""

from __future__ import annotations

import sys
from datetime import date, datetime
from io import BytesIO

import msgspec
from msgspec import Struct

from ledger.apart.within import answer

SECONDS = 10  # of the processor; a sheet of a thousand players takes a tenth of one

MEMORY = 800_000_000
"""Bytes beyond the libraries: of cells the largest that is read has two million."""

MOST_CELLS = 2_000_000
MOST_SHEETS = 20


class Sheet(Struct, frozen=True):
    name: str
    rows: tuple[tuple[str, ...], ...]


def sheets(data: bytes) -> list[Sheet]:
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
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime | date):
        return cell.isoformat()[:10]
    return " ".join(str(cell).split())


def _answered(data: bytes) -> bytes:
    return msgspec.json.encode(sheets(data))


def main() -> None:
    """Read a spreadsheet from standard input, write its sheets as JSON to standard output."""
    import python_calamine  # noqa: F401 (what it takes is not the file's)

    answer(_answered, sys.stdin.buffer.read(), seconds=SECONDS, more=MEMORY)


if __name__ == "__main__":
    main()

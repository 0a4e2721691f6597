"""Tables read from text files and spreadsheets."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ledger.apart.reading import Apart
from ledger.interchange.described import GAP, DivisionView, Outing, ParsedTournament, Report
from ledger.interchange.sheet_apart import SECONDS, Sheet
from ledger.interchange.tables import MOST_ROWS_BEFORE, Row, columns_of, read_table
from ledger.interchange.text import LONGEST_LINE, too_long
from ledger.vocabulary.names import key

# A table of players and a table of results that were given together, put into one.


def joined(tables: Sequence[ParsedTournament], report: Report) -> tuple[DivisionView, ...]:
    """The divisions of all tables; where two tell of one, its players once, with their rounds."""
    found: dict[str, DivisionView] = {}
    for division in (division for parsed in tables for division in parsed.divisions):
        known = found.get(division.name)
        found[division.name] = division if known is None else _both(known, division, report)
    return tuple(found.values())


def _both(one: DivisionView, other: DivisionView, report: Report) -> DivisionView:
    """Players of the first table, then those only the second has; rounds of whichever has them.

    A name that several players of the first have says nothing of whose rounds they are.
    """
    first, second = (one, other) if _without_rounds(one) else (other, one)
    entrants = list(first.entrants)
    called = Counter(key(each.name) for each in entrants)
    numbers = {key(each.name): each.number for each in entrants}
    places: dict[int, int | None] = {}
    for each in second.entrants:
        if called[key(each.name)] > 1:
            places[each.number] = None
            said = f"{called[key(each.name)]} players are called {each.name}: whose rounds?"
            report.file = second.file
            report.left_out(each.line, "name-twice", f"{said} They are left out.")
            continue
        if key(each.name) not in numbers:
            numbers[key(each.name)] = len(entrants) + 1
            entrants.append(replace(each, number=len(entrants) + 1, outings=()))
        places[each.number] = numbers[key(each.name)]
    rounds = {
        place: tuple(_as(outing, places) for outing in each.outings)
        for each in second.entrants
        if (place := places[each.number]) is not None
    }
    return DivisionView(
        name=first.name,
        entrants=tuple(
            replace(each, outings=rounds.get(each.number, each.outings)) for each in entrants
        ),
        planned=first.planned or second.planned,
        file=first.file,
    )


def _as(outing: Outing, places: dict[int, int | None]) -> Outing:
    if not outing.opponent:
        return outing
    opponent = places.get(outing.opponent)
    return replace(outing, opponent=opponent) if opponent else GAP


def _without_rounds(division: DivisionView) -> bool:
    return not any(each.outings for each in division.entrants)


# Reading a table from a text file: parted by commas, semicolons, tabs or bars.


PARTING = ",;\t|"
LOOKED_AT = 50  # lines that are looked at to find what parts the columns
MOST_UNCLOSED = 20  # quotation marks that never close, each of which has the rest read once more


def read_csv(lines: Sequence[str], report: Report) -> ParsedTournament:
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
    texts = [line for line in lines if line.strip()][:LOOKED_AT]
    for mark in PARTING:  # names and clubs hold any of them: a header that reads well settles it
        if _has_a_header(texts[:MOST_ROWS_BEFORE], mark):
            return mark

    def agreed(mark: str) -> tuple[int, int]:
        counts = [line.count(mark) for line in texts]
        usual = max(set(counts), key=counts.count) if counts else 0
        return (counts.count(usual), usual) if usual else (0, 0)

    return max(PARTING, key=agreed)


def _has_a_header(lines: Sequence[str], mark: str) -> bool:
    try:
        return any(columns_of(row) for row in csv.reader(lines, delimiter=mark))
    except csv.Error:  # a quotation mark that never closes makes a cell without end
        return False


SHEETS = Apart("ledger.interchange.sheet_apart", seconds=SECONDS * 2, most=40_000_000)
"""Where they are opened; a longer answer is no list of players."""


_OPENED = msgspec.json.Decoder(tuple[Sheet, ...])  # made while there is one thread


def read_sheet(data: bytes, report: Report) -> ParsedTournament:
    sheets = sheets_of(data)
    if sheets is None:
        said = "It is damaged, locked, or larger inside than a list of players can be."
        report.unusable(0, "unreadable-sheet", said)
        return ParsedTournament()
    chosen = next((sheet for sheet in sheets if _has_a_header_sheet_reading(sheet)), None)
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
        return _OPENED.decode(read)
    except msgspec.DecodeError:
        return None


def _has_a_header_sheet_reading(sheet: Sheet) -> bool:
    return any(columns_of(row) for row in sheet.rows[:MOST_ROWS_BEFORE])

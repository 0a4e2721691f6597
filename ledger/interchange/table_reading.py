"""Reading a table, from a text file or a spreadsheet: of players, or of results.

What a table is of, its header says; the one without a header that is read is the results table of
the British association: division, round, player, score, player, score, who started before the
other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.interchange.columns import CARRIED, columns_of, is_of_results, not_used, plain
from ledger.interchange.described import DivisionTold, Told
from ledger.interchange.likely import is_in_a_list, parted
from ledger.interchange.player_rows import PlayerRows
from ledger.interchange.remarked import Report
from ledger.interchange.result_rows import ResultRows
from ledger.interchange.text import MOST_PLAYERS, whole

Row = tuple[int, Sequence[str]]
"""A row's number and its cells."""

WITHOUT_A_HEADER = {
    "division": 0, "round": 1, "first": 2, "score1": 3, "second": 4, "score2": 5,
}  # fmt: skip

WITHOUT_HEADS = (
    ("name", "rating", "division"),
    ("number", "name", "rating"),
    ("number", "name", "rating", "division"),
)
"""Columns of players as people paste them without heads."""

MOST_OF_A_DIVISION = 12
"""Letters of a division's name by which a column is told from one of clubs."""

MOST_ROWS_BEFORE = 20
"""Rows above a header: titles, addresses, an empty one."""

MOST_RESULTS = 60_000


def read_table(rows: Sequence[Row], report: Report) -> Told:
    """A tournament as a table tells it; nothing, which is said, for a table of other things."""
    rows = [(number, cells) for number, cells in rows if any(cell.strip() for cell in cells)]
    at, columns = _header(rows)
    if columns:
        head = rows[at][1]
        for number, cells in rows[:at]:
            report.remark(number, "column-not-used", f"Above the header: “{_joined(cells)}”.")
        _say_what_is_not_used(head, columns, rows[at][0], report)
        return _read(rows[at + 1 :], head, columns, report, starts=_starts_told(head))
    if _is_of_results_without_header(rows):
        report.remark(0, "no-header", "No header: division, round, player, score, player, score.")
        return _read(rows, (), WITHOUT_A_HEADER, report, starts=True)
    if rows and _is_a_written_list(rows):
        said = "No header: taken for a list of names, with their ratings where one stands."
        report.remark(0, "no-header", said)
        rows = [(number, parted(", ".join(filter(None, cells)))) for number, cells in rows]
        return _read(rows, (), {"name": 0, "rating": 1}, report, starts=False)
    if rows and (found := _columns_by_what_is_in_them(rows)):
        said = f"No header: taken for {', '.join(found)}."
        report.remark(0, "no-header", said)
        return _read(rows, (), found, report, starts=False)
    if rows and _is_a_list_of_names(rows):
        report.remark(0, "no-header", "No header: taken for names and ratings.")
        return _read(rows, (), {"name": 0, "rating": 1}, report, starts=False)
    if rows and _is_a_list_of_parted_names(rows):
        report.remark(0, "no-header", "No header: taken for surnames and given names.")
        return _read(rows, (), {"surname": 0, "given": 1}, report, starts=False)
    report.unusable(
        rows[0][0] if rows else 0,
        "no-columns",
        "No column is headed Name, Player, Surname, or Player 1 and Player 2.",
    )
    return Told()


def _header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    for at, (_, cells) in enumerate(rows[:MOST_ROWS_BEFORE]):
        columns = columns_of(cells)
        if columns:
            return at, columns
    return 0, {}


def _read(
    rows: Sequence[Row],
    head: Sequence[str],
    columns: Mapping[str, int],
    report: Report,
    *,
    starts: bool,
) -> Told:
    of_results = is_of_results(columns)
    if len(rows) > (MOST_RESULTS if of_results else MOST_PLAYERS):
        report.unusable(0, "too-many-players", f"It has {len(rows):,} rows.")
        return Told()
    reading = ResultRows(columns, report, starts) if of_results else PlayerRows(columns, report)
    header = [plain(cell) for cell in head]
    for number, cells in rows:
        if header and [plain(cell) for cell in cells] == header:
            report.remark(number, "header-again", "The header again.")
            continue
        reading.row(number, [cell.strip() for cell in cells])
    divisions: tuple[DivisionTold, ...] = reading.divisions()
    return Told(divisions=divisions)


def _say_what_is_not_used(
    head: Sequence[str], columns: Mapping[str, int], number: int, report: Report
) -> None:
    for at, heading in not_used(head, columns):
        code = "carried-over" if plain(heading) in CARRIED else "column-not-used"
        kept = "; one kept for a player is headed Table kept" * (columns.get("table") == at)
        report.remark(number, code, f"The column “{heading[:40]}” means nothing here{kept}.")


def _starts_told(head: Sequence[str]) -> bool:
    """Whether the first player named is who went first: not so where the winner is named first."""
    return not {"winner", "loser"} & {plain(cell) for cell in head}


def _is_of_results_without_header(rows: Sequence[Row]) -> bool:
    def is_result(cells: Sequence[str]) -> bool:
        told = [cell.strip() for cell in cells]
        numbers = len(told) >= 6 and all(whole(told[at]) is not None for at in (1, 3, 5))
        return numbers and whole(told[2]) is None and whole(told[4]) is None

    return bool(rows) and sum(is_result(cells) for _, cells in rows) * 2 > len(rows)


def _is_a_written_list(rows: Sequence[Row]) -> bool:
    """Whether most rows are lines of a list: ``1. Ann Lee (1700)``."""
    lines = [", ".join(cell.strip() for cell in cells if cell.strip()) for _, cells in rows]
    one_cell = sum(sum(map(bool, cells)) <= 2 for _, cells in rows) == len(rows)
    return one_cell and sum(map(is_in_a_list, lines)) * 5 > len(rows) * 4


def _columns_by_what_is_in_them(rows: Sequence[Row]) -> dict[str, int]:
    """Number, name, rating and division, in the ways in which three of them stand side by side."""

    def fits(cells: Sequence[str], columns: Sequence[str]) -> bool:
        told = [cell.strip() for cell in cells]
        if len(told) != len(columns):
            return False
        named = dict(zip(columns, told, strict=True))
        name, rating, division = named["name"], named["rating"], named.get("division", "A")
        number = named.get("number", "1")
        return (
            any(map(str.isalpha, name))
            and (not rating or whole(rating) is not None)
            and whole(number) is not None
            and 0 < len(division) <= MOST_OF_A_DIVISION
            and any(map(str.isalpha, division))
        )

    for columns in WITHOUT_HEADS:
        if sum(fits(cells, columns) for _, cells in rows) * 5 > len(rows) * 4:
            return {column: at for at, column in enumerate(columns)}
    return {}


def _is_a_list_of_names(rows: Sequence[Row]) -> bool:
    """Whether most rows are a name alone, or a name and a number."""

    def is_name(cells: Sequence[str]) -> bool:
        told = [cell.strip() for cell in cells if cell.strip()]
        named = bool(told) and len(told) <= 2 and any(letter.isalpha() for letter in told[0])
        return named and len(told[0]) <= 80 and (len(told) < 2 or whole(told[1]) is not None)

    return sum(is_name(cells) for _, cells in rows) * 5 > len(rows) * 4


def _is_a_list_of_parted_names(rows: Sequence[Row]) -> bool:
    """Whether most rows are two words or more without a figure: ``Fernweh, Ada``."""

    def is_name(cells: Sequence[str]) -> bool:
        told = [cell.strip() for cell in cells if cell.strip()]
        return 1 <= len(told) <= 2 and all(
            len(each) <= 60 and any(map(str.isalpha, each)) and not any(map(str.isdigit, each))
            for each in told
        )

    return sum(is_name(cells) for _, cells in rows) * 5 > len(rows) * 4


def _joined(cells: Sequence[str]) -> str:
    return " ".join(cell.strip() for cell in cells if cell.strip())[:60]

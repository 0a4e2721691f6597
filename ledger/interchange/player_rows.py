"""A table of players, row by row: of one division or several, with or without their rounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from ledger.interchange.cells import unguarded, without_decimals
from ledger.interchange.described import DivisionTold, Entrant, Outing
from ledger.interchange.remarked import Report
from ledger.interchange.telling import told_of
from ledger.interchange.text import MOST_ROUNDS, whole
from ledger.vocabulary.likely_names import unlikely_name

LISTS = (("pairing", "pairings"), ("score", "scores"), ("board", "boards"), ("p12", "starts"))
"""What is told round by round, and the column that has all rounds in one cell."""

PLAYS = frozenset({"", "0", "no", "-"})
"""What stands in a column Withdrawn of who takes part."""


MARKED = re.compile(r"\d[.,’' ]\d{3}[?*]?|\d{1,4}[?*pP]")
"""A rating with a point between its thousands, or marked as provisional."""


class PlayerRows:
    """Rows taken in one by one.

    Args:
      columns: what stands in which column.
      report: where is said what was found.
    """

    def __init__(self, columns: Mapping[str, int], report: Report) -> None:
        self.columns = columns
        self.report = report
        self.found: dict[str, list[Entrant]] = {}
        self.rows: dict[str, int] = {}
        self.numbers: set[tuple[str, int]] = set()

    def row(self, line: int, cells: Sequence[str]) -> None:
        """Take a row in, or say why it is left out."""

        def told(column: str) -> str:
            at = self.columns.get(column, -1)
            return unguarded(cells[at]) if 0 <= at < len(cells) else ""

        division = told("division")
        self.rows[division] = self.rows.get(division, 0) + 1
        name = told("name") or _put_together(told("surname"), told("given"))
        if not name:
            self.report.left_out(line, "no-name", f"No name: “{' '.join(cells)[:60]}”.")
            return
        if unlikely := unlikely_name(name):
            self.report.left_out(line, "name-unlikely", unlikely)
            return
        rating = self._points(line, told("rating"))
        if rating is None:
            return
        so_far = self.found.setdefault(division, [])
        number, is_told = self._number(line, division, told("number"), self.rows[division])
        entrant = Entrant(
            number=number,
            name=name,
            line=line,
            numbered=number if is_told else 0,
            rating=rating,
            team=told("team"),
            classes=tuple(told("class").replace(",", " ").split()),
            member=told("member"),
            table=self._table(line, told("kept")),
            off=None if told("off").casefold() in PLAYS else 0,
            outings=self._outings(line, told),
        )
        so_far.append(entrant)

    def divisions(self) -> tuple[DivisionTold, ...]:
        """What the rows add up to. Numbers of ours follow the order of the table."""
        return tuple(self._division(name, self.found[name]) for name in sorted(self.found))

    def _division(self, name: str, entrants: list[Entrant]) -> DivisionTold:
        place = {each.number: at for at, each in enumerate(entrants, 1)}
        numbered = tuple(
            replace(
                each,
                number=at,
                outings=tuple(
                    replace(one, opponent=place.get(one.opponent, one.opponent))
                    if one.opponent
                    else one
                    for one in each.outings
                ),
            )
            for at, each in enumerate(entrants, 1)
        )
        for each in numbered:
            self.report.understood(each.line, told_of(each, name))
        return DivisionTold(name=name, entrants=numbered, file=self.report.file)

    def _number(self, line: int, division: str, told: str, usual: int) -> tuple[int, bool]:
        """A number of its own, and whether it is the one that stands there."""
        is_told = bool(told)
        number = whole(without_decimals(told)) if told else usual
        if number is None or number < 1:
            said = f"“{told[:20]}” is no player's number."
            self.report.remark(line, "value-unreadable", said)
            number, is_told = usual, False
        if (division, number) in self.numbers and told:
            self.report.remark(line, "number-twice", f"There is a player {number} already.")
            is_told = False
        while (division, number) in self.numbers:
            number += 1
        self.numbers.add((division, number))
        return number, is_told

    def _points(self, line: int, told: str) -> int | None:
        """A rating, 0 for none; ``None``, which is said, for what is no rating."""
        if not told or told in ("-", "n/a", "unrated"):
            return 0
        meant = MARKED.fullmatch(told)
        if meant is not None:
            read = int(re.sub(r"\D", "", told))
            said = f"The rating “{told[:20]}” was read as {read}."
            self.report.remark(line, "rating-marked", said)
            return read
        points = whole(without_decimals(told))
        if points is None or not 0 <= points <= 9999:
            said = f"“{told[:20]}” is no rating; write a number, or nothing for an unrated player."
            self.report.left_out(line, "rating-unreadable", said)
            return None
        return points

    def _table(self, line: int, told: str) -> int:
        table = whole(without_decimals(told)) if told else 0
        if table is None or not 0 <= table <= 9999:
            self.report.remark(line, "value-unreadable", f"“{told[:20]}” is no table.")
            return 0
        return table

    def _outings(self, line: int, told: Callable[[str], str]) -> tuple[Outing, ...]:
        lists = {what: self._listed(line, told(column), what, told) for what, column in LISTS}
        return tuple(
            _outing(*(lists[what].get(at) for what in ("pairing", "score", "board", "p12")))
            for at in range(1, max(lists["pairing"], default=0) + 1)
        )

    def _listed(
        self, line: int, told: str, what: str, cell: Callable[[str], str]
    ) -> dict[int, int]:
        """A value for each round, from a list in one cell and cells of their own."""
        found: dict[int, int] = {}
        values = [*enumerate(told.replace(";", " ").replace(",", " ").split(), 1)]
        values += [
            (int(column[len(what) :]), cell(column))
            for column in self.columns
            if column.startswith(what) and column[len(what) :].isdigit()
        ]
        for at, value in values:
            if not 1 <= at <= MOST_ROUNDS or value in ("", "00"):
                continue
            number = whole(without_decimals(value))
            if number is None:
                said = f"“{value[:20]}” as {what} of round {at} is no number."
                self.report.remark(line, "value-unreadable", said)
            else:
                found[at] = number
        return found


def _outing(opponent: int | None, score: int | None, table: int | None, p12: int | None) -> Outing:
    if opponent is None or opponent < 0:
        return Outing()
    worth = None if opponent or not score else 2 if score > 0 else 0
    started = {1: True, 2: False}.get(p12 or 0) if opponent else None
    return Outing(opponent, score, worth, started, (table or 0) if opponent else 0)


def _put_together(surname: str, given: str) -> str:
    """A name from its parts, as tournament files have it: ``Fernweh, Ada``."""
    return f"{surname}, {given}" if surname and given else surname or given

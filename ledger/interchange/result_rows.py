"""A table of results, a game a row: players by name, whose rounds are put together from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.interchange.cells import unguarded, without_decimals
from ledger.interchange.csv_writing import BYES
from ledger.interchange.described import GAP, DivisionTold, Entrant, Outing
from ledger.interchange.remarked import Report
from ledger.interchange.telling import told_of
from ledger.interchange.text import MOST_PLAYERS, MOST_ROUNDS, whole
from ledger.vocabulary.likely_names import unlikely_name

WORTH = {worth: half_wins for half_wins, worth in BYES.items()}
"""Half wins by what stands in the column Bye."""

NOBODY = frozenset({"", "bye", "-", "none"})


class ResultRows:
    """Rows taken in one by one.

    Args:
      columns: what stands in which column.
      report: where is said what was found.
      first_starts: whether the first player named went first; else only a column can say it.
    """

    def __init__(self, columns: Mapping[str, int], report: Report, first_starts: bool) -> None:
        self.columns = columns
        self.report = report
        self.first_starts = first_starts and "started" not in columns
        self.names: dict[str, dict[str, int]] = {}
        self.lines: dict[tuple[str, int], int] = {}
        self.outings: dict[tuple[str, int, int], Outing] = {}
        self.players = 0

    def row(self, line: int, cells: Sequence[str]) -> None:
        """Take a game in, or say why it is left out."""

        def told(column: str) -> str:
            at = self.columns.get(column, -1)
            return unguarded(cells[at]) if 0 <= at < len(cells) else ""

        number = whole(without_decimals(told("round"))) if "round" in self.columns else 1
        if number is None or not 1 <= number <= MOST_ROUNDS:
            said = f"“{told('round')[:20]}” is no round."
            self.report.left_out(line, "round-unreadable", said)
            return
        scores = [whole(without_decimals(told(column))) for column in ("score1", "score2")]
        names = [told("first"), told("second")]
        if not names[0]:
            self.report.left_out(line, "no-name", f"No name: “{' '.join(cells)[:60]}”.")
            return
        if unlikely := unlikely_name(names[0]):
            self.report.left_out(line, "name-unlikely", unlikely)
            return
        if names[0] == names[1]:
            self.report.left_out(line, "own-opponent", f"{names[0][:60]} against the same name.")
            return
        division = told("division")
        for at, column in enumerate(("score1", "score2")):
            if scores[at] is None and told(column):
                said = f"“{told(column)[:20]}” is no score; taken as none."
                self.report.remark(line, "score-unreadable", said)
        if names[1].casefold() in NOBODY:
            worth = WORTH.get(told("bye").casefold())
            self._alone(line, division, number, names[0], scores[0], worth)
            return
        self._game(line, division, number, names, scores, told("table"), told("started"))

    def divisions(self) -> tuple[DivisionTold, ...]:
        """What the rows add up to; players are numbered as they come."""
        found = []
        for division in sorted(self.names):
            of_it = [key[1] for key in self.outings if key[0] == division]
            entrants = tuple(
                Entrant(
                    number=number,
                    name=name,
                    line=self.lines[division, number],
                    outings=tuple(
                        self.outings.get((division, at, number), GAP)
                        for at in range(1, max(of_it, default=0) + 1)
                    ),
                )
                for name, number in self.names[division].items()
            )
            for each in entrants:
                self.report.understood(each.line, told_of(each, division))
            found.append(DivisionTold(name=division, entrants=entrants, file=self.report.file))
        return tuple(found)

    def _alone(
        self,
        line: int,
        division: str,
        at: int,
        name: str,
        score: int | None,
        worth: int | None,
    ) -> None:
        number = self._number(line, division, name)
        if number and not self._paired(line, division, at, (name, number)):
            if worth is None and score:
                worth = 2 if score > 0 else 0
            self.outings[division, at, number] = Outing(0, score, worth)

    def _game(
        self,
        line: int,
        division: str,
        at: int,
        names: Sequence[str],
        scores: Sequence[int | None],
        table: str,
        started: str,
    ) -> None:
        numbers = [self._number(line, division, name) for name in names]
        if 0 in numbers or any(
            self._paired(line, division, at, pair) for pair in zip(names, numbers, strict=True)
        ):
            return
        who = {"1": 0, "2": 1, names[0]: 0, names[1]: 1}.get(without_decimals(started))
        starter = 0 if self.first_starts else who
        for me, other in ((0, 1), (1, 0)):
            self.outings[division, at, numbers[me]] = Outing(
                opponent=numbers[other],
                score=scores[me],
                started=None if starter is None else starter == me,
                table=max(0, whole(without_decimals(table)) or 0),
            )

    def _number(self, line: int, division: str, name: str) -> int:
        known = self.names.setdefault(division, {})
        if name not in known:
            if self.players >= MOST_PLAYERS:
                said = f"More than {MOST_PLAYERS:,} players."
                self.report.left_out(line, "too-many-players", said)
                return 0
            self.players += 1
            known[name] = len(known) + 1
            self.lines[division, known[name]] = line
        return known[name]

    def _paired(self, line: int, division: str, at: int, player: tuple[str, int]) -> bool:
        name, number = player
        if (division, at, number) not in self.outings:
            return False
        said = f"{name[:60]} is told of twice in round {at}; this row is left out."
        self.report.left_out(line, "paired-twice", said)
        return True

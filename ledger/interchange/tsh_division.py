"""Reading a division file of tsh, ``.t``: a player a line, whose place among them is the number.

The layout is that of the program's own files, found by reading such files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ledger.interchange.described import DivisionTold, Entrant, Outing
from ledger.interchange.remarked import Report
from ledger.interchange.telling import told_of
from ledger.interchange.text import MOST_PLAYERS, MOST_ROUNDS, too_long, whole
from ledger.interchange.tsh_lines import GAP_WRITTEN, Row, Split, cut, points

HALF_ALL_BYES, BY_SIGN = True, False

HALF_WINS = "halfwins"
"""A keyword of ours: per round what one without an opponent counts for, where the sign of its score
does not say it."""

READ_HERE = frozenset({"p12", "board", "off", "class", "team", "id", HALF_WINS})
"""Keywords that become something here; all others are kept word for word."""


def read_division(
    lines: Sequence[str],
    report: Report,
    *,
    name: str = "",
    first_line: int = 1,
    byes: bool = BY_SIGN,
) -> DivisionTold:
    """A division as its file tells it.

    A line that can't be understood keeps its number, or all players below it would be others.

    Args:
      lines: of the file.
      report: where is said what was found.
      name: the division's.
      first_line: the number of the first of them, where they stand within another file.
      byes: ``HALF_ALL_BYES`` where the event makes each bye half a win; else the sign of the
        score says what a bye is worth.
    """
    rows: list[Row | None] = []
    for number, line in enumerate(lines, first_line):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(rows) >= MOST_PLAYERS:
            report.unusable(number, "too-many-players", f"More than {MOST_PLAYERS:,} players.")
            return DivisionTold(name=name, file=report.file)
        rows.append(None if too_long(line, number, report) else cut(line, number, report))
    entrants = tuple(
        _entrant(place, row, len(rows), byes, report)
        for place, row in enumerate(rows, 1)
        if row is not None
    )
    for each in entrants:
        report.understood(each.line, told_of(each, name))
    return DivisionTold(name=name, entrants=entrants, file=report.file)


def _entrant(number: int, row: Row, players: int, byes: bool, report: Report) -> Entrant:
    split = _chosen(row, players, report)
    values = dict(row.values)
    if len(row.scores) > len(split.opponents):
        report.remark(
            row.line,
            "more-scores",
            f"{len(row.scores)} scores and {len(split.opponents)} opponents; the rest is left out.",
        )
    starts = _listed(values, "p12", row.line, report)
    tables = _listed(values, "board", row.line, report)
    worths = _listed(values, HALF_WINS, row.line, report)
    outings = tuple(
        _outing(
            opponent,
            row.scores[at] if at < len(row.scores) else None,
            starts[at] if at < len(starts) else None,
            tables[at] if at < len(tables) else None,
            worths[at] if at < len(worths) else None,
            byes,
        )
        for at, opponent in enumerate(split.opponents)
    )
    name, member = _member_apart(split.name, values)
    return Entrant(
        number=number,
        name=name,
        line=row.line,
        numbered=number,
        rating=_rating(split.rating, row.line, report),
        team=values.get("team", ""),
        classes=tuple(values.get("class", "").replace(",", " ").split()),
        member=member,
        off=_one(values, "off", row.line, report) if "off" in values else None,
        outings=outings,
        others=tuple((key, value) for key, value in row.values if key not in READ_HERE),
    )


def _chosen(row: Row, players: int, report: Report) -> Split:
    """The way to read a line that gives as many opponents as scores, all of whom are there."""
    fitting = [split for split in row.splits if len(split.opponents) >= len(row.scores)]
    there = [split for split in fitting if all((one or 0) <= players for one in split.opponents)]
    chosen = (there or fitting or row.splits)[0]
    if chosen is not row.splits[0]:
        report.remark(
            row.line,
            "name-ends-in-number",
            f"It can be read in several ways; taken as “{chosen.name}”, {chosen.rating}.",
        )
    return chosen


def _outing(
    opponent: int | None,
    score: int | None,
    start: int | None,
    table: int | None,
    worth: int | None,
    byes: bool,
) -> Outing:
    if opponent or worth not in (0, 1, 2):
        worth = None
    if opponent == 0 and score and worth is None:
        worth = 1 if byes is HALF_ALL_BYES and score > 0 else 2 if score > 0 else 0
    started = {1: True, 2: False}.get(start or 0) if opponent else None
    return Outing(
        opponent=opponent,
        score=score,
        half_wins=worth,
        started=started,
        table=(table or 0) if opponent else 0,
    )


def _listed(values: dict[str, str], keyword: str, line: int, report: Report) -> list[int | None]:
    told = values.get(keyword, "").split()[:MOST_ROUNDS]
    numbers = [None if each == GAP_WRITTEN else whole(each) for each in told]
    for each, number in zip(told, numbers, strict=True):
        if number is None and each != GAP_WRITTEN:
            report.remark(line, "value-unreadable", f"“{each[:20]}” after {keyword} is no number.")
    return numbers


def _one(values: dict[str, str], keyword: str, line: int, report: Report) -> int | None:
    told = values.get(keyword, "").split()
    if not told:
        return 0
    number = whole(told[0])
    if number is None:
        report.remark(line, "value-unreadable", f"“{told[0][:20]}” after {keyword} is no number.")
    return number or 0


def _rating(told: str, line: int, report: Report) -> int:
    whole_points = re.split(r"[.+]", told)[0]
    if whole_points != told:
        report.remark(line, "rating-cut", f"Of the rating {told} {whole_points} was taken.")
    return points(told)


def _member_apart(name: str, values: dict[str, str]) -> tuple[str, str]:
    """The name, and the number as a member, which follows a colon in files for a federation."""
    before, colon, after = name.rpartition(":")
    if colon and before.strip() and MEMBER.fullmatch(after.strip()):
        return before.strip(), after.strip()
    return name, values.get("id", "")


MEMBER = re.compile(r"[A-Za-z]{1,3}[0-9]{3,10}")

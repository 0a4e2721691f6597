"""A transcript as a whole: written as aligned lines, read back with every total checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from ledger.game.results.facts import ResultReopened
from ledger.record.events import Event
from ledger.transcript.tally import (
    NOBODY_NAMED,
    Labels,
    Tally,
    head,
    labels_in,
    labels_on,
    names_in,
)
from ledger.transcript.wording import (
    CLOCK_READING,
    ROWS,
    TURN,
    Line,
    Table,
    UnreadableTranscript,
    clock_reading,
    clocks_of,
    move,
    points,
    read_phrase,
    rest,
    row_of,
    write_phrase,
)
from ledger.vocabulary import Clocks, Seat

# Writing a transcript: facts in, aligned lines out.


def view(events: Iterable[Event]) -> tuple[Line, ...]:
    return tuple(Line(event.fact, event.envelope.clocks) for event in events)


def write_transcript(
    lines: Iterable[Line], names: tuple[str, str] | None = None, *, before: int = 0
) -> str:
    """A game as text: a line with both names, then one line for each fact.

    Args:
      before: how many events of the game came before the first line.
    """
    lines = tuple(lines)
    names = names_in(line.fact for line in lines) if names is None else names
    first = head(names)
    table = Table(labels_in(first) or Labels(*NOBODY_NAMED), Tally(before))
    columns = [_columns(line, table) for line in lines]
    widths = _widths(columns)
    return "\n".join([first, "", *(_laid_out(row, widths) for row in columns)]) + "\n"


def _columns(line: Line, table: Table) -> Sequence[str]:
    """The columns of one line; a phrase has two, its words and what stands after them."""
    fact, tally = line.fact, table.tally
    if not isinstance(fact, ROWS):
        words, before = write_phrase(fact, table), tally.totals
        tally.add(fact)
        after = [f"{tally.totals[0]} : {tally.totals[1]}"] if tally.totals != before else []
        return ("- " + words, *after, *_clocks(line.clocks))
    tally.add(fact)
    return (
        str(tally.turn),
        table.labels.of(fact.seat),
        move(fact, table),
        f"{points(fact):+d}",
        str(tally.total(fact.seat)),
        *(_clocks(line.clocks) or [""]),
        *rest(fact, table),
    )


def _clocks(clocks: Clocks | None) -> list[str]:
    return [] if clocks is None else [" ".join(map(clock_reading, clocks))]


def _width(text: str) -> int:
    """How many places a text takes on the screen; accents set on a letter take none."""
    return sum(not unicodedata.combining(ch) for ch in text)


def _widths(columns: Iterable[Sequence[str]]) -> list[int]:
    rows = [row for row in columns if _is_row(row)]
    return [max((_width(cell) for cell in column), default=0) for column in zip(*rows, strict=True)]


def _is_row(row: Sequence[str]) -> bool:
    return not row[0].startswith("- ")


def _laid_out(row: Sequence[str], widths: Sequence[int]) -> str:
    if not _is_row(row):
        return "   ".join(row)
    padded = [
        " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
        for cell, width, right in zip(
            row, widths, (True, False, False, True, True, True, False, False), strict=True
        )
    ]
    number, label, what, scored, total, *others = padded
    turn = f"{number:>3} {label}  {what}  {scored}  {total}"
    return "   ".join([turn, *(other for other in others if other)]).rstrip()


PHRASE = re.compile(
    r" *- +(?P<words>.+?)(?: {2,}(?P<one>-?[0-9]+) : (?P<other>-?[0-9]+))?"
    rf"(?: {{2,}}(?P<first>{CLOCK_READING}) +(?P<second>{CLOCK_READING}))? *"
)


def read_transcript(text: str, *, before: int = 0) -> tuple[Line, ...]:
    """The facts that a text tells, in order.

    Args:
      text: as ``write_transcript`` writes it, or typed by a person: spacing is free, the
        line with the names may be missing.
      before: how many events of the game came before the first line; ``event 31`` in a
        correction counts them.

    Raises:
      UnreadableTranscript: a line is no line of a transcript, names nobody, or its total or
        its number can't be right.
    """
    rows = [
        (number, row.rstrip("\r"))
        for number, row in enumerate(text.split("\n"), start=1)
        if row.strip() and not row.lstrip().startswith("#")
    ]
    who, rows = _who(rows)
    table = Table(who, Tally(before))
    return tuple(_line(number, row, table) for number, row in rows)


def _who(rows: list[tuple[int, str]]) -> tuple[Labels, list[tuple[int, str]]]:
    who = labels_in(rows[0][1]) if rows else None
    if who is None:
        return labels_on(row for _, row in rows), rows
    return who, rows[1:]


def _line(number: int, row: str, table: Table) -> Line:
    try:
        if turn := TURN.fullmatch(row):
            return _turn(number, turn, table)
        if phrase := PHRASE.fullmatch(row):
            return _phrase(number, phrase, table)
    except ValueError as wrong:
        raise UnreadableTranscript(number, str(wrong)) from wrong
    raise UnreadableTranscript(number, f"this is no turn and begins with no dash: {row.strip()}")


def _turn(number: int, found: re.Match[str], table: Table) -> Line:
    fact, tally = row_of(found, table), table.tally
    seat = table.labels.seat(found["label"])
    tally.add(fact)
    if int(found["number"]) != tally.turn:
        raise ValueError(f"this is turn {tally.turn}, not {found['number']}.")
    total = tally.total(seat)
    if int(found["total"]) != total:
        raise ValueError(
            f"{found['label']} has {total - int(found['points'])} and {found['points']}, "
            f"which makes {total}, not {found['total']}."
        )
    return Line(fact, clocks_of(found, table), number)


def _phrase(number: int, found: re.Match[str], table: Table) -> Line:
    fact, tally = read_phrase(found["words"], table), table.tally
    tally.add(fact, amended_stays=isinstance(fact, ResultReopened) and not found["one"])
    if found["one"] and (int(found["one"]), int(found["other"])) != tally.totals:
        raise ValueError(
            f"the totals are now {tally.total(Seat.FIRST)} : {tally.total(Seat.SECOND)}, "
            f"not {found['one']} : {found['other']}."
        )
    return Line(fact, clocks_of(found, table), number)

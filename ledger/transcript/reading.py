"""Reading a transcript: text in, facts out, with every total checked on the way."""

from __future__ import annotations

import re

from ledger.game.facts.results import ResultReopened
from ledger.transcript.lines import Line, UnreadableTranscript
from ledger.transcript.names import Labels, labels_in, labels_on
from ledger.transcript.rows import TURN, clocks_of, row_of
from ledger.transcript.spelling import CLOCK_READING
from ledger.transcript.table import Table
from ledger.transcript.tally import Tally
from ledger.transcript.wording import read_phrase
from ledger.vocabulary import Seat

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

"""Rows of the score sheet: turns, and plays challenged off.

Columns: number, who, move, points, total; then, where known, both clocks, the rack, and our
own count in brackets, ``(32: WINDY 32)``.
"""

from __future__ import annotations

import re

from ledger.game.facts.challenges import PhoneyWithdrawn
from ledger.game.facts.turns import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.record.fact import Fact
from ledger.transcript.spelling import (
    CLOCK,
    CLOCK_READING,
    NUMBER,
    SQUARE,
    TILES,
    WHOLE_NUMBER,
    WORD,
    listed,
    pair,
    unless,
)
from ledger.transcript.table import Table
from ledger.vocabulary import Clocks, Placement, Points, Tiles, WordScore

Row = PlayRecorded | TilesExchanged | TurnPassed | TurnMissed | PhoneyWithdrawn
ROWS = (PlayRecorded, TilesExchanged, TurnPassed, TurnMissed, PhoneyWithdrawn)

COUNT = unless("not counted", NUMBER)
COUNTED_WORDS = listed(pair(WORD, " ", NUMBER))
MOVE = (
    r"(?P<plain>pass|missed|challenged off)"
    rf"|exchange +(?P<exchanged>{WHOLE_NUMBER})(?:: +(?P<tiles>{TILES.pattern}))?"
    rf"|(?P<square>{SQUARE.pattern}) +(?P<letters>{TILES.pattern})"
)
REST = (
    rf"(?: +(?P<rack>{TILES.pattern}))?"
    rf"(?: +\((?P<count>{COUNT.pattern})(?:: (?P<words>{COUNTED_WORDS.pattern}))?\))?"
)
SCORED = rf"(?P<label>\S+) +(?:{MOVE}) +(?P<points>[+-][0-9]+)"
TURN = re.compile(
    rf" *(?P<number>[0-9]+) +{SCORED} +(?P<total>{WHOLE_NUMBER})"
    rf"(?: +(?P<first>{CLOCK_READING}) +(?P<second>{CLOCK_READING}))?{REST} *"
)
ENTRY = re.compile(f"{SCORED}{REST}")


def move(fact: Row, table: Table) -> str:
    """What was done, as it stands in the move column.

    >>> from ledger.vocabulary import Seat
    >>> move(TilesExchanged(seat=Seat.FIRST, count=3), None)
    'exchange 3'
    """
    match fact:
        case PlayRecorded(placement=placement):
            square = SQUARE.write(placement.square, table)
            return f"{square} {TILES.write(placement.letters, table)}"
        case TilesExchanged(count=count, tiles=tiles):
            return f"exchange {count}" + (f": {TILES.write(tiles, table)}" if tiles else "")
        case TurnPassed():
            return "pass"
        case TurnMissed():
            return "missed"
        case PhoneyWithdrawn():
            return "challenged off"


def points(fact: Row) -> int:
    """Points of the row, with their sign."""
    match fact:
        case PlayRecorded(announced=announced) | TurnMissed(announced=announced):
            return announced
        case PhoneyWithdrawn(lost=lost):
            return -lost
        case _:
            return 0


def rest(fact: Row, table: Table) -> tuple[str, str]:
    """The rack, and our own count in brackets; empty where not known."""
    rack = TILES.write(tiles, table) if (tiles := getattr(fact, "rack", "")) else ""
    if not isinstance(fact, PlayRecorded) or (fact.computed is None and not fact.words):
        return rack, ""
    counted = COUNT.write(fact.computed, table)
    if fact.words:
        pairs = tuple((word.word, word.score) for word in fact.words)
        counted += ": " + COUNTED_WORDS.write(pairs, table)
    return rack, f"({counted})"


def entry(fact: Row, table: Table) -> str:
    """A row as part of a line: no number, no total, single spaces."""
    columns = (table.labels.of(fact.seat), move(fact, table), f"{points(fact):+d}")
    return " ".join(column for column in (*columns, *rest(fact, table)) if column)


def row_of(found: re.Match[str], table: Table) -> Fact:
    """The fact that the columns of a row, or of an entry, tell.

    Raises:
      ValueError: a name is nobody's, or points are where none can be.
    """
    seat = table.labels.seat(found["label"])
    scored = Points(int(found["points"]))
    rack = Tiles(TILES.read(found["rack"], table) if found["rack"] else "")
    if found["square"]:
        words = COUNTED_WORDS.read(found["words"], table) if found["words"] else ()
        return PlayRecorded(
            seat=seat,
            placement=Placement(
                SQUARE.read(found["square"], table), TILES.read(found["letters"], table)
            ),
            announced=scored,
            computed=COUNT.read(found["count"], table) if found["count"] else None,
            words=tuple(WordScore(word, score) for word, score in words),
            rack=rack,
        )
    if found["count"]:
        raise ValueError("only a play is counted in brackets.")
    if found["plain"] in ("missed", "challenged off"):
        if rack:
            raise ValueError(f"no rack stands on a line that says {found['plain']}.")
        if found["plain"] == "missed":
            return TurnMissed(seat=seat, announced=scored)
        return PhoneyWithdrawn(seat=seat, lost=Points(-scored))
    if scored:
        raise ValueError("an exchange and a pass score +0.")
    if found["plain"]:
        return TurnPassed(seat=seat, rack=rack)
    tiles = Tiles(TILES.read(found["tiles"], table) if found["tiles"] else "")
    return TilesExchanged(seat=seat, count=int(found["exchanged"]), tiles=tiles, rack=rack)


def clocks_of(found: re.Match[str], table: Table) -> Clocks | None:
    """What both clocks showed, if the line says so.

    Raises:
      ValueError: it isn't a reading of a clock.
    """
    if not found["first"]:
        return None
    return CLOCK.read(found["first"], table), CLOCK.read(found["second"], table)

"""Where on a score sheet something belongs: by the numbers of turns, which the sheet carries."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.game.endings.facts import GameEnded
from ledger.game.sheet.folding import wording
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet

BEFORE, AFTER, END = "Before turn 1", "After turn", "After the end"


def turn_numbers(sheet: Sheet) -> dict[int, int]:
    """The number of each turn, from 1, by the version of its event."""
    turns = [line for line in sheet.lines if line.is_turn or line.kind is LineKind.TURN_LOST]
    return {line.version: number for number, line in enumerate(turns, start=1)}


def place_of(sheet: Sheet, version: int) -> str:
    """Where an event belongs that is told at the foot: at a turn, after one, or after the end."""
    numbers = turn_numbers(sheet)
    if version in numbers:
        return f"Turn {numbers[version]}"
    over = (event.originator_version for event in sheet.events if isinstance(event.fact, GameEnded))
    if version > next(over, version):
        return END
    before = [
        numbers[line.version]
        for line in sheet.lines
        if line.version in numbers and line.place < version
    ]
    return f"{AFTER} {before[-1]}" if before else BEFORE


def place_words(sheet: Sheet, version: int, *, says: bool = True) -> str:
    """Where an event belongs, by turns, and what it was: ``turn 7, Ann Lee 8D WINDY 32``.

    ``says``: whether what happened may be told beside it.
    """
    place = place_of(sheet, version)
    where = place[:1].lower() + place[1:]
    if not says or not 1 <= version <= sheet.version:
        return where
    return f"{where}: {wording(sheet.event(version).fact, sheet)}"


def places_words(places: Iterable[str]) -> str:
    """Some places in words, turns of one kind told together.

    >>> places_words(["Turn 7", "Turn 9", "After turn 9"]), places_words(["After the end"])
    ('Turns 7, 9; after turn 9', 'After the end')
    """
    turns: dict[str, list[str]] = {}
    for place in dict.fromkeys(places):
        where, _, number = place.rpartition(" ")
        kind, numbered = (where, number) if number.isdigit() else (place, "")
        turns.setdefault(kind, []).append(numbered)
    said = "; ".join(
        f"{kind}{'s' * (len(some) > 1)} {', '.join(some)}".rstrip() for kind, some in turns.items()
    )
    return said[:1] + said[1:].lower()

"""How each kind of value is spelled in a transcript, and read back.

A text stands bare where it can't be mistaken for anything else, and in double quotes (as
JSON writes them) where it could. So every text survives, and most need no quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from ledger.game.facts.scores import Counted
from ledger.game.facts.setting_up import OptionValue
from ledger.incidents.facts.situation import Situation
from ledger.transcript.table import Table
from ledger.vocabulary import Clocks, Points, Seat, Seconds, Tiles, Totals

QUOTED = r'"(?:[^"\\]|\\.)*"'
BARE_WORD = r"[^\s\"\\():;,=\[\]>]+"
BARE_TEXT = r"[^\s\"\\():;=\[\]>]+(?: [^\s\"\\():;=\[\]>]+)*"
BARE_ITEM = rf"{BARE_WORD}(?: {BARE_WORD})*"
BARE_TILES = rf"(?:{BARE_WORD}|\[{BARE_WORD}\])+"
BARE_SQUARE = r"(?:[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})"
WHOLE_NUMBER = r"-?[0-9]+"
CLOCK_READING = r"-?[0-9]+:[0-9]{2}"


@dataclass(frozen=True)
class Spelling:
    """One kind of value: what it looks like, how it is written and how it is read.

    ``pattern`` holds no group of its own. ``write`` and ``read`` are told the table because a
    seat goes by its player's name, and an earlier entry by the number of its turn.
    """

    pattern: str
    write: Callable[[Any, Table], str]
    read: Callable[[str, Table], Any]


def quoted(text: str) -> str:
    r"""A text in double quotes, on one line whatever it holds.

    >>> print(quoted('"Zoë"\u2028 said'))
    "\"Zoë\"\u2028 said"
    """
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in plain)


def unquoted(spelled: str) -> str:
    """What ``quoted`` was given; a text without quotes is itself."""
    return str(json.loads(spelled)) if spelled.startswith('"') else spelled


def clock_reading(seconds: int) -> str:
    """A length of time in minutes and seconds; overtime is negative.

    >>> clock_reading(1450), clock_reading(-37)
    ('24:10', '-0:37')
    """
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"


def seconds_of(reading: str) -> int:
    """Seconds on a clock that shows ``reading``.

    Raises:
      ValueError: more than 59 seconds to a minute.
    """
    minutes, rest = reading.removeprefix("-").split(":")
    if int(rest) > 59:
        raise ValueError(f"{reading} is no reading of a clock.")
    seconds = 60 * int(minutes) + int(rest)
    return -seconds if reading.startswith("-") else seconds


def text(bare: str) -> Spelling:
    """Texts that stand bare where they match ``bare``, and in quotes elsewhere."""
    alone = re.compile(bare)

    def write(value: str, _: Table) -> str:
        return value if alone.fullmatch(value) and value.isprintable() else quoted(value)

    return Spelling(rf"(?:{bare}|{QUOTED})", write, lambda spelled, _: unquoted(spelled))


def either(yes: str, no: str) -> Spelling:
    """Yes and no, in the words of the hall."""
    return Spelling(
        f"(?:{yes}|{no})", lambda value, _: yes if value else no, lambda spelled, _: spelled == yes
    )


def unless(nothing: str, known: Spelling) -> Spelling:
    """A value, or a word that stands for ``None``."""
    return Spelling(
        f"(?:{nothing}|{known.pattern})",
        lambda value, table: nothing if value is None else known.write(value, table),
        lambda spelled, table: None if spelled == nothing else known.read(spelled, table),
    )


def pair(first: Spelling, joint: str, second: Spelling) -> Spelling:
    """Two values with ``joint`` between them."""
    parts = re.compile(f"({first.pattern}){joint}({second.pattern})")

    def read(spelled: str, table: Table) -> tuple[Any, Any]:
        found = parts.fullmatch(spelled)
        if found is None:  # pragma: no cover - the pattern of the whole has matched
            raise ValueError(f"{spelled} is not two values.")
        return first.read(found[1], table), second.read(found[2], table)

    return Spelling(
        f"{first.pattern}{joint}{second.pattern}",
        lambda value, table: first.write(value[0], table) + joint + second.write(value[1], table),
        read,
    )


def listed(item: Spelling) -> Spelling:
    """Values with commas between them, or ``none``."""
    each = re.compile(item.pattern)

    def write(values: tuple[Any, ...], table: Table) -> str:
        spelled = ", ".join(item.write(value, table) for value in values)
        return {"": "none", "none": '"none"'}.get(spelled, spelled)

    def read(spelled: str, table: Table) -> tuple[Any, ...]:
        found = () if spelled == "none" else each.findall(spelled)
        return tuple(item.read(one, table) for one in found)

    return Spelling(f"(?:{item.pattern}(?:, {item.pattern})*|none)", write, read)


TEXT = text(BARE_TEXT)
ITEM = text(BARE_ITEM)
WORD = text(BARE_WORD)
TILES = text(BARE_TILES)
SQUARE = text(BARE_SQUARE)
NUMBER = Spelling(WHOLE_NUMBER, lambda value, _: str(value), lambda spelled, _: int(spelled))
CLOCK = Spelling(
    CLOCK_READING, lambda value, _: clock_reading(value), lambda spelled, _: seconds_of(spelled)
)
SEAT = Spelling(
    BARE_WORD,
    lambda seat, table: table.labels.of(seat),
    lambda label, table: table.labels.seat(label),
)
IDENTITY = Spelling("[0-9a-f-]{36}", lambda value, _: str(value), lambda spelled, _: UUID(spelled))
TOTALS = pair(NUMBER, " : ", NUMBER)


def _write_option(value: str | int, table: Table) -> str:
    if isinstance(value, int):
        return str(value)
    return quoted(value) if re.fullmatch(WHOLE_NUMBER, value) else WORD.write(value, table)


def _read_option(spelled: str, _: Table) -> str | int:
    return int(spelled) if re.fullmatch(WHOLE_NUMBER, spelled) else unquoted(spelled)


OPTIONS = listed(pair(WORD, "=", Spelling(WORD.pattern, _write_option, _read_option)))

MOMENT = Spelling(
    r"[0-9T:.+-]{19,32}",
    lambda moment, _: moment.isoformat(),
    lambda spelled, _: datetime.fromisoformat(spelled),
)
SITUATION = Spelling(
    QUOTED,
    lambda found, _: quoted(msgspec.json.encode(found).decode()),
    lambda spelled, _: msgspec.json.decode(unquoted(spelled), type=Situation),
)

SPELLINGS: dict[Any, Spelling] = {
    str: TEXT,
    datetime: MOMENT,
    Situation: SITUATION,
    Tiles: TILES,
    int: NUMBER,
    Points: NUMBER,
    Seconds: CLOCK,
    UUID: IDENTITY,
    Seat: SEAT,
    Totals: TOTALS,
    Clocks: pair(CLOCK, " ", CLOCK),
    tuple[Tiles, Tiles]: pair(TILES, " ", TILES),
    tuple[int, ...]: listed(NUMBER),
    tuple[int, int]: pair(NUMBER, " and ", NUMBER),
    Counted: listed(pair(NUMBER, " = ", NUMBER)),
    tuple[str, str]: pair(TEXT, " : ", TEXT),
    tuple[str, ...]: listed(ITEM),
    tuple[tuple[str, str], ...]: listed(pair(WORD, " ", WORD)),
    tuple[tuple[str, OptionValue], ...]: OPTIONS,
}
"""How a field is spelled, by its type; ``None`` is spelled ``not known``."""

"""Forms of a whole round to fill in by hand: where they belong is printed, all else is left white.

Before a round is paired they say tournament, division, round and table; once it is, the names as
well, and then the game is in the record, so that they carry its code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from ledger.game.sheet.sheet import Sheet
from printing.forms import FORMS, named_by, of_a_game, of_each_table
from printing.heading import Heading
from printing.papers import Papers
from printing.source import NOTHING_ELSE, Source

BY_HAND = tuple(of_each_table())
"""The forms that lie on every table."""

Table = tuple[Sheet, Source] | Heading
"""A game as it was before anything was played, with what its paper needs; or where one will be."""


def by_hand_papers(form: str, tables: Iterable[Table]) -> Papers:
    made: Callable[..., Any] = named_by(FORMS[form].by_hand)
    room: Any = import_module(f"printing.{FORMS[form].room}")
    filled: list[tuple[Any, Source]] = []
    for table in tables:
        if isinstance(table, Heading):
            filled.append((made(heading=table), NOTHING_ELSE))
        else:
            filled += of_a_game(form, *table).filled
    return Papers.each(room, filled)

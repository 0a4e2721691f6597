"""Which game or case a person means: ``TOURNAMENT/[DIVISION/]R3/T14[/2]``, ``TOURNAMENT/C-12``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import UUID

from ledger.hall import GameRow, Hall
from ledger.vocabulary.refusals import Refusal

SHAPE = re.compile(
    r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})/[Tt](?P<table>\d{1,5})"
    r"(?:/(?P<replay>\d{1,2}))?"
)


CASE = re.compile(r"(?:(?P<tournament>[^/]+)/)?[Cc]-?(?P<number>\d{1,5})")


def is_a_case(name: str) -> bool:
    """Whether a person means a case by it: ``TOURNAMENT/C-12``."""
    shape = CASE.fullmatch(name)
    return shape is not None and bool(shape["tournament"])


def case_named(name: str, tournament: str | None = None) -> tuple[str, int]:
    """The tournament and the number of the case that a person calls ``TOURNAMENT/C-12``.

    Args:
      name: what it is called; ``C-12`` alone will do where the tournament is named beside it.
      tournament: the one named beside it.

    Raises:
      Refusal: ``unreadable-name``.
    """
    shape = CASE.fullmatch(name)
    slug = (shape["tournament"] if shape else None) or tournament
    if shape is None or not slug:
        raise Refusal(
            "unreadable-name",
            f"{name!r} is not the name of a case of a tournament.",
            "Write TOURNAMENT/C-12, or C-12 --tournament TOURNAMENT.",
        )
    return slug, int(shape["number"])


def game_named(hall: Hall, name: str) -> GameRow:
    """The game ``name`` stands for.

    Raises:
      Refusal: ``unreadable-name``, ``no-such-tournament`` or ``no-such-table``.
    """
    try:
        game = hall.game(UUID(name))
    except ValueError:
        return _at_its_table(hall, name)
    if game is None:
        raise Refusal(
            "no-such-game",
            f"There is no game {name} in this record.",
            "Name it by its place instead: TOURNAMENT/R3/T14.",
        )
    return game


def _at_its_table(hall: Hall, name: str) -> GameRow:
    shape = SHAPE.fullmatch(name)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            f"{name!r} is not the name of a game.",
            "Write TOURNAMENT/R3/T14, with /DIVISION after the tournament where there are "
            "several and /2 at the end for a game played again; or its uuid.",
        )
    slug, round_number, table = shape["tournament"], int(shape["round"]), int(shape["table"])
    if hall.tournament(slug) is None:
        known = ", ".join(row.slug for row in hall.tournaments()) or "none yet"
        raise Refusal(
            "no-such-tournament",
            f"There is no tournament {slug} in this record.",
            f"Choose one of those there are: {known}.",
        )
    division, replay = shape["division"] or "", int(shape["replay"] or 1)
    game = hall.find(slug, round_number, table, division, replay)
    rows = hall.games(slug, round_number)
    if game is None and not division:
        divisions = sorted({row.division for row in rows if row.table == table})
        if len(divisions) > 1:
            raise Refusal(
                "which-division",
                f"Round {round_number} of {slug} has a table {table} in several divisions.",
                f"Name one of them, as {slug}/{divisions[0]}/R{round_number}/T{table} or with "
                f"--division: {', '.join(divisions)}.",
            )
        if divisions:
            game = hall.find(slug, round_number, table, divisions[0], replay)
    if game is None:
        raise Refusal(
            "no-such-table",
            f"There is no game at {name}; round {round_number} of {slug} has {_tables(rows)}.",
            "Choose one of those.",
        )
    return game


def _tables(rows: Sequence[GameRow]) -> str:
    """Which tables a round has, division by division: ``tables 1 to 4 in A, 21 to 24 in B``."""
    there: dict[str, list[int]] = {}
    for row in rows:
        there.setdefault(row.division, []).append(row.table)
    told = [
        f"{_from_to(tables)}{f' in {division}' if division else ''}"
        for division, tables in sorted(there.items())
    ]
    return f"tables {', '.join(told)}" if told else "no games"


def _from_to(tables: Sequence[int]) -> str:
    first, last = min(tables), max(tables)
    return str(first) if first == last else f"{first} to {last}"

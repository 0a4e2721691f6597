"""Which game or case a person means: ``TOURNAMENT/[DIVISION/]R3/T14[/2]``, ``TOURNAMENT/C-12``."""

from __future__ import annotations

import re
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
    if game is None and not division:
        divisions = {row.division for row in hall.games(slug, round_number)}
        if len(divisions) == 1:
            game = hall.find(slug, round_number, table, divisions.pop(), replay)
    if game is None:
        tables = sorted({row.table for row in hall.games(slug, round_number)})
        there = f"tables {tables[0]} to {tables[-1]}" if tables else "no games"
        raise Refusal(
            "no-such-table",
            f"There is no game at {name}; round {round_number} of {slug} has {there}.",
            "Choose one of those.",
        )
    return game

"""A round as the organiser's pages show it: pairing by pairing, with what is noticed about each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.hall.in_words import STARTS_BY
from ledger.tournament.byes import is_worth_something
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.noticed import left_out, noticed_about
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks


class Row(NamedTuple):
    """One pairing.

    Attributes:
      first, second: names; ``second`` is empty for a bye.
      is_kept: whether the table is one kept for a player.
      by_gibson: whether Gibson's rule paired them.
      is_changed: whether it is otherwise than it was drawn.
      noticed: what the organiser should know about it.
    """

    pairing: Pairing
    first: str
    second: str
    is_kept: bool
    by_gibson: bool
    is_changed: bool
    noticed: tuple[str, ...]


def starts_told(tournament: Tournament) -> str:
    """How it is found who starts, as lists of pairings say it."""
    method = tournament.rules.start.method.value or "" if tournament.rulebook else ""
    return STARTS_BY.get(method, "How starts are found was not announced yet.")


def rows_of(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    drawing: Drawn | None = None,
) -> list[Row]:
    """The pairings of a round, in their order."""
    as_drawn = (
        {(one.table, one.first, one.second): one for one in drawing.pairings} if drawing else {}
    )
    about: dict[int, list[str]] = {}
    for seen in noticed_about(tournament, round_number, division, pairings):
        rounds = ", ".join(str(number) for number in seen.rounds)
        about.setdefault(seen.players[0], []).append(
            remarks.WORDS[seen.remark] + (f" Round {rounds}." if rounds else "")
        )
    for one in pairings:
        for player in map(tournament.player, (one.first, one.second)):
            if player and one.second and player.table not in (0, one.table):
                about.setdefault(one.first, []).append(f"{player.name} needs table {player.table}.")
    if not is_worth_something(tournament):
        for one in pairings:
            if not one.second:
                about.setdefault(one.first, []).append(remarks.WORDS[remarks.BYE_NOT_DEFINED])
    kept = {player.table for player in tournament.players if player.table}
    rows = []
    for one in pairings:
        drawn = as_drawn.get((one.table, one.first, one.second))
        rows.append(
            Row(
                pairing=one,
                first=name_of(tournament, one.first),
                second=name_of(tournament, one.second) if one.second else "",
                is_kept=bool(one.second) and one.table in kept,
                by_gibson=bool(drawn and drawn.gibson),
                is_changed=bool(drawing) and drawn is None,
                noticed=tuple(about.get(one.first, ())),
            )
        )
    return rows


def names_left_out(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> list[str]:
    """Who takes part and is in none of them."""
    return [
        name_of(tournament, number)
        for number in left_out(tournament, round_number, division, pairings)
    ]


def name_of(tournament: Tournament, number: int) -> str:
    """The name behind a number."""
    player = tournament.player(number)
    return player.name if player else f"player {number}"

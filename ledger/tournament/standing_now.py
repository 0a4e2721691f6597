"""How the players of a division stand by the record itself, whatever the hall's file says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.hall.decided import decided_by
from ledger.hall.results import Result, result_of
from ledger.hall.rows import StandingRow
from ledger.hall.standings import standings
from ledger.tournament.byes import byes_of
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.played_again import Versions, games_of_pairing
from ledger.tournament.tournament import Tournament


class AtHand(Versions, Protocol):
    """Gives the sheet of a game that is in the record."""

    def sheet(self, game: UUID, /) -> Sheet:
        """The sheet of ``game``."""


class Played(Struct, frozen=True):
    """A pairing of an earlier round, with its game.

    Attributes:
      sheet: the last game of it; ``None`` for a bye.
    """

    round_number: int
    pairing: Pairing
    sheet: Sheet | None


def played_before(
    tournament: Tournament, division: str, round_number: int, at_hand: AtHand
) -> Iterator[Played]:
    """The pairings of a division in the rounds before this one, oldest first."""
    for paired in sorted(tournament.rounds, key=lambda one: one.round_number):
        if paired.division == division and paired.round_number < round_number:
            for pairing in paired.pairings:
                games = games_of_pairing(at_hand, tournament.slug, paired, pairing)
                sheet = at_hand.sheet(games[-1]) if games else None
                yield Played(paired.round_number, pairing, sheet)


def standing_after(
    tournament: Tournament, division: str, played: tuple[Played, ...]
) -> Mapping[int, StandingRow]:
    """Where each player of a division stands after these, by number; empty before any result.

    Ties are broken as announced, decisions about conduct are taken in, byes count as settled.
    """
    results = [row for one in played if one.sheet and (row := _result(one.sheet))]
    rounds = {one.round_number for one in played}
    until_then = tuple(one for one in tournament.rounds if one.round_number in rounds)
    byes = [
        (one.number, one.half_wins, one.spread)
        for one in byes_of(replace(tournament, rounds=until_then))
    ]
    if not results and not byes:
        return {}
    rows = standings(
        [(one.number, one.name, one.division)
         for one in tournament.players if one.division == division],
        results, decided_by(tournament.conduct), byes, tournament.ties,
    )  # fmt: skip
    return {row.number: row for row in rows if row.division == division}


def _result(sheet: Sheet) -> Result | None:
    worth = result_of(sheet)
    if worth is None or sheet.numbers is None:
        return None
    (one, two), (first, second) = sheet.numbers, sheet.names
    return Result(
        sheet.scheduled.division, one, first, worth.half_wins[0], worth.spreads[0],
        two, second, worth.half_wins[1], worth.spreads[1], worth.played, sheet.id.hex,
    )  # fmt: skip

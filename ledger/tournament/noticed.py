"""What is noticed of a round as it is paired: meetings again, pairs not to meet, tables taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.taking_part import to_be_drawn
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks


class Noticed(Struct, frozen=True):
    """Something about a pairing that the organiser should know; it is written all the same.

    Attributes:
      remark: the code that goes into the record.
      players: of whom.
      rounds: when it was so before.
    """

    remark: str
    players: tuple[int, ...]
    rounds: tuple[int, ...] = ()


def noticed_about(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> Iterator[Noticed]:
    """What is noticed about pairings of a round, in the order of the pairings."""
    earlier = [
        one
        for one in tournament.rounds
        if one.division == division and one.round_number < round_number
    ]
    met: dict[frozenset[int], list[int]] = {}
    for paired in earlier:
        for pairing in paired.pairings:
            both = frozenset((pairing.first, pairing.second))
            met.setdefault(both, []).append(paired.round_number)
    forbidden = {frozenset(pair) for pair in tournament.forbidden}
    elsewhere = _tables_elsewhere(tournament, round_number, division)
    for pairing in pairings:
        both = frozenset((pairing.first, pairing.second))
        before = tuple(met.get(both, ()))
        if not pairing.second and before:
            yield Noticed(remarks.SAT_OUT_BEFORE, (pairing.first,), before)
        elif before:
            yield Noticed(remarks.PAIRED_AGAIN, (pairing.first, pairing.second), before)
        if both in forbidden:
            yield Noticed(remarks.PAIRED_THOUGH_FORBIDDEN, (pairing.first, pairing.second))
        if pairing.second and pairing.table in elsewhere:
            players = (pairing.first, pairing.second)
            yield Noticed(remarks.TABLE_OF_ANOTHER_DIVISION, players)


def _tables_elsewhere(tournament: Tournament, round_number: int, division: str) -> set[int]:
    """Tables of the same round that other divisions have.

    Divisions whose tables begin at one number have halls, or rows, of their own: they share all.
    """
    begins = {one.name: one.first_table for one in tournament.planned}
    return {
        pairing.table
        for paired in tournament.rounds
        if paired.round_number == round_number
        and begins.get(paired.division, 1) != begins.get(division, 1)
        for pairing in paired.pairings
        if pairing.second
    }


def left_out(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> tuple[int, ...]:
    """Who takes part in a round and is in none of these pairings, which are all of it."""
    paired = {number for one in pairings for number in (one.first, one.second)}
    return tuple(
        player.number
        for player in to_be_drawn(tournament, round_number, division)
        if player.number not in paired
    )


def remarks_on(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    there: Sequence[Pairing] = (),
) -> tuple[str, ...]:
    """The remarks on a round, each once; ``there``: pairings of it that were written before."""
    noticed = [one.remark for one in noticed_about(tournament, round_number, division, pairings)]
    if left_out(tournament, round_number, division, (*there, *pairings)):
        noticed.append(remarks.LEFT_OUT)
    return tuple(dict.fromkeys(noticed))

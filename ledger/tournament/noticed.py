"""Who takes part in a round, and what is noticed of it as it is paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary import remarks

# Who takes part in a round, as it follows from entries, withdrawals and the check-in.


def takes_part(tournament: Tournament, player: Player, round_number: int) -> bool:
    """Whether a player is to be drawn in a round of the division.

    Who withdrew or was put out is not, nor who comes in a later round; nor, once anybody was
    checked in, who was not. Late entries come later than the check-in, and count as here.
    """
    if player.number in tournament.conduct.withdrawn or player.first_round > round_number:
        return False
    here = tournament.attendance.here
    return here is None or player.first_round > 1 or player.number in here


def paired_elsewhere(tournament: Tournament, round_number: int, division: str) -> dict[int, str]:
    """Who is paired in this round in another division, and in which.

    Players are numbered through the tournament and sit in one hall, so nobody is drawn twice.
    """
    return {
        number: paired.division
        for paired in tournament.rounds
        if paired.round_number == round_number and paired.division != division
        for pairing in paired.pairings
        for number in (pairing.first, pairing.second)
        if number
    }


def playing(tournament: Tournament, round_number: int, division: str = "") -> tuple[Player, ...]:
    """The players of a division who take part in a round, by number."""
    return tuple(
        player
        for player in tournament.players
        if player.division == division and takes_part(tournament, player, round_number)
    )


def to_be_drawn(
    tournament: Tournament, round_number: int, division: str = ""
) -> tuple[Player, ...]:
    """The players of a division who are to be paired in a round, by number.

    Who changed divisions after being paired in the other one plays there in this round.
    """
    elsewhere = paired_elsewhere(tournament, round_number, division)
    there = playing(tournament, round_number, division)
    return tuple(player for player in there if player.number not in elsewhere)


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

"""Who takes part in a round, as it follows from entries, withdrawals and the check-in."""

from __future__ import annotations

from ledger.tournament.tournament import Player, Tournament


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

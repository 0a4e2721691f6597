"""Byes: rounds in which a player has no opponent, and what they are worth (P-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.tournament.facts.tournaments import RoundPaired
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks

WIN, LOSS = 2, 0


class Bye(Struct, frozen=True):
    """A result without a game.

    Attributes:
      number: the player.
      half_wins: as in ``Outcome``: a bye is a win, a round missed a loss.
      spread: change of the player's spread.
      rated: whether it counts for ratings; ``None`` where nobody has settled it.
      kind: ``bye``, or ``missed`` for a round that counts as lost: before a late entry, or said.
      round_number: in which round.
    """

    number: int
    half_wins: int
    spread: int
    rated: bool | None
    kind: str = "bye"
    round_number: int = 0


def players_with_a_bye(rounds: Iterable[RoundPaired]) -> tuple[int, ...]:
    """Who has a bye, once for each, in the order of the rounds."""
    return tuple(
        pairing.first for paired in rounds for pairing in paired.pairings if not pairing.second
    )


def byes_of(tournament: Tournament) -> tuple[Bye, ...]:
    """Results without a game that count: byes, and rounds missed by late entries.

    A bye counts where it is settled what one is worth, a missed round where the organiser said so.
    """
    return (*_given(tournament), *_view(tournament), *_missed(tournament))


def _given(tournament: Tournament) -> tuple[Bye, ...]:
    told = {(one.division, one.round_number, one.player) for one in tournament.sat_out}
    given = [
        (paired.round_number, pairing.first)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if not pairing.second and (paired.division, paired.round_number, pairing.first) not in told
    ]
    if not given or not tournament.rulebook:
        return ()
    worth = tournament.rules.standings
    spread = worth.bye_spread.value
    if spread is None:
        return ()
    return tuple(
        Bye(number, WIN, spread, worth.bye_rated.value, round_number=at) for at, number in given
    )


def _view(tournament: Tournament) -> tuple[Bye, ...]:
    return tuple(
        Bye(
            one.player,
            one.half_wins,
            one.spread,
            rated=False,
            kind="bye" if one.half_wins else "missed",
            round_number=one.round_number,
        )
        for one in tournament.sat_out
    )


def _missed(tournament: Tournament) -> tuple[Bye, ...]:
    return tuple(
        Bye(player.number, LOSS, player.missed_spread, False, "missed", number)
        for player in tournament.players
        if player.missed_spread is not None
        for number in sorted(
            {one.round_number for one in tournament.rounds if one.division == player.division}
        )
        if number < player.first_round
    )


def is_worth_something(tournament: Tournament) -> bool:
    """Whether the book or the organiser has settled what a bye is worth; else it counts for nobody.

    Where no rulebook is named nobody has asked yet.
    """
    return not tournament.rulebook or tournament.rules.standings.bye_spread.is_known


def noticed_about_byes(tournament: Tournament, paired: RoundPaired) -> tuple[str, ...]:
    """Remarks on the byes of a round that is being paired."""
    given = players_with_a_bye((paired,))
    if not given:
        return ()
    return (*_again(tournament, given), *_not_defined(tournament.rules))


def _again(tournament: Tournament, given: tuple[int, ...]) -> tuple[str, ...]:
    most = tournament.rules.standings.most_byes.value
    so_far = Counter(players_with_a_bye(tournament.rounds))
    too_many = most is not None and any(so_far[number] + 1 > most for number in given)
    return (remarks.BYE_AGAIN,) if too_many else ()


def _not_defined(rules: Rulebook) -> tuple[str, ...]:
    if rules.standings.bye_spread.is_known:
        return ()
    return (remarks.BYE_NOT_DEFINED, *touching(rules, "T4-17", "TW-08"))

"""Players entered, and rounds paired."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.refusals.saying import refusal
from ledger.requests.request import ORGANISERS, Decision, StreamWrite
from ledger.tournament.byes import noticed_about_byes
from ledger.tournament.divisions import division_entered, divisions_of, must_name_a_division
from ledger.tournament.draw.ahead import remarks_on_results, results_out
from ledger.tournament.facts.tournaments import Pairing, PlayerEntered, RoundPaired
from ledger.tournament.names import must_be_a_name, must_be_meant, told_apart
from ledger.tournament.noticed import remarks_on
from ledger.tournament.pairing import at_free_tables, games_of, holding, must_be_pairable
from ledger.tournament.renaming import games_named
from ledger.tournament.requests import TournamentContext, TournamentRequest, decides
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import must_be_writable


class EnterPlayers(TournamentRequest, frozen=True, tag="enter-players", kw_only=True):
    """Enter players, all in one go; what a number stood for before is told anew.

    Attributes:
      namesakes: whether two of one name are numbered; else a name that another has is refused.
      sure: whether a new name is meant that is likelier a number, a sum or an item of a list.
    """

    players: tuple[PlayerEntered, ...]
    namesakes: bool = True
    sure: bool = True

    def updates(self, tournament: Tournament) -> bool:
        """Where somebody is new; a name that is corrected lets nobody play."""
        return any(tournament.player(player.number) is None for player in self.players)


class PairRound(TournamentRequest, frozen=True, tag="pair-round", kw_only=True):
    """Pair a round and schedule its games."""

    round_number: int
    pairings: tuple[Pairing, ...]
    division: str = ""

    def updates(self, tournament: Tournament) -> bool:
        """It does."""
        del tournament
        return True


@decides(EnterPlayers, may=ORGANISERS)
def enter_players(
    tournament: Tournament, request: EnterPlayers, context: TournamentContext
) -> Decision:
    """Write players down, two of one name with their numbers behind it.

    A name that changes reaches the games that nobody has signed.
    """
    must_be_players(request.players)
    if not request.namesakes:
        must_be_meant(tournament.players, request.players)
    if not request.sure:
        must_be_a_name(tournament.players, request.players)
    told = told_apart(tournament.players, in_their_divisions(tournament, request.players))
    names = {player.number: player.name for player in told}
    return Decision(told, other_writes=tuple(games_named(tournament, names, context)))


def in_their_divisions(
    tournament: Tournament, players: Sequence[PlayerEntered]
) -> tuple[PlayerEntered, ...]:
    """Players in divisions that are planned; who stays where somebody entered them, does.

    Raises:
      Refusal: ``division-not-planned`` or ``which-division``.
    """
    was = {player.number: player.division for player in tournament.players}
    return tuple(
        player
        if was.get(player.number) == player.division
        else replace(player, division=division_entered(tournament, player.division))
        for player in players
    )


def must_be_players(players: Sequence[PlayerEntered]) -> None:
    """Refuse players without a number or a name.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if not players:
        raise refusal("unreadable-request/nobody-entered")
    for player in players:
        must_be_writable(player.name, f"Player {player.number}")
        if not player.name.strip() or player.number < 1:
            raise refusal(
                "unreadable-request/player-of-nothing", number=player.number, name=player.name
            )


@decides(PairRound, may=ORGANISERS)
def pair_round(tournament: Tournament, request: PairRound, context: TournamentContext) -> Decision:
    """Pair a round with all its games: one whose games are not all there can't be paired again."""
    number, division = request.round_number, request.division
    if division not in divisions_of(tournament):
        must_name_a_division(division)
    must_be_pairable(tournament, number, request.pairings, division=division)
    pairings = at_free_tables(tournament, number, request.pairings, division, context)
    games = games_of(tournament, number, pairings, division=division)
    fact = RoundPaired(round_number=number, division=division, pairings=pairings)
    there = holding(tournament, number, division)
    played = context.rounds_read.before(tournament, division, number, context)
    noticed = remarks_on(tournament, number, division, request.pairings, there)
    return Decision(
        (fact,),
        tuple(
            dict.fromkeys(
                (
                    *noticed_about_byes(tournament, fact),
                    *noticed,
                    *remarks_on_results(results_out(played)),
                )
            )
        ),
        tuple(StreamWrite(game, 0, (scheduled,)) for game, scheduled in games),
    )

"""Players entered, and rounds paired."""

from __future__ import annotations

from ledger.asking.asked import Decision, Part
from ledger.asking.permission import ORGANISERS
from ledger.refusals.saying import refusal
from ledger.tournament.asking import AskedOfTournament, Under, decides
from ledger.tournament.byes import noticed_about_byes
from ledger.tournament.facts.tournaments import Pairing, PlayerEntered, RoundPaired
from ledger.tournament.pairing import games_of, must_be_pairable
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import must_be_writable


class EnterPlayers(AskedOfTournament, frozen=True, tag="enter-players", kw_only=True):
    """Enter players, all in one go."""

    players: tuple[PlayerEntered, ...]


class PairRound(AskedOfTournament, frozen=True, tag="pair-round", kw_only=True):
    """Pair a round and schedule its games."""

    round_number: int
    pairings: tuple[Pairing, ...]
    division: str = ""


@decides(EnterPlayers, may=ORGANISERS)
def enter_players(tournament: Tournament, asked: EnterPlayers, under: Under) -> Decision:
    """Write players down, whose names can be printed as they are."""
    del tournament
    if not asked.players:
        raise refusal("unreadable-request/nobody-entered")
    for player in asked.players:
        must_be_writable(player.name, f"Player {player.number}")
        if missing := under.unprintable(player.name):
            raise refusal(
                "unprintable-name", number=player.number, name=player.name, listed=" ".join(missing)
            )
        if not player.name.strip() or player.number < 1:
            raise refusal(
                "unreadable-request/player-of-nothing", number=player.number, name=player.name
            )
    return Decision(asked.players)


@decides(PairRound, may=ORGANISERS)
def pair_round(tournament: Tournament, asked: PairRound, under: Under) -> Decision:
    """Pair a round with all its games: one whose games are not all there can't be paired again."""
    number, division = asked.round_number, asked.division
    must_be_pairable(tournament, number, asked.pairings, division=division)
    games = games_of(tournament, number, asked.pairings, division=division)
    for game, scheduled in games:
        if under.version_of(game):
            raise refusal("table-taken", table=scheduled.table, number=number)
    fact = RoundPaired(round_number=number, division=division, pairings=asked.pairings)
    return Decision(
        (fact,),
        noticed_about_byes(tournament, fact),
        tuple(Part(game, 0, (scheduled,)) for game, scheduled in games),
    )

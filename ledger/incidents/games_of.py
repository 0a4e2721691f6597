"""The games of one player of a tournament, as far as they were paired."""

from __future__ import annotations

from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import COUNTED
from ledger.incidents.level_one import PlayersGame
from ledger.record.log import Log
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.tournament import Tournament


def games_of(
    log: Log, shelf: SheetCache, tournament: Tournament, player: int
) -> tuple[PlayersGame, ...]:
    """Every game of ``player`` in the rounds paired so far, oldest round first."""
    return tuple(
        _seen(game, shelf.sheet(game), player)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if player in (pairing.first, pairing.second)
        for game in games_of_pairing(log, tournament.slug, paired, pairing)
    )


def _seen(game: UUID, sheet: Sheet, player: int) -> PlayersGame:
    place = (sheet.numbers or (0, 0)).index(player) if sheet.numbers else 0
    opponent = (sheet.numbers or (0, 0))[1 - place]
    if sheet.state in COUNTED:
        margin = outcome_of(sheet).spreads[1 - place]
        return PlayersGame(game=game, opponent=opponent, state="played", margin=margin)
    if sheet.started and not sheet.ended:
        return PlayersGame(game=game, opponent=opponent, state="running")
    return PlayersGame(game=game, opponent=opponent, state="to-come")

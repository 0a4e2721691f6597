"""Failed challenges of a player's earlier games, where an event counts them through."""

from __future__ import annotations

from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet.sheet import Sheet
from ledger.record.log import Log
from ledger.record.streams import game_id, tournament_id
from ledger.rulebook import Rulebook
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal


def failed_before(log: Log, shelf: Shelf, sheet: Sheet, seat: Seat, rules: Rulebook) -> int:
    """How many challenges the player in ``seat`` failed in earlier rounds that count here.

    None where the organiser counts them per game, or did not say (TX-17), and none in games
    whose players have no numbers.
    """
    if rules.challenge.counted_per.value != "tournament" or sheet.numbers is None:
        return 0
    number = sheet.numbers[seat.place]
    return sum(_failed(shelf, game, number) for game in _earlier(log, sheet.scheduled, number))


def _earlier(log: Log, scheduled: GameScheduled, number: int) -> list[UUID]:
    """The player's games in earlier rounds of the tournament."""
    tournament = tournament_of(log.events_of(tournament_id(scheduled.tournament)))
    return [
        game_id(
            scheduled.tournament,
            paired.round_number,
            pairing.table,
            division=paired.division,
            replay=pairing.replay,
        )
        for paired in (tournament.rounds if tournament else ())
        if paired.round_number < scheduled.round_number
        for pairing in paired.pairings
        if number in (pairing.first, pairing.second) and pairing.second
    ]


def _failed(shelf: Shelf, game: UUID, number: int) -> int:
    try:
        sheet = shelf.sheet(game)
    except Refusal:  # Paired, and never opened.
        return 0
    if sheet.numbers is None or number not in sheet.numbers:
        return 0
    return sheet.challenges.failed[sheet.numbers.index(number)]

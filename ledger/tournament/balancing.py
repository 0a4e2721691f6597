"""How often each player of a tournament has started, replied, sat out or forfeited.

Counted from the games themselves, for rulebooks that balance the starts (B-02, B-06).
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.game.facts.setting_up import GameScheduled
from ledger.game.sheet import Sheet
from ledger.game.sheet.on_paper import start_of
from ledger.record.log import Log
from ledger.record.streams import tournament_id
from ledger.rulebook.computing.starts import StartRecord, Starts
from ledger.tournament.played_again import games_of_pairing
from ledger.tournament.tournament import Tournament, tournament_of

NOBODY = 0
"""The opponent of a player who has a bye."""


def start_records(
    tournament: Tournament, sheets: Iterable[Sheet], before: int
) -> dict[int, StartRecord]:
    """What every player of ``tournament`` did in the rounds before ``before``, by number.

    Args:
      tournament: with its rounds as paired.
      sheets: its games; others and later ones are passed over.
      before: number of the round that is about to be played.
    """
    records = {player.number: StartRecord() for player in tournament.players}
    for player in _byes(tournament, before):
        _count(records, player, unplayed=1)
    for sheet in sheets:
        scheduled = sheet.scheduled
        if scheduled.tournament == tournament.slug and scheduled.round_number < before:
            _count_game(records, sheet)
    return records


def _byes(tournament: Tournament, before: int) -> list[int]:
    return [
        pairing.first
        for paired in tournament.rounds
        if paired.round_number < before
        for pairing in paired.pairings
        if pairing.second == NOBODY
    ]


def _count_game(records: dict[int, StartRecord], sheet: Sheet) -> None:
    """A game that was begun is a start and a reply; one forfeited before, neither.

    One that is void counts for nobody, here as in the standings; nor does one of which nobody
    knows who started, as a slip that does not say it.
    """
    if sheet.numbers is None or sheet.ending.voided:
        return
    first, second = sheet.numbers
    if sheet.started and start_of(sheet).who:
        _count(records, first, firsts=1)
        _count(records, second, seconds=1)
    elif not sheet.started and sheet.ending.forfeit is not None:
        _count(records, first, unplayed=1)
        _count(records, second, unplayed=1)


def _count(
    records: dict[int, StartRecord],
    number: int,
    *,
    firsts: int = 0,
    seconds: int = 0,
    unplayed: int = 0,
) -> None:
    was = records.get(number, StartRecord())
    records[number] = StartRecord(
        firsts=was.firsts + firsts,
        seconds=was.seconds + seconds,
        unplayed=was.unplayed + unplayed,
    )


def starts_before(
    log: Log, shelf: Shelf, scheduled: GameScheduled, *, settled: bool = False
) -> Starts | None:
    """What both players did in earlier rounds, in the order of the pairing.

    A pairing that was played again counts by each of its games that counts at all.

    Returns:
      ``None`` for a game outside any tournament, as an imported one, and where the players
      have no numbers; where it must be ``settled``, also while an earlier game of theirs is
      still to come.
    """
    tournament = tournament_of(log.events_of(tournament_id(scheduled.tournament)))
    if tournament is None or scheduled.numbers is None:
        return None
    sheets = [shelf.sheet(game) for game in _games(log, tournament, scheduled.numbers)]
    earlier = (one for one in sheets if one.scheduled.round_number < scheduled.round_number)
    if settled and any(one.state == "scheduled" for one in earlier):
        return None
    records = start_records(tournament, sheets, scheduled.round_number)
    one, two = (records.get(number, StartRecord()) for number in scheduled.numbers)
    return one, two


def _games(log: Log, tournament: Tournament, players: tuple[int, int]) -> Iterable[UUID]:
    """The games of these two, whoever they met."""
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            if {pairing.first, pairing.second} & set(players):
                yield from games_of_pairing(log, tournament.slug, paired, pairing)

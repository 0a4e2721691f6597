"""How often each player has started; failed challenges and games not closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from msgspec import Struct

from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import game_id, tournament_id
from ledger.record.log import Log
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.limits import StartRecord, Starts
from ledger.tournament.facts import Pairing, RoundPaired
from ledger.tournament.pairing import Versions, games_of_pairing
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

NOBODY = 0  # the opponent of a player who has a bye


def start_records(
    tournament: Tournament, sheets: Iterable[Sheet], before: int
) -> dict[int, StartRecord]:
    """What every player of ``tournament`` did in the rounds before ``before``, by number.

    Games of others, and later ones, are passed over.
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
    log: Log, shelf: SheetCache, scheduled: GameScheduled, *, settled: bool = False
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
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            if {pairing.first, pairing.second} & set(players):
                yield from games_of_pairing(log, tournament.slug, paired, pairing)


# Failed challenges of a player's earlier games, where an event counts them through.


def failed_before(log: Log, shelf: SheetCache, sheet: Sheet, seat: Seat, rules: Rulebook) -> int:
    """How many challenges the player in ``seat`` failed in earlier rounds that count here.

    None where the organiser counts them per game, or did not say (TX-17), and none in games
    whose players have no numbers.
    """
    if rules.challenge.counted_per.value != "tournament" or sheet.numbers is None:
        return 0
    number = sheet.numbers[seat.place]
    return sum(_failed(shelf, game, number) for game in _earlier(log, sheet.scheduled, number))


def _earlier(log: Log, scheduled: GameScheduled, number: int) -> list[UUID]:
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


def _failed(shelf: SheetCache, game: UUID, number: int) -> int:
    try:
        sheet = shelf.sheet(game)
    except Refusal:  # Paired, and never opened.
        return 0
    if sheet.numbers is None or number not in sheet.numbers:
        return 0
    return sheet.challenges.failed[sheet.numbers.index(number)]


# The games of rounds that are not closed for which a player is paired.


class PairedIn(Struct, frozen=True):
    """A pairing of a player, and the game that counts at its table."""

    paired: RoundPaired
    pairing: Pairing
    sheet: Sheet

    @property
    def is_over(self) -> bool:
        ending = self.sheet.ending
        return bool(self.sheet.ended or ending.voided or ending.forfeit is not None)

    def opponent_of(self, player: int) -> int:
        return self.pairing.second if self.pairing.first == player else self.pairing.first


def paired_in(
    tournament: Tournament, player: int, log: Versions, sheet: Callable[[UUID], Sheet]
) -> Iterator[PairedIn]:
    """The games of a player in rounds that are not closed, the earliest round first."""
    for paired in sorted(tournament.rounds, key=lambda one: one.round_number):
        if (paired.division, paired.round_number) in tournament.closed:
            continue
        for pairing in paired.pairings:
            if pairing.second and player in (pairing.first, pairing.second):
                games = games_of_pairing(log, tournament.slug, paired, pairing)
                if games:
                    yield PairedIn(paired, pairing, sheet(games[-1]))

"""A corrected name reaches the games: those still to come, and those that nobody has signed (OP13).

What players signed for stays as they signed it. Standings go by number, and show the new name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from uuid import UUID

from ledger.game.facts.setting_up import PlayersNamed
from ledger.record.events import game_id
from ledger.requests.request import StreamWrite
from ledger.tournament.requests import TournamentContext
from ledger.tournament.tournament import Tournament


def games_named(
    tournament: Tournament, new: Mapping[int, str], context: TournamentContext
) -> Iterator[StreamWrite]:
    """The games of players with a new name, each told both names.

    Args:
      tournament: as it was before.
      new: the names, by number; those that stay as they are move no game.
      context: the record around it.
    """
    changed = {
        player.number: new[player.number]
        for player in tournament.players
        if new.get(player.number, player.name) != player.name
    }
    if not changed:
        return
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            if pairing.second and {pairing.first, pairing.second} & changed.keys():
                for game in _games_at(tournament, paired.round_number, pairing.table,
                                      paired.division, context):  # fmt: skip
                    yield from _named(game, changed, context)


def _games_at(
    tournament: Tournament, round_number: int, table: int, division: str, context: TournamentContext
) -> Iterator[UUID]:
    for replay in count(1):
        game = game_id(tournament.slug, round_number, table, division=division, replay=replay)
        if not context.version_of(game):
            return
        yield game


def _named(
    game: UUID, changed: Mapping[int, str], context: TournamentContext
) -> Iterator[StreamWrite]:
    sheet = context.sheet(game)
    numbers, was = sheet.scheduled.numbers, sheet.scheduled.players
    if numbers is None or sheet.result.given or sheet.is_final:
        return
    one, two = (changed.get(n, name) for n, name in zip(numbers, was, strict=True))
    if (one, two) != was:
        yield StreamWrite(game, sheet.version, (PlayersNamed(players=(one, two)),))

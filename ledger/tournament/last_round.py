"""Whether a round, or the last one of an event, is over, as the record has it."""

from __future__ import annotations

from ledger.game.facts.setting_up import GameScheduled
from ledger.record.events import tournament_id
from ledger.record.log import Log
from ledger.tournament.facts.matters import RoundReopened
from ledger.tournament.facts.tournaments import RoundClosed
from ledger.tournament.tournament import tournament_of


def last_round_is_over(log: Log, game: GameScheduled) -> bool | None:
    """Whether the last round of the division this game belongs to was closed.

    Returns:
      ``None`` where the record holds no such tournament, as for imported games.
    """
    tournament = tournament_of(log.events_of(tournament_id(game.tournament)))
    return None if tournament is None else game.division in tournament.over


def round_is_closed(log: Log, game: GameScheduled) -> bool:
    """Whether the round this game belongs to was closed, and not opened again since."""
    which = (game.division, game.round_number)
    for event in reversed(log.events_of(tournament_id(game.tournament))):
        fact = event.fact
        match fact:
            case RoundClosed() | RoundReopened():
                if (fact.division, fact.round_number) == which:
                    return isinstance(fact, RoundClosed)
    return False

"""The games of rounds that are not closed for which a player is paired."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

from msgspec import Struct

from ledger.game.sheet.sheet import Sheet
from ledger.tournament.facts.tournaments import Pairing, RoundPaired
from ledger.tournament.played_again import Versions, games_of_pairing
from ledger.tournament.tournament import Tournament


class PairedIn(Struct, frozen=True):
    """A pairing of a player, and the game that counts at its table."""

    paired: RoundPaired
    pairing: Pairing
    sheet: Sheet

    @property
    def is_over(self) -> bool:
        """Whether nobody plays it any more."""
        ending = self.sheet.ending
        return bool(self.sheet.ended or ending.voided or ending.forfeit is not None)

    def opponent_of(self, player: int) -> int:
        """The number of the other one."""
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

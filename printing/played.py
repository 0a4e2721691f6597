"""The games of a tournament, or of a round of it, as forms about many games need them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.game.sheet import Sheet
from ledger.tournament.tournament import Tournament
from printing.heading import Heading
from printing.source import NOTHING_ELSE, Source


@dataclass(frozen=True, kw_only=True)
class Played:
    """The games of a tournament, as far as they are to be printed.

    Attributes:
      slug: the tournament's short name.
      games: each with what its paper needs besides its sheet.
      tournament: its own record; ``None`` where nobody opened it, as for imported games.
      source: the full name and so on; its ``link`` is the one of the record's last entry.
      record_to: the number of that entry.
      shown: in its place, the second in which a visitor printed it.
    """

    slug: str
    games: tuple[tuple[Sheet, Source], ...] = ()
    tournament: Tournament | None = None
    source: Source = field(default_factory=lambda: NOTHING_ELSE)
    record_to: int | None = None
    shown: str = ""

    @property
    def bye_worth(self) -> tuple[int | None, bool | None]:
        """The spread that a bye brings and whether it is rated, as far as that is settled."""
        if self.tournament is None or not self.tournament.rulebook:
            return None, None
        worth = self.tournament.rules.standings
        return worth.bye_spread.value, worth.bye_rated.value

    def byes(self, division: str, round_number: int | None = None) -> list[tuple[int, int]]:
        """Byes of a division, of one round or of all: (round, player's number)."""
        return [
            (paired.round_number, pairing.first)
            for paired in (self.tournament.rounds if self.tournament else ())
            if paired.division == division and round_number in (None, paired.round_number)
            for pairing in paired.pairings
            if not pairing.second
        ]

    def named(self, number: int) -> str:
        """The name of the player with this number."""
        player = self.tournament.player(number) if self.tournament else None
        return player.name if player else ""

    def heading(self, division: str, round_number: int | None = None) -> Heading:
        """The head of a form about many games."""
        return Heading(
            tournament=self.source.tournament or self.slug,
            division=division,
            round_number=round_number,
            record_to=self.record_to,
            shown=self.shown,
            state=state_of_record(self.record_to, self.slug, self.shown),
            rule_line=self.source.rule_line,
        )


def state_of_record(record_to: int | None, of: str, shown: str = "") -> str:
    """What a form about many games, or a case, is about and in which state of the record."""
    if record_to is not None:
        return f"e{record_to}/{of}"
    return f"s{shown}/{of}" if shown else ""

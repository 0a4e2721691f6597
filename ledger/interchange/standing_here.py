"""What stands here already of a division that a file tells of: pairings, results, byes."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.interchange.last_sheet import SheetOf, last_sheet
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.tournament import Tournament

WIN = 2


class StandingHere:
    """One division as the record has it.

    Args:
      tournament: as it stands.
      division: its name here.
      sheet: gives the sheet of a game that was paired.
    """

    def __init__(self, tournament: Tournament, division: str, sheet: SheetOf) -> None:
        self._tournament = tournament
        self._division = division
        self._sheet = sheet
        self._paired: dict[int, dict[int, Pairing]] = {}
        for paired in tournament.rounds:
            if paired.division == division:
                of_round = self._paired.setdefault(paired.round_number, {})
                for pairing in paired.pairings:
                    of_round |= {pairing.first: pairing, pairing.second: pairing}
        self._said = {
            (one.round_number, one.player): one
            for one in tournament.sat_out
            if one.division == division
        }

    @property
    def first_table(self) -> int:
        """The number of the division's first table, as it was planned."""
        planned = (
            one.first_table for one in self._tournament.planned if one.name == self._division
        )
        return next(planned, 1)

    def pairings(self, number: int) -> Mapping[int, Pairing]:
        """Who is paired in a round, each player with the pairing."""
        return self._paired.get(number, {})

    def sheet_at(self, number: int, there: Pairing) -> Sheet:
        """The sheet of a pairing's last game."""
        return last_sheet(self._sheet, self._tournament.slug, number, there, self._division)

    def scores(self, number: int, there: Pairing) -> tuple[int, int] | None:
        """The scores that stand here, in the order of the pairing; ``None``: there are none."""
        sheet = self.sheet_at(number, there)
        if not sheet.ended or sheet.ended == "incomplete":
            return None
        one, two = sheet.stands
        first = place_of(sheet, there, there.first)
        return (one, two) if first == 0 else (two, one)

    @property
    def bye_by_the_book(self) -> tuple[int, int] | None:
        """What a bye is worth, half wins and spread, where that is settled."""
        if not self._tournament.rulebook:
            return None
        spread = self._tournament.rules.standings.bye_spread.value
        return None if spread is None else (WIN, spread)

    def worth(self, number: int, player: int, *, is_a_bye: bool) -> tuple[int, int] | None:
        """What a round without an opponent counts for here, half wins and spread."""
        said = self._said.get((number, player))
        if said is not None:
            return said.half_wins, said.spread
        entered = self._tournament.player(player)
        if entered is not None and number < entered.first_round and not is_a_bye:
            return None if entered.missed_spread is None else (0, entered.missed_spread)
        return self.bye_by_the_book if is_a_bye else None


def place_of(sheet: Sheet, there: Pairing, number: int) -> int:
    """Which seat a player of the pairing has: 0 or 1."""
    numbers = sheet.numbers or (there.first, there.second)
    return numbers.index(number) if number in numbers else 0


def counts_alike(sheet: Sheet, scores: tuple[int, int]) -> bool:
    """Whether a result that was not reached by scores counts as these do."""
    if sheet.ending.resigned is None and sheet.ending.forfeit is None:
        return False
    spread = scores[0] - scores[1]
    return outcome_of(sheet).spreads in ((spread, -spread), (-spread, spread))

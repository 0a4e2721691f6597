"""The rounds of a file beside those that are here: what is paired, whose result is taken over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.hall.results import result_of
from ledger.interchange.change import Change, Verdict
from ledger.interchange.described import DivisionTold
from ledger.interchange.last_sheet import SheetOf
from ledger.interchange.meetings import Met
from ledger.interchange.standing_here import WIN, StandingHere, counts_alike, place_of
from ledger.interchange.taking_in import ResultTold, may_be_taken_over
from ledger.tournament.facts.tournaments import Pairing, RoundPaired, SatOut
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.signs import always_signed


class RoundsPlanned:
    """One division's rounds, planned one by one.

    Args:
      tournament: as it stands.
      division: of the file.
      name: of ours.
      numbers: our numbers by those of the file.
      sheet: gives the sheet of a game that was paired.
      names: of players by our numbers, as they are written here once the file is taken in.
    """

    def __init__(
        self,
        tournament: Tournament,
        division: DivisionTold,
        name: str,
        numbers: Mapping[int, int],
        sheet: SheetOf,
        names: Mapping[int, str],
    ) -> None:
        self.tournament = tournament
        self.division = division
        self.name = name
        self.numbers = numbers
        self.changes: list[Change] = []
        self.results: list[ResultTold] = []
        self.sat_out: list[SatOut] = []
        self.late: dict[int, tuple[int, int | None]] = {}
        self._names = names
        self._pairings: dict[int, list[Pairing]] = {}
        self._new = set(numbers.values()) - {player.number for player in tournament.players}
        self._here = StandingHere(tournament, name, sheet)

    def plan(self, rounds: Sequence[Sequence[Met]]) -> None:
        """Plan all rounds of the file."""
        self._find_late(rounds)
        for number, mets in enumerate(rounds, 1):
            if not mets:
                continue
            tables = _Tables(self._here.pairings(number), self._here.first_table, mets)
            for met in mets:
                if met.one not in self.numbers or (met.two and met.two not in self.numbers):
                    self._tell("refused", f"Round {number}: one of the players was left out", met)
                elif met.two:
                    self._game(number, met, tables)
                else:
                    self._alone(number, met)

    def paired(self) -> Iterator[RoundPaired]:
        """The pairings that are new, round by round."""
        for number, pairings in sorted(self._pairings.items()):
            yield RoundPaired(round_number=number, division=self.name, pairings=tuple(pairings))

    def _tell(self, verdict: Verdict, said: str, met: Met) -> None:
        self.changes.append(Change(verdict, said, self.division.file, met.line))

    def _who(self, met: Met) -> str:
        one = self._names.get(self.numbers.get(met.one, 0), "")
        two = self._names.get(self.numbers.get(met.two, 0), "")
        if not met.two:
            return one
        scores = f" {met.scores[0]} : {met.scores[1]}" if met.scores else ""
        return f"{one} – {two}{scores}"

    def _is_open(self, number: int, met: Met) -> bool:
        """Whether something new may be told of a round; where it is closed, that is said."""
        if (self.name, number) not in self.tournament.closed:
            return True
        self._tell("refused", f"Round {number} is closed here: {self._who(met)}", met)
        return False

    def _game(self, number: int, met: Met, tables: _Tables) -> None:
        one, two = self.numbers[met.one], self.numbers[met.two]
        here = self._here.pairings(number)
        there = here.get(one) or here.get(two)
        if there is None:
            if not self._is_open(number, met):
                return
            pairing = Pairing(tables.next(met.table), one, two)
            self._pairings.setdefault(number, []).append(pairing)
            scores = f", {met.scores[0]} : {met.scores[1]}" if met.scores else ""
            said = f"Round {number}, table {pairing.table}: {self._named(one, two)}{scores}"
            self._tell("new", said, met)
            if met.scores or met.started:
                starter = 1 if met.started else 0
                self.results.append(
                    ResultTold(number, pairing.table, met.scores, self.name, starter)
                )
        elif {there.first, there.second} != {one, two}:
            other = there.second if there.first in (one, two) else there.first
            whom = self._player(other) if other else "nobody"
            who = self._player(one if one in (there.first, there.second) else two)
            said = f"Round {number}: {self._named(one, two)}, but here {who} has {whom}"
            self._tell("refused", said, met)
        elif met.scores:
            self._result(number, met, there)
        else:
            self._tell("same", f"Round {number}: {self._named(one, two)}, as paired here", met)

    def _result(self, number: int, met: Met, there: Pairing) -> None:
        """A result for a game that was paired here."""
        scores = self._scores(met, there)
        assert scores is not None
        sheet = self._here.sheet_at(number, there)
        named = f"Round {number}: {self._named(there.first, there.second)}"
        told = f"{scores[0]} : {scores[1]}"
        stands = self._here.scores(number, there)
        if stands == scores:
            self._tell("same", f"{named}, {told}, as it stands here", met)
            return
        if counts_alike(sheet, scores):
            self._tell("same", f"{named}, {told}, counts as it stands here", met)
            return
        if not may_be_taken_over(sheet):
            is_there = (
                "it is being recorded at its table"
                if stands is None
                else (f"here it stands {stands[0]} : {stands[1]}")
            )
            self._tell("refused", f"{named}, {told} in the file; {is_there}, and stays", met)
            return
        if not self._is_open(number, met):
            return
        starter = (1 if self.numbers[met.one] == there.first else 2) if met.started else 0
        self.results.append(ResultTold(number, there.table, scores, self.name, starter))
        if stands is None:
            self._tell("new", f"{named}, {told}", met)
        else:
            said = f"{named}, {told}; an earlier file had {stands[0]} : {stands[1]}"
            self._tell("changed", said, met)

    def _alone(self, number: int, met: Met) -> None:
        """A round without an opponent: a bye, a round lost, or one before a late entry."""
        player = self.numbers[met.one]
        spread = met.scores[0] if met.scores else 0
        first, missed = self.late.get(player, (1, None))
        if number < first and player in self._new and spread == missed:
            said = f"Round {number}: {self._player(player)} not there yet, {always_signed(spread)}"
            self._tell("new", said, met)
            return
        there = self._here.pairings(number).get(player)
        if there is not None and there.second:
            self._against_a_game(number, met, there, spread)
            return
        half_wins = met.half_wins or 0
        told = SatOut(
            round_number=number,
            division=self.name,
            player=player,
            half_wins=half_wins,
            spread=spread,
        )
        is_a_bye = there is not None
        here = self._here.worth(number, player, is_a_bye=is_a_bye)
        untold = here is not None and met.scores is None  # the format has no spread of it
        if here == (half_wins, here[1] if here and untold else spread):
            self._tell("same", f"Round {number}: {self._player(player)}, as it stands here", met)
            return
        if not self._is_open(number, met):
            return
        new = there is None and half_wins == WIN
        if new:
            self._pairings.setdefault(number, []).append(Pairing(0, player, 0))
        if self._here.bye_by_the_book != (half_wins, spread) or not (new or is_a_bye):
            self.sat_out.append(told)
        what = {2: "a bye", 1: "a bye, half a win", 0: "no opponent, a loss"}[half_wins]
        said = f"Round {number}: {self._player(player)} has {what}, {always_signed(spread)}"
        self._tell("new" if there is None else "changed", said, met)

    def _against_a_game(self, number: int, met: Met, there: Pairing, spread: int) -> None:
        """Files write a game that was forfeited, or counts for nobody, as a round without one."""
        sheet = self._here.sheet_at(number, there)
        who = self._player(self.numbers[met.one])
        result = result_of(sheet)
        at = place_of(sheet, there, self.numbers[met.one])
        if result is not None and (result.half_wins[at], result.spreads[at]) == (
            met.half_wins or 0,
            spread,
        ):
            self._tell("same", f"Round {number}: {who}, as it stands here", met)
            return
        said = f"Round {number}: {who} has nobody in the file, and is paired here; that stays"
        self._tell("refused", said, met)

    def _find_late(self, rounds: Sequence[Sequence[Met]]) -> None:
        """New players whose first rounds are all lost with the same spread, before a real one."""
        for entrant in self.division.entrants:
            number = self.numbers.get(entrant.number)
            if number not in self._new or number is None:
                continue
            first, missed = 1, None
            for at in range(1, len(rounds) + 1):
                outing = entrant.outing(at)
                is_lost = outing.opponent == 0 and outing.half_wins == 0
                if not is_lost or (missed is not None and outing.score != missed):
                    break
                missed = outing.score
                first = at + 1
            if first > 1 and first <= len(rounds) and missed is not None and -999 <= missed <= 0:
                self.late[number] = (first, missed)

    def _player(self, number: int) -> str:
        known = self._names.get(number)
        if known is None:
            player = self.tournament.player(number)
            known = player.name if player else str(number)
        return known

    def _named(self, one: int, two: int) -> str:
        return f"{self._player(one)} – {self._player(two)}"

    def _scores(self, met: Met, there: Pairing) -> tuple[int, int] | None:
        """The scores of the file in the order of the pairing here."""
        if met.scores is None:
            return None
        one, two = met.scores
        return (one, two) if self.numbers[met.one] == there.first else (two, one)


class _Tables:
    """Tables of a round, given out: the file's own where it is free, else the next that is."""

    def __init__(self, here: Mapping[int, Pairing], first: int, mets: Sequence[Met]) -> None:
        self.taken = {pairing.table for pairing in here.values() if pairing.second}
        self.wanted = {met.table for met in mets if met.table}
        self.free = first

    def next(self, table: int) -> int:
        """The table for one more game."""
        if not table or table in self.taken:
            while self.free in self.taken or self.free in self.wanted:
                self.free += 1
            table = self.free
        self.taken.add(table)
        return table

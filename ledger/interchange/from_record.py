"""A tournament of this record as files have one, a `ParsedTournament`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count
from uuid import UUID

from msgspec import Struct

from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.sheet.outcome import outcome_of, start_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import result_of
from ledger.interchange.parsed import DivisionView, Entrant, Outing, ParsedTournament
from ledger.messages import listed, say
from ledger.record.events import game_id
from ledger.rulebook.help.choices import value_wording
from ledger.rulebook.limits import rating_of
from ledger.tournament.facts import Pairing
from ledger.tournament.names import spelled
from ledger.tournament.pairing import WIN as WIN_BYES
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.names import key
from ledger.vocabulary.refusals import RecordAway, Refusal
from ledger.vocabulary.signs import always_signed

# The game of a pairing whose result counts: the last one, where it was played again.


SheetOf = Callable[[UUID], Sheet]
"""Gives the sheet of a game; it refuses for one that was never scheduled."""


def last_sheet(
    sheet: SheetOf, slug: str, round_number: int, pairing: Pairing, division: str
) -> Sheet:
    """The sheet of the game of a pairing, of the last one these two played there.

    At a table of a round that was put right others may have been before.
    """
    table, both = pairing.table, {pairing.first, pairing.second}
    found = sheet(game_id(slug, round_number, table, division=division))
    for replay in count(2):
        again = game_id(slug, round_number, table, division=division, replay=replay)
        try:
            other = sheet(again)
        except RecordAway:
            raise
        except Refusal:
            return found
        if both == set(other.numbers or ()) or both != set(found.numbers or ()):
            found = other
    return found  # pragma: no cover (count never ends)


# What of an event as a whole keeps it from being rated: its limits, its options.


def of_the_event(tournament: Tournament) -> Iterator[str]:
    """What a ratings officer is to know of the event before its games."""
    if not tournament.rulebook:
        return
    rules = tournament.rules
    limit = rating_of(rules)
    if limit.kind == "outside":
        yield say("interchange.limit-outside", clause=limit.clause)
    elif limit.kind == "may-be-rated":
        yield say("interchange.limit-unusual", clause=limit.clause)
    mode = rules.challenge.mode.value
    if mode is not None and not rules.challenge.modes[mode].standard:
        text = value_wording("challenge-mode", mode)
        yield say("interchange.challenges-unrateable", mode=text, clause=rules.challenge.mode)


NOBODY = Outing(opponent=0, score=0)
"""A round that counts for nothing."""


class Here(Struct, frozen=True):
    """A tournament as files tell it, and what of it does not count for ratings, and why."""

    told: ParsedTournament
    remarks: tuple[str, ...]


def told_here(tournament: Tournament, sheet: SheetOf) -> Here:
    names = {one.name: one.rounds for one in tournament.planned}
    names |= {
        one: names.get(one, 0)
        for one in chain(
            (player.division for player in tournament.players),
            (paired.division for paired in tournament.rounds),
        )
    }
    reading = [_Division(tournament, name, sheet) for name in sorted(names)]
    divisions = tuple(one.told(names[one.name]) for one in reading if one.players)
    remarks = (
        *of_the_event(tournament),
        *_of_one_name(tournament),
        *chain.from_iterable(one.remarks for one in reading),
    )
    return Here(ParsedTournament(divisions, tournament.name, tournament.first_day), remarks)


def _of_one_name(tournament: Tournament) -> Iterator[str]:
    """Players whom only our number behind the name tells apart."""
    names: dict[str, list[Player]] = {}
    for player in tournament.players:
        names.setdefault(key(spelled(player.name, player.number)), []).append(player)
    for players in names.values():
        if len(players) > 1:
            named = listed(player.name for player in players)
            yield say("interchange.one-name", names=named)


class _Division:
    def __init__(self, tournament: Tournament, name: str, sheet: SheetOf) -> None:
        self.tournament = tournament
        self.name = name
        self.sheet = sheet
        self.players = [player for player in tournament.players if player.division == name]
        self.place = {player.number: at for at, player in enumerate(self.players, 1)}
        self.outings: dict[tuple[int, int], Outing] = {}
        self.remarks: list[str] = []
        self.said = {
            (one.round_number, one.player): one
            for one in tournament.sat_out
            if one.division == name
        }
        self.rounds = max(
            (
                *(paired.round_number for paired in tournament.rounds if paired.division == name),
                *(number for number, _ in self.said),
            ),
            default=0,
        )

    def told(self, planned: int) -> DivisionView:
        for paired in self.tournament.rounds:
            if paired.division == self.name:
                for pairing in paired.pairings:
                    self._pairing(paired.round_number, pairing)
        for number, player in self.said:
            self.outings[number, player] = self._sat_out(number, player)
        self._spread_apart()
        return DivisionView(
            name=self.name,
            entrants=tuple(self._entrant(player) for player in self.players),
            planned=max(planned, self.rounds) if planned else 0,
            plan=self.tournament.plan_of(self.name).rounds,
        )

    def _entrant(self, player: Player) -> Entrant:
        return Entrant(
            number=self.place[player.number],
            numbered=player.number,
            name=player.name,
            rating=player.rating,
            team=player.team,
            classes=player.classes,
            member=player.member,
            table=player.table,
            off=0 if player.number in self.tournament.conduct.withdrawn else None,
            outings=tuple(self._outing(player, at) for at in range(1, self.rounds + 1)),
        )

    def _outing(self, player: Player, at: int) -> Outing:
        known = self.outings.get((at, player.number))
        if known is not None:
            return known
        if at < player.first_round and player.missed_spread is not None:
            return Outing(opponent=0, score=player.missed_spread, half_wins=0)
        return NOBODY

    def _pairing(self, number: int, pairing: Pairing) -> None:
        if not pairing.second:
            if (number, pairing.first) not in self.said:  # what was said for itself comes later
                self.outings[number, pairing.first] = self._bye(number, pairing.first)
            return
        slug = self.tournament.slug
        sheet = last_sheet(self.sheet, slug, number, pairing, self.name)
        one, two = self._game(number, pairing, sheet)
        self.outings[number, pairing.first] = one
        self.outings[number, pairing.second] = two

    def _bye(self, number: int, player: int) -> Outing:
        rules = self.tournament.rules.standings if self.tournament.rulebook else None
        spread = rules.bye_spread.value if rules else None
        if spread is None:
            self._say(number, say("interchange.bye-of-no-worth", player=self._name(player)))
            return NOBODY
        if rules is None or rules.bye_rated.value is not True:
            self._say(number, say("interchange.bye-not-rated", player=self._name(player)))
        return Outing(opponent=0, score=spread, half_wins=WIN_BYES)

    def _sat_out(self, number: int, player: int) -> Outing:
        bye = self.said[number, player]
        spread = always_signed(bye.spread)
        said = say("interchange.loss-not-rated", player=self._name(player), spread=spread)
        if bye.half_wins:
            said = say(
                "interchange.bye-of-worth-not-rated", player=self._name(player), spread=spread
            )
        self._say(number, said)
        return Outing(opponent=0, score=bye.spread, half_wins=bye.half_wins)

    def _game(self, number: int, pairing: Pairing, sheet: Sheet) -> tuple[Outing, Outing]:
        """What both players of a pairing did, in its order."""
        numbers = sheet.numbers or (pairing.first, pairing.second)
        first = 0 if numbers[0] == pairing.first else 1
        who = f"{self._name(pairing.first)} – {self._name(pairing.second)}"
        decided = self._decided(number, pairing, sheet, who)
        if decided is not None:
            return decided
        result, outcome = result_of(sheet), outcome_of(sheet)
        known = _start_is_known(sheet)
        stands: tuple[int, int] = sheet.stands
        if result is None and sheet.ending.voided:
            self._say(number, say("interchange.game-void", players=who))
            return NOBODY, NOBODY
        if result is not None and outcome.rated is not True:
            why = say(f"interchange.why-unrated.{outcome.kind}")
            said = say("interchange.game-not-rated", players=who, why=why)
            if outcome.rated is not False:
                said = say("interchange.game-rated-unsettled", players=who, why=why)
            self._say(number, said)
            return self._apart(result.half_wins, result.spreads, first)
        if result is not None and outcome.spreads != _by_scores(stands):
            stands = _with_margin(stands, outcome.spreads)
            said = say("interchange.margin-set", players=who)
            self._say(number, said)
        return self._played(pairing, stands if result is not None else None, first, known=known)

    def _played(
        self, pairing: Pairing, stands: tuple[int, int] | None, first: int, *, known: bool
    ) -> tuple[Outing, Outing]:
        def outing(opponent: int, seat: int) -> Outing:
            return Outing(
                opponent=self.place.get(opponent, 0),
                score=stands[seat] if stands else None,
                started=seat == 0 if known else None,
                table=pairing.table,
            )

        return outing(pairing.second, first), outing(pairing.first, 1 - first)

    def _decided(
        self, number: int, pairing: Pairing, sheet: Sheet, who: str
    ) -> tuple[Outing, Outing] | None:
        """What a decision about conduct makes of a game; ``None`` where there is none."""
        conduct = self.tournament.conduct
        if any(game == sheet.id for _, game in conduct.voided):
            self._say(number, say("interchange.counts-for-nobody", players=who))
            return NOBODY, NOBODY
        for _, awarded in conduct.awarded:
            if awarded.game == sheet.id:
                margin = int(awarded.margin)
                self._say(number, say("interchange.awarded", players=who))
                won = Outing(opponent=0, score=margin, half_wins=WIN_BYES)
                lost = Outing(opponent=0, score=-margin, half_wins=0)
                return (won, lost) if awarded.opponent == pairing.first else (lost, won)
        return None

    def _apart(
        self, half_wins: tuple[int, int], spreads: tuple[int, int], first: int
    ) -> tuple[Outing, Outing]:
        one, two = (
            Outing(opponent=0, score=spreads[seat], half_wins=half_wins[seat])
            for seat in (first, 1 - first)
        )
        return one, two

    def _spread_apart(self) -> None:
        """Changes of spread that belong to no score."""
        for player in self.players:
            points = self.tournament.conduct.spread_of(player.number)
            if points:
                spread = always_signed(points)
                said = say("interchange.spread-by-ruling", player=player.name, spread=spread)
                if self.name:
                    said = say("interchange.in-division", division=self.name, said=said)
                self.remarks.append(_as_sentence(said))

    def _name(self, number: int) -> str:
        player = self.tournament.player(number)
        return player.name if player else str(number)

    def _say(self, number: int, said: str) -> None:
        if self.name:
            said = say("interchange.in-round-of", division=self.name, number=number, said=said)
        else:
            said = say("interchange.in-round", number=number, said=said)
        self.remarks.append(_as_sentence(said))


def _as_sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def _start_is_known(sheet: Sheet) -> bool:
    """Whether the record says who goes first, or that somebody did."""
    said = any(isinstance(event.fact, StarterDetermined) for event in sheet.events)
    return (sheet.started or said) and start_of(sheet).who > 0


def _by_scores(stands: tuple[int, int]) -> tuple[int, int]:
    return stands[0] - stands[1], stands[1] - stands[0]


def _with_margin(stands: tuple[int, int], spreads: tuple[int, int]) -> tuple[int, int]:
    """Scores that give the spread: the winner's as it stands, the loser's so much below it."""
    if spreads[0] >= 0:
        return stands[0], stands[0] - spreads[0]
    return stands[1] + spreads[0], stands[1]


def lines_of_remarks(remarks: tuple[str, ...]) -> Iterator[str]:
    if not remarks:
        yield say("interchange.all-rated")
    yield from remarks


# What stands here already of a division that a file tells of: pairings, results, byes.


WIN = 2


class StandingHere:
    """One division as the record has it; ``division``: its name here."""

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
        return self._paired.get(number, {})

    def sheet_at(self, number: int, there: Pairing) -> Sheet:
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
    numbers = sheet.numbers or (there.first, there.second)
    return numbers.index(number) if number in numbers else 0


def counts_alike(sheet: Sheet, scores: tuple[int, int]) -> bool:
    """Whether a result that was not reached by scores counts as these do."""
    if sheet.ending.resigned is None and sheet.ending.forfeit is None:
        return False
    spread = scores[0] - scores[1]
    return outcome_of(sheet).spreads in ((spread, -spread), (-spread, spread))

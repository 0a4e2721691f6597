"""A file taken into a tournament by one request, `TakeInFile`: all of it, or nothing.

What it would change is worked out and shown first (``plan``); what is asked here is that plan.
Nobody at a table signed any of it: each result stands over the badge of who took the file in, with
the file's name and digest beside it, until the players sign or a slip comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.game.results.facts import ResultTakenOver
from ledger.game.results.slips import LEAST, MOST, Score, now_differs
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import game_id
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, Decision, StreamWrite
from ledger.tournament.facts import (
    Division,
    DivisionsPlanned,
    FileTakenIn,
    OptionSet,
    PlayerEntered,
    PlayerWithdrawn,
    RoundPaired,
    RoundsPlanned,
    SatOut,
)
from ledger.tournament.names import told_apart
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.pairing import at_free_tables, games_of, must_be_pairable, noticed_about_byes
from ledger.tournament.players import games_named, in_their_divisions, must_be_players
from ledger.tournament.round_plan import must_make_sense
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary import Points

WORTH = (0, 1, 2)  # half wins of a round without an opponent


class ResultTold(Struct, frozen=True, omit_defaults=True):
    """What a file has of a game: its result, or only who is to go first.

    Attributes:
      scores: in the order of the pairing; ``None``: none yet.
      starter: which of the two went first, 1 or 2; 0: the file does not say.
    """

    round_number: int
    table: int
    scores: tuple[Score, Score] | None
    division: str = ""
    starter: Annotated[int, Meta(ge=0, le=2)] = 0


class TakeInFile(TournamentRequest, frozen=True, tag="take-in-file", kw_only=True):
    """Take in what a file tells.

    Attributes:
      players: new ones, and those of whom something is told anew.
      rounds: pairings that are new, a round of a division once.
      results: of games paired by these rounds, or before.
      sat_out: rounds without an opponent whose worth the file says.
      planned: divisions for which nobody said how many rounds they play, with what the file says.
      options: points of the rulebook that nobody settled, as its settings have them.
      plans: of divisions for which nobody planned rounds, the plan that the file has.
    """

    file: str
    digest: str
    players: tuple[PlayerEntered, ...] = ()
    rounds: tuple[RoundPaired, ...] = ()
    results: tuple[ResultTold, ...] = ()
    sat_out: tuple[SatOut, ...] = ()
    off: tuple[int, ...] = ()
    planned: tuple[Division, ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    plans: tuple[RoundsPlanned, ...] = ()

    def updates(self, tournament: Tournament) -> bool:
        """Where somebody is new, or a round; results come late as well."""
        new = any(tournament.player(player.number) is None for player in self.players)
        return new or bool(self.rounds)

    @property
    def is_empty(self) -> bool:
        divisions = (self.players, self.rounds, self.results, self.sat_out, self.off, self.planned)
        return not any((*divisions, self.options, self.plans))


@decides(TakeInFile, may=ORGANISERS)
def take_in_file(
    tournament: Tournament, request: TakeInFile, context: TournamentContext
) -> Decision:
    """Write all of it down: players, rounds with their games, results, who left."""
    if request.is_empty:
        raise refusal("nothing-changed")
    taken = _Taken(tournament, request, context)
    taken.options()
    taken.plan()
    taken.players()
    for paired in request.rounds:
        taken.round(paired)
    taken.without_an_opponent()
    taken.left()
    taken.plans()
    taken_in = FileTakenIn(
        file=request.file,
        digest=request.digest,
        players=len(request.players),
        games=len(taken.games),
        results=sum(result.scores is not None for result in request.results),
    )
    remarks = tuple(dict.fromkeys(taken.remarks))
    return Decision((taken_in, *taken.facts), remarks, tuple(taken.parts()))


class _Taken:
    """What is taken in, chapter by chapter: the facts, and the tournament as it is by then."""

    def __init__(
        self, tournament: Tournament, request: TakeInFile, context: TournamentContext
    ) -> None:
        self.tournament = self.then = tournament
        self.asked = request
        self.under = context
        self.source = request.file or "pasted text"
        self.facts: list[Fact] = []
        self.games: dict[UUID, GameScheduled] = {}
        self.remarks: list[str] = []
        self.names: dict[int, str] = {}

    def options(self) -> None:
        """What a result is worth, settled before any game of the file is scheduled."""
        if not self.asked.options:
            return
        if self.tournament.rounds:
            raise refusal("options-locked")
        kept = [one for one in self.tournament.options if one[0] not in dict(self.asked.options)]
        options = (*kept, *self.asked.options)
        rulebook.in_force(self.tournament.rulebook, options, self.tournament.rulebook_digest)
        self.then = replace(self.then, options=options)
        self.facts += [
            OptionSet(name=name, value=value, source=self.source)
            for name, value in self.asked.options
        ]

    def plan(self) -> None:
        if self.asked.planned:
            new = {one.name: one for one in self.asked.planned}
            known = tuple(new.pop(one.name, one) for one in self.tournament.planned)
            self.facts.append(DivisionsPlanned(divisions=(*known, *new.values())))

    def players(self) -> None:
        known_players = self.asked.players
        if known_players:
            must_be_players(known_players)
            known_players = told_apart(
                self.tournament.players, in_their_divisions(self.tournament, known_players)
            )
            self.names = {player.number: player.name for player in known_players}
            self.then = replace(self.then, players=_merged(self.then.players, known_players))
            self.facts += known_players

    def round(self, paired: RoundPaired) -> None:
        number, division = paired.round_number, paired.division
        _must_be_open(self.tournament, division, number)
        must_be_pairable(self.then, number, paired.pairings, division=division)
        pairings = at_free_tables(self.then, number, paired.pairings, division, self.under)
        paired = replace(paired, pairings=pairings)
        self.games |= games_of(self.then, number, pairings, division=division)
        self.remarks += noticed_about_byes(self.then, paired)
        self.then = replace(self.then, rounds=(*self.then.rounds, paired))
        self.facts.append(paired)

    def without_an_opponent(self) -> None:
        for sat_out in self.asked.sat_out:
            _must_be_open(self.tournament, sat_out.division, sat_out.round_number)
            self._must_be_there(sat_out.player)
            if sat_out.half_wins not in WORTH or not LEAST <= sat_out.spread <= MOST:
                raise refusal("unreadable-request/worth-of-a-bye", number=sat_out.player)
            self.facts.append(replace(sat_out, source=self.source))

    def left(self) -> None:
        for number in self.asked.off:
            self._must_be_there(number)
            if number not in self.tournament.conduct.withdrawn:
                reason = f"As {self.source} has it"
                self.facts.append(PlayerWithdrawn(player=number, reason=reason))

    def plans(self) -> None:
        for planned in self.asked.plans:
            if self.tournament.plan_of(planned.division).rounds:
                raise refusal("round-planned")
            for one in planned.rounds:
                must_make_sense(one)
            self.facts.append(planned)

    def parts(self) -> Iterator[StreamWrite]:
        """The games: one part a stream, whatever is told of it."""
        results = dict(_results(self.tournament, self.asked, self.games, self.under))
        for game, scheduled in self.games.items():
            yield StreamWrite(game, 0, (scheduled, *results.pop(game, ())))
        for part in games_named(self.tournament, self.names, self.under):
            results[part.stream] = (*part.facts, *results.get(part.stream, ()))
        for game, facts in results.items():
            yield StreamWrite(game, self.under.version_of(game), facts)

    def _must_be_there(self, number: int) -> None:
        if self.then.player(number) is None:
            raise refusal("no-such-player/entered", number=number)


def _results(
    tournament: Tournament,
    request: TakeInFile,
    games: Mapping[UUID, GameScheduled],
    context: TournamentContext,
) -> Iterator[tuple[UUID, tuple[Fact, ...]]]:
    results: dict[UUID, ResultTold] = {}
    for result in request.results:
        _must_be_open(tournament, result.division, result.round_number)
        slug, division = tournament.slug, result.division
        results[game_id(slug, result.round_number, result.table, division=division)] = result
    for game, result in results.items():
        sheet = None if game in games else context.sheet(game)
        if sheet is not None and (result.scores is None or not may_be_taken_over(sheet)):
            one, two = sheet.scheduled.players
            raise refusal("result-there", one=one, two=two, number=result.round_number)
        yield game, result_facts(sheet, result, request)


def may_be_taken_over(sheet: Sheet) -> bool:
    """Whether a file may say how a game ended: nobody played it here, and nobody signed it."""
    if sheet.ending.forfeit is not None or sheet.ending.voided or sheet.result.given:
        return False
    if sheet.result.carried or sheet.result.amended is not None or sheet.result.records_differ:
        return False
    return bool(sheet.result.from_file) or not (sheet.ended or sheet.turn_count)


def result_facts(sheet: Sheet | None, result: ResultTold, request: TakeInFile) -> tuple[Fact, ...]:
    """What is written of a game: the start as far as nobody wrote it down, and the result."""
    facts: list[Fact] = []
    starter = sheet.starter + 1 if sheet is not None and sheet.started else result.starter or 1
    if sheet is None or not sheet.started:
        facts.append(
            StarterDetermined(starter=starter, method="assigned" if result.starter else "not-known")
        )
        if result.scores is None:
            return tuple(facts)
        facts.append(GameStarted())
    if result.scores is None:
        return ()
    one, two = (Points(score) for score in result.scores)
    totals = (one, two) if starter == 1 else (two, one)
    taken_over = ResultTakenOver(totals=totals, file=request.file, digest=request.digest)
    if sheet is None:
        return (*facts, taken_over)
    if starter - 1 != sheet.starter:
        seated = sheet.result.with_seats_changed()
        sheet = replace(sheet, starter=starter - 1, result=seated)
    return (*facts, taken_over, *now_differs(sheet, totals))


def _merged(players: Sequence[Player], told: Sequence[PlayerEntered]) -> tuple[Player, ...]:
    by_number = {player.number: player for player in players}
    by_number |= {player.number: Player(**asdict(player)) for player in told}
    return tuple(by_number[number] for number in sorted(by_number))


def _must_be_open(tournament: Tournament, division: str, round_number: int) -> None:
    if (division, round_number) in tournament.closed:
        raise refusal("round-is-closed")

"""Plays the demonstration into a desk: every entry a request of a tablet, at its time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_dataclasses
from datetime import datetime, timedelta
from functools import cache, partial
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from ledger.accounts.requests import IssueBadge
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, from_the_desk
from ledger.game.blanks import facts as blanks
from ledger.game.blanks.requests import DesignateBlank
from ledger.game.challenges import facts as challenges
from ledger.game.challenges.facts import ChallengeAdjudicated
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock import facts as clock
from ledger.game.clock.requests import AdjustTime, NeutraliseClock, RecordOvertime, RestartClock
from ledger.game.endings import facts as endings
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.judging.slips import ConfirmSlip
from ledger.game.results import facts as results
from ledger.game.results.amending import AskAmendment, SignAmendment
from ledger.game.results.facts import ResultProposed, ResultSigned
from ledger.game.results.signatures import digest, digest_shown, shown_amendment
from ledger.game.results.signing import HandIn, ProposeResult, SignResult
from ledger.game.scores import facts as scores
from ledger.game.scores.requests import AgreeTotals, ReportDiscrepancy
from ledger.game.setting_up import facts as setting_up
from ledger.game.setting_up.facts import OptionValue
from ledger.game.setting_up.requests import CheckSet, DetermineStarter, StartGame
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns import facts as turns
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.game.turns.requests import CorrectEntry, CorrectScore, PlaceTiles
from ledger.incidents.appeals import DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.hearing import ConfirmStatement, TakeStatement
from ledger.incidents.opening import CloseCase, OpenCase
from ledger.incidents.requests import CaseRequest
from ledger.incidents.ruling import GiveRuling, TellRuling
from ledger.lexicon.lexicon import add_free_list
from ledger.proof.checkpoints_made import AutomaticCheckpoints
from ledger.record.events import badge_id, game_id, tournament_id
from ledger.record.fact import Fact
from ledger.record.kept_words import KeptWords
from ledger.requests import Request
from ledger.simulation.clerk import drawn_by
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import ChooseWords, OpenTournament
from ledger.tournament.players import EnterPlayers
from ledger.tournament.rounds import CloseRound, PairRound
from ledger.transcript import Line, read_transcript
from ledger.vocabulary import COMMAND_LINE, Clocks, Role

# The cases of the demonstration: who was heard, what was ruled, and what came of it.


InACase = (
    OpenCase | TakeStatement | ConfirmStatement | GiveRuling | TellRuling | LodgeAppeal
    | HearAppeal | DecideAppeal | CloseCase
)  # fmt: skip

TURNS = (PlayRecorded, TilesExchanged, TurnPassed)


class CaseStep(Struct, frozen=True):
    """One request in a case.

    Attributes:
      at: seconds after the turn of its sitting.
      said: somebody's words, which the request names by their digest.
    """

    at: int
    asked: InACase
    said: str = ""

    def asked_with(self, game: UUID, version: int) -> tuple[CaseRequest, tuple[KeptWords, ...]]:
        """The request about a game that stands at ``version``, and the words kept with it."""
        words = (KeptWords(bytes(range(16)), self.said.encode()),) if self.said else ()
        named = words[0].digest if words else ""
        match self.asked:
            case OpenCase():
                return replace(self.asked, game=game, about_event=version), words
            case GiveRuling():
                return replace(self.asked, game=game), words
            case TakeStatement():
                return replace(self.asked, words=named), words
            case LodgeAppeal():
                return replace(self.asked, grounds=named), words
        return self.asked, words


class Sitting(Struct, frozen=True):
    """What was done in a case in one go.

    Attributes:
      turn: of the game, after which the director is at the table.
      takes: for how many seconds the game stands still for it.
    """

    turn: int
    steps: tuple[CaseStep, ...]
    takes: int = 0


class DemoCase(Struct, frozen=True):
    round_number: int = field(name="round")
    table: int
    sittings: tuple[Sitting, ...]

    def pauses(self) -> dict[int, timedelta]:
        return {one.turn: timedelta(seconds=one.takes) for one in self.sittings}


def is_a_turn(fact: Fact) -> bool:
    return isinstance(fact, TURNS)


# What is on the programme of the demonstration: players, officials, cases and games.


FOLDER = Path(__file__).parent


class DemoOfficial(Struct, frozen=True):
    badge: str
    name: str
    role: Role


class Game(Struct, frozen=True):
    """Who met whom, and the file that tells the game.

    Attributes:
      players: their numbers, in the order of the pairing; who starts is in the transcript.
    """

    round_number: int = field(name="round")
    table: int
    players: tuple[int, int]
    transcript: str

    def lines(self) -> tuple[Line, ...]:
        """The facts of the game after ``GameScheduled``."""
        text = (FOLDER / "games" / self.transcript).read_text("utf-8")
        return read_transcript(text, before=1)


class Programme(Struct, frozen=True):
    """The tournament. ``players`` are in the order of their numbers, from 1."""

    slug: str
    name: str
    place: str
    rulebook: str
    players: tuple[str, ...]
    options: dict[str, OptionValue]
    officials: tuple[DemoOfficial, ...]
    cases: tuple[DemoCase, ...]
    games: tuple[Game, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(sorted({game.round_number for game in self.games}))

    def round(self, number: int) -> tuple[Game, ...]:
        return tuple(game for game in self.games if game.round_number == number)

    def case(self, game: Game) -> DemoCase | None:
        place = game.round_number, game.table
        return next((one for one in self.cases if (one.round_number, one.table) == place), None)


@cache
def programme() -> Programme:
    return msgspec.toml.decode((FOLDER / "tournament.toml").read_bytes(), type=Programme)


# Which request would have put a fact on the sheet.


FOLLOWS = (
    challenges.PhoneyWithdrawn,
    challenges.ChallengeFailed,
    endings.PlayedOut,
    endings.GameEnded,
    results.ResultAmended,
)
"""Facts nobody asks for: the desk writes them with the entry they follow from."""

NEED_A_RULING = (clock.TimeAdjusted, scores.PenaltyApplied, scores.CreditApplied)

SAME_FIELDS: dict[type[Fact], type[Request]] = {
    setting_up.SetChecked: CheckSet,
    setting_up.StarterDetermined: DetermineStarter,
    setting_up.GameStarted: StartGame,
    turns.TilesExchanged: ExchangeTiles,
    turns.TurnPassed: PassTurn,
    blanks.BlankDesignated: DesignateBlank,
    challenges.HoldCalled: CallHold,
    challenges.HoldReleased: ReleaseHold,
    challenges.ChallengeIssued: IssueChallenge,
    challenges.ChallengeSlipConfirmed: ConfirmSlip,
    challenges.ChallengeAdjudicated: Adjudicate,
    clock.ClockNeutralised: NeutraliseClock,
    clock.ClockRestarted: RestartClock,
    clock.TimeAdjusted: AdjustTime,
    endings.PlayOutAccepted: AcceptPlayOut,
    scores.CumulativeAgreed: AgreeTotals,
    scores.DiscrepancyFound: ReportDiscrepancy,
    results.ResultHandedIn: HandIn,
    results.AmendmentAsked: AskAmendment,
}
"""Requests whose fields are those of the fact they put down, or more."""


def signature(signed: results.ResultSigned) -> SignResult | SignAmendment:
    """A signature, as yet without what was on the screen: that is known when it is given."""
    request = SignResult if signed.amendment is None else SignAmendment
    return request(
        seat=signed.seat, totals=signed.totals, how=signed.how, shown="", witness=signed.witness
    )


IN_OTHER_WORDS: dict[type[Fact], Callable[[Any], Request]] = {
    turns.PlayRecorded: lambda fact: PlaceTiles(
        seat=fact.seat, placement=fact.placement, announced=fact.announced, rack=fact.rack
    ),
    endings.UnplayedTilesCounted: lambda fact: CountUnplayed(racks=fact.racks),
    clock.OvertimeRecorded: lambda fact: RecordOvertime(seat=fact.seat, over=fact.over),
    turns.ScoreCorrected: lambda fact: CorrectScore(
        version=fact.supersedes, now=fact.now, reason=fact.reason, approved_by=fact.approved_by
    ),
    turns.EntryCorrected: lambda fact: CorrectEntry(
        version=fact.supersedes,
        replacement=fact.replacement,
        reason=fact.reason,
        approved_by=fact.approved_by,
    ),
    results.ResultProposed: lambda _: ProposeResult(),
    results.ResultSigned: signature,
}


def request_for(fact: Fact) -> Request | None:
    """The request that puts ``fact`` down; ``None`` if it follows from the one before."""
    if isinstance(fact, FOLLOWS):
        return None
    kind = type(fact)
    if kind in IN_OTHER_WORDS:
        return IN_OTHER_WORDS[kind](fact)
    request = SAME_FIELDS[kind]
    both = set(request.__struct_fields__) & set(fact.__struct_fields__)
    return request(**{name: getattr(fact, name) for name in both})


def as_seen(request: Request, sheet: Sheet) -> tuple[Request, tuple[KeptWords, ...]]:
    """A signature with the digest of what its player sees, and the strokes of the hand."""
    if isinstance(request, SignResult):
        shown = digest_shown(sheet, request.seat, text=1)
    elif isinstance(request, SignAmendment) and sheet.result.amending is not None:
        reason = sheet.result.amending.reason
        shown = digest(shown_amendment(sheet, request.seat, request.totals, reason, 1))
    else:
        return request, ()
    by_hand = request.how == "stroke"
    kept = (drawn_by(sheet.id, request.seat, sheet.version),) if by_hand else ()
    return replace(request, shown=shown, words=kept[0].digest if kept else ""), kept


# The requests of a round of the demonstration, and when each was made and arrived.
#
# The clocks tell when a turn was made: both players' thinking time, and a little for what
# happens while the clocks stand.


AN_ENTRY = timedelta(seconds=9)
"""What an entry takes that has no clock reading: a blank slip, a signature."""

A_VERDICT = timedelta(seconds=50)
ON_THE_WAY = timedelta(seconds=2)
"""From the tablet to the record, with the network up."""

OFFLINE = {("T2", 4): (timedelta(minutes=18), timedelta(minutes=26))}
"""A tablet without network, in one round: its entries of that time arrive at its end."""


@dataclass(frozen=True)
class Step:
    """One request, when it was made and when it arrived; both since the round began.

    ``turn``: how many turns of its game there are once it is written.
    """

    made: timedelta
    arrived: timedelta
    place: int
    game: Game
    line: Line
    asked: Request
    turn: int


Pauses = Callable[[Game], Mapping[int, timedelta]]


def _no_pauses(_game: Game) -> Mapping[int, timedelta]:
    return {}


def steps_of(games: Iterable[Game], pauses: Pauses = _no_pauses) -> list[Step]:
    """The requests of a round in the order in which they arrive.

    A game in progress began late, so that its last entry is the last of all.
    """
    found_steps = [list(_steps(game, pauses(game))) for game in games]
    last = max(steps[-1].arrived for steps in found_steps)
    steps = [
        step
        for game in found_steps
        for step in (game if _is_over(game) else _later(game, last - game[-1].arrived))
    ]
    return sorted(steps, key=lambda step: (step.arrived, step.game.table, step.place))


def _steps(game: Game, pauses: Mapping[int, timedelta]) -> Iterator[Step]:
    """The requests of a game, each at the time the clocks tell, or a little after the last."""
    made = timedelta(seconds=20 * game.table)
    between = waits = timedelta()
    turn = 0
    for place, line in enumerate(game.lines()):
        request = request_for(line.fact)
        pause = A_VERDICT if isinstance(line.fact, ChallengeAdjudicated) else AN_ENTRY
        if waits and (is_a_turn(line.fact) or isinstance(line.fact, NEED_A_RULING)):
            made, between, waits = made + waits, between + waits, timedelta()
        if line.clocks is None:
            made += pause
            between += pause
        else:
            made = max(made + timedelta(seconds=4), _thought(line.clocks) + between)
        if is_a_turn(line.fact):
            turn += 1
            waits = pauses.get(turn, timedelta())
        if request is not None:
            yield Step(made, _arrival(game, made), place, game, line, request, turn)


def _is_over(steps: list[Step]) -> bool:
    return any(isinstance(step.line.fact, ResultProposed) for step in steps)


def _later(steps: list[Step], by: timedelta) -> list[Step]:
    return [
        replace_dataclasses(step, made=step.made + by, arrived=step.arrived + by) for step in steps
    ]


def _thought(clocks: Clocks) -> timedelta:
    return timedelta(minutes=2 * 25) - timedelta(seconds=clocks[0] + clocks[1])


def _arrival(game: Game, made: timedelta) -> timedelta:
    gone, back = OFFLINE.get((f"T{game.table}", game.round_number), (made, made))
    return (back if gone < made < back else made) + ON_THE_WAY


SLUG = programme().slug
GAMES = len(programme().games)

ROUND = timedelta(minutes=75)
SETTING_UP = timedelta(hours=1)
AHEAD = {"T3": timedelta(seconds=7)}
"""Tablets whose clocks are ahead of the record's."""


def build(
    desk: Desk,
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
    *,
    by: str = "console",
) -> None:
    """Enter the whole demonstration, up to this moment.

    Args:
      desk: an empty record's, but for the badge of whoever begins it.
      advance: told how many games are done.
      by: badge of the organiser who begins; issued here if the record is empty.
    """
    Building(desk, folder, programme(), by).run(advance)


class Building:
    """The demonstration under way. The record's clock is set as the tournament goes on."""

    def __init__(self, desk: Desk, folder: Path, plan: Programme, by: str) -> None:
        self.plan = plan
        self.folder = folder
        self.by = by
        self.ends = desk.now()
        self.clock = self.ends
        self.followers = desk.followers
        # Rounds are signed as they close; the read models take everything in when all is written.
        signing = [one for one in desk.followers if isinstance(one, AutomaticCheckpoints)]
        followers = [one.at(lambda: self.clock) for one in signing]
        self.desk = Desk(desk.log, now=lambda: self.clock, followers=followers, shelf=desk.shelf)
        self._stream = tournament_id(plan.slug)
        self._used: dict[str, int] = {}
        self._last: dict[UUID, UUID] = {}
        self._cases: dict[UUID, UUID] = {}

    def run(self, advance: Callable[[int], None]) -> None:
        rounds = {
            number: steps_of(self.plan.round(number), self._pauses) for number in self.plan.rounds
        }
        begins = self.ends - rounds[self.plan.rounds[-1]][-1].arrived - ROUND * (len(rounds) - 1)
        self.clock = begins - SETTING_UP
        self._set_up()
        done = 0
        for number, steps in rounds.items():
            start = begins + ROUND * (number - 1)
            self._pair(number, start)
            self._play(steps, start)
            done += len(self.plan.round(number))
            if number != self.plan.rounds[-1]:
                self.clock = max(self.clock, start + ROUND - timedelta(minutes=10))
                self._organise(CloseRound(round_number=number))
            advance(done)
        for follower in self.followers:
            follower.catch_up()

    def _set_up(self) -> None:
        plan, by = self.plan, self.by
        if not self.desk.log.last_position():
            self._issue_badge(by, COMMAND_LINE, Role.ORGANISER)
        for official in plan.officials:
            self._issue_badge(official.badge, official.name, official.role)
        words = add_free_list(self.folder, now=self.clock)
        players = (
            PlayerEntered(number=number, name=name) for number, name in enumerate(plan.players, 1)
        )
        opening = OpenTournament(
            slug=plan.slug,
            name=plan.name,
            rules=plan.rulebook,
            place=plan.place,
            options=tuple(plan.options.items()),
            source="announced before the first round",
        )
        self._organise(opening)
        self._organise(ChooseWords(name=words.name, digest=words.digest))
        self._organise(EnterPlayers(players=tuple(players)))

    def _issue_badge(self, badge: str, name: str, role: Role) -> None:
        request = IssueBadge(badge=badge, name=name, role=role)
        self.desk.must_write(badge_id(badge), request, from_the_desk(self.by))

    def _organise(self, request: Request) -> None:
        self.desk.must_write(self._stream, request, from_the_desk(self._badge(Role.ORGANISER)))

    def _pair(self, number: int, start: datetime) -> None:
        self.clock = max(self.clock, start - timedelta(minutes=5))
        pairings = (Pairing(game.table, *game.players) for game in self.plan.round(number))
        self._organise(PairRound(round_number=number, pairings=tuple(pairings)))
        for game in self.plan.round(number):
            stream = game_id(self.plan.slug, number, game.table)
            self._last[stream] = self.desk.sheet(stream).events[-1].envelope.command_id

    def _pauses(self, game: Game) -> Mapping[int, timedelta]:
        case = self.plan.case(game)
        return case.pauses() if case else {}

    def _play(self, steps: list[Step], start: datetime) -> None:
        """Every entry of a round, and what was done in its cases, in the order of time."""
        done = [(step.arrived, partial(self._enter, step, start + step.made)) for step in steps]
        done += [
            (after_turn(steps, game, sitting.turn) + timedelta(seconds=one.at),
             partial(self._do_in_case, game, one))
            for game in {step.game.transcript: step.game for step in steps}.values()
            for case in [self.plan.case(game)] if case
            for sitting in case.sittings
            for one in sitting.steps
        ]  # fmt: skip
        for at, do in sorted(done, key=itemgetter(0)):
            self.clock = max(self.clock, start + at)
            do()

    def _enter(self, step: Step, made: datetime) -> None:
        game, device = step.game, f"T{step.game.table}"
        stream = game_id(self.plan.slug, game.round_number, game.table)
        case, by = None, self._keeper(game)
        if isinstance(step.line.fact, NEED_A_RULING):
            case, by = self._cases[stream], self._badge(Role.DIRECTOR)
        elif isinstance(step.line.fact, ChallengeAdjudicated) and step.line.fact.adjudicator:
            by = step.line.fact.adjudicator
        elif isinstance(step.line.fact, ResultSigned) and step.line.fact.witness:
            by = step.line.fact.witness
        elif self._is_second_on_paper(stream, step.line.fact):
            by = self._badge(Role.DIRECTOR)
        self._used[device] = self._used.get(device, 0) + 1
        ahead = AHEAD.get(device, timedelta())
        sent = Sent(
            by=by,
            command_id=numbered(f"{game.transcript} {step.place}", made),
            device=device,
            device_seq=self._used[device],
            after=self._last[stream],
            occurred_at=made + ahead,
            sent_at=self.clock - ON_THE_WAY + ahead,
            clocks=step.line.clocks,
            case=case,
        )
        request, words = as_seen(step.asked, self.desk.sheet(stream))
        self.desk.record(stream, request, sent, words)
        self._last[stream] = sent.command_id

    def _is_second_on_paper(self, stream: UUID, fact: object) -> bool:
        """Whether the other player has signed the slip too: a director looks at it then."""
        on_paper = isinstance(fact, ResultSigned) and fact.how == "paper"
        return on_paper and bool(self.desk.sheet(stream).signed_by)

    def _do_in_case(self, game: Game, step: CaseStep) -> None:
        """One step of the case about a game; the first one opens it."""
        stream = game_id(self.plan.slug, game.round_number, game.table)
        case = self._cases.setdefault(stream, uuid4())
        request, words = step.asked_with(stream, self.desk.sheet(stream).version)
        self.desk.must_write(case, request, from_the_desk(self._badge(Role.DIRECTOR)), words)

    def _badge(self, role: Role) -> str:
        return self._with(role)[0].badge

    def _keeper(self, game: Game) -> str:
        keepers = self._with(Role.SCOREKEEPER)
        return keepers[(game.table + game.round_number) % len(keepers)].badge

    def _with(self, role: Role) -> list[DemoOfficial]:
        return [official for official in self.plan.officials if official.role is role]


def after_turn(steps: list[Step], game: Game, turn: int) -> timedelta:
    return next(one.arrived for one in steps if one.game == game and one.turn == turn)


def numbered(what: str, made: datetime) -> UUID:
    """The number a tablet gives its request: version 7, but the same every time it is built."""
    digest = int.from_bytes(sha256(what.encode()).digest()[:10])
    moment = int(made.timestamp() * 1000)
    random_a, random_b = (digest >> 64) & 0xFFF, digest & (1 << 62) - 1
    return UUID(int=moment << 80 | 7 << 76 | random_a << 64 | 2 << 62 | random_b)

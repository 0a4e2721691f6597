"""Plays the demonstration into a desk: every entry a request of a tablet, at its own time.

The last entry is made when the building is done, so that the game in progress is in
progress; everything else lies in the hours before. Nothing is left to chance but the numbers
of cases and of what the organiser enters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from uuid import UUID, uuid4

from ledger.accounts.giving_out import IssueBadge
from ledger.asking.asked import Asked
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, from_the_desk
from ledger.game.facts.challenges import ChallengeAdjudicated
from ledger.game.facts.results import ResultSigned
from ledger.lexicon.lexicon import add_free_list
from ledger.proof.at_round_ends import AtRoundEnds
from ledger.record.streams import badge_id, game_id, tournament_id
from ledger.tournament.facts.tournaments import Pairing, PlayerEntered
from ledger.tournament.matters import CloseRound
from ledger.tournament.opening import ChooseWords, OpenTournament
from ledger.tournament.rounds import EnterPlayers, PairRound
from ledger.vocabulary import Role
from web.demonstration.asking import NEED_A_RULING, as_seen
from web.demonstration.cases import CaseStep
from web.demonstration.programme import Game, Official, Programme, programme
from web.demonstration.steps import ON_THE_WAY, Step, steps_of

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
      folder: the data folder, for the free word list.
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
        signing = [one for one in desk.followers if isinstance(one, AtRoundEnds)]
        followers = [one.at(lambda: self.clock) for one in signing]
        self.desk = Desk(desk.log, now=lambda: self.clock, followers=followers, shelf=desk.shelf)
        self._stream = tournament_id(plan.slug)
        self._used: dict[str, int] = {}
        self._last: dict[UUID, UUID] = {}
        self._cases: dict[UUID, UUID] = {}

    def run(self, advance: Callable[[int], None]) -> None:
        """Set the tournament up, play it round by round, and let the read models take it in."""
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
            self._issue_badge(by, "Command line", Role.ORGANISER)
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
        asked = IssueBadge(badge=badge, name=name, role=role)
        self.desk.must_write(badge_id(badge), asked, from_the_desk(self.by))

    def _organise(self, asked: Asked) -> None:
        self.desk.must_write(self._stream, asked, from_the_desk(self._badge(Role.ORGANISER)))

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
        asked, words = as_seen(step.asked, self.desk.sheet(stream))
        self.desk.record(stream, asked, sent, words)
        self._last[stream] = sent.command_id

    def _is_second_on_paper(self, stream: UUID, fact: object) -> bool:
        """Whether the other player has signed the slip too: a director looks at it then."""
        on_paper = isinstance(fact, ResultSigned) and fact.how == "paper"
        return on_paper and bool(self.desk.sheet(stream).signed_by)

    def _do_in_case(self, game: Game, step: CaseStep) -> None:
        """One step of the case about a game; the first one opens it."""
        stream = game_id(self.plan.slug, game.round_number, game.table)
        case = self._cases.setdefault(stream, uuid4())
        asked, words = step.asked_with(stream, self.desk.sheet(stream).version)
        self.desk.must_write(case, asked, from_the_desk(self._badge(Role.DIRECTOR)), words)

    def _badge(self, role: Role) -> str:
        return self._with(role)[0].badge

    def _keeper(self, game: Game) -> str:
        keepers = self._with(Role.SCOREKEEPER)
        return keepers[(game.table + game.round_number) % len(keepers)].badge

    def _with(self, role: Role) -> list[Official]:
        return [official for official in self.plan.officials if official.role is role]


def after_turn(steps: list[Step], game: Game, turn: int) -> timedelta:
    """When a turn of a game had arrived, since its round began."""
    return next(one.arrived for one in steps if one.game == game and one.turn == turn)


def numbered(what: str, made: datetime) -> UUID:
    """The number a tablet gives its request: version 7, but the same every time it is built."""
    digest = int.from_bytes(sha256(what.encode()).digest()[:10])
    moment = int(made.timestamp() * 1000)
    random_a, random_b = (digest >> 64) & 0xFFF, digest & (1 << 62) - 1
    return UUID(int=moment << 80 | 7 << 76 | random_a << 64 | 2 << 62 | random_b)

"""Official acts and takings back in random order: what stands is as if the struck had never been.

A game of the simulator is played so far, then officials act, players make turns, and acts are taken
back, some of those again. A twin of the record gets the same requests but for the acts that were
taken back in the end. Sheet, result slip, standings, conduct and case are the same in both.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent, Written
from ledger.game.calls.requests import GrantFreeChallenge
from ledger.game.clock.requests import SetTimes
from ledger.game.endings.forfeits import Forfeit
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.results.amending import AmendResult
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty
from ledger.game.turns.taking_back import TakeBackAct
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import RulingTold
from ledger.incidents.hearing import CiteRule, TakeStatement
from ledger.incidents.opening import OpenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import Finding, GiveRuling, TellRuling
from ledger.incidents.taking_back import TakeCaseActBack
from ledger.record.events import tournament_id
from ledger.record.standing import taken_back
from ledger.simulation import simulated
from ledger.simulation.tournament import FIRST_DAY, Ticking
from ledger.tournament.conduct import TakeConductBack, WarnPlayer
from ledger.tournament.standing_now import played_before, standing_after
from ledger.transcript import read_transcript, view, write_transcript
from printing.slips.filled_slips import result_slip_of
from tests.an_event import SLUG, AnEvent
from tests.desks import DIRECTOR, A, B, a_desk
from tests.long_runs import in_shares, seed_of
from tests.recount.compared import compared

pytestmark = pytest.mark.found("DI-3")

BOOKS = ("wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998")
CASE = UUID(int=2**70)
UNDER_A_RULING = (ApplyPenalty, ApplyCredit)
"""What is entered at the table by itself, under a ruling of the case."""

STEPS = 14
"""Requests of one sequence; about a third of them take something back."""


@cache
def a_game_of(book, seed):
    """The events of a game that the simulator played, request by request."""
    with TemporaryDirectory() as folder, a_desk(Path(folder) / "d", now=Ticking()) as desk:
        simulated(desk, book, seed, 1)
        games = [e for _, e in desk.log.read(0, 5000) if e.fact.topic() == "game-scheduled"]
        events = desk.log.events_of(games[0].originator_id)[1:]
    return [list(group) for _, group in groupby(events, lambda e: e.envelope.command_id)]


class Hall:
    """One record: a game so far, then requests by number at moments of their own."""

    def __init__(self, folder, book, begun):
        self.at = FIRST_DAY
        self._open = a_desk(folder, now=lambda: self.at)
        self.desk = self._open.__enter__()
        self.event = AnEvent(self.desk, book, margins=(30,), rounds=2)
        self.game = self.event.games[1]
        for nth, events in enumerate(begun):
            sent = Sent(by="K1", command_id=UUID(int=2**66 + nth))
            version = self.desk.log.version_of(self.game)
            facts = [event.fact for event in events]
            self.desk.log.append(self.desk.enveloped(self.game, version, facts, sent))
        self.desk.caught_up()
        self.ask(0, CASE, OpenCase(game=self.game, category="conduct"))

    def close(self):
        self._open.__exit__(None, None, None)

    def ask(self, number, stream, request, by=DIRECTOR):
        """Whether it was written."""
        self.at = FIRST_DAY + timedelta(minutes=1 + number)
        case = CASE if isinstance(request, UNDER_A_RULING) else None
        sent = Sent(by=by, command_id=UUID(int=2**64 + number), case=case)
        self.answer = self.desk.enter(stream, request, sent)
        return isinstance(self.answer, Written)

    def sheet(self, game=None):
        return self.desk.sheet(game or self.game)

    def version_of(self, game):
        return self.desk.log.version_of(game)

    @property
    def streams(self):
        return CASE, self.game, tournament_id(SLUG)

    def struck(self):
        """The requests of whose events some were taken back in the end, or took others back."""
        found = set()
        for stream in self.streams:
            events = self.desk.log.events_of(stream)
            gone = taken_back(events)
            for event in events:
                if event.originator_version in gone or is_news_of_one(event.fact):
                    found.add(event.envelope.command_id)
        return found


def is_news_of_one(fact):
    """Whether players were told of a taking back, which the twin knows nothing of."""
    return isinstance(fact, RulingTold) and bool(fact.of)


def follows(random):
    """What follows from a ruling: nothing, one thing or two."""
    seat = random.choice((A, B))
    every = (
        ApplyPenalty(seat=seat, unit="points", amount=random.randint(1, 50), reason="so"),
        ApplyPenalty(seat=seat, unit="time", amount=random.randint(1, 90), reason="so"),
        ApplyPenalty(seat=seat, unit="turn", amount=1, reason="so"),
        ApplyCredit(seat=seat, unit="points", amount=random.randint(1, 50), reason="so"),
        Penalise(seat=seat, kind="spread", scope="spread", reason="so", amount=20),
        Penalise(seat=seat, kind="warned", scope="person", reason="loud"),
        Penalise(seat=seat, kind="put out", scope="tournament", reason="so"),
        Forfeit(loser=seat, cause="ruling", scores=(0, 50)),
        SetTimes(times=(random.randint(1, 1500), random.randint(1, 1500))),
        AmendResult(now=(random.randint(0, 500), random.randint(0, 500)), reason="so"),
        ExchangeTiles(seat=seat, count=2),
    )
    return tuple(random.sample(every, random.choice((0, 1, 1, 2))))


def found(random, seat):
    """What a ruling finds about somebody's conduct; mostly nothing."""
    if random.random() < 0.7:
        return None
    return Finding(seat=seat, offence="other", level=0, state_of_mind="deliberate")


def an_act(random, hall):
    """Something that an official or a player does: stream, request, badge."""
    seat = random.choice((A, B))
    match random.randrange(10):
        case 0 | 1 | 2:
            ruling = GiveRuling(
                game=hall.game, finding="so", citation="wespa-5.1 2.1", follows=follows(random),
                alone="nobody is here", beside=random.random() < 0.4, conduct=found(random, seat),
                although="so",
            )  # fmt: skip
            return CASE, ruling, DIRECTOR
        case 3:
            kind, scope = random.choice((("warned", "person"), ("points", "points")))
            request = Penalise(seat=seat, kind=kind, scope=scope, reason="so", amount=7)
            return CASE, request, DIRECTOR
        case 4:
            request = random.choice(
                (
                    TakeStatement(who="Player 1", role="player", seat=seat),
                    CiteRule(citation="wespa-5.1 2.1"),
                    TellRuling(seats=(A, B)),
                )
            )
            return CASE, request, DIRECTOR
        case 5:
            game = random.choice((None, hall.game))
            request = WarnPlayer(player=1, offence="other", words="loud", game=game)
            return tournament_id(SLUG), request, DIRECTOR
        case 6:
            request = random.choice(
                (
                    Forfeit(loser=seat, cause="left"),
                    GrantFreeChallenge(seat=seat, reason="so"),
                    SetTimes(times=(900, 800)),
                )
            )
            return hall.game, request, DIRECTOR
        case 7:
            kind = random.choice(UNDER_A_RULING)
            return hall.game, kind(seat=seat, unit="points", amount=4, reason="so"), DIRECTOR
        case _:
            mover = hall.sheet().on_move or seat
            request = random.choice((ExchangeTiles(seat=mover, count=1), PassTurn(seat=mover)))
            return hall.game, request, "K1"


def a_taking_back(random, written):
    """The request that takes one of the acts so far back, whatever stands in its way."""
    stream, request, number = random.choice(written)
    act, alone = UUID(int=2**64 + number), "nobody is here"
    if stream == CASE or isinstance(request, UNDER_A_RULING):
        return CASE, TakeCaseActBack(act=act, reason="a mistake", alone=alone)
    if isinstance(request, WarnPlayer | TakeConductBack):
        return stream, TakeConductBack(act=act, reason="a mistake")
    return stream, TakeBackAct(act=act, reason="a mistake")


def a_sequence(random, hall):
    """What was written, in order; for the record of a failure, each with its number."""
    written = []
    for number in range(1, STEPS + 1):
        if written and random.random() < 0.35:
            stream, request = a_taking_back(random, written)
            by = DIRECTOR
        else:
            stream, request, by = an_act(random, hall)
        if hall.ask(number, stream, request, by):
            written.append((stream, request, number))
    return written


def adds_up(hall):
    """Everything that follows from a record but the numbers and moments of its events."""
    sheet, tournament = hall.sheet(), hall.event.tournament
    kept = tournament.conduct
    file = case_in(hall.desk.log, CASE)
    played = tuple(played_before(tournament, "", 3, hall))
    return {
        "sheet": plain(replace(sheet, events=(), version=0, corrected=False)),
        "state": (sheet.state, sheet.stands, sheet.final, sheet.signed_by, sheet.is_final),
        "slip": str(replace(result_slip_of(sheet), heading=None)),
        "standings": [
            (row.number, row.wins, row.losses, row.spread, row.place)
            for row in standing_after(tournament, "", played).values()
        ],
        "conduct": plain((kept.warnings, kept.spread, kept.withdrawn, kept.ejected, kept.voided)),
        "case": (
            file.state,
            [plain(event.fact) for event in file.stands if not is_news_of_one(event.fact)],
            file.heard,
        ),
    }


NUMBERED = {
    "version", "versions", "before_version", "ruling", "act", "given_at", "carried", "ruled_at",
    "handed_in", "covers", "elsewhere", "from_file", "since", "opened", "corrections",
    "turn", "alone",
}  # fmt: skip
"""Fields that say which event it was or when, as the game was known then, and no more.

Why no second official agreed is asked of a ruling where both had signed what stood at that time.
"""


def plain(value):
    """A value as plain data, without what only numbers the events."""

    def less(part):
        if isinstance(part, dict):
            return {name: less(one) for name, one in part.items() if name not in NUMBERED}
        return [less(one) for one in part] if isinstance(part, list | tuple) else part

    return less(msgspec.to_builtins(value, str_keys=True))


@in_shares(short=5, full=100)
def test_what_was_taken_back_leaves_no_trace_in_what_stands(share, tmp_path, request):
    random = Random(f"acts {seed_of(share)}")
    book = BOOKS[share % len(BOOKS)]
    tried = taken = 0
    for nth in range(20 if request.config.getoption("--full") else 6):
        begun = a_game_of(book, share % 10)
        begun = begun[: random.choice((random.randint(1, len(begun)), len(begun)))]
        hall = Hall(tmp_path / f"{nth}", book, begun)
        twin = None
        try:
            written = a_sequence(random, hall)
            struck = hall.struck()
            twin = Hall(tmp_path / f"{nth}-twin", book, begun)
            for stream, desk_request, number in written:
                if isinstance(desk_request, TakeCaseActBack | TakeBackAct | TakeConductBack):
                    taken += 1
                elif UUID(int=2**64 + number) not in struck:
                    by = "K1" if isinstance(desk_request, ExchangeTiles | PassTurn) else DIRECTOR
                    assert twin.ask(number, stream, desk_request, by), (
                        twin.answer,
                        written,
                        desk_request,
                    )
            tried += len(written)

            one, other = adds_up(hall), adds_up(twin)
            for what in one:
                assert one[what] == other[what], (what, written)
            assert compared(hall.sheet())[1] == [], written
            lines = view(hall.sheet().events)
            read = read_transcript(write_transcript(lines))
            assert [line.fact for line in read] == [line.fact for line in lines], written
        finally:
            hall.close()
            if twin is not None:
                twin.close()
    assert tried > 20
    assert taken

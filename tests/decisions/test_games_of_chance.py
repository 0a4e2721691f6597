"""Games in which anything may happen next: whatever does, the laws hold after each step.

Hypothesis chooses what happens and shrinks what breaks a law to the few steps that do it. The
steps are those of the simulation (``ledger/simulation``), and any request there is, filled
with whatever fits; they go through the public decisions on a tabletop, without a store.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate, VoidChallenge
from ledger.game.context import OF_GAMES, GameContext
from ledger.game.deciding import (
    DECISIONS,
    MAY_ASK,
    REQUESTS,
    decide,
)
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.objections import JudgeExchange
from ledger.game.exchanges.requests import PassTurn
from ledger.game.going_on import offers, open_procedures
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.scores.requests import AgreeTotals
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.sheet.folding import FOLDS
from ledger.game.turns.facts import TilesExchanged
from ledger.simulation.clerk import Clerk, Hands, Staff, Table, Tally
from ledger.simulation.following import (
    Unanswerable,
    filled,
    go_on,
    refused_whatever,
    report_something,
)
from ledger.simulation.game import (
    MISHAPS,
    broken_laws,
    finished,
    folds_that_differ,
    points_that_do_not_add_up,
    step,
    tiles_fewer_than_none,
    tiles_that_do_not_add_up,
)
from ledger.simulation.word_graph import Player, free_words
from ledger.vocabulary import NO_TILES, Role, Seat
from ledger.vocabulary.refusals import Refusal
from tests.decisions.test_overruling import NEVER_WRITTEN
from tests.desks import signature
from tests.long_runs import in_shares, seed_of
from tests.tabletop import CASE, FIVE, Tabletop

SEEDS = st.integers(0, 4000)

NOTHING_TO_WRITE = NEVER_WRITTEN | {
    "not-allowed",  # a ruling does not make a director of a scorekeeper
    "start-not-settled",  # nothing of a start is there to be put right
    "no-signature",  # none was given that could be taken back
}
"""Codes that stand under a ruling, too: there is nothing that could be written."""


class TabletopClerk(Clerk):
    """A clerk whose desk is a tabletop; looks at each refusal it meets from all sides."""

    def __init__(self, tabletop, hands):
        self.tabletop, self.hands = tabletop, hands
        self.staff, self.tally = Staff(), Tally()
        self.clocks = self.refusal = self.asked = None
        self.device, self.ruled = "desk", False
        hands.settle(tabletop.sheet)

    @property
    def sheet(self):
        return self.tabletop.sheet

    def ask(self, request, *, by="", ruled=""):
        self.asked = request
        self.ruled = self.ruled or bool(ruled)
        try:
            self.tabletop.enter(request, ruled=bool(ruled), clocks=self.clocks)
        except Refusal as refusal:
            self.refusal = refusal
            self._look_at(refusal, request, ruled=bool(ruled))
            return False
        self.refusal = None
        if self.sheet.clock.times is not None:
            self.clocks = self.sheet.clock.times
        self.hands.settle(self.sheet)
        return True

    def _look_at(self, refusal, request, *, ruled):
        assert refusal.what.endswith((".", "?")), refusal
        assert refusal.next_step[:1].isupper(), refusal
        if refusal.code in NOTHING_TO_WRITE:
            return
        assert not ruled, f"{refusal.code}: refused under a ruling, too: {request}"
        still = refused_when_ruled(self.tabletop, request)
        assert still in (None, *NOTHING_TO_WRITE), f"{refusal.code}, ruled: {still}: {request}"
        if Role.SCOREKEEPER in MAY_ASK[type(request)]:
            with pytest.raises(Refusal):
                decided(self.tabletop, request, Role.SCOREKEEPER)


def refused_when_ruled(tabletop, request):
    """The code with which ``request`` is refused under a ruling as well; ``None``: it is not."""
    try:
        return None if decided(tabletop, request, Role.DIRECTOR, case=CASE).facts else "nothing"
    except Refusal as refusal:
        return refusal.code


def decided(tabletop, request, role, case=None):
    """What would be written, without writing it."""
    OF_GAMES.must_be_allowed(role, request)
    entry = GameContext(rules=tabletop.rules, by="K1", role=role, case=case)
    return decide(tabletop.sheet, request, entry)


class GameOfChance(RuleBasedStateMachine):
    """One game; the rules are what may happen, the invariants are the laws."""

    @initialize(book=st.sampled_from(FIVE), bag=st.sampled_from((86, 84, 30, 8, 7, 3, 1, 0)))
    def begin(self, book, bag):
        started = bag != 86
        self.tabletop = Tabletop(book, bag=bag, started=started)
        self.random = Random(bag)
        hands = Hands(self.random)
        clerk = TabletopClerk(self.tabletop, hands)
        graph = free_words()
        players = {seat: Player(self.random, graph, patience=20, boldness=0.3) for seat in Seat}
        self.table = Table(self.random, clerk, hands, graph, players, clerk.tally)

    @property
    def sheet(self):
        return self.tabletop.sheet

    @rule(seed=SEEDS)
    def what_comes_next(self, seed):
        self.random.seed(seed)
        step(self.table)

    @rule(seed=SEEDS, turns=st.integers(2, 6))
    def some_turns(self, seed, turns):
        self.random.seed(seed)
        for _ in range(turns):
            step(self.table)

    @rule(seed=SEEDS, mishap=st.sampled_from(MISHAPS))
    def a_mishap(self, seed, mishap):
        self.random.seed(seed)
        mishap.do(self.table)

    @rule(seed=SEEDS)
    def something_is_reported(self, seed):
        self.random.seed(seed)
        report_something(self.table)

    @precondition(lambda self: self.sheet.open)
    @rule(seed=SEEDS)
    def a_procedure_goes_on(self, seed):
        self.random.seed(seed)
        self.table.given_up.clear()
        go_on(self.table)

    @rule(seed=SEEDS, tag=st.sampled_from(sorted(REQUESTS)), ruled=st.booleans())
    def any_request_at_all(self, seed, tag, ruled):
        self.random.seed(seed)
        try:
            request = filled(REQUESTS[tag], self.table)
        except Unanswerable:
            return
        self.table.clerk.ask(request, ruled="so ruled" if ruled else "")

    @invariant()
    def points_tiles_and_folds_are_whole(self):
        broken = [
            *points_that_do_not_add_up(self.sheet),
            *tiles_that_do_not_add_up(self.sheet),
            *self.tiles_that_nobody_ruled_away(),
            *folds_that_differ(self.sheet, self.random, cuts=1),
        ]
        assert not broken, f"{broken} after {self.table.clerk.asked}"

    def tiles_that_nobody_ruled_away(self):
        """Less than nothing, as long as no ruling set the record's own counting aside."""
        return () if self.table.clerk.ruled else tiles_fewer_than_none(self.sheet)

    @invariant()
    def there_is_a_next_step(self):
        steps = list(next_steps(self.table))
        stuck = f"{self.sheet.state} after {self.table.clerk.asked}: none of {steps}"
        assert finished(self.table) or any(map(self.possible, steps)), stuck

    @invariant()
    def what_is_offered_can_be_taken(self):
        """One offer or step, another after each event, so that all have their turn."""
        shown = list(takeable(self.table))
        if shown:
            what, fill, by_director = shown[self.sheet.version % len(shown)]
            why = refused_whatever(self.table, fill, by_director=by_director)
            assert not why, f"{what} offered, refused: {why}, after {self.table.clerk.asked}"

    def possible(self, request):
        for role in Role:
            try:
                return decided(self.tabletop, request, role, self.case).facts
            except Refusal:
                continue
        return False

    @property
    def case(self):
        """A case, where a ruling has put the game, or a step says, that only rulings lead on."""
        waits = any(one.needs_ruling for one in open_procedures(self.sheet, self.table.rules))
        return CASE if self.table.clerk.ruled or waits else None

    def teardown(self):
        if hasattr(self, "table"):
            broken = set(broken_laws(self.sheet, self.random))
            assert broken <= set(tiles_fewer_than_none(self.sheet)), broken


def next_steps(table):
    """What brings a game nearer to its end; one of them must be open to somebody."""
    sheet, seat = table.sheet, table.seat
    racks = tuple(table.hands.rack(seat) or NO_TILES for seat in Seat)
    yield from (PassTurn(seat=seat), PassTurn(seat=seat.opponent))
    yield from (DetermineStarter(starter=1, method="assigned"), StartGame())
    yield from (Adjudicate(acceptable=True), Adjudicate(acceptable=False))
    yield from (AcceptPlayOut(seat=seat) for seat in Seat)
    yield from (CountUnplayed(racks=racks), ProposeResult())
    yield from (signature(sheet, seat) for seat in Seat)
    yield from (HandIn(seat=seat) for seat in Seat)
    yield VoidChallenge(reason="withdrawn")
    yield JudgeExchange(legal=True)  # what an illegal one is worth some books leave to a ruling
    for procedure in open_procedures(sheet, table.rules):
        for coming in procedure.steps:
            if coming.asks in REQUESTS and not coming.done:
                with suppress(Unanswerable):
                    request = REQUESTS[coming.asks]
                    yield filled(request, table, procedure=procedure, step=coming)


def takeable(table):
    """What is offered now, and the steps that come next: what, how it is filled, whose."""
    sheet, rules = table.sheet, table.rules
    for offer in offers(sheet, rules):
        yield offer.name, partial(reported, offer), False
    for going in open_procedures(sheet, rules):
        for coming in going.steps:
            next_ = coming is going.next_step or coming.optional
            if next_ and not coming.done and coming.room == "table" and coming.asks in MADE_HERE:
                by_director = going.needs_ruling or coming.who == "director"
                name = f"{going.name}: {coming.asks}"
                yield name, partial(taken, going, coming), by_director


def reported(offer, table):
    return filled(REQUESTS[offer.asks], table, questions=offer.questions, as_asked=True)


def taken(procedure, step, table):
    return filled(REQUESTS[step.asks], table, procedure=procedure, step=step, as_asked=True)


MADE_HERE = REQUESTS.keys() - {"place-tiles"}
"""A play is made on the board."""

QUICK = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    database=None,
    derandomize=True,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # what breaks a law is made shorter in the long run alone
)
THOROUGH = settings(
    QUICK, max_examples=500, stateful_step_count=60, derandomize=False, phases=list(Phase)
)


def test_whatever_happens_the_laws_hold_after_each_step():
    run_state_machine_as_test(GameOfChance, settings=QUICK)


def lossy(folds):
    """A fold that forgets a tile of each exchange."""

    def forgetful(sheet, fact, entry):
        after = folds(sheet, fact, entry)
        return replace(after, stock=replace(after.stock, bag=after.stock.bag - 1))

    return forgetful


def unrulable(decides):
    """A decision that no ruling overrules."""

    def stubborn(sheet, request, entry):
        raise Refusal("stubborn", "Nobody ever agrees.", "Play on.")

    return stubborn


def unreadable(decides):
    """A decision that no answer is good enough for, whoever asks."""

    def deaf(sheet, request, entry):
        raise Refusal("unreadable-request", "Nobody can read this.", "Enter it again.")

    return deaf


@pytest.mark.parametrize(
    ("where", "what", "broken", "law"),
    [
        (FOLDS, TilesExchanged, lossy, r"not the \d+ tiles of the set"),
        (DECISIONS, AgreeTotals, unrulable, "ruled: stubborn"),
        (DECISIONS, CallDirector, unreadable, "director-called offered, refused: unreadable"),
    ],
)
def test_what_breaks_a_law_is_found(monkeypatch, where, what, broken, law):
    monkeypatch.setitem(where, what, broken(where[what]))
    monkeypatch.setattr(
        "ledger.simulation.following.TRIED_IN_NUMBERS", 200
    )  # this one no answer opens
    with pytest.raises(AssertionError, match=law):
        run_state_machine_as_test(GameOfChance, settings=QUICK)


@pytest.mark.dear
@in_shares(0, 6)
def test_whatever_happens_in_thousands_of_games_the_laws_hold_after_each_step(share):
    machine = seed(seed_of(share))(type("GameOfChance", (GameOfChance,), {}))
    run_state_machine_as_test(machine, settings=THOROUGH)

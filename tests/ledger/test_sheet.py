"""The sheet: laws of the fold, over games with irregularities drawn at random."""

from __future__ import annotations

import ast
import gc
from collections import Counter
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import cycle
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import rulebook
from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.holds import CallHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.context import GameContext
from ledger.game.deciding import decide
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.sheet.folding import FOLDS, after, replay
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.standing import CORRECTIONS, unchanged
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.game.turns.requests import CorrectEntry, CorrectScore, MissTurn, PlaceTiles
from ledger.game.turns.taking_back import RetractTurn
from ledger.record.events import CHAPTERS, FACT_TYPES, Envelope, Event
from ledger.record.fact import Fact
from ledger.vocabulary import Placement, Role, Seat
from ledger.vocabulary.refusals import Refusal
from tests.decisions.a_real_game import TOTALS, turns
from tests.registered import is_of_a_sheet, told_in
from tests.tiers import all_at_once

GAME = UUID(int=1)
START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
RULES = rulebook.in_force("wespa-5.1", (("challenge-mode", "points-per-word-5"),))
ENTRY = GameContext(rules=RULES, by="D1", role=Role.DIRECTOR)
SET = load_tile_set("english")


def enveloped(facts, version=0):
    return tuple(
        Event(
            GAME,
            version + n,
            Envelope(
                written_at=START + timedelta(seconds=version + n),
                written_by="K1",
                command_id=UUID(int=1000 + version),
                fact=fact,
            ),
        )
        for n, fact in enumerate(facts, 1)
    )


def begun():
    return enveloped(
        (
            GameScheduled(
                tournament="spring-open", round_number=1, table=1,
                players=("Ann", "Ben"), rulebook="wespa-5.1",
            ),
            StarterDetermined(starter=1, method="draw"),
            GameStarted(),
        )
    )  # fmt: skip


MOVES = tuple(placement for placement, _ in turns())


class Play:
    """A game that goes on as Hypothesis draws: real moves in order, and what happens between."""

    def __init__(self, data):
        self.data = data
        self.events = begun()
        self.sheet = replay(self.events)
        self.next_move = 0

    def ask(self, request):
        try:
            decision = decide(self.sheet, request, ENTRY)
        except Refusal:
            return False
        new = enveloped(decision.facts, self.sheet.version)
        self.events += new
        self.sheet = after(self.sheet, new)
        return True

    def step(self):
        kind = self.data.draw(st.sampled_from(STEPS))
        seat = self.sheet.on_move or Seat.FIRST
        versions = [line.version for line in self.sheet.lines if line.is_turn]
        if kind == "play" and self.next_move < len(MOVES):
            self.ask(PlaceTiles(seat=seat, placement=MOVES[self.next_move], announced=self.drawn()))
            self.next_move += 1
        elif kind == "exchange":
            self.ask(ExchangeTiles(seat=seat, count=self.data.draw(st.integers(1, 7))))
        elif kind == "pass":
            self.ask(PassTurn(seat=seat))
        elif kind == "missed":
            self.ask(MissTurn(seat=seat, announced=self.data.draw(st.integers(0, 60))))
        elif kind == "hold":
            self.ask(CallHold(seat=seat))
        elif kind == "challenge" and self.ask(IssueChallenge(seat=seat, words=("X",))):
            self.ask(Adjudicate(acceptable=self.data.draw(st.booleans())))
        elif kind == "retract" and versions:
            self.ask(RetractTurn(version=versions[-1]))
        elif kind == "score" and versions:
            self.ask(
                CorrectScore(
                    version=self.data.draw(st.sampled_from(versions)),
                    now=self.data.draw(st.integers(0, 90)), reason="x", approved_by="both",
                )
            )  # fmt: skip
        elif kind == "correct" and versions:
            self.ask(
                CorrectEntry(
                    version=self.data.draw(st.sampled_from(versions)),
                    replacement=self.data.draw(st.sampled_from(REPLACEMENTS)),
                    reason="x", approved_by="both",
                )
            )  # fmt: skip

    def drawn(self):
        return self.data.draw(st.sampled_from([None, None, None, 17]))


STEPS = [
    *["play"] * 6,
    *["exchange", "pass", "missed", "hold", "challenge", "retract", "score", "correct"],
]
REPLACEMENTS = [
    PlayRecorded(seat=Seat.FIRST, placement=Placement("8D", "WINDY"), announced=32),
    PlayRecorded(seat=Seat.SECOND, placement=Placement("H12", "FOuD"), announced=9),
    TilesExchanged(seat=Seat.SECOND, count=4),
    TurnPassed(seat=Seat.FIRST),
]


@given(data=st.data(), steps=st.integers(1, 25))
@settings(max_examples=120, deadline=None)
def test_the_laws_of_the_fold(data, steps):
    play = Play(data)
    for _ in range(steps):
        play.step()
    sheet, events = play.sheet, play.events

    # Fold of the whole = fold of a prefix and of the rest, wherever it is cut.
    cut = data.draw(st.integers(1, len(events)))
    assert replay(events) == sheet
    assert after(replay(events[:cut]), events[cut:]) == sheet

    # Fold after writing and reading back.
    stored = [msgspec.json.encode(event.envelope) for event in events]
    read = [
        Event(
            event.originator_id, event.originator_version, msgspec.json.decode(raw, type=Envelope)
        )
        for event, raw in zip(events, stored, strict=True)
    ]
    assert replay(read) == sheet

    # Totals are the sum of the lines, and each line's running total says so.
    for seat in Seat:
        assert sheet.total(seat) == sum(x.score for x in sheet.lines if x.seat is seat)

    # Tiles are conserved: bag, racks and board hold the whole set, or a finding says why not.
    on_board = sum(bool(tile) for tile in sheet.board.squares)
    assert sheet.stock.bag + sum(sheet.stock.racks) + on_board == SET.size

    # No turn is lost: every turn entered stands, was replaced, was taken back, or was struck.
    entered = [e.originator_version for e in events if isinstance(e.fact, TURN_FACTS)]
    struck = {
        e.fact.supersedes
        for e in events
        if isinstance(e.fact, CORRECTIONS) and getattr(e.fact, "replacement", None) is None
        and type(e.fact).__name__ != "ScoreCorrected"
    }  # fmt: skip
    standing = {line.version for line in sheet.lines if line.is_turn}
    assert standing | struck >= set(entered)

    findings(sheet)


TURN_FACTS = tuple(
    FACT_TYPES[t] for t in ("play-recorded", "tiles-exchanged", "turn-passed", "turn-missed")
)


def test_a_real_game_folds_to_its_totals():
    play = begun()
    seat = Seat.FIRST
    facts = []
    for placement, score in turns():
        facts.append(PlayRecorded(seat=seat, placement=placement, announced=score, computed=score))
        seat = seat.opponent

    sheet = replay(play + enveloped(facts, 3))

    assert sheet.totals == TOTALS
    assert findings(sheet) == ()
    assert Counter(bool(tile) for tile in sheet.board.squares)[True] == 98


def test_pythons_collector_looks_through_no_event_and_no_sheet():
    plays = [
        PlayRecorded(seat=seat, placement=placement, announced=score, computed=score)
        for seat, (placement, score) in zip(cycle(Seat), turns(), strict=False)
    ]

    sheet = replay(begun() + enveloped(plays, 3))

    held = [sheet, *sheet.lines, sheet.stock, *(getattr(sheet, part) for part in PARTS)]
    held += [of for event in sheet.events for of in (event, event.envelope, event.fact)]
    assert not [type(one).__name__ for one in held if gc.is_tracked(one)]


PARTS = ("answering", "board", "irregular", "clock", "challenges", "ending", "result", "table")


@all_at_once
@pytest.mark.parametrize("topic", FACT_TYPES)
def test_the_sheet_knows_what_to_do_with_every_fact_of_a_game(topic):
    kind = FACT_TYPES[topic]

    assert (kind in FOLDS) != (kind in CORRECTIONS or not is_of_a_sheet(kind))
    if kind in FOLDS:  # in the chapter of the fact
        assert FOLDS[kind] is unchanged or FOLDS[kind].__module__ == told_in(kind)


GAME = Path(__file__).resolve().parents[2] / "ledger" / "game"


def said_to_leave_it(path):
    """Names of the facts that a file says, in so many words, do nothing to the sheet."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "leaves_unchanged":
            yield from map(ast.unparse, node.args)


def test_what_leaves_the_sheet_as_it_is_was_meant_to():
    """Else a fold that was forgotten could be covered up: only the chapter's own words make one."""
    said = [name for path in sorted(GAME.glob("*/folds.py")) for name in said_to_leave_it(path)]

    assert sorted(kind.__name__ for kind in FOLDS if FOLDS[kind] is unchanged) == sorted(said)
    assert "ScoreCheckAsked" in said


@pytest.mark.parametrize("kind", [one for one in FOLDS if FOLDS[one] is not unchanged])
def test_a_fold_takes_the_kinds_of_facts_it_is_registered_for(kind):
    fold = FOLDS[kind]
    said = eval(fold.__annotations__["fact"], vars(import_module(fold.__module__)))

    assert issubclass(kind, said)


def test_no_topic_has_two_seats():
    kinds = [
        kind
        for chapter in CHAPTERS
        for kind in vars(chapter).values()
        if isinstance(kind, type)
        and kind.__module__ == chapter.__name__
        and issubclass(kind, Fact)
        and kind.topic() != kind.__name__
    ]

    assert len(kinds) > 100
    assert sorted(kind.topic() for kind in kinds) == sorted(FACT_TYPES)

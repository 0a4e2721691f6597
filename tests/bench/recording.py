"""Walking the whole record: verify, and the hall rebuilt."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from uuid import uuid4

import migrations
from ledger.desk.answering import answer_of
from ledger.desk.requests import Sent, Written
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.turns.facts import PlayRecorded
from ledger.hall import open_hall
from ledger.record.engine import open_log
from ledger.record.events import game_id
from ledger.record.verify import verify
from ledger.vocabulary import Seat
from migrations.hall_db import prepare as prepare_hall
from tests.bench.table import Row, best_of, timed
from tests.decisions.a_real_game import turns
from tests.desks import SCOREKEEPER, a_desk
from tests.reliability.test_kill import killed_writer

GAMES = 4000


def rows():
    with tempfile.TemporaryDirectory() as folder, a_desk(Path(folder) / "data") as desk:
        events = _fill(desk)
        bare = best_of(3, lambda: _only_read(desk.log.store))
        assert verify(desk.log.store).sound
        check = best_of(3, lambda: verify(desk.log.store))
        hall = open_hall(Path(folder) / "data", desk.log, prepare=prepare_hall)
        with timed() as rebuild:
            hall.rebuild()
    floor = f"{events / bare:,.0f} rows/s only read"
    yield _reopened()
    yield _row("verify", events / check, 200_000, floor)
    yield _row("hall rebuilt from the log", events / rebuild.seconds, 30_000, floor)


def _reopened():
    """The slowest of ten openings, each after a writer at the desk was killed."""
    dice, slowest = Random(7), 0.0
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "data"
        migrations.bring_up_to_date(folder, {})
        for _ in range(10):
            killed_writer(folder, dice)
            with timed() as opening:
                log = open_log(folder, {})
            log.close()
            slowest = max(slowest, opening.seconds)
        again = best_of(5, lambda: open_log(folder, {}).close())
    return Row(
        "opened again after a kill -9, the slowest of ten",
        f"{1e3 * slowest:.0f} ms",
        "<= 1 s",
        f"{1e3 * again:.0f} ms after a clean end",
        slowest <= 1,
    )


def _only_read(store):
    position = 0
    while page := store.rows_after(position, 2000):
        position = page[-1][0]


def _row(what, rate, budget, floor):
    return Row(what, f"{rate:,.0f} events/s", f">= {budget:,} events/s", floor, rate >= budget)


def _fill(desk):
    """Games of 23 events each, written a game at a time past the decisions."""
    moves = tuple(turns())
    for number in range(GAMES):
        seat, facts = Seat.FIRST, []
        for placement, score in moves:
            facts.append(
                PlayRecorded(seat=seat, placement=placement, announced=score, computed=score)
            )
            seat = seat.opponent
        scheduled = GameScheduled(
            tournament="spring-open", round_number=1 + number // 200, table=1 + number % 200,
            players=("Ann Lee", "Ben Ode"), rulebook="wespa-5.1",
        )  # fmt: skip
        game = game_id("spring-open", scheduled.round_number, scheduled.table)
        start = (scheduled, StarterDetermined(starter=1, method="draw"), GameStarted())
        sent = Sent(by=SCOREKEEPER, command_id=uuid4(), clocks=(1400, 1500))
        events = desk.enveloped(game, 0, (*start, *facts), sent)
        answer = answer_of(
            Written(events), sent, b"p" * 32, stream=game, version=len(events), at=desk.now()
        )
        desk.log.append(events, answer=answer)
    return desk.log.last_position()

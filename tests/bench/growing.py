"""What a million events cost: to append one more, to start, to copy them, to try a restore out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path
from statistics import median
from uuid import uuid4

from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import Shelf
from ledger.game.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.game.facts.turns import PlayRecorded
from ledger.game.play.setting_up.set_up import DetermineStarter, StartGame
from ledger.hall import open_hall
from ledger.record.streams import game_id
from ledger.vocabulary import Seat
from migrations.hall_db import prepare as prepare_hall
from tests.bench.appending import MOVES, _entered
from tests.bench.table import Row, timed
from tests.desks import SCOREKEEPER, Table, a_desk, a_tournament

FEW, MANY = 1_000, 1_000_000
TABLES = 200
"""Games of a round."""

ROUNDS, GAMES = 9, 10
"""Turns by turns in both records, so that whatever else this machine does disturbs both."""

START = """
import resource, sys, time
began = time.perf_counter()
from pathlib import Path
from web.command_line.worker import the_app
import os
the_app()
print(time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
COMMAND = "from web.command_line import main; main()"


def rows():
    with tempfile.TemporaryDirectory() as home:
        few, many = Path(home) / "few", Path(home) / "many"
        with a_desk(few) as short, a_desk(many) as long:
            fill(short, FEW)
            fill(long, MANY)
            yield _appending(_tables(few, short), _tables(many, long))
        yield _start(many)
        yield _backup(many, Path(home) / "copy")
        yield _drill(many, Path(home) / "copy")


def fill(desk, events):
    """Whole games past the decisions, twenty with each flush, until there are so many events."""
    numbers, written = count(), desk.log.last_position()
    while written < events:
        batch = []
        for number in (next(numbers) for _ in range(20)):
            batch += _a_game(desk, number)
        written = desk.log.append(batch)[-1]


def _a_game(desk, number):
    seat, facts = Seat.FIRST, []
    for placement, score in MOVES:
        facts.append(PlayRecorded(seat=seat, placement=placement, announced=score, computed=score))
        seat = seat.opponent
    scheduled = GameScheduled(
        tournament="old-open", round_number=1 + number // TABLES, table=1 + number % TABLES,
        players=("Ann Lee", "Ben Ode"), rulebook="wespa-5.1",
    )  # fmt: skip
    game = game_id("old-open", scheduled.round_number, scheduled.table)
    start = (scheduled, StarterDetermined(starter=1, method="draw"), GameStarted())
    sent = Sent(by=SCOREKEEPER, command_id=uuid4(), clocks=(1400, 1500))
    return desk.enveloped(game, 0, (*start, *facts), sent)


def _tables(folder, bare):
    shelf = Shelf(bare.log)
    hall = open_hall(folder, bare.log, shelf=shelf, prepare=prepare_hall)
    desk = Desk(bare.log, now=bare.now, followers=(hall,), shelf=shelf)
    tables = [Table(desk, game) for game in a_tournament(desk, tables=ROUNDS * GAMES)]
    for table in tables:
        for asked in (DetermineStarter(starter=1, method="draw"), StartGame()):
            desk.record(table.game, asked, Sent(by=SCOREKEEPER, command_id=uuid4()))
    return desk, tables


def _appending(few, many):
    ratios, rates = [], []
    for number in range(ROUNDS):
        part = slice(number * GAMES, (number + 1) * GAMES)
        one, other = (_entered(desk, tables[part]) for desk, tables in (few, many))
        ratios.append(one / other)
        rates.append(other)
    ratio = median(ratios)
    return Row(
        "append a turn at 1,000,000 events, beside at 1,000",
        f"{ratio:.2f} x as long",
        "<= 1.15 x",
        f"{median(rates):,.0f}/s at 1,000,000",
        ratio <= 1.15,
    )


def _start(folder):
    env = {**os.environ, "TILESCRIBE_DATA": str(folder)}
    told = subprocess.run(
        [sys.executable, "-c", START], env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    seconds, memory = map(float, told.stdout.split())
    return Row(
        "a worker starts on 1,000,000 events",
        f"{seconds:.2f} s, {memory:.0f} MB",
        "<= 2 s, 200 MB",
        "hall at hand",
        seconds <= 2 and memory <= 200,
    )


def _backup(folder, file):
    """A backup while one tablet goes on entering; how long that had to wait at most."""
    with a_desk(folder) as desk:
        game = _one_more(desk)
        waits, stop = [], threading.Event()

        def enter():
            for version in count(desk.log.version_of(game)):
                if stop.is_set():
                    return
                began = time.perf_counter()
                fact = StarterDetermined(starter=1, method="draw")
                sent = Sent(by=SCOREKEEPER, command_id=uuid4())
                desk.log.append(desk.enveloped(game, version, (fact,), sent))
                waits.append(time.perf_counter() - began)
                time.sleep(0.01)

        entering = threading.Thread(target=enter)
        entering.start()
        with timed() as whole:
            done = subprocess.run(
                [sys.executable, "-c", COMMAND, "backup", str(file), "--data", str(folder)],
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
        stop.set()
        entering.join()
    assert "proven" in done.stdout
    longest = 1000 * max(waits)
    return Row(
        "1,000,000 events backed up and proven, while a tablet enters",
        f"{whole.seconds:.1f} s, longest wait {longest:.0f} ms",
        "wait <= 100 ms",
        f"{len(waits)} turns meanwhile",
        longest <= 100,
    )


def _one_more(desk):
    events = _a_game(desk, 10**6)
    desk.log.append(events)
    return events[0].originator_id


def _drill(folder, file):
    with timed() as whole:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "drill", str(file), "--data", str(folder)],
            stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    parts = ", ".join(
        f"{line[:22].strip()} {line[22:].split()[0]} s" for line in done.stdout.splitlines()[1:4]
    )
    return Row(
        "a restore of 1,000,000 events tried out",
        f"{whole.seconds:.0f} s",
        "<= 60 s at 100,000",
        parts,
        whole.seconds <= 60 and done.returncode == 0,
    )


if __name__ == "__main__":
    print(json.dumps([row.__dict__ for row in rows()], indent=1))

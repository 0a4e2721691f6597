"""What a million events cost: to append one more, to start, to copy them, to prove one game,
to try a restore out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from uuid import uuid4

from ledger.accounts.facts import PinSet
from ledger.desk.answering import answer_of
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, Written
from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled, GameStarted, StarterDetermined
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.facts import PlayRecorded
from ledger.hall import open_hall
from ledger.record.events import badge_id, game_id
from ledger.record.opening import LEDGER_FILE
from ledger.record.sqlite.durable import copy_record
from ledger.vocabulary import Seat
from migrations.hall_db import prepare as prepare_hall
from tests.bench import proving
from tests.bench.appending import MOVES, _entered
from tests.bench.table import Row, timed
from tests.desks import SCOREKEEPER, Table, a_desk, a_tournament

FEW, MANY = 1_000, 1_000_000
TABLES = 200
"""Games of a round."""

ROUNDS, GAMES = 9, 10
"""Turns by turns in both records, so that whatever else this machine does disturbs both."""

START = """
import time
began = time.perf_counter()
from pathlib import Path
from web.command_line.worker import the_app
the_app()
seconds = time.perf_counter() - began
# Not getrusage's: that is never less than what the process had that started this one.
[most] = [line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line]
print(seconds, int(most.split()[1]) // 1024)
"""
COMMAND = "from web.command_line import main; main()"


def rows():
    with tempfile.TemporaryDirectory() as home:
        few, many = Path(home) / "few", Path(home) / "many"
        with a_desk(few) as short, a_desk(many) as long:
            fill(short, FEW)
            fill(long, MANY)
            yield _appending(_tables(few, short), _tables(many, long))
        yield _start(few, many)
        yield from _backup(many, Path(home) / "copy")
        yield proving.row(many, MANY // (3 + len(MOVES)))
        yield _drill(many, Path(home) / "copy")


def fill(desk, events):
    """Whole games past the decisions, several with each flush, until there are so many events."""
    games = max(1, (events - desk.log.last_position()) // (3 + len(MOVES)))
    with ThreadPoolExecutor(8) as together:
        for _ in together.map(partial(_write_a_game, desk), range(games), chunksize=50):
            pass


def _write_a_game(desk, number):
    sent = Sent(by=SCOREKEEPER, command_id=uuid4(), clocks=(1400, 1500))
    events = _a_game(desk, number, sent)
    answer = answer_of(
        Written(events), sent, b"p" * 32,
        stream=events[0].originator_id, version=len(events), at=desk.now(),
    )  # fmt: skip
    desk.log.append(events, answer=answer)


def _a_game(desk, number, sent):
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
    return desk.enveloped(game, 0, (*start, *facts), sent)


def _tables(folder, bare):
    shelf = SheetCache(bare.log)
    hall = open_hall(folder, bare.log, shelf=shelf, prepare=prepare_hall)
    desk = Desk(bare.log, now=bare.now, followers=(hall,), shelf=shelf)
    tables = [Table(desk, game) for game in a_tournament(desk, tables=ROUNDS * GAMES)]
    for table in tables:
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            desk.record(table.game, request, Sent(by=SCOREKEEPER, command_id=uuid4()))
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


def _start(few, many):
    floor, _ = _started(few)
    seconds, memory = _started(many)
    return Row(
        "a worker starts on 1,000,000 events",
        f"{seconds:.2f} s, {memory:.0f} MB",
        "<= 2 s, 200 MB",
        f"{floor:.2f} s on 1,000",
        seconds <= 2 and memory <= 200,
    )


def _started(folder):
    """Seconds until the application is there, the best of three, and megabytes it takes."""
    env = {**os.environ, "TILESCRIBE_DATA": str(folder)}
    told = [
        subprocess.run(
            [sys.executable, "-c", START], env=env, stdout=subprocess.PIPE, text=True, check=True
        ).stdout.split()
        for _ in range(3)
    ]
    return min((float(seconds), float(memory)) for seconds, memory in told)


def _backup(folder, file):
    """A copy, and a backup with its proof, while a tablet goes on entering; its longest waits."""
    with a_desk(folder) as desk:
        alone, _ = _waits(desk, lambda: time.sleep(5))
        copying, copied = _waits(
            desk, lambda: copy_record(folder / LEDGER_FILE, Path(f"{file}-bare"), lambda _: None)
        )
        words = ("record", "backup", str(file), "--data", str(folder))
        run = partial(
            subprocess.run, [sys.executable, "-c", COMMAND, *words],
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        proving, proven = _waits(desk, run)
    yield Row(
        "1,000,000 events copied while a tablet enters",
        f"{copied:.1f} s, longest wait {copying:.0f} ms",
        "<= 2 s, wait <= 100 ms",
        f"longest wait {alone:.0f} ms without",
        copied <= 2 and copying <= 100,
    )
    yield Row(
        "the same proven, as `tilescribe record backup` does",
        f"{proven:.1f} s, longest wait {proving:.0f} ms",
        "wait <= 100 ms",
        f"longest wait {alone:.0f} ms without",
        proving <= 100,
    )


def _waits(desk, what):
    """The longest wait, in ms, of who writes a hundred times a second meanwhile; and seconds."""
    waits, stop, stream = [0.0], threading.Event(), badge_id("D1")

    def enter():
        for version in count(desk.log.version_of(stream)):
            if stop.wait(0.01):
                return
            sent = Sent(by="D1", command_id=uuid4())
            began = time.perf_counter()
            desk.log.append(desk.enveloped(stream, version, (PinSet(badge="D1"),), sent))
            waits.append(time.perf_counter() - began)

    entering = threading.Thread(target=enter)
    entering.start()
    try:
        with timed() as clock:
            what()
    finally:
        stop.set()
        entering.join()
    return 1000 * max(waits), clock.seconds


def _drill(folder, file):
    with timed() as whole:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "record", "drill", str(file), "--data", str(folder)],
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

"""Appending one turn through the desk, against a bare SQLite INSERT and COMMIT."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from pathlib import Path
from statistics import median
from uuid import uuid4

from ledger.desk.requests import Sent, Written
from ledger.desk.sheet_cache import SheetCache
from ledger.game.turns.requests import PlaceTiles
from ledger.hall import open_hall
from ledger.vocabulary import Seat
from migrations.hall_db import prepare as prepare_hall
from tests.bench.table import Row, timed
from tests.decisions.a_real_game import turns
from tests.desks import SCOREKEEPER, Table, a_desk, a_tournament

MOVES = tuple(turns())
THREADS = 16
GAMES = 10
ROUNDS = 5


def rows():
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with a_desk(home / "data") as bare_desk:
            yield from _measured(home, bare_desk)
    yield _slow_flush()


def _measured(home, desk):
    from ledger.desk.desk import Desk

    shelf = SheetCache(desk.log)
    hall = open_hall(home / "data", desk.log, shelf=shelf, prepare=prepare_hall)
    desk = Desk(desk.log, now=desk.now, followers=(hall,), shelf=shelf)
    tables = _tables(desk, ROUNDS * (GAMES + THREADS))
    floors, ones, many = [], [], []
    for number in range(ROUNDS):
        here = tables[number * (GAMES + THREADS) :][: GAMES + THREADS]
        floors.append(_floor(home / f"floor{number}.db", GAMES * len(MOVES)))
        ones.append(_entered(desk, here[:GAMES]))
        many.append(_by_threads(desk, here[GAMES:]))
    floor, one, sixteen = median(floors), median(ones), median(many)
    yield _row("append a turn, one client", one, floor, 0.30)
    yield _row(f"append a turn, {THREADS} threads", sixteen, floor, 0.35)


def _row(what, rate, floor, share):
    return Row(
        what,
        f"{rate:,.0f}/s = {rate / floor:.0%}",
        f">= {share:.0%} of the floor",
        f"{floor:,.0f} bare commits/s",
        rate / floor >= share,
    )


def _tables(desk, how_many):
    from ledger.game.setting_up.requests import DetermineStarter, StartGame

    tables = [Table(desk, game) for game in a_tournament(desk, tables=how_many)]
    for table in tables:
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            desk.record(table.game, request, Sent(by=SCOREKEEPER, command_id=uuid4()))
    return tables


def _floor(path, times):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE e (id TEXT, v INTEGER, t TEXT, s BLOB, PRIMARY KEY (id, v))")
    game, state = uuid4().hex, b"x" * 430
    with timed() as clock:
        for version in range(times):
            connection.execute("BEGIN")
            connection.execute(
                "INSERT INTO e VALUES (?, ?, 'play-recorded', ?)", (game, version, state)
            )
            connection.execute("COMMIT")
    connection.close()
    return times / clock.seconds


def _play(desk, table):
    seat, after = Seat.FIRST, desk.sheet(table.game).events[-1].envelope.command_id
    for number, (placement, _) in enumerate(MOVES, 1):
        sent = Sent(
            by=SCOREKEEPER, command_id=uuid4(), device=table.game.hex[:8], device_seq=number,
            after=after, clocks=(1400, 1400),
        )  # fmt: skip
        outcome = desk.enter(table.game, PlaceTiles(seat=seat, placement=placement), sent)
        assert isinstance(outcome, Written), outcome
        seat, after = seat.opponent, sent.command_id


def _entered(desk, tables):
    with timed() as clock:
        for table in tables:
            _play(desk, table)
    return len(tables) * len(MOVES) / clock.seconds


def _by_threads(desk, tables):
    threads = [threading.Thread(target=_play, args=(desk, table)) for table in tables]
    with timed() as clock:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return len(tables) * len(MOVES) / clock.seconds


def _slow_flush():
    """Sixteen threads against one, with 8 ms added to each flush, in a process of its own."""
    import json
    import subprocess
    import sys

    with tempfile.TemporaryDirectory() as folder:
        library = _slow_library(Path(folder))
        run = subprocess.run(
            [sys.executable, "-c", "from tests.bench.appending import slow; slow()"],
            env={"LD_PRELOAD": str(library), "PATH": "/usr/bin:/bin"},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    one, sixteen = json.loads(run.stdout)
    return Row(
        f"{THREADS} threads with 8 ms a flush",
        f"{sixteen:,.0f}/s = {sixteen / one:.1f} x",
        ">= 4 x one client",
        f"{one:,.0f}/s one client",
        sixteen / one >= 4,
    )


SLOW = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
typedef int (*flush)(int);
static int slowly(const char *name, int fd) {
  struct timespec t = {0, 8000000};
  nanosleep(&t, 0);
  return ((flush)dlsym(RTLD_NEXT, name))(fd);
}
int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
"""


def _slow_library(folder):
    import subprocess

    source, library = folder / "slow.c", folder / "slow.so"
    source.write_text(SLOW)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def slow():
    """Runs in the process whose flushes are slow; prints both rates."""
    import json

    with tempfile.TemporaryDirectory() as folder, a_desk(Path(folder) / "data") as desk:
        tables = _tables(desk, 1 + THREADS)
        one = _entered(desk, tables[:1])
        print(json.dumps([one, _by_threads(desk, tables[1:])]))

"""Loading and folding a game of 60 events."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ledger.game.clock.requests import ReadClocks
from ledger.game.sheet.folding import replay
from tests.bench.table import Row, best_of
from tests.decisions.a_real_game import turns
from tests.desks import A, a_desk, a_table

EVENTS = 60


def rows():
    with tempfile.TemporaryDirectory() as folder, a_desk(Path(folder) / "data") as desk:
        table = a_table(desk)
        seat = A
        for placement, _ in turns():
            table.play(seat, placement.square, placement.letters, clocks=(1400, 1500))
            seat = seat.opponent
        while table.sheet.version < EVENTS:
            table.enter(ReadClocks(), clocks=(1300, 1400))
        log, game = desk.log, table.game
        times = 200
        read = best_of(5, lambda: [log.events_of(game) for _ in range(times)]) / times
        whole = best_of(5, lambda: [replay(log.events_of(game)) for _ in range(times)]) / times
    yield Row(
        f"load and fold a game of {EVENTS} events",
        f"{1e3 * whole:.2f} ms",
        "<= 0.6 ms",
        f"{1e3 * read:.2f} ms to read and decode",
        whole <= 0.6e-3,
    )
